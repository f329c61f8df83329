"""Changing a rule or a setting: persisted, applied at once, undone when wanted. What needs a restart says so.

SPECTRA may correct its `[settings]` (rule 20); everything else in the file is a rule (rule 21). Code is never a key.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError
from ringi.minds.intending import Action
from ringi.spectra.rules import LATER, changed
from ringi.spectra.shapes import Outcome

if TYPE_CHECKING:
    from ringi.spectra.loop import Loop

MOST = 50


class Changing:
    """The rules of one SPECTRA, as they change."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._before: list[tuple[str, Any]] = []
        """What was changed, and what it was, newest last."""

    def load(self) -> None:
        loop = self._loop
        loop.rules = loop.rules_file.load()
        self._before = list(_earlier(loop.records.log.tail()))
        self._obey()

    def apply(self, action: Action) -> Outcome:
        """An approved change. A setting that is not one, or a value that is wrong, changes nothing."""
        section = action.key.partition(".")[0]
        if action.kind == "setting" and section != "settings":
            return Outcome(status="fail", cause=f"{action.key[:60]}: only settings.* may be corrected")
        return self.put(action.key, action.value)

    def put(self, key: str, value: Any, *, undoing: bool = False) -> Outcome:
        loop = self._loop
        try:
            text, before = changed(loop.rules_file.text(), key, value)
            loop.rules = loop.rules_file.write(text)
        except RingiError as error:
            return Outcome(status="fail", cause=f"{error.code}: {error.message(loop.lang)}")
        if not undoing:
            self._before = [*self._before[-MOST:], (key, before)]
        self._obey()
        undo = json.dumps({"key": key, "value": before}, ensure_ascii=False)
        if key.partition(".")[0] in LATER:
            loop.records.say(loop.words("restart.needed", rule=key))
            loop.offering = key
        return Outcome(status="done", output=f"{key} = {json.dumps(value, ensure_ascii=False)}", undo=undo)

    def undo(self, of: str = "") -> Outcome:
        """The last change (of this key) taken back: the value it had before stands again."""
        last = next((at for at in reversed(range(len(self._before))) if of in ("", self._before[at][0])), None)
        if last is None:
            return Outcome(status="fail", cause=self._loop.words("undo.nothing"))
        key, before = self._before[last]
        outcome = self.put(key, before, undoing=True)
        if outcome.status == "done":
            del self._before[last]
        return replace(outcome, undo="")  # else the next start would offer what was just taken back

    def _obey(self) -> None:
        """From the next action on."""
        hands = self._loop.hands
        if hasattr(hands, "rules"):
            hands.rules = self._loop.rules.shell


def _earlier(lines: list[str]) -> list[tuple[str, Any]]:
    """What earlier runs changed, from the end of their log."""
    found: list[tuple[str, Any]] = []
    for line in lines:
        event = json.loads(line)
        if event["type"] == "exec" and event.get("undo") and event["status"] == "done":
            try:
                told = json.loads(event["undo"])
                found.append((str(told["key"]), told["value"]))
            except (ValueError, KeyError, TypeError):
                continue
    return found
