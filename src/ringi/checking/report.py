"""The two lists, point by point: the seed's nineteen and the thirty-three checks, with what a stream shows of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

from ringi.checking import points as p
from ringi.checking import points_of_work as q
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
    ("S3", (p.in_order,), ()),
    ("S4", (p.visible_then_collapsed,), ()),
    ("S5", (p.clean_answer, p.reconciled), ("text_delta_after_final",)),
    ("S6", (p.tools_apart, p.tool_rows), ()),
    ("S7", (p.decisions, p.named("action")), _ONCE),
    ("S8", (p.queue,), ()),
    ("S9", (q.artifacts, p.bodies_apart), ()),
    ("S10", (q.evidence, q.reviews), ()),
    ("S11", (q.roster, q.nothing_from_prose), ()),
    ("S12", (q.topology,), ()),
    ("S13", (q.notifications,), ()),
    ("S14", (q.lineage,), ()),
    ("S15", (p.delegated,), ()),
    ("S16", (q.compaction,), ()),
    ("S17", (q.fallbacks,), ()),
    ("S18", (), ()),
    ("S19", (q.diagnostics,), ()),
)
CHECKS: tuple[Row, ...] = (
    ("AU1", (p.first_status,), ()),
    ("AU2", (p.clean_answer,), ()),
    ("AU3", (p.in_order, p.visible_then_collapsed), ()),
    ("AU4", (p.reconciled,), ("text_delta_after_final",)),
    (
        "AU5",
        (p.tool_rows, p.tools_apart, p.no_secrets, p.offloaded, p.named("tool")),
        ("secret_leak_risk", "large_payload_inline"),
    ),
    ("AU6", (p.decisions,), ()),
    ("AU7", (p.denied,), ()),
    ("AU8", (p.decisions,), _ONCE),
    ("AU9", (p.queue,), ()),
    ("AU10", (q.artifacts, p.named("artifact")), ("artifact_created_twice", "artifact_after_deleted")),
    ("AU11", (q.evidence,), ()),
    ("AU12", (q.nothing_from_prose,), ()),
    ("AU13", (), ()),
    ("AU14", (), ()),
    ("AU15", (q.attempts,), ()),
    ("AU16", (q.held_up,), ()),
    ("AU17", (q.roster, q.notifications), ()),
    ("AU18", (q.fan_out,), ()),
    ("AU19", (q.handoffs,), ()),
    ("AU20", (q.reviews,), ()),
    ("AU21", (), ()),
    ("AU22", (q.background,), ()),
    ("AU23", (q.remote,), ()),
    ("AU24", (q.compaction,), ()),
    ("AU25", (q.diagnostics,), ()),
    ("AU26", (q.ids_kept, p.named()), ()),
    ("AU27", (p.delegated,), ()),
    ("AU28", (q.attention,), ()),
    ("AU29", (q.rebuilt,), ()),
    ("AU30", (q.spoken,), ("ui_owns_fact",)),
    ("AU31", (q.spoken,), _ENVELOPE),
    ("AU32", (), ()),
    ("AU33", (q.spoken,), (*SEQUENCE, *_ORDER, *_AG_UI)),
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
        if projection is None:
            return [self._point(row, self.witness, State(self.ours())) for row in (*SEED, *CHECKS)]
        # What was watched while it happened is about our own fold; of another's only the end is known.
        heard = copy(self.witness)
        heard.broken, heard.watched = {}, Counter()
        return [self._point(row, heard, State(projection)) for row in (*SEED, *CHECKS)]

    def _point(self, row: Row, witness: Witness, state: State) -> Point:
        point_id, checks, rules = row
        wrong = [one for rule in rules for one in self._violations.get(rule, ())]
        if not checks:
            return Point(id=point_id, status=NOT_CHECKABLE)
        seen = False
        for check in checks:
            judged = _judged(check, witness, state)
            seen = seen or judged is not None
            wrong += judged or []
        status = BROKEN if wrong else PASSED if seen else NOT_SHOWN
        return Point(id=point_id, status=status, wrong=tuple(sorted(wrong)))


def _judged(check: Check, witness: Witness, state: State) -> list[Wrong] | None:
    try:
        return check(witness, state)
    except NotGiven:
        return None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return [(0, f"cannot be read: {type(error).__name__} {error}"[:120])]


def counted(points: Iterable[Point]) -> dict[str, int]:
    found = dict.fromkeys(STATUSES, 0)
    for one in points:
        found[one.status] += 1
    return found
