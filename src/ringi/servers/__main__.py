"""`python -m ringi.servers hr|common [--data DIR]`: one bundled server over stdio, for any MCP client."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m ringi.servers", description="Run a bundled MCP server over stdio.")
    parser.add_argument("server", choices=("hr", "common"), help="hr: the sample company; common: sheets and messages")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where sheets and the outbox go (common needs it)")
    parser.add_argument("--today", type=date.fromisoformat, metavar="YYYY-MM-DD", help="hr: answer as on this day")
    chosen = parser.parse_args(arguments)
    if chosen.server == "common" and chosen.data is None:
        parser.error("common needs --data DIR")
    if chosen.server == "hr":
        from ringi.servers.hr.server import build as build_hr

        server = build_hr(chosen.today)
    else:
        from ringi.servers.common.server import build as build_common

        server = build_common(chosen.data)
    server.run("stdio")


if __name__ == "__main__":
    main()
