"""Time and identifiers: ISO 8601 text in UTC, ULIDs that sort by creation within one process."""

from __future__ import annotations

import os
import threading
import time

from ringi.chance import taken

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = tuple(one + two for one in _LETTERS for two in _LETTERS)
_AS_LETTERS = bytes(ord(_LETTERS[octet & 31]) for octet in range(256))
_MOST = (1 << 20) - 1
_lock = threading.Lock()
_millis, _beginning, _count = 0, "", 0
"""Of the ULID that was made last: its time, all but its last four letters, and those as a number."""
_second = (0, "")
_present = (0, "")


def now() -> str:
    """The present as the records keep it: `2026-11-16T02:36:00.123Z`."""
    global _second, _present
    moment = time.time_ns() // 1_000_000
    said = _present
    if said[0] != moment:  # several transitions take place within a millisecond
        seconds, millis = divmod(moment, 1000)
        known = _second
        if known[0] != seconds:
            known = _second = (seconds, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)))
        said = _present = (moment, f"{known[1]}.{millis:03d}Z")
    return said[1]


def later(moment: str) -> str:
    """A millisecond after a moment of the records."""
    from datetime import datetime, timedelta  # only where a clock has been set back

    found = datetime.fromisoformat(moment) + timedelta(milliseconds=1)
    return f"{found:%Y-%m-%dT%H:%M:%S}.{found.microsecond // 1000:03d}Z"


def ulid() -> str:
    """A new ULID, greater than every one made before in this process, so that rows sort as they were made.

    Within a millisecond they count up from a random start, as the specification has it; a transition makes several,
    so that mostly only the end of the text is new.
    """
    global _count
    millis = time.time_ns() // 1_000_000
    with _lock:
        if millis > _millis:
            _begin(millis)
        elif _count < _MOST:
            _count += 1
        else:
            _begin(_millis + 1)
        return _beginning + _PAIRS[_count >> 10] + _PAIRS[_count & 1023]


def _begin(millis: int) -> None:
    """At a random place of this millisecond, with room behind it."""
    global _millis, _beginning, _count
    chance = taken(15)
    time_ = "".join([_PAIRS[millis >> at & 1023] for at in (40, 30, 20, 10, 0)])
    _millis, _beginning = millis, time_ + chance[:12].translate(_AS_LETTERS).decode()
    _count = int.from_bytes(chance[12:]) & _MOST >> 1


def after(known: str) -> None:
    """Let every ULID made from now on be greater than this one, whatever the machine's clock says.

    A clock that is set back must not make the newest row look like an old one. Ids of another form are left alone.
    """
    global _millis, _beginning, _count
    if len(known) != 26 or not set(known) <= set(_LETTERS):
        return
    beginning, count = known[:22], _number(known[22:])
    with _lock:
        if (beginning, count) > (_beginning, _count):
            _millis, _beginning, _count = _number(known[:10]), beginning, count


def _number(letters: str) -> int:
    value = 0
    for letter in letters:
        value = value << 5 | _LETTERS.index(letter)
    return value


def _start_anew() -> None:
    """A forked process counts from its own start, or it would make its parent's next ids as well. Nor does it wait for
    a thread of its parent that held the lock.
    """
    global _millis, _beginning, _count, _lock
    _millis, _beginning, _count, _lock = 0, "", 0, threading.Lock()


os.register_at_fork(after_in_child=_start_anew)
