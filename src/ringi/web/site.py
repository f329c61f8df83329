"""What the routes share: the office behind them, the door, the news, the language, and how a body is read.

Every call of the desk runs in a thread, so that the event loop, which also runs the worker, never waits for a page;
only the few words of a runtime that streams are written in the loop's own commit (`deliver`).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request

from ringi.errors import Invalid
from ringi.flow import people
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office
from ringi.hands.values import CALLED
from ringi.store.reads import Reads
from ringi.web.door import Door, SignedOut, Visitor, WrongKey
from ringi.web.names import Names
from ringi.web.news import News
from ringi.web.quotas import MeteredDesk, Quotas
from ringi.web.render import Labels
from ringi.words import LANGS

BODY_LIMIT = 1024 * 1024
ASK_LIMIT = 8 * BODY_LIMIT
"""Bytes of a request with its files, as they are sent: in base64 five of the largest need seven."""
FEW_WORDS = 16 * 1024
"""Octets of facts that are checked and written within a millisecond or two."""
LABELS_SECONDS = 60.0
LABELS_WAIT = 2.0
LONG_AT_ONCE = 2
GUESSES_AT_ONCE = 2
LANG_COOKIE = "ringi_lang"
THEME_COOKIE = "ringi_theme"
THEMES = ("light", "dark")
T = TypeVar("T")


class TooLarge(Invalid):
    """More than a request may carry."""

    http_status = 413


@dataclass(slots=True)
class Site:
    """One office, opened to the browser and to the command line."""

    office: Office
    reads: Reads
    door: Door
    news: News
    names: Names
    quotas: Quotas
    _labels: Labels = field(default_factory=dict)
    _labels_until: float = 0.0
    _learning: asyncio.Task[None] | None = None
    _long: CapacityLimiter | None = None
    _guessing: CapacityLimiter | None = None

    # -- people and the desk -------------------------------------------------------------------------------------

    async def visitor(self, request: Request, *, programs: bool = False) -> Visitor | None:
        """The person behind a request; see `Door.visitor`."""
        look = partial(self.door.visitor, programs=programs)
        found = await self.check_key(request, lambda: look(request.headers, request.cookies))
        if found is not None:
            self.door.wrote(found, request)
            CALLED.set(self.names.of(found.tenant_id))
        return found

    async def check_key(self, request: Request, look: Callable[[], T]) -> T:
        """What a look at a key finds, or the refusal of a wrong one, counted.

        Whatever others do at the same address, a right key is found. Where many wrong ones come from, few are looked
        up at a time, so that they take the desk's threads from nobody.
        """
        try:
            if self.door.is_guessing(request):
                return await to_thread.run_sync(look, limiter=self._guesses())
            return await to_thread.run_sync(look)
        except WrongKey:
            self.door.count_wrong_key(request)
            raise

    async def known_visitor(self, request: Request, *, programs: bool = False) -> Visitor:
        visitor = await self.visitor(request, programs=programs)
        if visitor is None:
            raise SignedOut("RINGI-650")
        return visitor

    def desk(self, visitor: Visitor) -> LocalDesk:
        return MeteredDesk(
            self.office,
            visitor.name,
            visitor.surface,
            visitor.as_user,
            reads=self.reads,
            tenant=visitor.tenant_id,
            from_house=visitor.from_house,
        ).metered(self.quotas, visitor)

    async def call(self, visitor: Visitor, operation: str, arguments: dict[str, Any]) -> dict[str, Any]:
        desk = self.desk(visitor)
        return await to_thread.run_sync(lambda: desk.call(operation, **arguments))

    async def deliver(self, visitor: Visitor, delivery: dict[str, Any], length: int | None) -> dict[str, Any]:
        """Facts of another runtime: a few words on the loop itself; more, or nobody knows how many, beside it."""
        if length is None or length > FEW_WORDS:
            return await self.call(visitor, "post_facts", delivery)
        return await self.desk(visitor).deliver(**delivery)

    async def ask(self, desk: LocalDesk, operation: str, **arguments: Any) -> dict[str, Any]:
        """One of the things that a page asks of its own desk (`desk(visitor).for_one_page()`)."""
        return await to_thread.run_sync(lambda: desk.call(operation, **arguments))

    async def visible(self, visitor: Visitor, some_id: str) -> str:
        """The task or session that an id means, if this person may look at it; the desk says whether."""
        desk = self.desk(visitor)
        return await to_thread.run_sync(lambda: desk.visible(some_id))

    async def sees_all(self, visitor: Visitor) -> bool:
        return sees_all(tuple((await self.call(visitor, "whoami", {}))["roles"]))

    async def apart(self, work: Callable[[], T]) -> T:
        return await to_thread.run_sync(work)

    async def aside(self, work: Callable[[], T]) -> T:
        """A piece of something long, such as the telling of a whole session: a few at a time, so that whoever reads
        much takes neither the loop nor the desk's threads from the others.
        """
        if self._long is None:
            self._long = CapacityLimiter(LONG_AT_ONCE)
        return await to_thread.run_sync(work, limiter=self._long)

    def _guesses(self) -> CapacityLimiter:
        if self._guessing is None:
            self._guessing = CapacityLimiter(GUESSES_AT_ONCE)
        return self._guessing

    # -- words of the tools --------------------------------------------------------------------------------------

    async def labels(self) -> Labels:
        """What each tool calls its arguments. Pages do without while the tools are slow to answer."""
        if self._learning is None and time.monotonic() > self._labels_until:
            self._learning = asyncio.create_task(self._learn_labels())
            await asyncio.wait({self._learning}, timeout=LABELS_WAIT)
        return self._labels

    async def _learn_labels(self) -> None:
        try:
            await to_thread.run_sync(import_module, "ringi.hands.mcp_hands")  # a second's work the first time
            catalog = await asyncio.wait_for(self.office.hands.catalog(), LABELS_SECONDS)
            self._labels = {
                tool.name: labels for tool in catalog if isinstance(labels := tool.meta.get("ringi/labels"), dict)
            }
        except Exception as error:
            if not self.office.stopping:  # then the tools are put down under it
                self.office.log.warning("labels: %s: %s", type(error).__name__, error)
        finally:
            self._labels_until = time.monotonic() + LABELS_SECONDS
            self._learning = None


def language(request: Request) -> str:
    """The reader's choice, else the first of our languages that the browser asks for."""
    chosen = request.cookies.get(LANG_COOKIE, "")
    if chosen in LANGS:
        return chosen
    wanted = []
    for part in request.headers.get("accept-language", "").split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((float(weight or 1), tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, tag in sorted(wanted, key=lambda one: -one[0]) if tag in LANGS), "en")


