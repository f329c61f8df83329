"""Scoring and measuring: `ringi eval` asks the offline planner, `ringi bench` runs a benchmark of its own module."""

from __future__ import annotations

from ringi.cli.reading import opened
from ringi.cli.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call
    from ringi.hands.tools import Catalog


def evaluate(call: Call) -> int:
    """The score is printed, never judged: 0 whatever it is."""
    import asyncio

    from ringi.minds.evaluation import evaluate as score
    from ringi.minds.rules import RulesMind

    with opened(call.args.file) as file:
        lines = [line.decode("utf-8", "replace") for line in file]

    async def run() -> Any:
        return await score(lines, RulesMind(), await bundled())

    found = asyncio.run(run())
    if call.args.json:
        call.screen.document({key: found[key] for key in ("total", "passed", "cases")})
        return 0
    _told(call, found)
    return 0


async def bundled() -> Catalog:
    """The tools that come with Ringi, over a directory of their own that is thrown away."""
    import tempfile
    from pathlib import Path

    from ringi.hands.mcp_hands import McpHands

    with tempfile.TemporaryDirectory(prefix="ringi-eval-") as folder:
        async with McpHands.configured(Path(folder), {}) as hands:
            return await hands.catalog()


def _told(call: Call, found: dict[str, Any]) -> None:
    screen = call.screen
    rows = [
        [lang or "-", f"{part['passed']}/{part['total']}", f"{100 * part['passed'] / max(part['total'], 1):.1f} %"]
        for lang, part in found["languages"].items()
    ]
    total, passed = found["total"], found["passed"]
    rows.append([screen.say("all"), f"{passed}/{total}", f"{100 * passed / max(total, 1):.1f} %"])
    screen.table([screen.say("language"), screen.say("passed"), screen.say("share")], rows)
    for case in found["cases"]:
        if not case["passed"]:
            screen.remark(f"{screen.paint('✗', 'bad')} {clean(case['id'])}  {clean(case['got'])}")


def bench(call: Call) -> int:
    """The benchmark itself says what it measured and how it is printed."""
    from importlib import import_module

    from ringi.errors import Unavailable

    name = call.args.name
    try:
        module = import_module(f"ringi.cli.bench.{name}")
    except ModuleNotFoundError as error:
        missing = error.name or name
        raise Unavailable(
            "RINGI-632" if missing.startswith("ringi.") else "RINGI-631", name=name, missing=missing
        ) from error
    rest = [*call.args.rest, *(["--json"] if call.args.json else [])]
    code: int | None = module.main(rest)
    return code or 0
