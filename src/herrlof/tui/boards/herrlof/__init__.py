"""The board of Herrlof."""
