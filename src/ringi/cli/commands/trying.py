"""Trying things out: `ringi demo` plays a recording, `ringi eval` scores a mind, `ringi bench` measures."""

from __future__ import annotations

from ringi.cli.reading import opened
from ringi.cli.screen import document
from ringi.cli.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ringi.cli.call import Call
    from ringi.hands.tools import Catalog
    from ringi.minds import Mind


def demo(call: Call) -> int:
    """Plays a recording into a session of its own; a second time is another session."""
    from ringi.cli.performing import listed, perform

    return listed(call) if call.args.list else perform(call, call.args.scenario or "team")


def evaluate(call: Call) -> int:
    """The score is printed, never judged: 0 whatever it is."""
    import asyncio

    from ringi.minds.evaluation import evaluate as score
    from ringi.minds.evaluation import parse

    with opened(call.args.file) as file:
        lines = [line.decode("utf-8", "replace") for line in file]

    languages = {case.id: case.lang for case in parse(lines)}

    mind = _mind(call)

    async def run() -> dict[str, Any]:
        catalog = await bundled()
        check = None if mind.name == "rules" else _check(catalog)
        return await score(lines, mind, catalog, check, lambda done, all_: call.screen.moving(f"{done} / {all_}"))

    call.screen.moving(f"0 / {len(languages)}")
    found = asyncio.run(run())
    call.screen.moving("")
    if call.args.json:
        call.screen.document(found)
    else:
        _told(call, found, languages)
    return 0


def _mind(call: Call) -> Mind:
    """`rules`, or `model:` and a model string: asked with the keys and addresses of the environment."""
    from ringi.errors import Invalid
    from ringi.minds.rules import RulesMind

    kind, _, model = call.args.mind.partition(":")
    if call.args.mind == "rules":
        return RulesMind()
    if kind != "model" or not model:
        raise Invalid("RINGI-350", mind=call.args.mind[:80])
    from ringi.minds.model import mind_for, naming

    return mind_for(naming.named(model, call.settings.models), seconds=120.0)


def _check(catalog: Catalog) -> Callable[[Sequence[dict[str, Any]]], list[str]]:
    """What the gate would say to a plan."""
    from ringi.hands.validation import normalise_steps, validate_plan

    return lambda steps: [flaw.message("en") for flaw in validate_plan(normalise_steps(steps), catalog)]


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
    if "spent" in found:
        from ringi.words.money import money

        spent = found["spent"]
        cost = "?" if spent["cost_usd"] is None else money(spent["cost_usd"], "USD", screen.lang)
        used = f"{spent['input_tokens']:,} + {spent['output_tokens']:,}"
        screen.table(
            [screen.say("eval.mind"), screen.say("eval.requests"), screen.say("eval.tokens"), screen.say("eval.cost")],
            [[clean(found["mind"]), str(spent["requests"]), used, cost]],
        )
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
