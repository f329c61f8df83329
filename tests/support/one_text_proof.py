"""Plans and policies of hostile texts, as many as asked for: on every surface, in the digest and in the tool alike.

python one_text_proof.py COUNT [SEED]
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from one_text import differences, digest_of_shown, interrupts
from one_text_plans import Deck, Tools, deal, filled, saying, written
from one_text_programs import Programs
from workplace import Workplace

from ringi.flow.desk import LocalDesk
from ringi.words import LANGS

Json = dict[str, Any]
PER_STORE = 500
"""Tasks of one store: what every task adds to must not slow the next."""
MEMORY = "/dev/shm"
"""Where there is such a folder the stores lie there: nobody cuts the power here."""


class Proof:
    """One workplace, and what was compared there."""

    def __init__(self, folder: str, chance: random.Random, counted: Counter[str]) -> None:
        self.chance, self.counted = chance, counted
        self.deck, self.tools = Deck(), Tools()
        self.place = Workplace(Path(folder) / "home", f"sqlite:///{folder}/ringi.db")
        self.place.open(self.deck, hands=self.tools.hands())
        self.desk: LocalDesk = self.place.desk()
        self.programs = Programs(self.place)

    def close(self) -> None:
        self.programs.close()
        self.place.close()

    def walk(self, lang: str) -> list[str]:
        """One request, decided on to its end; what was found to differ."""
        deal(self.deck, self.tools, self.chance)
        asked = saying(self.chance)
        task_id = self.desk.call("ask", text=asked)["task_id"]
        faults: list[str] = []
        while True:
            self.desk.carry_on(task_id)
            shown = self.programs.api(f"/v1/tasks/{task_id}")
            gates = [one for one in shown["approvals"] if one["state"] == "open"]
            if not gates:
                break
            (gate,) = gates
            faults += [f"{gate['kind']}: {one}" for one in self._compare(shown, gate, lang)]
            self.desk.call("decide", decision="approve", approval_id=gate["id"], digest=gate["digest"])
        if shown["request"]["text"] != asked.strip():
            faults.append(f"request: {shown['request']['text']!r}")
        self.counted[shown["state"]] += 1
        if shown["state"] != "completed":
            return faults
        if self.tools.calls != [filled(one["toolInput"], self.tools.answer) for one in self.deck.steps]:
            faults.append(f"tool: {self.tools.calls!r}")
        if self.deck.read != self.deck.content:
            faults.append(f"planned by: {self.deck.read!r}")
        return faults

    def _compare(self, shown: Json, gate: Json, lang: str) -> list[str]:
        kind, task_id = gate["kind"], gate["task_id"]
        literals, titles, loose, data = self._dealt(gate)
        self.counted.update({f"{kind} gates": 1, "texts": len(literals) + len(titles) + len(loose)})
        faults = [] if digest_of_shown(shown, gate) == gate["digest"] else ["digest"]
        faults += [f"beyond its own policy: {one}" for one in gate["shown"].get("beyond", ())]
        faults += differences(shown, lang, literals, [*titles, *_called(shown, gate, data, lang)], loose)
        (interrupt,) = interrupts(shown, lang)
        (told,) = self.programs.mcp("status", id=task_id)["waiting"]
        handed_out = {"API": _api(shown, gate), "AG-UI": interrupt["metadata"]["ringi"]["shown"], "MCP": told}
        if kind == "step":
            (handed_out["API session"],) = self.programs.api(f"/v1/sessions/{task_id}")["pending"]
        for surface, found in handed_out.items():
            faults += [f"{surface}: {name} {found.get(name)!r}" for name in data if found.get(name) != data[name]]
        return faults

    def _dealt(self, gate: Json) -> tuple[list[str], list[str], list[str], Json]:
        """What waits here, as it was dealt: its texts, its titles, what may be left out, and all of it as data."""
        if gate["kind"] == "prompt":
            writes = gate["shown"]["scope"]["writes"]
            targets = [text for one in writes for text in _values(one["toolInput"])]
            self.counted["texts of a policy's writes"] += len(targets)
            return [self.deck.content, *targets], [], [], {"content": self.deck.content}
        if gate["kind"] == "process":
            steps = [{**one, "requiresHumanCheck": False} for one in self.deck.steps]
            literals = [text for one in steps for text in _values(one["toolInput"])]
            loose = [one[name] for one in steps for name in ("description", "expectedOutput")]
            return literals, [one["title"] for one in steps], loose, {"steps": steps}
        step = next(one for one in self.deck.steps if one["stepId"] == gate["shown"]["step"]["stepId"])
        given = filled(step["toolInput"], self.tools.answer)
        return _values(given), [step["title"]], [], {"input": given}


def _values(given: Json) -> list[str]:
    """What arguments say; what they are called is the label's business."""
    return [text for value in given.values() for text in written(value)]


def _called(shown: Json, gate: Json, data: Json, lang: str) -> list[str]:
    """What the arguments of a write, a plan or a step are called: as its digest says, or by their real names."""
    if gate["kind"] == "prompt":
        labels, steps = gate["shown"]["scope"]["labels"], gate["shown"]["scope"]["writes"]
    else:
        labels = next(one for one in shown["approvals"] if one["kind"] == "process")["shown"]["labels"]
        steps = data.get("steps") or [{**gate["shown"]["step"], "toolInput": data["input"]}]
    known = [(labels.get(one["tool"], {}), name) for one in steps for name in one["toolInput"]]
    return [told[name][LANGS.index(lang)] if name in told else name for told, name in known]


def _api(shown: Json, gate: Json) -> Json:
    if gate["kind"] == "step":
        return {"input": gate["shown"]["input"]}
    table, part = ("prompts", "content") if gate["kind"] == "prompt" else ("processes", "steps")
    return {part: next(one[part] for one in shown[table] if one["id"] == gate["subject_id"])}


def main(count: int, seed: int) -> int:
    chance, counted = random.Random(seed), Counter[str]()
    begun, wrong = time.monotonic(), 0
    for first in range(0, count, PER_STORE):
        memory = MEMORY if Path(MEMORY).is_dir() else None
        with tempfile.TemporaryDirectory(prefix="ringi-one-text-", dir=memory) as folder:
            proof = Proof(folder, chance, counted)
            for number in range(first, min(first + PER_STORE, count)):
                lang = LANGS[number % len(LANGS)]
                if faults := proof.walk(lang):
                    wrong += 1
                    print(f"{number} ({lang}): {faults[:3]}", flush=True)
            proof.close()
    took = time.monotonic() - begun
    told = ", ".join(f"{n} {name}" for name, n in counted.items())
    print(f"{count} plans and policies on 7 surfaces ({told}): {wrong} differ; {took:.0f} s, seed {seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
