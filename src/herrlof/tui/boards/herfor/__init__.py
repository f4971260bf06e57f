"""The board of Herfor."""
