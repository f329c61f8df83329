"""Who is acting, and who may do what. Checked here, in the flow, so that every surface inherits the same answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ringi import clock
from ringi.errors import Invalid, NotFound, Refused
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

ROLES = ("requester", "approver", "admin", "developer", "auditor")
DECIDERS = ("approver", "admin")
NAME_LIMIT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A person at a surface. `behind` is the admin who acts in this person's name (`--as`), and is always recorded."""

    user_id: str
    name: str
    roles: tuple[str, ...]
    surface: str = "cli"
    slack_user_id: str = ""
    behind: str = ""
    behind_id: str = ""
    locale: str = ""

    @property
    def identity(self) -> str:
        """How the records name this person: the Slack id, or `web:…`, `cli:…`."""
        return self.slack_user_id if self.surface == "slack" else f"{self.surface}:{self.name}"

    def has(self, *roles: str) -> bool:
        return any(role in self.roles for role in roles)


@lru_cache(maxsize=64)
def _roles(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def _actor(row: Row, surface: str, behind: Actor | None = None) -> Actor:
    return Actor(
        user_id=row["id"],
        name=row["name"],
        roles=_roles(row["roles"]),
        surface=surface,
        slack_user_id=row["slack_user_id"] or "",
        behind=behind.identity if behind else "",
        behind_id=behind.user_id if behind else "",
        locale=row["locale"],
    )


def enter(tx: Tx, name: str, surface: str, *, as_user: str = "") -> Actor:
    """The person at the door. The first one ever is the admin; a new name comes in as a requester."""
    name = clean_name(name)
    row = _named(tx, name)
    if row is None:
        first = tx.one("SELECT 1 AS one FROM users LIMIT 1") is None
        roles = ("requester", "approver", "admin", "developer") if first else ("requester",)
        add_user(tx, name, roles)
        row = _named(tx, name)
        assert row is not None
    if not row["active"]:
        raise Refused("RINGI-207", who=name)
    actor = _actor(row, surface)
    if not as_user or as_user == name:
        return actor
    if not actor.has("admin"):
        raise Refused("RINGI-206", who=actor.identity)
    other = _named(tx, as_user)
    if other is None:
        raise NotFound("RINGI-208", who=as_user)
    return _actor(other, surface, behind=actor)


def _named(tx: Tx, name: str) -> Row | None:
    rows = tx.settled("users", "SELECT * FROM users WHERE tenant_id = ? AND name = ?", (tx.tenant_id, name))
    return rows[0] if rows else None


def by_key(tx: Tx, key_hash: str) -> Actor | None:
    """The person whose sign-in key this is."""
    row = tx.one("SELECT * FROM users WHERE key_hash = ? AND active = 1", (key_hash,))
    return _actor(row, "web") if row is not None else None


@lru_cache(maxsize=256)
def clean_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > NAME_LIMIT or any(ch.isspace() or not ch.isprintable() or ch in ":/\\" for ch in name):
        raise Invalid("RINGI-108", name=name[:NAME_LIMIT])
    return name


def clean_roles(roles: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [role for role in roles if role not in ROLES]
    if unknown or not roles:
        raise Invalid("RINGI-109", roles=", ".join(unknown) or "-", known=", ".join(ROLES))
    return tuple(role for role in ROLES if role in roles)


def add_user(tx: Tx, name: str, roles: tuple[str, ...], **more: Any) -> str:
    user_id = clock.ulid()
    tx.insert(
        "users",
        id=user_id,
        tenant_id=tx.tenant_id,
        name=clean_name(name),
        display_name=more.get("display_name") or name,
        roles=dumps(clean_roles(roles)),
        slack_user_id=more.get("slack_user_id"),
        key_hash=more.get("key_hash"),
        locale=more.get("locale", ""),
        active=1,
        created_at=tx.now,
        updated_at=tx.now,
    )
    return user_id


def route(config: dict[str, Any]) -> dict[str, Any]:
    """Who may decide, as it stands when an approval is opened."""
    return {"roles": list(DECIDERS), "mode": "any", "self_approval": bool(config["self_approval"])}


def is_own(actor: Actor, asked_by: str, asked_behind: str, shown: dict[str, Any]) -> bool:
    """Whether somebody would decide on what is their own: as the requester, as the admin behind the requester, as the
    author of the plan, or through somebody else's name.
    """
    concerned = {asked_by, asked_behind, str(shown.get("author", ""))} - {""}
    return bool(concerned & {actor.user_id, actor.behind_id})


def sees_all(actor: Actor) -> bool:
    """Requesters see their own work; whoever decides, audits or runs the house sees everybody's."""
    return actor.has("approver", "admin", "auditor", "developer")


def may_decide(actor: Actor, approval: Row, request: Row, *, self_approval: bool) -> None:
    """Refuses whoever the route does not name. The present setting for self-approval counts, not an older one."""
    wanted = json.loads(approval["route"])
    if not actor.has(*wanted.get("roles", DECIDERS)):
        raise Refused("RINGI-201", who=actor.identity, roles=", ".join(wanted.get("roles", DECIDERS)))
    own = is_own(actor, request["user_id"], request["behind"] or "", json.loads(approval["shown"]))
    if own and not (self_approval and wanted.get("self_approval", True)):
        raise Refused("RINGI-203", who=actor.identity)


def own_or_decider(actor: Actor, request: Row) -> None:
    """The requester, or somebody who may decide."""
    if request["user_id"] != actor.user_id and not actor.has(*DECIDERS):
        raise Refused("RINGI-202", who=actor.identity)


def decider(actor: Actor) -> None:
    """Somebody who may decide, whoever asked."""
    if not actor.has(*DECIDERS):
        raise Refused("RINGI-201", who=actor.identity, roles=", ".join(DECIDERS))


def own_or_admin(actor: Actor, request: Row) -> None:
    if request["user_id"] != actor.user_id and not actor.has("admin"):
        raise Refused("RINGI-204", who=actor.identity)
