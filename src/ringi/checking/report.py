"""The two lists, point by point: the seed's nineteen and the thirty-three checks, with what a stream shows of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

from ringi.checking import points as p
from ringi.checking import points_of_people as h
from ringi.checking import points_of_teams as t
from ringi.checking import points_of_work as q
from ringi.checking.comparing import differences
from ringi.checking.points import Check, Json, NotGiven, State, Wrong
from ringi.checking.witness import Witness
from ringi.facts.conformance import Violation
from ringi.projection import workbench
from ringi.words import pick
from ringi.words.checking import WORDS

PASSED, BROKEN, NOT_SHOWN, NOT_CHECKABLE = "passed", "broken", "not_shown", "not_checkable"
STATUSES = (PASSED, BROKEN, NOT_SHOWN, NOT_CHECKABLE)

SEQUENCE = (
    *("duplicate_event_id", "tool_result_without_start", "tool_failed_without_start", "tool_started_already_active"),
    *("tool_unclosed_at_turn_end", "action_resolved_without_request", "action_required_already_active"),
    *("action_unresolved_at_turn_end", "model_unclosed_at_turn_end", "execution_after_turn_terminal"),
    "turn_terminal_repeated",
)
"""The eleven codes of the sequence verifier, under their own names."""
_ORDER = (
    *("sequence_duplicate", "sequence_backwards", "sequence_gap", "tool_progress_without_start", "tool_ended_twice"),
    *("text_delta_after_final", "artifact_before_created", "artifact_created_twice", "artifact_after_deleted"),
    "artifact_export_without_start",
)
_ENVELOPE = (
    *("not_utf8", "not_json", "not_object", "duplicate_key", "too_deep", "type_missing", "type_unknown"),
    *("field_type", "value_unknown", "id_null", "id_empty", "id_missing", "timestamp_format", "sequence_type"),
)
_AG_UI = (
    *("agui_not_started", "agui_after_error", "agui_after_finished", "agui_run_active", "agui_already_open"),
    *("agui_not_open", "agui_open_at_finish", "agui_wrong_owner", "agui_subagent_reused"),
    *("agui_interrupt_without_snapshots", "agui_shape", "agui_type_unknown"),
)
_ONCE = ("action_resolved_twice", "action_resolved_without_request", "action_required_already_active")

Row = tuple[str, tuple[Check, ...], tuple[str, ...]]
"""An id, the checks behind it, and the rules whose violations break it. With neither, no stream can show it."""

SEED: tuple[Row, ...] = (
    ("S1", (), ()),
    ("S2", (p.first_status,), ()),
    ("S3", (p.in_order, p.said_in_order), ()),
    ("S4", (p.visible_then_collapsed,), ()),
    ("S5", (p.clean_answer, p.reconciled), ("text_delta_after_final",)),
    ("S6", (p.tools_apart, p.tool_rows), ()),
    ("S7", (h.decisions, p.named("action")), _ONCE),
    ("S8", (h.queue,), ()),
    ("S9", (q.artifacts, p.bodies_apart), ()),
    ("S10", (q.evidence, q.reviews), ()),
    ("S11", (t.roster, q.nothing_from_prose), ()),
    ("S12", (t.topology, t.roster, t.fan_out), ()),
    ("S13", (t.notifications,), ()),
    ("S14", (q.lineage,), ()),
    ("S15", (h.delegated,), ()),
    ("S16", (q.compaction,), ()),
    ("S17", (q.fallbacks,), ()),
    ("S18", (), ()),
    ("S19", (q.diagnostics,), ()),
)
CHECKS: tuple[Row, ...] = (
    ("AU1", (p.first_status,), ()),
    ("AU2", (p.clean_answer,), ()),
    ("AU3", (p.in_order, p.said_in_order, p.visible_then_collapsed), ()),
    ("AU4", (p.reconciled,), ("text_delta_after_final",)),
    (
        "AU5",
        (p.tool_rows, p.tools_apart, p.no_secrets, p.offloaded, p.named("tool")),
        ("secret_leak_risk", "large_payload_inline"),
    ),
    ("AU6", (h.decisions,), ()),
    ("AU7", (h.denied,), ()),
    ("AU8", (h.decisions,), _ONCE),
    ("AU9", (h.queue,), ()),
    ("AU10", (q.artifacts, p.named("artifact")), ("artifact_created_twice", "artifact_after_deleted")),
    ("AU11", (q.evidence,), ()),
    ("AU12", (q.nothing_from_prose,), ()),
    ("AU13", (), ()),
    ("AU14", (), ()),
    ("AU15", (q.attempts,), ()),
    ("AU16", (q.held_up,), ()),
    ("AU17", (t.roster, t.notifications), ()),
    ("AU18", (t.fan_out,), ()),
    ("AU19", (t.handoffs,), ()),
    ("AU20", (q.reviews,), ()),
    ("AU21", (), ()),
    ("AU22", (t.background,), ()),
    ("AU23", (t.remote,), ()),
    ("AU24", (q.compaction, q.survived), ()),
    ("AU25", (q.diagnostics,), ()),
    ("AU26", (q.ids_kept, p.named()), ()),
    ("AU27", (h.delegated,), ()),
    ("AU28", (t.attention,), ()),
    ("AU29", (q.rebuilt,), ()),
    ("AU30", (q.owned,), ("ui_owns_fact",)),
    ("AU31", (q.enveloped,), _ENVELOPE),
    ("AU32", (), ()),
    ("AU33", (q.followed,), (*SEQUENCE, *_ORDER, *_AG_UI)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What this stream shows of one point."""

    id: str
    status: str
    wrong: tuple[Wrong, ...] = ()

    def title(self, lang: str) -> str:
        return pick(WORDS[self.id], lang)

    def as_dict(self, lang: str) -> Json:
        first: Json = {"line": self.wrong[0][0] or None, "reason": self.wrong[0][1]} if self.wrong else {}
        return {"id": self.id, "title": self.title(lang), "status": self.status, "broken": len(self.wrong), **first}


