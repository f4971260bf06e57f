"""The board of Herald."""
