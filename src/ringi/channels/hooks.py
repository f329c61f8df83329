"""Webhooks in: signed messages of anybody who was given a secret. Public, unless the configuration says developer.

A message counts once: the same signature again is a replay, also after a restart. An answer to an approval names it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from ringi.channels import signing
from ringi.channels.config import Hook
from ringi.channels.crowd import Crowd
from ringi.channels.door import TooMany, said
from ringi.channels.limits import Limit
from ringi.channels.texts import cleaned
from ringi.errors import Conflict, Invalid, NotFound, Refused, Unavailable
from ringi.private_files import open_private, private_folder
from ringi.spectra.durable import replace
from ringi.spectra.saying import approves, is_answer
from ringi.spectra.shapes import Input, Port

BURST, A_MINUTE = 60, 600
_ANSWERS = {"y": True, "n": False}


class Hooks:
    def __init__(
        self, hooks: tuple[Hook, ...], port: Port, crowd: Crowd, seen: Path, clock: Callable[[], float] = time.time
    ) -> None:
        self._hooks = {hook.name: hook for hook in hooks}
        self._port, self._crowd, self._clock = port, crowd, clock
        self._seen = Seen(seen, clock)
        self._limit = Limit(BURST, A_MINUTE)

    async def take(self, request: web.Request) -> web.Response:
        """`POST /hooks/{name}`: `{"text": …}`, or `{"approval": …, "answer": "y" | "n", "why": …}` of a developer's."""
        hook = self._hooks.get(request.match_info["name"])
        body, stamp = await request.read(), request.headers.get(signing.TIME, "")
        given = request.headers.get(signing.SIGNATURE, "")
        secret = hook.secret if hook is not None else "nobody's, so that both take as long"
        if not signing.genuine(secret, stamp, body, given, self._clock()) or hook is None:
            raise Refused("RINGI-393")
        wait = 0.0 if hook.authority == "developer" else self._limit.wait(hook.name)
        if wait:
            raise TooMany("RINGI-395", seconds=wait)
        told = said(body)
        if "approval" in told:
            self._answered(hook, told, given)
        else:
            self._spoken(hook, cleaned(told.get("text")), given)
        return web.json_response({"taken": True}, status=202)

    def _spoken(self, hook: Hook, text: str, given: str) -> None:
        answers = is_answer(text) is not None or approves(text)
        if not text or (hook.authority == "developer" and answers and self._open()):
            # A bare "y" says nothing about what it was that somebody saw.
            raise Invalid("RINGI-396")
        self._once(hook, given)
        spoken = text if hook.authority == "developer" else f"[{hook.name}] {text}"
        heard = Input(source="webhook", authority=hook.authority, surface="chat", text=spoken, by=hook.user)
        if not self._crowd.hear(heard, hook.name):
            self._seen.forget(hook.name, given)
            raise TooMany("RINGI-395", seconds=10)

    def _answered(self, hook: Hook, told: dict[str, object], given: str) -> None:
        answer = _ANSWERS.get(str(told.get("answer")))
        if hook.authority != "developer":
            raise Refused("RINGI-397")
        if answer is None:
            raise Invalid("RINGI-396")
        if not told["approval"] or self._open() != told["approval"]:
            raise NotFound("RINGI-398")
        self._once(hook, given)
        self._port.answer(str(told["approval"]), answer, cleaned(told.get("why"), 500), by=f"webhook:{hook.user}")

    def _open(self) -> str:
        shown = self._port.showing().get("inspector") or {}
        return str((shown.get("approval") or {}).get("id") or "")

    def _once(self, hook: Hook, given: str) -> None:
        if not self._seen.first(hook.name, given):
            raise Conflict("RINGI-394")


class Seen:
    """The signatures of the last minutes, kept in a file of lines, so that a restart opens no second chance."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path, self._clock = path, clock
        self._known: dict[str, float] = {}
        self._lines = 0
        for line in path.read_text("utf-8", "replace").splitlines() if path.exists() else ():
            at, _, key = line.partition(" ")
            if key and at.isascii() and at.isdigit():
                self._known[key] = float(at)
        self._rewrite()

    def first(self, hook: str, given: str) -> bool:
        key, now = f"{hook} {given}", self._clock()
        if key in self._known:
            return False
        self._known[key] = now
        try:
            if self._lines > 1000 and self._lines > 2 * len(self._fresh(now)):
                self._rewrite()
            else:
                self._append(f"{int(now)} {key}\n")
        except OSError as error:
            del self._known[key]  # nothing of it was taken: it may come again
            raise Unavailable("RINGI-506", where=self._path.name, reason=error.strerror or "") from error
        return True

    def forget(self, hook: str, given: str) -> None:
        """It was not taken after all, and may come again."""
        if self._known.pop(f"{hook} {given}", None) is not None:
            self._rewrite()

    def _fresh(self, now: float) -> dict[str, float]:
        # A signature is good for the window on either side of its moment.
        return {key: at for key, at in self._known.items() if abs(now - at) <= 2 * signing.WINDOW + 1}

    def _append(self, line: str) -> None:
        private_folder(self._path.parent)
        with open(self._path, "a", encoding="utf-8", opener=open_private) as file:
            file.write(line)
        self._lines += 1

    def _rewrite(self) -> None:
        self._known = self._fresh(self._clock())
        self._lines = len(self._known)
        if self._known or self._path.exists():
            private_folder(self._path.parent)
            replace(self._path, [f"{int(at)} {key}\n".encode() for key, at in self._known.items()])
