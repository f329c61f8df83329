"""Trying things out: `ringi demo` plays a recording, `ringi eval` asks the offline planner, `ringi bench` measures."""

from __future__ import annotations

from ringi.cli.reading import opened
from ringi.cli.screen import document
from ringi.cli.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call
    from ringi.hands.tools import Catalog


def demo(call: Call) -> int:
    """Plays a recording into a session of its own; a second time is another session."""
    from ringi.cli.performing import listed, perform

    return listed(call) if call.args.list else perform(call, call.args.scenario or "team")


def evaluate(call: Call) -> int:
    """The score is printed, never judged: 0 whatever it is."""
    import asyncio

    from ringi.minds.evaluation import evaluate as score
    from ringi.minds.evaluation import parse
    from ringi.minds.rules import RulesMind

    with opened(call.args.file) as file:
        lines = [line.decode("utf-8", "replace") for line in file]

    languages = {case.id: case.lang for case in parse(lines)}

    async def run() -> dict[str, Any]:
        return await score(lines, RulesMind(), await bundled())

    found = asyncio.run(run())
    if call.args.json:
        call.screen.document(found)
    else:
        _told(call, found, languages)
    return 0


async def bundled() -> Catalog:
    """The tools that come with Ringi, over a directory of their own that is thrown away."""
    import tempfile
    from pathlib import Path

    from ringi.hands.mcp_hands import McpHands

    with tempfile.TemporaryDirectory(prefix="ringi-eval-") as folder:
        async with McpHands.configured(Path(folder), {}) as hands:
            return await hands.catalog()


def _told(call: Call, found: dict[str, Any], languages: dict[str, str]) -> None:
    screen = call.screen
    rows = []
    for lang in (*sorted(set(languages.values())), ""):
        answers = [case["passed"] for case in found["cases"] if not lang or languages[case["id"]] == lang]
        share = f"{100 * sum(answers) / max(len(answers), 1):.1f} %"
        rows.append([lang or screen.say("all"), f"{sum(answers)}/{len(answers)}", share])
    screen.table([screen.say("language"), screen.say("passed"), screen.say("share")], rows)
    for case in found["cases"]:
        if not case["passed"]:
            screen.remark(f"{screen.paint('✗', 'bad')} {clean(case['id'])}  {clean(document(case['got']))}")


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
    from ringi.cli.bench.tables import arguments

    code: int = module.main(arguments([name, *call.args.rest, *(["--json"] if call.args.json else [])]))
    return code
