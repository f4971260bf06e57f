"""Herrlof on the screen."""
