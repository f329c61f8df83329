"""A Discord on loopback, for tests and for trying a set-up: its gateway, its API, its limits and how it says no.

Built from the published descriptions, for one application. `Double` is the whole of it; the real client connects to it
with `api_url` of `[channels.discord]`.
"""

from ringi.testing.discord.double import Double
from ringi.testing.discord.people import Person

__all__ = ["Double", "Person"]
