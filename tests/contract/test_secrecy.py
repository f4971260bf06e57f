"""What a seat was told, and nothing else, is what it knows; for every game, number of seats and choice of an option."""

from herrlof.contract.test_secrecy import *  # noqa: F403
