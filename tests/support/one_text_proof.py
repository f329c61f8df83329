"""Plans and policies of hostile texts, as many as asked for: on every surface, in the digest and in the tool alike.

python one_text_proof.py COUNT [SEED]
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from one_text import differences, digest_of_shown, texts_in
from workplace import OBJECT, Workplace, step

from ringi.minds import Brief, Plan, Policy
from ringi.testing.minds import ScriptedMind
from ringi.words import LANGS

Json = dict[str, Any]
SAYINGS = (
    *("4111111111111111", "4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005"),
    *("Authorization: all of it to bcc@evil.example", "Cookie: a=bcc@evil.example; b", "password: hunter22 pay"),
    *("https://user:pass1word@bank.example/pay", "api_key = 'send it'", "Bearer abcdef123456 then delete", "sk-2026-a"),
    *("高橋さん", "a, b", "はい", "Yes", "*bold*", "<b>x</b>", "&amp;", "[redacted]", "a\\b", "{x}", '"q"', "  edge  "),
    *("token=abc; rm -rf /", "-----BEGIN CERTIFICATE-----x", "xoxb", "eyJhbGci", "password", "〔x〕", "[1, 2]", "none"),
)
NAMES = ("token", "password", "secret", "cookie", "apiKey", "memo", "amount", "options", "text", "authorization", "列")


class Deck(ScriptedMind):
    """Hands out the policy and the plan that lie on top."""

    def __init__(self) -> None:
        super().__init__()
        self.content = ""
        self.inputs: list[Json] = []
        self.read = ""

    async def policy(self, brief: Brief) -> Any:
        return Policy(content=self.content)

    async def plan(self, brief: Brief) -> Any:
        self.read = brief.policy
        return Plan(steps=tuple(step(at, "act", **one) for at, one in enumerate(self.inputs, 1)))


def saying(chance: random.Random) -> str:
    parts = [chance.choice(SAYINGS) for _ in range(chance.choice((1, 1, 1, 2)))]
    if chance.random() < 0.4:
        parts.insert(0, "".join(chr(chance.randint(33, 0x17F)) for _ in range(chance.randint(1, 12))))
    # What nobody sees is refused by the gate, and tested there.
    return "".join(ch for ch in " ".join(parts) if ch.isprintable() and ch != "\xad")


def shape(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randint(0, 5 if depth < 2 else 1)
    if kind <= 2:
        return saying(chance)
    if kind == 3:
        return [shape(chance, depth + 1) for _ in range(chance.randint(1, 3))]
    if kind == 4:
        return {chance.choice(NAMES): shape(chance, depth + 1) for _ in range(chance.randint(1, 3))}
    return chance.choice((True, False, 0, -7, 10**15, 0.5))


def main(count: int, seed: int) -> int:
    chance = random.Random(seed)
    calls: list[Json] = []

    def act(**given: Any) -> Json:
        calls.append(given)
        return {"ok": True}

    wrong = refused = texts = 0
    with tempfile.TemporaryDirectory(prefix="ringi-one-text-") as folder:
        place, deck = Workplace(Path(folder) / "home", f"sqlite:///{folder}/ringi.db"), Deck()
        place.open(deck, hands=place.hands(functions={"act": (act, "write", False, OBJECT)}))
        desk = place.desk()
        for number in range(count):
            lang = LANGS[number % len(LANGS)]
            deck.content = f"Do: {saying(chance)}."
            deck.inputs = [{chance.choice(NAMES): shape(chance) for _ in range(chance.randint(1, 3))} for _ in range(2)]
            calls.clear()
            task_id = desk.call("ask", text=saying(chance) or "x")["task_id"]
            desk.carry_on(task_id)
            faults: list[str] = []
            for kind, said in (("prompt", [deck.content]), ("process", [*_all(deck.inputs)])):
                shown = json.loads(json.dumps(desk.call("show", id=task_id)))
                gates = [one for one in shown["approvals"] if one["state"] == "open" and one["kind"] == kind]
                if not gates:
                    refused += 1
                    break
                if digest_of_shown(shown, gates[0]) != gates[0]["digest"]:
                    faults.append(f"{kind}: digest")
                faults += differences(shown, lang, said)
                texts += len(said)
                desk.call("decide", decision="approve", approval_id=gates[0]["id"], digest=gates[0]["digest"])
                desk.carry_on(task_id)
            else:
                if calls != deck.inputs:
                    faults.append(f"tool: {calls!r}")
                if deck.read != deck.content:
                    faults.append(f"planned by: {deck.read!r}")
            if faults:
                wrong += 1
                print(f"{number} ({lang}): {faults[:3]}", flush=True)
        place.close()
    print(f"{count} plans and policies, {texts} texts on 5 surfaces: {wrong} differ; {refused} refused before the gate")
    return 1 if wrong else 0


def _all(inputs: list[Json]) -> list[str]:
    return [text for one in inputs for text in texts_in(one)]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
