"""A Google on loopback: the token endpoint, Sheets v4 and the part of Drive v3 that goes with it, for tests.

Built from the published API descriptions, with their limits, quotas and error shapes. Nothing of the house is imported
here; `Double` is the server, `Fault` is trouble on order.
"""

from __future__ import annotations

from ringi.testing.google.double import Double
from ringi.testing.google.faults import Fault

__all__ = ["Double", "Fault"]
