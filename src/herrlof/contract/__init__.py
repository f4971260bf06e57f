"""The tests that every game must pass, as they ship with the program: `python -m herrlof.contract KEY`.

They need pytest (the extra `contract`). A game is tried with every number of seats and every choice of its options.
"""
