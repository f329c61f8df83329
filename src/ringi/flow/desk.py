"""The Desk: the one small protocol through which every surface reads and writes. Plain JSON in, plain JSON out.

Here its local implementation; `ringi.cli.http_desk` has the one that talks to a running server. Same operations, same
errors, so that a surface cannot tell them apart.
"""

from __future__ import annotations

import hashlib
import inspect
import secrets
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ringi import clock
from ringi.errors import Invalid, NotFound, Refused
from ringi.flow import config, ending, erasing, gates, intake, locks, people, pins, planning
from ringi.flow.office import Office
from ringi.flow.people import Actor
from ringi.projection import fold_all
from ringi.store.reads import Reads, Record
from ringi.store.transaction import Tx, dumps

JsonObject = dict[str, Any]
PAGE = 1000
PARKED = frozenset(
    (
        *("queued", "asking", "declined", "unreadable", "withdrawn", "removed", "unknown"),
        *("policy_pending", "policy_failed", "plan_pending", "plan_failed", "step_pending", "outcome_unknown"),
        *("completed", "failed", "cancelled"),
    )
)
"""State words in which nothing moves by itself."""


class Desk(Protocol):
    """What a surface may ask for."""

    def call(self, operation: str, /, **arguments: Any) -> JsonObject: ...

    def follow(self, task_id: str, after: int = 0) -> Iterator[JsonObject]: ...


def operation(method: Callable[..., JsonObject]) -> Callable[..., JsonObject]:
    """Marks a method as something that may be called from outside, by its name."""
    method.is_operation = True  # type: ignore[attr-defined]
    return method


_TYPES: dict[str, type | tuple[type, ...]] = {"str": str, "int": int, "bool": bool, "list[Any]": list, "Any": object}


def bound(method: Callable[..., JsonObject], arguments: JsonObject) -> JsonObject:
    """Arguments from outside, checked against the operation's own signature."""
    name = method.__name__
    signature = inspect.signature(method)
    for key, value in arguments.items():
        parameter = signature.parameters.get(key)
        if parameter is None:
            raise Invalid("RINGI-130", operation=name, argument=key[:40])
        wanted = _TYPES[str(parameter.annotation)]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise Invalid("RINGI-131", operation=name, argument=key, wanted=str(parameter.annotation))
    for key, parameter in signature.parameters.items():
        if parameter.default is parameter.empty and key not in arguments:
            raise Invalid("RINGI-132", operation=name, argument=key)
    return arguments


def key_hash(key: str) -> str:
    return hashlib.sha256(b"ringi.key.v1\0" + key.encode()).hexdigest()


