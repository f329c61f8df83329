"""Who comes in: sign-in keys, the session cookie, the command line's key, and where a request may come from.

Nothing is remembered in memory: a session is a signed note that dies with its user's key, so a restart signs nobody out
and a renewed key signs everybody out who had the old one. Only that somebody has signed out is kept (`signing.ended`).
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ringi.errors import Invalid, Refused, Unavailable
from ringi.flow.desk import key_hash
from ringi.store.reads import Reads, Record
from ringi.store.transaction import Tx
from ringi.web.client_address import Network, client_address, peer_address, was_forwarded
from ringi.web.signing import ended
from ringi.web.signing.limits import Buckets
from ringi.web.signing.links import Links

LASTS = 30 * 24 * 3600
"""Seconds after which a browser on this machine has to sign in again."""
LASTS_OUTSIDE = 12 * 3600
"""The same for one that comes over the public address: a working day."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PROGRAM = "api"
"""The surface of a program that comes with a user's own key."""


class SignedOut(Refused):
    """Nobody is known to be there."""

    http_status = 401


class WrongKey(SignedOut):
    """A key that is nobody's: the only kind of try that is counted."""


class WrongAddress(Invalid):
    """The request was meant for another host: a name that was made to point here."""

    http_status = 421


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A person at the door, as the desk needs to know them."""

    name: str
    surface: str
    tenant_id: str
    """Whose house they belong to; they see no other."""
    as_user: str = ""
    from_house: bool = False
    """The owner of the house, at another workspace of it."""
    session: str = ""
    """The cookie they came with; empty on the command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What is accepted here. Keys are compared in constant time and never written down in the clear."""

    secret: bytes
    owner: str
    """Who runs the server: the address that `ringi up` prints signs this person in."""
    reads: Reads
    workspace: Callable[[str], str] = str
    """The tenant of a workspace that the command line names."""
    bearer: str = ""
    """The command line's key, in HOME/server.json."""
    links: Links = field(default_factory=Links)
    """What signs this machine's owner in, once each: the printed address, and what `ringi link` makes."""
    host: str = "127.0.0.1"
    port: int = 0
    public: str = ""
    """The host (and port) of the public address; empty: nobody comes from outside."""
    offers: tuple[tuple[str, str], ...] = ()
    """Identity providers that people may sign in with: name in addresses, name on the button."""
    proxies: tuple[Network, ...] = ()
    """Whose word on where a request comes from is believed."""
    tries: Buckets = field(default_factory=lambda: Buckets(burst=10, every=6.0))
    """Wrong keys, by the address of the client. A right one is looked up first and never counted."""
    exchanges: Buckets = field(default_factory=lambda: Buckets(burst=300, every=0.2))
    """Questions to an identity provider, by the address of the client: only what they cost is limited."""
    writes: Buckets = field(default_factory=lambda: Buckets(burst=300, every=0.02))
    """What one caller may send."""
    _spare: bytes = field(default_factory=lambda: secrets.token_bytes(16), repr=False)

    @property
    def cookie(self) -> str:
        """Cookies do not know ports: two offices on one machine need two names."""
        return f"ringi_{self.port}"

    # -- keys ----------------------------------------------------------------------------------------------------

    def keyholder(self, key: str, *, here: bool) -> Record | None:
        """Whoever has this key. A link works once, and only in a browser on this machine (or in a tunnel to it)."""
        name = self.links.take(key) if here else ""
        return self._user_by("name", name) if name else self._user_by("key_hash", key_hash(key))

    def guest(self, key: str, *, here: bool) -> Record:
        """The person who signs a browser in with this key or link."""
        user = self.keyholder(key, here=here)
        if user is None:
            raise WrongKey("RINGI-660")
        return user

    def welcome(self, answer: Response, request: HTTPConnection, user: dict[str, Any]) -> None:
        """Signs this browser in as that user."""
        lasts = LASTS if self.is_here(request) else LASTS_OUTSIDE
        answer.set_cookie(
            self.cookie,
            self._session(user, lasts),
            max_age=lasts,
            httponly=True,
            samesite="strict",
            secure=self.over_tls(request),
            path="/",
        )

    def _user_by(self, column: str, value: str, session: str = "") -> Record | None:
        from sqlalchemy import not_, select

        from ringi.store.schema import tables

        table = tables.users
        query = select(table).where(table.c[column] == value, table.c.active == 1)
        if session:
            query = query.where(not_(ended.has_ended(session)))
        if column == "name":  # of the owner's own house; keys and ids are the only ones of their kind anyway
            query = query.where(table.c.tenant_id == self.reads.tenant_id)
        found = self.reads.all(query.limit(1))
        return found[0] if found else None

    def people(self) -> Record:
        """Another answer whenever anybody has changed who somebody is or what they may do."""
        from sqlalchemy import func, select

        from ringi.store.schema import tables

        table = tables.users
        return self.reads.all(select(func.max(table.c.updated_at).label("last")))[0]

    def _session(self, user: Record, lasts: int = LASTS) -> str:
        # The mark: of two browsers that sign in within one second each has a session of its own, and leaves alone.
        expires, mark = str(int(time.time()) + lasts), secrets.token_hex(8)
        return f"{user['id']}.{expires}.{mark}.{self._seal(user, expires, mark)}"

    def _seal(self, user: Record, expires: str, mark: str) -> str:
        said = "\0".join(("ringi.web.session.v2", str(user["id"]), expires, mark, str(user["key_hash"] or "")))
        return hmac.new(self.secret, said.encode(), hashlib.sha256).hexdigest()

    def _by_session(self, session: str) -> Record | None:
        if session.count(".") != 3:
            return None
        user_id, expires, mark, seal = session.split(".")
        if not all(one.isascii() and one.isalnum() for one in (user_id, mark)) or not _is_whole(expires):
            return None
        if int(expires) < time.time():
            return None
        user = self._user_by("id", user_id, session)
        wanted = self._seal(user, expires, mark) if user is not None else self._spare.hex()
        return user if hmac.compare_digest(seal.encode(), wanted.encode()) else None

    def leave(self, tx: Tx, visitor: Visitor) -> None:
        """Ends the session of somebody who has just come with it; also every copy of its cookie."""
        if visitor.session:
            ended.end(tx, visitor.session, int(visitor.session.split(".")[1]) + LASTS)

    # -- who is this ---------------------------------------------------------------------------------------------

    def visitor(self, headers: Headers, cookies: dict[str, str], *, programs: bool = False) -> Visitor | None:
        """The person behind a request; `programs`: also by their own key, which opens nothing else.

        Reads the store, so it runs beside the event loop.
        """
        scheme, _, key = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            if self.is_ours(key):
                return self._at_the_command_line(headers)
            program = self.program(key, PROGRAM)
            if not programs:
                raise SignedOut("RINGI-754")
            return program
        session = cookies.get(self.cookie, "")
        user = self._by_session(session) if session else None
        if user is None:
            return None
        return Visitor(name=str(user["name"]), surface="web", tenant_id=str(user["tenant_id"]), session=session)

    def program(self, key: str, surface: str) -> Visitor:
        """A program that comes with its user's own key."""
        user = self.keyholder(key.strip(), here=False)
        if user is None:
            raise WrongKey("RINGI-650")
        return Visitor(name=str(user["name"]), surface=surface, tenant_id=str(user["tenant_id"]))

    def is_ours(self, key: str) -> bool:
        """It is the key in HOME/server.json, which only this machine's owner can read."""
        return bool(self.bearer) and hmac.compare_digest(unquote(key.strip()).encode(), self.bearer.encode())

    def _at_the_command_line(self, headers: Headers) -> Visitor:
        """The key is the owner's, whatever name comes with it: another name is the owner acting in that name."""
        named = unquote(headers.get("x-ringi-user", ""))
        as_user = unquote(headers.get("x-ringi-as", "")) or (named if named != self.owner else "")
        wanted = unquote(headers.get("x-ringi-workspace", ""))
        tenant_id = self.workspace(wanted) if wanted else self.reads.tenant_id
        return Visitor(name=self.owner, surface="cli", tenant_id=tenant_id, as_user=as_user, from_house=bool(wanted))

    # -- where from ----------------------------------------------------------------------------------------------

    def form_token(self, session: str) -> str:
        """What a form of ours carries: proof that the page it was sent from was ours, where a browser does not say."""
        return hmac.new(self.secret, b"ringi.web.form.v1\0" + session.encode(), hashlib.sha256).hexdigest()[:32]

    def is_here(self, request: HTTPConnection) -> bool:
        """The browser runs on this machine: its connection comes from here, and no proxy has passed it on.

        It has to ask for this machine by its own name as well: a proxy beside us that says nothing about itself still
        brings the public name.
        """
        near = is_loopback(peer_address(request)) and not was_forwarded(request)
        return near and host_name(request.headers.get("host", "")) in LOOPBACK

    def over_tls(self, request: HTTPConnection) -> bool:
        """A proxy with TLS stands in front: the public address is `https` wherever it is not this machine itself."""
        return bool(self.public) and not self.is_here(request)

    def caller(self, request: HTTPConnection) -> str:
        """The client behind the trusted proxies, as it is counted."""
        return client_address(request, self.proxies)

    def count_wrong_key(self, request: HTTPConnection) -> None:
        """Counts a key that was none; a caller with too many of them is told to wait instead of what is wrong."""
        self.tries.take(self.caller(request))

    def is_guessing(self, request: HTTPConnection) -> bool:
        """So many wrong keys came from there that the next one is looked up when nobody else waits."""
        return self.tries.is_empty(self.caller(request))

    def wrote(self, visitor: Visitor, request: Request) -> None:
        """Counts what somebody sends, under who they are and not under what they call themselves.

        Nobody sends more than a person or a program of theirs would; a program that does holds its owner up at no page.
        The command line of this machine is ours.
        """
        if request.method not in ("GET", "HEAD") and visitor.surface != "cli":
            self.writes.take(f"{visitor.tenant_id}:{visitor.name}:{'page' if visitor.session else 'key'}")

    def check_host(self, headers: Headers) -> None:
        """Refuses a name that somebody else's DNS made to point here; numbers cannot be made to."""
        name = host_name(headers.get("host", ""))
        if name in LOOPBACK or (name and name in (self.host, host_name(self.public))):
            return
        if self.public or self.host in LOOPBACK or not _is_number(name):
            raise WrongAddress("RINGI-655", host=name[:100] or "?")

    def check_origin(self, headers: Headers, session: str, token: str = "") -> None:
        """Refuses what another site's page sent. Some proof must be there: the browser's word, or our form's token."""
        site, origin = headers.get("sec-fetch-site", ""), headers.get("origin", "")
        ours = origin.partition("://")[2] == headers.get("host", "") and origin.startswith(("http://", "https://"))
        if (site and site != "same-origin") or (origin and origin != "null" and not ours):
            raise Refused("RINGI-656")
        proven = site == "same-origin" or ours or hmac.compare_digest(token.encode(), self.form_token(session).encode())
        if not proven:
            raise Refused("RINGI-656")


def host_name(host: str) -> str:
    """The name or number of a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().rstrip(".")


def is_loopback(host: str) -> bool:
    """Nobody outside this machine reaches it."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_whole(text: str) -> bool:
    """A number of seconds as we write it."""
    return text.isascii() and text.isdigit() and len(text) <= 12


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def kept_secret(home: Path) -> bytes:
    """The key that sessions are sealed with: made once per data directory, readable by its owner only."""
    path = home / "session.key"
    try:
        found = path.read_bytes()
        if len(found) == 32:
            return found
        path.unlink()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Unavailable("RINGI-654", where=str(path), reason=error.strerror or "") from error
    made = secrets.token_bytes(32)
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(made)
    except FileExistsError:
        return kept_secret(home)
    except OSError as error:
        raise Unavailable("RINGI-654", where=str(path), reason=error.strerror or "") from error
    return made
