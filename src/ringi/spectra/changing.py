"""Changing a rule or a setting: persisted, applied at once, undone when wanted. What needs a restart says so.

SPECTRA may correct its `[settings]` (rule 20); everything else in the file is a rule (rule 21). Code is never a key.
What somebody changes in the file itself holds at once too, is said and recorded; what an action of SPECTRA's changes
there does not hold.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError, Unavailable
from ringi.minds.intending import Action
from ringi.spectra import durable
from ringi.spectra.events_file import Event
from ringi.spectra.rules import LATER, changed, differences, read
from ringi.spectra.shapes import Outcome

if TYPE_CHECKING:
    from ringi.spectra.loop import Loop

MOST = 50
KNOWN, ASIDE = "rules.toml", "rules.refused.toml"
"""In `logs`: the file as it held last, by which a change is known; and what an action has made of it, put aside."""
SHOWN = 200
"""Characters of a changed value that are said."""


class Changing:
    """The rules of one SPECTRA, as they change."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._before: list[tuple[str, Any]] = []
        """What was changed, and what it was, newest last."""
        self._text = ""
        self._unreadable = ""

    def load(self) -> None:
        """What holds from the start on; `noticed` says what is new in it."""
        loop = self._loop
        text = loop.rules_file.text()
        loop.rules = read(text, str(loop.rules_file.path))
        self._before = list(_earlier(loop.records.log.latest()))
        try:
            self._text = self._place(KNOWN).read_text("utf-8")
            read(self._text)
        except (OSError, ValueError, RingiError):
            self._know(text)  # the first start here: there is nothing to compare with
        self._obey()

    def _place(self, name: str) -> Path:
        return self._loop.records.log.folder / name

    def _know(self, text: str) -> None:
        self._text = text
        self._keep(KNOWN, text)

    def _keep(self, name: str, text: str) -> None:
        try:
            durable.replace(self._place(name), [text.encode()])
        except OSError as error:
            raise Unavailable("RINGI-980", path=str(self._place(name)), reason=error.strerror or str(error)) from error

    # -- by somebody's own hand ------------------------------------------------------------------------------------

    def noticed(self) -> None:
        """The file may have been changed by hand: then that holds, and each value is said and recorded by itself."""
        loop = self._loop
        try:
            text = loop.rules_file.text()
            rules = read(text, str(loop.rules_file.path))
        except RingiError as error:
            if error.message("en") != self._unreadable:  # what held before holds on; once is enough
                self._unreadable = error.message("en")
                loop.say_error(error)
            return
        self._unreadable = ""
        if text == self._text:
            return
        found = differences(self._text, text)
        loop.rules = rules
        self._know(text)
        self._obey()
        for key, before, now in found:
            self._by_hand(key, before, now)
        if found:
            loop.wake("rule")

    def _by_hand(self, key: str, before: Any, now: Any) -> None:
        loop = self._loop
        self._before = [*self._before[-MOST:], (key, before)]
        undo = json.dumps({"key": key, "value": before}, ensure_ascii=False)
        what = f"rule {key} = {json.dumps(now, ensure_ascii=False)}"
        told = {"type": "exec", "command": what, "status": "done", "output": "", "approval": "hand", "undo": undo}
        loop.records.event(told)
        loop.records.say(loop.words("rule.by_hand", rule=key, before=_short(before), now=_short(now)))
        if key.partition(".")[0] in LATER:
            loop.records.say(loop.words("restart.needed", rule=key))

    def after_action(self) -> None:
        """An action has ended. What it has changed in the rules is no rule: nobody was asked for one (rule 21)."""
        loop = self._loop
        try:
            text = loop.rules_file.text()
        except RingiError:
            text = ""
        if text == self._text:
            return
        self._keep(ASIDE, text)
        loop.rules = loop.rules_file.write(self._text)
        loop.records.say(loop.words("rule.put_back", place=f"logs/{ASIDE}"))

    # -- approved --------------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> Outcome:
        """An approved change. A setting that is not one, or a value that is wrong, changes nothing."""
        section = action.key.partition(".")[0]
        if action.kind == "setting" and section != "settings":
            return Outcome(status="fail", cause=f"{action.key[:60]}: only settings.* may be corrected")
        return self.put(action.key, action.value)

    def put(self, key: str, value: Any, *, undoing: bool = False) -> Outcome:
        loop = self._loop
        (self.after_action if loop.acting else self.noticed)()
        try:
            text, before = changed(loop.rules_file.text(), key, value)
            loop.rules = loop.rules_file.write(text)
            self._know(text)
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


def _short(value: Any) -> str:
    text = "–" if value is None else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _earlier(events: Iterable[Event]) -> list[tuple[str, Any]]:
    """What earlier runs changed, from the end of their log."""
    found: list[tuple[str, Any]] = []
    for event in events:
        if event["type"] == "exec" and event.get("undo") and event.get("status") == "done":
            try:
                told = json.loads(event["undo"])
                found.append((str(told["key"]), told["value"]))
            except (ValueError, KeyError, TypeError):
                continue
    return found
