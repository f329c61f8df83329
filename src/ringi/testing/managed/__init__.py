"""A Managed Agents API on loopback, for your tests and ours: Anthropic's own client speaks to it over real HTTP.

    with Double() as double:
        settings = Settings(home, environ=double.environ)   # ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL

What its model does is a script (`agents`): it follows the plan, drifts, repeats, stalls, refuses, or obeys what the
answer of a tool says. What goes wrong on the way is asked for by `double.faults`.
"""

from ringi.testing.managed import agents
from ringi.testing.managed.agents import Turn
from ringi.testing.managed.double import Double
from ringi.testing.managed.faults import Faults

__all__ = ["Double", "Faults", "Turn", "agents"]
