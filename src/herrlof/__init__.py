"""Herrlof: a trick-taking card game in the terminal."""

__version__ = "0.1.0"
