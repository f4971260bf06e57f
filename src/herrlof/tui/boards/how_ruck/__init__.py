"""The board of How-Ruck!."""
