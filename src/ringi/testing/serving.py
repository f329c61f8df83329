"""How a double that is spoken to over HTTP is served: on loopback only, until its runner is cleaned up."""

from __future__ import annotations

from aiohttp import web


async def on_loopback(app: web.Application, port: int = 0, *, patience: float = 1.0) -> tuple[web.AppRunner, str]:
    """The runner and the address. `port` 0 is any that is free; `patience` is what open calls get when it stops."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=patience)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
    except BaseException:
        await runner.cleanup()
        raise
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}"
