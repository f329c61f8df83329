"""`python -m ringi.cli.bench pipeline|latency|parked [--json] [--rounds N] [--count N]`, the same as `ringi bench`."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="ringi.cli.bench")
    parser.add_argument("name", choices=("pipeline", "latency", "parked"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--count", type=int)
    given = parser.parse_args()
    sys.exit(import_module(f"ringi.cli.bench.{given.name}").main(given))
