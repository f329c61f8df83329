"""What this process has read or written itself and nobody has changed since, so that it need not be read again.

The writer asks the database at every transaction whether anybody else has committed, and forgets all if so; whatever
goes wrong forgets all. So nothing here can differ from the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from ringi.store.engine import Connection, Params, Row
from ringi.store.moves import MOVES, STATE_COLUMN
from ringi.store.seals import ThreadHead

MOST = 1024
"""Rows kept at once, a few for every task that is being worked on; those not touched for long are pushed out."""
MOVING = frozenset({"requests", "tasks", "prompts", "processes", "approvals", "executions"})
"""Records that are looked at again after they have moved."""
_ABSENT: Any = object()
OWNED = {"requests": "session_id", **dict.fromkeys(("processes", "executions", "approvals", "comments"), "task_id")}
"""Tables of which it is noted what a session or a task has in them, and the column that says whose a row is."""


class Known:
    """Rows by table and id, the heads of threads, and answers from tables that hardly ever change."""

    __slots__ = (
        *("_blank", "_noted", "answers", "generation", "heads", "made"),
        *("open_secrets", "plans", "rows", "states", "trusted"),
    )

    def __init__(self) -> None:
        self.generation = -1
        self.open_secrets: Callable[[str, Sequence[Row]], tuple[str, ...]] | None = None
        """Opens what the vault keeps for a tenant; none where nobody brought a vault."""
        self._blank: dict[str, tuple[dict[str, None], frozenset[str]]] = {}
        self._noted: list[tuple[dict[Any, Any], Any, Any]] | None = None
        """What was there before, of all that has changed since `note`."""
        self.rows: dict[tuple[str, str], Row] = {}
        self.states: dict[tuple[str, str], str] = {}
        """The state a record is in, which decides whether it may be moved."""
        self.heads: dict[str, ThreadHead] = {}
        self.plans: dict[tuple[str, str], dict[str, Any]] = {}
        """What was told for approval, by thread and run: the payload of the newest such fact."""
        self.answers: dict[str, dict[tuple[Any, ...], Sequence[Row]]] = {}
        self.made: dict[str, dict[str, tuple[str, ...]]] = {}
        """Of every task and session that began here: the ids of all that it has so far, by table."""
        self.trusted: dict[str, bool] = {}
        """Tasks whose records were found to be as sealed."""

    def begin(self, generation: int) -> None:
        """A transaction has begun. `generation` is another one whenever somebody else has committed in between."""
        if generation != self.generation:
            self.forget()
            self.generation = generation
        elif (
            len(self.rows) > MOST
            or len(self.heads) > MOST
            or len(self.made) > MOST
            or len(self.plans) > MOST
            or len(self.states) > 4 * MOST
        ):
            self._thin_out()

    def _thin_out(self) -> None:
        """Leave what was written last: whoever is being worked on is written about again and again."""
        remembered: tuple[dict[Any, Any], ...] = (
            *(self.rows, self.states, self.heads, self.made),
            *(self.plans, self.trusted),
        )
        people = [(key, row) for key, row in self.rows.items() if key[0] == "users"]
        for kept in remembered:
            for key in list(islice(kept, len(kept) // 2)):
                del kept[key]
        # Hardly ever written, and looked at all the time.
        self.rows.update(people[-MOST // 4 :])

    def learn(self, db: Connection) -> None:
        """How the tables are made of which rows are kept, so that nobody needs to ask in the middle of something."""
        if not self._blank:
            for table in MOVING:
                self._shape(db, table)

    def _shape(self, db: Connection, table: str) -> tuple[dict[str, None], frozenset[str]]:
        """A row without anything in it, and the columns that the database fills in."""
        columns = db.columns(table)
        filled = frozenset(name for name, default in columns if default)
        found = self._blank[table] = (dict.fromkeys(name for name, _ in columns), filled)
        return found

    # -- changing one's mind -------------------------------------------------------------------------------------

    def note(self) -> None:
        """From now on every change is noted, until it is kept or taken back."""
        self._noted = []

    def keep(self) -> None:
        self._noted = None

    def take_back(self) -> None:
        """As it was at `note`."""
        for kept, key, before in reversed(self._noted or ()):
            if before is _ABSENT:
                kept.pop(key, None)
            else:
                kept[key] = before
        self._noted = None

    def _put(self, kept: dict[Any, Any], key: Any, value: Any) -> None:
        if self._noted is not None:
            self._noted.append((kept, key, kept.get(key, _ABSENT)))
        if value is _ABSENT:
            kept.pop(key, None)
        else:
            kept[key] = value

    def _renew(self, kept: dict[Any, Any], key: Any, value: Any) -> None:
        """The same, and to the end of the line (see `_thin_out`)."""
        before = kept.pop(key, _ABSENT)
        if self._noted is not None:
            self._noted.append((kept, key, before))
        kept[key] = value

    # -- what is done to it --------------------------------------------------------------------------------------

    def read(self, table: str, subject_id: str, row: Row) -> None:
        self._put(self.rows, (table, subject_id), row)
        if table in MOVES:
            self.moved(table, subject_id, row[STATE_COLUMN.get(table, "status")])

    def moved(self, table: str, subject_id: str, state: str) -> None:
        self._put(self.states, (table, subject_id), state)

    def inserted(self, db: Connection, table: str, row: dict[str, Any]) -> None:
        """A row was added. It is known if nothing in it was left for the database to fill in."""
        if table in self.answers:
            self._put(self.answers, table, _ABSENT)
        if table in OWNED:
            self._has(table, row)
        if table not in MOVING:
            return
        state = STATE_COLUMN.get(table, "status")
        if state in row:
            self.moved(table, row["id"], row[state])
        blank, filled = self._blank.get(table) or self._shape(db, table)
        if filled <= row.keys():
            self._put(self.rows, (table, row["id"]), {**blank, **row})

    def _has(self, table: str, row: dict[str, Any]) -> None:
        """Note whose the row is. A request begins a task, and a session if that is named after it: nobody can have had
        anything of either before.
        """
        owner = row[OWNED[table]]
        if table == "requests":
            self._put(self.made, row["id"], {})
            if owner.endswith(row["id"]):
                self._put(self.made, owner, {})
        has = self.made.get(owner)
        if has is not None:
            self._put(has, table, (*has.get(table, ()), row["id"]))

    def headed(self, thread_id: str, head: ThreadHead) -> None:
        self._renew(self.heads, thread_id, head)

    def trust(self, task_id: str) -> None:
        self._put(self.trusted, task_id, True)

    def removed(self, table: str, subject_id: str) -> None:
        """A row is gone."""
        if table in self.answers:
            self._put(self.answers, table, _ABSENT)
        self._put(self.rows, (table, subject_id), _ABSENT)

    def proposed(self, thread_id: str, run_id: str, payload: dict[str, Any]) -> None:
        """A policy or a plan was told, or read."""
        self._put(self.plans, (thread_id, run_id), payload)

    def changed(self, table: str, subject_id: str, values: dict[str, Any]) -> None:
        """Columns of a row were written; other tables' rows are read again when somebody asks."""
        if table in self.answers:
            self._put(self.answers, table, _ABSENT)
        row = self.rows.get((table, subject_id))
        if row is not None:
            if table in MOVING:
                self._renew(self.rows, (table, subject_id), {**row, **values})
            else:
                self._put(self.rows, (table, subject_id), _ABSENT)

    def forget(self) -> None:
        self._noted = None
        self.rows.clear()
        self.states.clear()
        self.heads.clear()
        self.plans.clear()
        self.answers.clear()
        self.made.clear()
        self.trusted.clear()


class NotKnown(BaseException):
    """Has to be read. Not for a transition to catch: it is run again, where it can be read."""


class Memory:
    """Stands for the connection while a question is answered from what is known alone."""

    for_update = ""
    inline = True

    def one(self, sql: str, params: Params = ()) -> Row | None:
        raise NotKnown

    def all(self, sql: str, params: Params = ()) -> list[Row]:
        raise NotKnown

    def execute(self, sql: str, params: Params = ()) -> int:
        raise NotKnown

    def many(self, sql: str, rows: Iterable[Params]) -> int:
        raise NotKnown

    apart = many

    def together(self, wanted: Mapping[str, Any]) -> dict[str, list[Row]]:
        raise NotKnown

    def columns(self, table: str) -> list[tuple[str, bool]]:
        raise NotKnown

    def generation(self) -> int:
        raise NotKnown

    def begin(self) -> None:
        raise NotKnown

    look = commit = rollback = close = begin

    def in_transaction(self) -> bool:
        return False

    lost = in_transaction