class LocalDesk:
    """A person at this office's own counter."""

    def __init__(
        self, office: Office, name: str, surface: str = "cli", as_user: str = "", reads: Reads | None = None
    ) -> None:
        self.office = office
        self.reads = reads or Reads(office.store.url)
        self._name = name
        self._surface = surface
        self._as_user = as_user

    def call(self, operation: str, /, **arguments: Any) -> JsonObject:
        method = getattr(self, operation, None) if not operation.startswith("_") else None
        if method is None or not getattr(method, "is_operation", False):
            raise NotFound("RINGI-133", operation=operation[:40])
        result: JsonObject = method(**bound(method, arguments))
        return result

    def _write(self, act: Callable[[Tx, Actor], JsonObject]) -> JsonObject:
        result = self.office.store.write(lambda tx: act(tx, self._actor(tx)))
        if not self.office.working:
            # Whoever works on this data directory in another process learns of it at once.
            locks.ring(self.office.home)
        return result

    def _actor(self, tx: Tx) -> Actor:
        return people.enter(tx, self._name, self._surface, as_user=self._as_user)

    def _who(self) -> Actor:
        return self.office.store.write(self._actor)

    def _visible(self, task_id: str) -> str:
        """A requester sees only their own work; what is somebody else's is not there."""
        actor = self._who()
        if not people.sees_all(actor):
            request = self.reads.one("requests", task_id)
            if request is None or request["user_id"] != actor.user_id:
                raise NotFound("RINGI-104", id=task_id[:64])
        return task_id

    def _all_seeing(self) -> None:
        actor = self._who()
        if not people.sees_all(actor):
            raise Refused("RINGI-235", who=actor.identity)

    # -- requests ------------------------------------------------------------------------------------------------

    @operation
    def ask(self, text: str, session: str = "", delivery_id: str = "", lang: str = "", source: str = "") -> JsonObject:
        return self._write(
            lambda tx, actor: intake.submit(
                tx,
                actor,
                text,
                source=source if source in ("web", "cli") else self._surface,
                session=session,
                delivery_id=delivery_id[:200],
                lang=lang if lang in ("ja", "en", "zh") else "",
            )
        )

    @operation
    def answer(self, task_id: str, text: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: intake.answer(tx, actor, task_id, text))

    @operation
    def steer(self, task_id: str, text: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: ending.steer(tx, actor, task_id, text))

    @operation
    def plan(self, task_id: str, steps: list[Any]) -> JsonObject:
        """A person's own plan: checked first, then the same gate."""
        task_id = self.reads.task_of(task_id)
        checked = planning.check(self.office, steps, self.reads.permissions())
        return self._write(lambda tx, actor: planning.propose(tx, actor, task_id, checked))

    @operation
    def queue(self, session: str = "") -> JsonObject:
        return {"queued": self.reads.queued(session)}

    @operation
    def queue_edit(self, task_id: str, text: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: intake.edit_queued(tx, actor, task_id, text))

    @operation
    def queue_remove(self, task_id: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: intake.remove_queued(tx, actor, task_id))

    # -- decisions -----------------------------------------------------------------------------------------------

    @operation
    def decide(self, decision: str, approval_id: str, digest: str, reason: str = "") -> JsonObject:
        """One decision on the one approval that was shown, bound to its digest: never on whatever comes next."""
        table, _, row_id = self.reads.found(approval_id)
        if table != "approvals":
            raise Invalid("RINGI-233", id=approval_id[:64])
        return self._write(lambda tx, actor: gates.decide(tx, actor, row_id, decision, reason=reason, digest=digest))

    @operation
    def withdraw(self, task_id: str, reason: str = "") -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: ending.withdraw(tx, actor, task_id, reason=reason))

    @operation
    def cancel(self, task_id: str, reason: str = "") -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: ending.cancel(tx, actor, task_id, reason=reason))

    @operation
    def retry(self, task_id: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: ending.retry(tx, actor, task_id))

    @operation
    def resolve(self, execution_id: str, verdict: str, note: str = "") -> JsonObject:
        table, task_id, row_id = self.reads.found(execution_id)
        if table != "executions":
            runs = self.reads.rows("executions", task_id)
            row_id = runs[-1]["id"] if runs else row_id
        return self._write(lambda tx, actor: ending.resolve(tx, actor, row_id, verdict, note=note))

    # -- looking -------------------------------------------------------------------------------------------------

    @operation
    def inbox(self, limit: int = 200, mine: bool = False) -> JsonObject:
        actor = self._who()
        settings = self.office.store.write(config.read)
        approvals = []
        sees_all = people.sees_all(actor)
        for row in self.reads.open_approvals(max(1, min(limit, PAGE)), "" if sees_all else actor.user_id):
            item = {
                "approval_id": row["id"],
                "kind": row["kind"],
                "subject_id": row["subject_id"],
                "task_id": row["task_id"],
                "title": row["title"] or row["text"][:80],
                "digest": row["digest"],
                "opened_at": row["opened_at"],
                "version": row["version"],
                "requester": row["requester"],
                "question": row["shown"].get("question"),
                "may_decide": _may(actor, row, settings),
            }
            if item["may_decide"] or not mine:
                approvals.append(item)
        return {
            "approvals": approvals,
            "total": self.reads.count_open("" if sees_all else actor.user_id),
            "attention": self.reads.needing_help(100, "" if sees_all else actor.user_id),
            "unattended": self._unattended() if sees_all else [],
        }

    def _unattended(self) -> list[JsonObject]:
        """Work on the books that nobody is at, here or in another process."""
        if self.office.working:
            return []
        lock = locks.WorkerLock(self.office.home)
        if not lock.acquire():
            return []
        lock.release()
        return [
            {"task_id": row["id"], "title": row["title"] or row["text"][:80], "state": self._state(row)}
            for row in self.reads.with_jobs(100)
        ]

    @operation
    def tasks(self, limit: int = 50, before: str = "") -> JsonObject:
        actor = self._who()
        rows = self.reads.tasks(max(1, min(limit, PAGE)), before, "" if people.sees_all(actor) else actor.user_id)
        return {
            "tasks": [
                {
                    "task_id": row["id"],
                    "title": row["title"] or row["text"][:80],
                    "status": row["task_status"] or row["status"],
                    "state": self._state(row),
                    "requester": row["requester"],
                    "source": row["source"],
                    "created_at": row["created_at"],
                    "updated_at": row["task_updated_at"] or row["updated_at"],
                }
                for row in rows
            ]
        }

    def _state(self, row: Record) -> str:
        """The state word; only a task under way needs its facts to be looked at."""
        if row["task_status"] in ("completed", "failed", "cancelled"):
            return str(row["task_status"])
        if row["task_status"] is None:
            return "unreadable" if row["status"] == "failed" else str(row["status"])
        return str(self._view(row["id"])["state"])

    def _view(self, task_id: str) -> JsonObject:
        view: JsonObject | None = None
        after = 0
        while facts := self.reads.facts(task_id, after, PAGE):
            view = fold_all(facts, view)
            after = facts[-1]["sequence"]
        return view if view is not None else fold_all(())

    @operation
    def show(self, id: str) -> JsonObject:
        task_id = self._visible(self.reads.found(id)[1])
        view = self._view(task_id)
        names = ("prompts", "processes", "executions", "approvals", "decisions", "comments", "artifacts")
        return {
            "request": self.reads.one("requests", task_id),
            "task": self.reads.one("tasks", task_id),
            **{name: self.reads.rows(name, task_id) for name in names},
            "audit_logs": self.reads.audit(PAGE, "", task_id, "")[::-1],
            "state": view["state"],
            "view": view,
        }

    @operation
    def facts(self, task_id: str, after: int = 0, limit: int = PAGE) -> JsonObject:
        task_id = self._visible(self.reads.task_of(task_id))
        if not 0 <= after < 2**53:
            raise Invalid("RINGI-131", operation="facts", argument="after", wanted="0..2^53")
        limit = max(1, min(limit, PAGE))
        found = self.reads.facts(task_id, after, limit)
        return {"facts": found, "more": len(found) == limit}

    @operation
    def audit(self, limit: int = 100, action: str = "", task_id: str = "", before: str = "") -> JsonObject:
        if task_id:
            task_id = self._visible(self.reads.task_of(task_id))
        else:
            self._all_seeing()
        return {"entries": self.reads.audit(max(1, min(limit, PAGE)), action, task_id, before)}

    @operation
    def artifact(self, artifact_id: str) -> JsonObject:
        row = self.reads.one("artifacts", artifact_id)
        if row is None:
            raise NotFound("RINGI-104", id=artifact_id[:64])
        self._visible(row["task_id"])
        return row

    # -- the house -----------------------------------------------------------------------------------------------

    @operation
    def settings(self) -> JsonObject:
        return {"config": self.office.store.write(config.read), "meaning": config.MEANING}

    @operation
    def settings_set(self, key: str, value: Any) -> JsonObject:
        return {"config": self._write(lambda tx, actor: config.change(tx, actor, key, value))}

    @operation
    def whoami(self) -> JsonObject:
        actor = self._who()
        return {"name": actor.name, "identity": actor.identity, "roles": list(actor.roles), "behind": actor.behind}

    @operation
    def users(self) -> JsonObject:
        self._all_seeing()
        return {"users": self.reads.users()}

    @operation
    def user_add(self, name: str, roles: list[Any], display_name: str = "", locale: str = "") -> JsonObject:
        key = secrets.token_urlsafe(24)

        def add(tx: Tx, actor: Actor) -> JsonObject:
            _admin(actor)
            if tx.one("SELECT 1 AS one FROM users WHERE tenant_id = ? AND name = ?", (tx.tenant_id, name)):
                raise Invalid("RINGI-134", name=name)
            more = {"display_name": display_name, "locale": locale, "key_hash": key_hash(key)}
            user_id = people.add_user(tx, name, tuple(str(role) for role in roles), **more)
            _note(tx, actor, user_id, {"added": name, "roles": roles})
            return {"id": user_id, "name": name, "roles": roles, "key": key}

        return self._write(add)

    @operation
    def user_roles(self, name: str, roles: list[Any]) -> JsonObject:
        def change(tx: Tx, actor: Actor) -> JsonObject:
            _admin(actor)
            row = _user(tx, name)
            wanted = people.clean_roles(tuple(str(role) for role in roles))
            tx.set("users", row["id"], roles=dumps(wanted), updated_at=tx.now)
            if not tx.one("SELECT 1 AS one FROM users WHERE roles LIKE '%\"admin\"%' AND active = 1"):
                raise Refused("RINGI-209")
            _note(tx, actor, row["id"], {"name": name, "roles": wanted})
            return {"name": name, "roles": list(wanted)}

        return self._write(change)

    @operation
    def user_key(self, name: str) -> JsonObject:
        """A new sign-in key; the old one stops working."""
        key = secrets.token_urlsafe(24)

        def change(tx: Tx, actor: Actor) -> JsonObject:
            row = _user(tx, name)
            if row["id"] != actor.user_id:
                _admin(actor)
            tx.set("users", row["id"], key_hash=key_hash(key), updated_at=tx.now)
            _note(tx, actor, row["id"], {"name": name, "key": "renewed"})
            return {"name": name, "key": key}

        return self._write(change)

    @operation
    def tools(self) -> JsonObject:
        catalog = self.office.catalog()
        allowed = self.reads.permissions()
        quarantined = pins.changed(self.office.store.write(pins.pinned), catalog)
        return {
            "tools": [
                {
                    "name": tool.name,
                    "server": tool.server,
                    "description": tool.description,
                    "effect": tool.effect,
                    "idempotent": tool.idempotent,
                    "input_schema": tool.input_schema,
                    "allowed": allowed.get(tool.name, True),
                    "quarantined": tool.name in quarantined,
                }
                for tool in catalog
            ],
            "problems": [{"server": one.server, "code": one.code, "values": one.values} for one in catalog.problems],
        }

    @operation
    def tool_permit(self, tool: str, allowed: bool) -> JsonObject:
        def change(tx: Tx, actor: Actor) -> JsonObject:
            _admin(actor)
            updated = tx.db.execute(
                "UPDATE tool_permissions SET allowed = ?, updated_at = ? WHERE tenant_id = ? AND tool_name = ?",
                (int(allowed), tx.now, tx.tenant_id, tool),
            )
            if not updated:
                row = {"tool_name": tool, "allowed": int(allowed), "constraints": "{}"}
                times = {"created_at": tx.now, "updated_at": tx.now}
                tx.insert("tool_permissions", id=clock.ulid(), tenant_id=tx.tenant_id, **row, **times)
            details = {"tool": tool, "allowed": allowed}
            tx.audit("settings.updated", "settings", None, actor_type="user", actor_id=actor.identity, details=details)
            return details

        return self._write(change)

    @operation
    def tool_trust(self, tool: str) -> JsonObject:
        """An admin has looked at a changed tool: it may be planned with again."""
        found = self.office.catalog().tool(tool)

        def change(tx: Tx, actor: Actor) -> JsonObject:
            _admin(actor)
            return pins.trust(tx, actor, found, tool)

        return self._write(change)

    @operation
    def erase(self, task_id: str, reason: str) -> JsonObject:
        """Forget what an ended task said; the chain of its facts stays whole."""
        task_id = self.reads.task_of(task_id)
        why = intake.clean(reason)
        result = self._write(lambda tx, actor: erasing.erase(tx, actor, task_id, why))
        for path in result.pop("files"):
            (self.office.home / path).unlink(missing_ok=True)
        return result

    @operation
    def doctor(self) -> JsonObject:
        from ringi.flow.doctor import examine

        return examine(self.office)

    # -- carrying on and following -------------------------------------------------------------------------------------

    def follow(self, task_id: str, after: int = 0) -> Iterator[JsonObject]:
        """What is on the books after `after`; live facts come through the store's subscription (see `carrying`)."""
        while facts := self.reads.facts(task_id, after, PAGE):
            yield from facts
            after = facts[-1]["sequence"]

    def carry_on(self, task_id: str, on_fact: Callable[[JsonObject], None] | None = None) -> None:
        """Without a server: do the task's work here, in the foreground, until it waits for a person or has ended."""
        from ringi.flow.carrying import carry_on

        carry_on(self.office, task_id, on_fact)

    def close(self) -> None:
        self.reads.close()


def _may(actor: Actor, row: Record, settings: JsonObject) -> bool:
    own = people.is_own(actor, row["request_user_id"], row["request_behind"] or "", row["shown"])
    if row["kind"] == "clarification":
        return own or actor.has(*people.DECIDERS)
    return actor.has(*row["route"].get("roles", people.DECIDERS)) and (not own or bool(settings["self_approval"]))


def _admin(actor: Actor) -> None:
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)


def _user(tx: Tx, name: str) -> Any:
    row = tx.one("SELECT * FROM users WHERE tenant_id = ? AND name = ?", (tx.tenant_id, name))
    if row is None:
        raise NotFound("RINGI-208", who=name[:64])
    return row


def _note(tx: Tx, actor: Actor, user_id: str, details: JsonObject) -> None:
    tx.audit(
        "settings.updated",
        "settings",
        user_id,
        actor_type="user",
        actor_id=actor.identity,
        details={**details, **({"as_by": actor.behind} if actor.behind else {})},
    )
