"""What screens and boards are put together from."""
