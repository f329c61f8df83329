"""Facts that are told again and again: what is the same each time is checked and spelt once, the rest each time.

`flow.telling` has one form for every kind of fact it tells. A fact made here is the same, to the byte, as one that is
made field by field; a test holds that for a whole story.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from ringi.errors import Invalid
from ringi.facts.canonical import plain, spelt_with
from ringi.facts.envelope import AS_IT_IS, WIRE_NAMES, Fact, is_time
from ringi.facts.secrets import find_secrets, is_clean, mask_secrets
from ringi.facts.vocabulary import EventClass, Owner, Phase, Scope

PLACE = ("timestamp", "session_id", "thread_id", "task_id", "turn_id")
"""What every fact of the flow says besides its own ids."""

_new, _set = Fact.__new__, object.__setattr__


class Form:
    """A class of fact with its owner, its scope, the ids it needs, and the fields that never change."""

    __slots__ = ("_always", "_breaks", "_count", "_spelt", "_values", "_varying")

    def __init__(self, type: EventClass, owner: Owner, scope: Scope, *ids: str, **always: Any) -> None:
        self._always = {"type": type, "owner": owner, "scope": scope, **always}
        self._varying = sorted((WIRE_NAMES[name], name) for name in (*PLACE, *ids))
        self._values = itemgetter(*(name for _, name in self._varying))
        self._breaks = b"\n" * (len(self._varying) - 1)
        self._count = len(self._varying)
        self._spelt: dict[str, tuple[dict[str, Any], str]] = {}

    def fact(
        self,
        phase: Phase,
        ours: dict[str, Any],
        theirs: dict[str, Any] | None,
        given: dict[str, Any],
        *,
        whole: bool = False,
    ) -> Fact:
        """One such fact. `ours` are the teller's own words, ids and numbers; `theirs` whatever people, minds and tools
        said, lifted into what canonical form can spell. `given` are its place and ids; it is taken over, because dozens
        of facts are made in a transaction.

        A certain secret in `theirs` is masked; with `whole`, where somebody decides on these very words, it is refused.
        """
        always, header = self._spelt.get(phase._value_) or self._spell(phase)
        payload = ours
        if theirs:
            payload = {**ours, **(theirs if is_clean(theirs) else _lifted(theirs, whole))}
        values = self._values(given)
        try:
            simple = "\n".join(values).encode().translate(None, AS_IT_IS) == self._breaks
        except (TypeError, UnicodeEncodeError):
            simple = False
        if not simple or not all(values) or len(given) != self._count or not is_time(given["timestamp"]):
            return Fact(**always, payload=payload, **given)
        given |= always
        given["payload"] = payload
        given["payload_bytes"] = spelt = spelt_with(ours, payload)  # theirs was looked at for its secrets
        given["payload_text"] = spelt.decode()
        given["header_text"] = header % values
        made = _new(Fact)
        _set(made, "__dict__", given)
        return made

    def _spell(self, phase: Phase) -> tuple[dict[str, Any], str]:
        """The header of this form in this phase, with a gap for each value that varies; checked by making one."""
        always = {**self._always, "phase": phase}
        gaps: dict[str, Any] = {name: f"gap.{wire}" for wire, name in self._varying}
        sample = Fact(**always, **{**gaps, "timestamp": "2026-01-01T00:00:00Z"})
        header = sample.header_text.replace("%", "%%").replace("2026-01-01T00:00:00Z", "gap.timestamp")
        for wire, _ in self._varying:
            header = header.replace(f'"gap.{wire}"', '"%s"')
        self._spelt[phase._value_] = always, header
        return always, header


def _lifted(theirs: dict[str, Any], whole: bool) -> dict[str, Any]:
    if whole and (places := find_secrets(theirs)):
        raise Invalid("RINGI-240", place=", ".join(places)[:200])
    lifted: dict[str, Any] = plain(theirs if whole else mask_secrets(theirs))
    return lifted
