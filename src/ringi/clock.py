"""Time and identifiers: ISO 8601 text in UTC, ULIDs that sort by creation within one process."""

from __future__ import annotations

import os
import threading
import time

from ringi.chance import taken

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = tuple(one + two for one in _LETTERS for two in _LETTERS)
_lock = threading.Lock()
_last = 0
_second = (0, "")
_present = (0, "")
_beginning = (0, "")


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


def ulid() -> str:
    """A new ULID, greater than every one made before in this process, so that rows sort as they were made.

    Within a millisecond they count up from a random start, as the specification has it; a transition makes several,
    so that mostly only the end of the text is new.
    """
    global _last, _beginning
    millis = time.time_ns() // 1_000_000
    with _lock:
        value = _last + 1
        if millis > _last >> 80:
            value = millis << 80 | int.from_bytes(taken(10))
        _last = value
    known = _beginning
    if known[0] != value >> 20:
        known = _beginning = (value >> 20, "".join([_PAIRS[value >> at & 1023] for at in range(120, 10, -10)]))
    return known[1] + _PAIRS[value >> 10 & 1023] + _PAIRS[value & 1023]


def after(known: str) -> None:
    """Let every ULID made from now on be greater than this one, whatever the machine's clock says.

    A clock that is set back must not make the newest row look like an old one. Ids of another form are left alone.
    """
    global _last
    if len(known) != 26 or not set(known) <= set(_LETTERS):
        return
    value = 0
    for letter in known:
        value = value << 5 | _LETTERS.index(letter)
    with _lock:
        _last = max(_last, value)


def _start_anew() -> None:
    """A forked process counts from its own start, or it would make its parent's next ids as well."""
    global _last
    _last = 0


os.register_at_fork(after_in_child=_start_anew)
