"""The screens: home, new game, the table, the rules."""
