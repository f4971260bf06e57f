"""What any game of the hall must keep to, for every game, number of seats and choice of an option."""

from herrlof.contract.test_contract import *  # noqa: F403
