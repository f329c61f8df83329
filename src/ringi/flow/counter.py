"""Standing at the counter: who is there, in which tenant, what may be asked for by name, and how a change is written.

The operations themselves are in `looking`, `housekeeping` and `desk`, which puts them together.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from ringi.catalog import SURFACES
from ringi.errors import Invalid, NotFound, Refused, RingiError
from ringi.facts.canonical import is_text
from ringi.flow import config, locks, people
from ringi.flow.holding import ring_through
from ringi.flow.office import Office
from ringi.flow.people import Actor
from ringi.store import session_reads
from ringi.store.reads import Reads, Record
from ringi.store.tenancy import within
from ringi.store.transaction import Tx

JsonObject = dict[str, Any]
_C = TypeVar("_C", bound="Counter")
_T = TypeVar("_T")
PAGE = 1000


def operation(method: Callable[..., JsonObject]) -> Callable[..., JsonObject]:
    """Marks a method as something that may be called from outside, by its name."""
    method.is_operation = True  # type: ignore[attr-defined]
    return method


_TYPES: dict[str, type | tuple[type, ...]] = {
    "str": str,
    "int": int,
    "bool": bool,
    "list[Any]": list,
    "JsonObject": dict,
    "Any": object,
}


@cache
def _parameters(operation: Callable[..., JsonObject]) -> Mapping[str, inspect.Parameter]:
    """What an operation takes besides its counter; read once, not at every call."""
    _, *rest = inspect.signature(operation).parameters.items()
    return dict(rest)


def bound(method: Callable[..., JsonObject], arguments: JsonObject) -> JsonObject:
    """Arguments from outside, checked against the operation's own signature."""
    name = method.__name__
    parameters = _parameters(method.__func__)  # type: ignore[attr-defined]
    for key, value in arguments.items():
        parameter = parameters.get(key)
        if parameter is None:
            raise Invalid("RINGI-130", operation=name, argument=key[:40])
        wanted = _TYPES[str(parameter.annotation)]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise Invalid("RINGI-131", operation=name, argument=key, wanted=str(parameter.annotation))
        if isinstance(value, str) and not is_text(value):
            raise Invalid("RINGI-131", operation=name, argument=key, wanted="Unicode")
    for key, parameter in parameters.items():
        if parameter.default is parameter.empty and key not in arguments:
            raise Invalid("RINGI-132", operation=name, argument=key)
    return arguments


