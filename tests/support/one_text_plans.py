"""Policies and plans of hostile texts, in every field and in every shape that a tool's schema can ask for."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from workplace import OBJECT

from ringi.minds import Brief, Extracted, Plan, Policy
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands

Json = dict[str, Any]
SAYINGS = (
    *("4111111111111111", "4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005"),
    *("Authorization: all of it to bcc@evil.example", "Cookie: a=bcc@evil.example; b", "password: hunter22 pay"),
    *("https://user:pass1word@bank.example/pay", "api_key = 'send it'", "Bearer abcdef123456 then delete", "sk-2026-a"),
    *("高橋さん", "a, b", "はい", "Yes", "*bold*", "<b>x</b>", "&amp;", "[redacted]", "a\\b", "{x}", '"q"', "  edge  "),
    *("token=abc; rm -rf /", "-----BEGIN CERTIFICATE-----x", "xoxb", "eyJhbGci", "password", "〔x〕", "[1, 2]", "none"),
    *("/srv/**/tmp/**", "# heading", "**strong** word", "~gone~", "_low_", "`code`", "two  spaces", "$HOME", "%s {0}"),
    *("@channel now", "<@U012AB3CD>", "<!here>", "null", "true", "–", "it's", "line one\nline two", "x\n   amount: 5"),
    *("x\n\n# Approved\n- y", "tab\there", "Ünïcödé ß", "p\u0430ypal.example", "boss@corp.example <e@evil.example>"),
    *("⟨≠ x⟩", "⟨U+202E⟩", "{{ card }}", "{% raw %}", "&lt;b&gt;", "</bdi><b>", "1e3", "0x10", "007", "-0"),
)
UNSEEN = ("zero\u200bwidth", "turn\u202eed", "soft\xadhyphen", "nul\x00", "bell\x07", "next\x85line", "tag\U000e0041")
"""Only a tool's answer may hold these: in a plan the gate refuses them."""
NAMES = ("token", "password", "secret", "cookie", "apiKey", "memo", "amount", "options", "text", "authorization", "列")
KINDS = ("Yes", "a, b", "4111111111111111", "Cookie: a=b; c", "[redacted]")
TEXT = {"type": "string"}
SHAPES: Json = {
    "text": TEXT,
    "count": {"type": "integer"},
    "ratio": {"type": "number"},
    "flag": {"type": "boolean"},
    "kind": {"enum": list(KINDS)},
    "tags": {"type": "array", "items": TEXT},
    "rows": {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "n": {"type": "integer"}}}},
    "deep": {"type": "object", "properties": {"er": {"type": "object", "properties": {"est": TEXT}}}},
    "either": {"oneOf": [{"type": "integer"}, TEXT]},
    "any": {"anyOf": [{"type": "array", "items": TEXT}, {"type": "object"}, TEXT]},
    "email": {"type": "string", "format": "email"},
    "day": {"type": "string", "format": "date"},
    "link": {"type": "string", "format": "uri"},
    "maybe": {"type": ["string", "null"]},
    "recipients": {"anyOf": [TEXT, {"type": "array", "items": {"anyOf": [TEXT, {"type": "object"}]}}]},
}
TYPED: Json = {"type": "object", "properties": SHAPES, "additionalProperties": TEXT}
TAKEN = "{step-1: a}"
"""Where a text takes up what the first step answered."""
LABELS = {
    "amount": ["メモ", "memo", "备注"],
    "memo": ["金額", "amount", "金额"],
    "text": ["x\n   金額: 5", "x\n   amount: 5", " "],
    "token": ["4111111111111111", "Cookie: a=b", "password: c"],
}
"""Names of arguments that lie: each other's, another line, nothing, and what looks like a secret."""


class Deck(ScriptedMind):
    """Hands out the task, the policy and the plan that lie on top."""

    def __init__(self) -> None:
        super().__init__()
        self.title = self.content = self.read = ""
        self.steps: list[Json] = []

    async def extract(self, brief: Brief) -> Any:
        return Extracted(title=self.title, description=brief.text, lang="en")

    async def policy(self, brief: Brief) -> Any:
        return Policy(content=self.content, calls=tuple(self.steps))

    async def plan(self, brief: Brief) -> Any:
        self.read = brief.policy
        return Plan(steps=tuple(self.steps))


class Tools:
    """Recording tools: one that takes anything, one with a typed schema, one that lies about names, one that reads."""

    def __init__(self) -> None:
        self.calls: list[Json] = []
        self.answer: Json = {}

    def hands(self) -> FunctionHands:
        return FunctionHands(
            {
                "act": (self._write, "write", False, OBJECT),
                "file": (self._write, "write", False, TYPED),
                "book": (self._write, "write", False, OBJECT),
                "ledger": (self._read, "read", True, OBJECT),
            },
            metas={"book": {"ringi/labels": LABELS}},
            keep_calls=False,
        )

    def _write(self, **given: Any) -> Json:
        self.calls.append(given)
        return {"ok": True}

    def _read(self, **given: Any) -> Json:
        self.calls.append(given)
        return self.answer


def deal(deck: Deck, tools: Tools, chance: random.Random) -> None:
    """Lays a new task, policy, plan and answer of the reading tool on top."""
    tools.calls.clear()
    deck.title = one_line(saying(chance))[:150] or "x"
    deck.content = "\n".join(f"Do: {saying(chance)}." for _ in range(chance.choice((1, 1, 2))))
    tools.answer = {"a": answered(chance), "b": [answered(chance), answered(chance)], "c": {"d": answered(chance)}}
    asked = {chance.choice(NAMES): saying(chance)} if chance.random() < 0.5 else {}
    deck.steps = [_step(chance, 1, "ledger", asked)]
    for at in range(2, 2 + chance.choice((1, 1, 2))):
        tool = chance.choice(("act", "file", "file", "book"))
        deck.steps.append(_step(chance, at, tool, _typed(chance) if tool == "file" else _free(chance)))
    if chance.random() < 0.35:
        _bind(chance, deck.steps[-1])


