"""The table: everything that draws and asks."""