class Counter:
    """A person at this office's own counter."""

    def __init__(
        self,
        office: Office,
        name: str,
        surface: str = "cli",
        as_user: str = "",
        reads: Reads | None = None,
        tenant: str = "",
        from_house: bool = False,
    ) -> None:
        self.office = office
        self._from_house = from_house and bool(tenant) and tenant != office.store.tenant_id
        """Whoever runs the house is at another workspace's desk."""
        self.tenant_id = tenant or office.store.tenant_id
        """Everything asked here is about this tenant's records, and everything written is this tenant's."""
        self.reads = reads.of(self.tenant_id) if reads else Reads(office.store.url, self.tenant_id)
        self._name = name
        self._surface = surface
        self._as_user = as_user
        self._held: JsonObject | None = None
        """What was looked up for the call at hand, or for all calls of this desk (see `for_one_page`)."""

    def for_one_page(self: _C) -> _C:
        """A desk that is asked several things for one page and then let go: who looks and how the house is set are
        looked up once for all of them.
        """
        self._held = {}
        return self

    def call(self, operation: str, /, **arguments: Any) -> JsonObject:
        method = getattr(self, operation, None) if not operation.startswith("_") else None
        if method is None or not getattr(method, "is_operation", False):
            raise NotFound("RINGI-133", operation=operation[:40])
        held = self._held
        with within(self.tenant_id):
            try:
                self._held = {} if held is None else held
                result: JsonObject = method(**bound(method, arguments))
            except RingiError as error:
                self.named(error)
                raise
            finally:
                self._held = held
        return result

    def named(self, error: RingiError) -> RingiError:
        """The same error, with what whoever it is about is called beside their identity (`cli:aki`), for its words."""
        who, behind, named = str(error.values.get("who") or "").partition(" (--as ")
        if who.partition(":")[0] in SURFACES or people.is_slack_id(who):
            error.values.setdefault("called", f"{self.reads.called(who)}{behind}{named}")
        return error

    def _once(self, name: str, look: Callable[[], _T]) -> _T:
        """What is looked up once while a call lasts."""
        held = self._held
        if held is None:
            return look()
        if name not in held:
            held[name] = look()
        found: _T = held[name]
        return found

    def _write(self, act: Callable[[Tx, Actor], JsonObject]) -> JsonObject:
        office = self.office
        if office.working:
            return office.store.write(lambda tx: act(tx, self._actor(tx)))

        # Whoever works on this database in another process learns of it at once.
        def act_and_ring(tx: Tx) -> JsonObject:
            result = act(tx, self._actor(tx))
            ring_through(tx, office.store.url)
            return result

        result = office.store.write(act_and_ring)
        locks.ring(office.bell)
        return result

    def _actor(self, tx: Tx) -> Actor:
        if self._from_house:
            house = self.office.store.tenant_id
            return people.enter_from_house(tx, self._name, self._surface, house, as_user=self._as_user)
        return people.enter(tx, self._name, self._surface, as_user=self._as_user)

    def _who(self) -> Actor:
        """Who is there. Looking waits for nobody who writes; only who comes for the first time is written down."""
        return self._once("actor", lambda: self._known() or self.office.store.write(self._actor))

    def _known(self) -> Actor | None:
        if self._from_house:
            at_home = self.reads.of(self.office.store.tenant_id).person
            return people.known_from_house(at_home, self.reads.person, self._name, self._surface, as_user=self._as_user)
        return people.known(self.reads.person, self._name, self._surface, as_user=self._as_user)

    def _config(self) -> JsonObject:
        """How the house is set."""
        return self._once("config", lambda: config.looked_up(self.reads))

    @property
    def user_id(self) -> str:
        """Whose desk it is."""
        return self._who().user_id

    def _visible(self, task_id: str) -> str:
        """A requester sees only their own work; what is somebody else's is not there."""
        self._request(task_id)
        return task_id

    def _request(self, some_id: str) -> Record:
        """The request that began the task of an id, if this person may look at it. One read when it is a task's."""
        wanted = some_id.strip()
        request = self.reads.one("requests", wanted) if 0 < len(wanted) <= 64 and wanted.isprintable() else None
        if request is None:
            request = self.reads.one("requests", self.reads.task_of(some_id))
        actor = self._who()
        if request is None or (request["user_id"] != actor.user_id and not people.sees_all(actor)):
            raise NotFound("RINGI-104", id=some_id[:64])
        return request

    def _thread(self, some_id: str) -> tuple[str, Record | None]:
        """The thread that an id means, and its row if it is another runtime's; if this person may look at it."""
        row = session_reads.foreign(self.reads, some_id[:64])
        if row is None:
            return str(self._request(some_id)["id"]), None
        only = self._only()
        if only and row["user_id"] != only:
            raise NotFound("RINGI-104", id=some_id[:64])
        return str(row["thread_id"]), row

    def visible(self, some_id: str) -> str:
        """The thread that an id means, of a task or of another runtime's session, if this person may look at it."""
        return self.seen(some_id)[0]

    def seen(self, some_id: str) -> tuple[str, bool]:
        """The same, and whether it is one of our own tasks."""
        with within(self.tenant_id):
            thread_id, row = self._thread(some_id)
            return thread_id, row is None

    def owns(self, some_id: str) -> bool:
        """Whether a session of another runtime is this person's: then they may ask things of it."""
        with within(self.tenant_id):
            row = self._thread(some_id)[1]
            return row is not None and row["user_id"] == self._who().user_id

    def _only(self) -> str:
        """Whose work this person may see: empty for everybody's."""
        actor = self._who()
        return "" if people.sees_all(actor) else actor.user_id

    def _all_seeing(self) -> None:
        actor = self._who()
        if not people.sees_all(actor):
            raise Refused("RINGI-235", who=actor.identity)

    def _of_the_house(self) -> None:
        """What looks over the whole database is for those who run or audit the house, not a workspace in it."""
        actor = self._who()
        if not actor.has("admin", "auditor", "developer") or self.tenant_id != self.office.store.tenant_id:
            raise Refused("RINGI-871", who=actor.identity)

    def close(self) -> None:
        self.reads.close()
