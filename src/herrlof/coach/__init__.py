"""The coach: what a decision is worth, from what its player sees alone."""
