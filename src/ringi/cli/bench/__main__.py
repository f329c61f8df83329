"""`python -m ringi.cli.bench NAME [--json] [--rounds N] [--count N]`, the same as `ringi bench NAME`."""

from __future__ import annotations

import sys
from importlib import import_module

from ringi.cli.bench.tables import arguments

if __name__ == "__main__":
    given = arguments()
    sys.exit(import_module(f"ringi.cli.bench.{given.name}").main(given))