class Judge:
    """Hears a stream and its violations, and says at the end what it shows."""

    def __init__(self) -> None:
        self.witness = Witness()
        self._violations: dict[str, list[Wrong]] = {}

    def fact(self, line: int, fact: Json) -> None:
        try:
            self.witness.hear(line, fact)
        except (RecursionError, TypeError, ValueError):
            # A line that is no fact is reported as such; a point is not decided by it.
            self.witness.lines += 1

    def violated(self, violation: Violation) -> None:
        kept = self._violations.setdefault(violation.rule, [])
        if len(kept) < 100:
            kept.append((violation.line, f"{violation.rule} {violation.detail}".strip()))

    def ours(self) -> Json:
        """Our own projection of the stream, as a client would show it."""
        state = self.witness.state
        shown = {"surfaces": workbench.surfaces(state), "topologies": list(workbench.topologies(state))}
        return {**workbench.public(state), **shown}

    def points(self, projection: Json | None = None) -> list[Point]:
        """Every point, held against our projection or another client's."""
        heard, state = self.witness, State(self.ours())
        differing: dict[str, list[Wrong]] = {}
        if projection is not None:
            # What was watched while it happened is about our own fold; of another's only the end is known.
            heard = copy(self.witness)
            heard.broken, heard.watched = {}, Counter()
            state, differing = State(projection), _differing(state, projection)
        return [self._point(row, heard, state, differing.get(row[0], [])) for row in (*SEED, *CHECKS)]

    def _point(self, row: Row, witness: Witness, state: State, differing: list[Wrong]) -> Point:
        point_id, checks, rules = row
        if not checks:
            return Point(id=point_id, status=NOT_CHECKABLE)
        wrong = [one for rule in rules for one in self._violations.get(rule, ())]
        seen, known = False, True
        for check in checks:
            judged, given = _judged(check, witness, state)
            seen = seen or judged is not None
            known = known and given
            wrong += judged or []
        wrong += differing
        # What was only looked at in part has not been shown to hold.
        status = BROKEN if wrong else PASSED if seen and known else NOT_SHOWN
        return Point(id=point_id, status=status, wrong=tuple(sorted(wrong, key=lambda one: (not one[0], *one))))


def _differing(ours: Json, theirs: Json) -> dict[str, list[Wrong]]:
    """What another projection says differently from ours, by the points that it is about."""
    found: dict[str, list[Wrong]] = {}
    for one in differences(ours, theirs):
        for point in one.points:
            kept = found.setdefault(point, [])
            if len(kept) < 100:
                kept.append((0, f"{one.path[:80]}: {str(one.theirs)[:40]}, not {str(one.ours)[:40]}"))
    return found


def _judged(check: Check, witness: Witness, state: State) -> tuple[list[Wrong] | None, bool]:
    """What is wrong, and whether the projection had the part that the check is about."""
    try:
        return check(witness, state), True
    except NotGiven:
        return None, False
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return [(0, f"cannot be read: {type(error).__name__} {error}"[:120])], True


def counted(points: Iterable[Point]) -> dict[str, int]:
    found = dict.fromkeys(STATUSES, 0)
    for one in points:
        found[one.status] += 1
    return found