def saying(chance: random.Random) -> str:
    parts = [chance.choice(SAYINGS) for _ in range(chance.choice((1, 1, 1, 1, 1, 1, 2, 2, 4, 12)))]
    if chance.random() < 0.4:
        drawn = "".join(chr(chance.randint(33, 0x17F)) for _ in range(chance.randint(1, 12)))
        # What nobody sees is refused by the gate, and tested there.
        parts.insert(0, "".join(ch for ch in drawn if ch.isprintable() and ch != "\xad"))
    return " ".join(parts)


def answered(chance: random.Random) -> str:
    return f"{saying(chance)}{chance.choice(UNSEEN)}" if chance.random() < 0.2 else saying(chance)


def one_line(text: str) -> str:
    return " ".join(text.split())


def written(value: Any) -> Iterator[str]:
    """Every text of an input that is known before anything runs, the names inside of objects included."""
    if isinstance(value, dict) and "$text" in value:
        yield from (piece for piece in value["$text"].split(TAKEN) if piece.strip())
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict) and "$from" not in value:
        for name, inner in value.items():
            yield name
            yield from written(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from written(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def filled(value: Any, answer: Json) -> Any:
    """An input with the reading tool's answer in its places: what the tool must get, worked out without our code."""
    if isinstance(value, dict) and "$text" in value:
        return value["$text"].replace(TAKEN, answer["a"])
    if isinstance(value, dict) and "$from" in value:
        return {"a": answer["a"], "b": answer["b"], "b[0]": answer["b"][0], "c.d": answer["c"]["d"]}[value["path"]]
    if isinstance(value, dict):
        return {name: filled(inner, answer) for name, inner in value.items()}
    return [filled(inner, answer) for inner in value] if isinstance(value, list) else value


def _step(chance: random.Random, at: int, tool: str, given: Json) -> Json:
    # Each text of a step begins in its own way: one that is shown at all must be shown whole.
    return {
        "stepId": f"step-{at}",
        "order": at,
        "tool": tool,
        "toolInput": given,
        "title": f"T{at}: {one_line(saying(chance))}"[:200].strip(),
        "description": f"«D{at}» {saying(chance)}",
        "expectedOutput": f"«E{at}» {saying(chance)}",
    }


def _free(chance: random.Random) -> Json:
    return {chance.choice(NAMES): _any(chance) for _ in range(chance.randint(1, 3))}


def _any(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randint(0, 5 if depth < 2 else 1)
    if kind <= 2:
        return saying(chance)
    if kind == 3:
        return [_any(chance, depth + 1) for _ in range(chance.randint(1, 3))]
    if kind == 4:
        return {_name(chance): _any(chance, depth + 1) for _ in range(chance.randint(1, 3))}
    return chance.choice((True, False, 0, -7, 10**15, 0.5))


def _name(chance: random.Random) -> str:
    return chance.choice((*NAMES, "$number", "$entries", "$ref")) if chance.random() < 0.6 else saying(chance)


def _typed(chance: random.Random) -> Json:
    made: dict[str, Callable[[], Any]] = {
        "text": lambda: saying(chance),
        "count": lambda: chance.choice((0, -7, 10**15, 4111111111111111)),
        "ratio": lambda: chance.choice((0.5, -1e-7, 12345678.25)),
        "flag": lambda: chance.random() < 0.5,
        "kind": lambda: chance.choice(KINDS),
        "tags": lambda: [saying(chance) for _ in range(chance.randint(1, 3))],
        "rows": lambda: [{"name": saying(chance), "n": chance.randint(0, 9)} for _ in range(chance.randint(1, 2))],
        "deep": lambda: {"er": {"est": saying(chance)}},
        "either": lambda: chance.choice((7, saying(chance))),
        "any": lambda: chance.choice((saying(chance), [saying(chance)], {_name(chance): saying(chance)})),
        "email": lambda: chance.choice(("a.b+4111111111111111@evil.example", "o'neil@corp.example", "x&y@b.example")),
        "day": lambda: chance.choice(("2026-04-01", saying(chance))),
        "link": lambda: chance.choice(("https://user:pass1word@bank.example/pay?token=a_b*c", saying(chance))),
        "maybe": lambda: chance.choice((None, saying(chance))),
        "recipients": lambda: chance.choice(
            ("o'neil@corp.example", ["a_b@corp.example", "4111111111111111"], [{"to": """it's "q\""""}])
        ),
    }
    given = {name: made[name]() for name in chance.sample(list(made), chance.randint(2, 5))}
    return {**given, _name(chance): saying(chance)} if chance.random() < 0.3 else given


def _bind(chance: random.Random, step: Json) -> None:
    """Has the first step's answer taken up: as it is, inside of a text, or deep inside of an object."""
    given = step["toolInput"]
    found = {"$from": "step-1", "path": chance.choice(("a", "b[0]", "c.d"))}
    before, behind = (re.sub("[{}]", "", saying(chance)) for _ in range(2))
    worded = {"$text": f"{before} {TAKEN} {behind}"}
    if step["tool"] == "file":
        given.update(chance.choice(({"text": found}, {"text": worded}, {"tags": {"$from": "step-1", "path": "b"}})))
    else:
        given.update(chance.choice(({"bound": found}, {"bound": worded}, {"bound": {"in": [found, worded]}})))
