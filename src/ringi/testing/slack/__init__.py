"""A Slack on loopback that Bolt and the SDK cannot tell from the real one, for tests and to try Ringi without Slack.

`Double` is the server and the people in it; `Clock` is its time. Nothing of the house is imported here.
"""

from __future__ import annotations

from ringi.testing.slack.clock import Clock
from ringi.testing.slack.double import Double
from ringi.testing.slack.refusal import Refusal

__all__ = ["Clock", "Double", "Refusal"]