def theme_of(request: Request) -> str:
    """Light or dark if the reader has chosen; empty when the system decides."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def local(path: str) -> str:
    """A path on this server, or the inbox: never the way to another one (`//elsewhere`)."""
    if not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        return "/"
    return path


def sees_all(roles: tuple[str, ...]) -> bool:
    """Whether somebody with these roles sees everybody's work."""
    return people.sees_all(people.Actor(user_id="", name="", roles=roles))


def length_of(request: Request) -> int | None:
    """How long the body is, if the sender says so."""
    said = request.headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() else None


def limit_of(operation: str) -> int:
    """How long the body of an operation may be: only a request brings files."""
    return ASK_LIMIT if operation == "ask" else BODY_LIMIT


async def body_of(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The body, refused as soon as it is known to be too large."""
    said = length_of(request)
    if said is not None and said > limit:
        raise TooLarge("RINGI-651", limit=limit // 1024 // 1024)
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > limit:
            raise TooLarge("RINGI-651", limit=limit // 1024 // 1024)
    return bytes(found)


def strict_json(body: bytes) -> dict[str, Any]:
    """One JSON object: no NaN, no doubled keys, no other encoding than UTF-8."""
    try:
        value = json.loads(body.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise Invalid("RINGI-657", reason="nested too deeply") from None
    except ValueError as error:
        raise Invalid("RINGI-657", reason=unread(error)) from None
    if not isinstance(value, dict):
        raise Invalid("RINGI-657", reason="not an object")
    return value


def unread(error: ValueError) -> str:
    """Why a body could not be read: a reason that has words in every language, or the place where JSON ends."""
    if isinstance(error, json.JSONDecodeError):
        return f"JSON {error.lineno}:{error.colno}"
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)[:100]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
