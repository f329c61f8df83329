"""The ledger of a store: under which key it is sealed, how its sums stand, and the chain over all heads.

One row (`seals`) says how the whole store stands after the last commit, and each commit adds one link to the chain
(`heads`), in its own transaction: there is no lag inside the store. `Batches` has one, and writes it with every batch
that changed something sealed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ringi import clock
from ringi.errors import RingiError, Unavailable
from ringi.store import reseal, verify_seals
from ringi.store.engine import Busy, Clash, Connection, Row, waiting
from ringi.store.migrations.opening import public_name
from ringi.store.seals import (
    FORMAT,
    SIZE,
    WHOLE,
    Seals,
    StoreState,
    Sums,
    Tampered,
    Unsealable,
    link,
    pack_incoming,
    state_of,
)
from ringi.store.vault_keys import Key, Keys

STORE = "store"
MARK = "sealed"
"""A file of the data directory: which databases were sealed from here. Where it names one, one without seals is not
taken for a new one."""
_TWICE = " incoming"
"""Behind the name of a database of which also what was delivered is sealed."""
_READ = "SELECT * FROM seals WHERE id = 'store'"
_CHANGE = (
    "UPDATE seals SET key = ?, number = ?, epoch = ?, threads = ?, threads_sum = ?, audits = ?, audits_sum = ?,"
    " authority = ?, authority_sum = ?, link = ?, made_at = ?, format = ?, incoming = ?, seal = ? WHERE id = 'store'"
)
_FIRST = (
    "INSERT INTO seals (store, key, number, epoch, threads, threads_sum, audits, audits_sum, authority, authority_sum,"
    " link, made_at, format, incoming, seal, id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'store')"
)
_HEAD = "INSERT INTO heads (number, made_at, summary, link) VALUES (?, ?, ?, ?)"


class SealLedger:
    """Kept in memory while nobody else commits; read again, and checked, when anybody has."""

    def __init__(self, url: str, home: Path, keys: Keys) -> None:
        self.keys = keys
        self._place = public_name(url)
        self._mark = home / MARK
        self.state: StoreState | None = None
        self.generation = -1
        self.checked = -1
        """The generation in which who decides and what may run was last found to be as sealed."""
        self._seals: Seals | None = None
        self.current: Seals | None = None
        """The seals in use, while what is known of the ledger is what is there."""
        self._next: StoreState | None = None
        self._refusal: RingiError | None = None
        """Why a store without seals could not be sealed when it was opened."""
        self._newest = 0
        """The highest number that this process has seen: a store does not go back under it."""

    # -- opening -------------------------------------------------------------------------------------------------

    def open(self, db: Connection) -> None:
        """A store that was never sealed is sealed as it is: a new one, or one that has just been upgraded.

        What cannot be done here (a key that is missing) is said when something is to be sealed or checked: looking
        needs no key.
        """
        row = db.one(_READ)
        if row is not None:
            self._refuse_new_keys()
        try:
            if row is None:
                self._seal_first(db)
            elif row["format"] < FORMAT:
                self._seal_incoming(db)
        except RingiError as error:
            self._refusal = error

    def _seal_first(self, db: Connection) -> None:
        """Seal what is there, without asking how it came there.

        Raises:
            Unsealable: this data directory knows the store as a sealed one (`RINGI-519`).
        """
        with _transaction(db):
            if db.one(_READ + db.for_update) is not None:
                return  # another process was quicker
            if self._place in self._known_places() and reseal.holds_rows(db):
                raise Unsealable("RINGI-519", where=self._place, mark=str(self._mark))
            self._write_all(db, Seals(self.keys.all(fresh=True)[0]), None, trust=True)
        self._note_place()

    def _seal_incoming(self, db: Connection) -> None:
        """What was delivered, and what came with it into the seals, is sealed as it is, once: a store of the version
        before. Where this data directory knows that it has been, this is an older copy: what waits there is set aside.
        """
        with _transaction(db):
            row = db.one(_READ + db.for_update)
            if row is None or row["format"] >= FORMAT:
                return  # another process was quicker
            state = self._loaded(row)
            if f"{self._place}{_TWICE}" in self._known_places():
                reseal.set_aside(db, clock.now())
            seals = self._seals_of(state.key)
            self._put(db, seals, *_after(state._replace(format=FORMAT), reseal.write_incoming(db, seals), clock.now()))
            self.forget()
        self._note_place()

    def reseal(self, db: Connection, key: Key, *, trust: bool) -> None:
        """Every seal anew under this key. Without `trust` only if everything is as it was sealed.

        Raises:
            Tampered: it is not (`RINGI-529`, with the first thing that was found).
        """
        with _transaction(db):
            row = db.one(_READ + db.for_update)
            wrong = None if trust else next(verify_seals.find(db, self.keys), None)
            if wrong is not None:
                raise Tampered("RINGI-529", rule=wrong[0], where=wrong[1], detail=wrong[2])
            self._write_all(db, Seals(key), row, trust=trust)
        self._newest = 0
        self._note_place()

    def _write_all(self, db: Connection, seals: Seals, before: Row | None, *, trust: bool) -> None:
        """Every seal anew under this key, and the next link; in the transaction that is open."""
        sums = reseal.write(db, seals, trust=trust)
        known = state_of(before) if before is not None else None
        state = StoreState(
            store=known.store if known else clock.ulid(),
            key=seals.id,
            number=known.number if known else 0,
            epoch=known.epoch if known else 0,
            threads=0,
            threads_sum=0,
            audits=0,
            audits_sum=0,
            authority=0,
            authority_sum=0,
            link=known.link if known else bytes(SIZE),
            made_at=clock.now(),
            format=FORMAT,
        )
        self._put(db, seals, *_after(state, sums, clock.now()), first=before is None)
        self.forget()

    def _known_places(self) -> set[str]:
        try:
            return set(self._mark.read_text("utf-8").splitlines())
        except (OSError, UnicodeDecodeError):
            return set()

    def _note_place(self) -> None:
        places = self._known_places() | {self._place, f"{self._place}{_TWICE}"}
        with suppress(OSError):
            descriptor = os.open(self._mark, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write("".join(f"{place}\n" for place in sorted(places)))

    # -- the key -------------------------------------------------------------------------------------------------

    def _refuse_new_keys(self) -> None:
        """Where seals exist no key is made: it would be another one than theirs."""
        self.keys.may_make = False

    def _seals_of(self, key_id: str) -> Seals:
        if self._seals is not None and self._seals.id == key_id:
            return self._seals
        key = self._key(key_id)
        if key is None:
            raise Unsealable("RINGI-518", key=key_id, where=self.keys.where)
        self._seals = Seals(key)
        return self._seals

    def _key(self, key_id: str) -> Key | None:
        for fresh in (False, True):
            with suppress(RingiError):
                for key in self.keys.all(fresh=fresh):
                    if key.id == key_id:
                        return key
        return None

    # -- what is known -------------------------------------------------------------------------------------------

    def seals(self, db: Connection, generation: int) -> Seals:
        """The seals in use, once the row that names them has been read and found to be in order.

        Raises:
            Unsealable: its key is not here (`RINGI-518`), or there are no seals (`RINGI-519`).
            Tampered: the row was changed, or is an older one (`RINGI-523`).
        """
        if self.generation != generation or self.state is None or self._seals is None:
            row = db.one(_READ)
            if row is None:
                raise self._refusal or Unsealable("RINGI-519", where=self._place, mark=str(self._mark))
            self._loaded(row)
            self.generation, self.current = generation, self._seals
        assert self._seals is not None
        return self._seals

    def _loaded(self, row: Row) -> StoreState:
        state = state_of(row)
        seals = self._seals_of(state.key)
        if seals.store(state) != bytes(row["seal"]):
            raise Tampered("RINGI-523", number=state.number, expected="its own seal", found="another")
        if state.number < self._newest:
            raise Tampered("RINGI-523", number=state.number, expected=f"{self._newest}", found=f"{state.number}")
        self.state, self._newest = state, state.number
        return state

    @property
    def epoch(self) -> int:
        return self.state.epoch if self.state is not None else 0

    def forget(self) -> None:
        """Whatever was about to be written was not."""
        self.state = self._next = self.current = None
        self.generation = self.checked = -1

    # -- a batch -------------------------------------------------------------------------------------------------

    def write(self, db: Connection, sums: Sums, generation: int) -> None:
        """What a batch has changed of the sums, and its link of the chain. The last thing before the commit: where
        several machines write, the next one waits here until this one has committed.
        """
        seals = self.seals(db, generation)
        if db.for_update:
            row = db.one(_READ + db.for_update)
            if row is None or row["key"] != seals.id:
                raise Clash("the key of the seals was changed meanwhile")
            self._loaded(row)
        assert self.state is not None
        after, summary = _after(self.state, sums, clock.now())
        self._put(db, seals, after, summary)
        self._next = after

    def _put(self, db: Connection, seals: Seals, state: StoreState, summary: bytes, *, first: bool = False) -> None:
        totals = (state.threads_sum, state.audits_sum, state.authority_sum)
        sums = [bytearray(one.to_bytes(SIZE, "big")) for one in totals]
        values = (
            state.key,
            state.number,
            state.epoch,
            state.threads,
            sums[0],
            state.audits,
            sums[1],
            state.authority,
            sums[2],
            bytearray(state.link),
            state.made_at,
            state.format,
            bytearray(state.incoming),
            bytearray(seals.store(state, summary)),
        )
        if first:
            db.execute(_FIRST, (state.store, *values))
        else:
            db.execute(_CHANGE, values)
        db.execute(_HEAD, (state.number, state.made_at, bytearray(summary), bytearray(state.link)))

    def committed(self) -> None:
        if self._next is not None:
            self.state, self._next = self._next, None
            self._newest = self.state.number


@contextmanager
def _transaction(db: Connection) -> Iterator[None]:
    for _ in waiting():
        try:
            db.begin()
        except Busy:
            continue
        break
    else:
        raise Unavailable("RINGI-508", where="-")
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _after(state: StoreState, sums: Sums, now: str) -> tuple[StoreState, bytes]:
    """How the store stands after these changes, and what the chain says of it."""
    incoming = b""
    if state.format:
        incoming = state.incoming if state.incoming and not sums.incoming else pack_incoming(state, sums)
    changed = (
        state.store,
        state.key,
        state.number + 1,
        state.epoch + sums.epoch,
        state.threads + sums.threads,
        (state.threads_sum + sums.threads_sum) % WHOLE,
        state.audits + sums.audits,
        (state.audits_sum + sums.audits_sum) % WHOLE,
        state.authority + sums.authority,
        (state.authority_sum + sums.authority_sum) % WHOLE,
    )
    summary = StoreState(*changed, state.link, now, state.format, incoming).summary()
    return StoreState(*changed, link(state.link, summary), now, state.format, incoming), summary
