"""A freee on loopback, for tests and for trying a set-up: its OAuth, its HR API, its limits and the way it says no.

Built from the published descriptions; the people in it are the sample company's. `Double` is the whole of it.
"""

from ringi.testing.freee.company import Company, Staff
from ringi.testing.freee.double import Double

__all__ = ["Company", "Double", "Staff"]
