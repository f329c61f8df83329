"""`ringi mcp`: Ringi for other agents, over standard input and output; with a running server or without."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call
    from ringi.web.agents.offered import Agent


def serve(call: Call) -> int:
    """Runs until the other side closes its end. Nothing but MCP is written to standard output."""
    import logging

    from ringi.web.agents.server import build

    agent = agent_of(call)

    async def enter(_: Any) -> Agent:
        return agent

    logging.getLogger().addHandler(logging.NullHandler())
    build(enter, call.screen.lang).run("stdio")
    return 0


def agent_of(call: Call) -> Agent:
    """An agent of whoever started it. The desk is looked for at each call: a server may come and go meanwhile."""
    from threading import Lock

    from ringi.cli.desks import close_desk, open_desk, server_note
    from ringi.web.agents.offered import Agent

    one_at_a_time = Lock()

    def desk(operation: str, /, **arguments: Any) -> dict[str, Any]:
        with one_at_a_time:
            found = open_desk(call.settings, call.args.as_user)
            try:
                return found.call(operation, **arguments)
            finally:
                close_desk(found)

    def carry_on(task_id: str) -> None:
        with one_at_a_time:
            found = open_desk(call.settings, call.args.as_user)
            try:
                if found.local is True:
                    found.carry_on(task_id)
                else:
                    for _ in found.follow(task_id):
                        pass
            finally:
                close_desk(found)

    def address() -> str:
        note = server_note(call.settings)
        return call.settings.public_url or (note["address"].rstrip("/") if note else "")

    return Agent(desk, address, carry_on)
