"""Seats that are not at the table's own keyboard: other programs, and people at other screens."""
