"""An X on loopback, for tests and for trying a set-up: mentions, posts, OAuth 1.0a, limits and the way it says no.

Built from the published descriptions, for one account. `Double` is the whole of it.
"""

from ringi.testing.x.double import Double

__all__ = ["Double"]
