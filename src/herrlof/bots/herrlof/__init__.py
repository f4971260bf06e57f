"""Bots that know how to play Herrlof."""
