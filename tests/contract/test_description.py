"""What a game says of itself is so; for every game, number of seats and choice of an option."""

from herrlof.contract.test_description import *  # noqa: F403
