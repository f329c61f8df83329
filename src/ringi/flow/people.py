"""Who is acting, and who may do what. Checked here, in the flow, so that every surface inherits the same answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from ringi import clock
from ringi.errors import Invalid, NotFound, Refused
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

ROLES = ("requester", "approver", "admin", "developer", "auditor", "agent")
DECIDERS = ("approver", "admin")
AGENT = "agent"
"""Somebody who is no person: may ask, and never decides."""
NAME_LIMIT = 64
_SLACK_ID = re.compile(r"[UW][A-Z0-9]{2,30}")


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
    seen_by: str = ""
    """The administrator who has seen this person's key, if they may have come in with it: they decide as both."""
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


Find = Callable[[str], Row | None]
"""Somebody of this tenant by their name."""


def _actor(row: Row, surface: str, behind: Actor | None = None) -> Actor:
    return Actor(
        user_id=row["id"],
        name=row["name"],
        roles=_roles(row["roles"]),
        surface=surface,
        slack_user_id=row["slack_user_id"] or "",
        behind=behind.identity if behind else "",
        behind_id=behind.user_id if behind else "",
        seen_by="" if surface == "slack" else row["key_seen_by"],
        locale=row["locale"],
    )


def enter(tx: Tx, name: str, surface: str, *, as_user: str = "") -> Actor:
    """The person at the door. The first one ever is the admin; a new name comes in as a requester."""
    name = clean_name(name)
    row = _named(tx, name)
    if row is None:
        first = tx.one("SELECT 1 AS one FROM users WHERE tenant_id = ? LIMIT 1", (tx.tenant_id,)) is None
        roles = ("requester", "approver", "admin", "developer") if first else ("requester",)
        add_user(tx, name, roles)
        row = _named(tx, name)
        assert row is not None
    actor = _standing(row, surface, as_user, partial(_named, tx))
    tx.behind = actor.behind or tx.behind
    return actor


def known(find: Find, name: str, surface: str, *, as_user: str = "") -> Actor | None:
    """The same for whoever was here before, without writing anything; None for a new name."""
    row = find(clean_name(name))
    return _standing(row, surface, as_user, find) if row is not None else None


def _standing(row: Row, surface: str, as_user: str, find: Find) -> Actor:
    """Who this person is here, in their own name or in another's."""
    if not row["active"]:
        raise Refused("RINGI-207", who=row["name"])
    actor = _actor(row, surface)
    if not as_user or as_user == row["name"]:
        return actor
    if not actor.has("admin"):
        raise Refused("RINGI-206", who=actor.identity)
    other = find(as_user)
    if other is None:
        raise NotFound("RINGI-208", who=as_user)
    if not other["active"]:
        raise Refused("RINGI-207", who=other["name"])  # nothing more is done in the name of somebody who was let go
    return _actor(other, surface, behind=actor)


def _named(tx: Tx, name: str) -> Row | None:
    rows = tx.settled("users", "SELECT * FROM users WHERE tenant_id = ? AND name = ?", (tx.tenant_id, name))
    return rows[0] if rows else None


def enter_from_house(tx: Tx, name: str, surface: str, house: str, *, as_user: str = "") -> Actor:
    """The admin who runs the house, at another workspace of it: an admin there too, under a name that says so."""
    sql = "SELECT * FROM users WHERE tenant_id = ? AND name = ? AND active = 1"
    rows = tx.settled("users", sql, (house, clean_name(name)))
    _runs_the_house(rows[0] if rows else None, name)
    there = _at_another(name)
    known = _named(tx, there)
    if known is None:
        user_id = add_user(tx, there, ("requester", "approver", "admin"))
        details = {"added": there, "from": "house"}
        actor_id = f"{surface}:{there}"
        tx.audit("settings.updated", "settings", user_id, actor_type="user", actor_id=actor_id, details=details)
    elif known["slack_user_id"]:
        raise Refused("RINGI-758", who=name[:NAME_LIMIT])
    return enter(tx, there, surface, as_user=as_user)


def known_from_house(at_home: Find, find: Find, name: str, surface: str, *, as_user: str = "") -> Actor | None:
    """The same for an admin of the house who was at that workspace before, without writing anything."""
    row = at_home(clean_name(name))
    _runs_the_house(row if row is not None and row["active"] else None, name)
    there = find(_at_another(name))
    if there is None:
        return None
    if there["slack_user_id"]:
        raise Refused("RINGI-758", who=name[:NAME_LIMIT])
    return _standing(there, surface, as_user, find)


def _runs_the_house(row: Row | None, name: str) -> None:
    if row is None or "admin" not in _roles(row["roles"]):
        raise Refused("RINGI-758", who=name[:NAME_LIMIT])


def _at_another(name: str) -> str:
    """Under which name whoever runs the house is known at another workspace of it."""
    return f"{name[: NAME_LIMIT - 6]}@house"


def enter_slack(
    tx: Tx, slack_user_id: str, name: str, locale: str, *, installer: bool = False, display_name: str = ""
) -> Actor:
    """A person of the workspace at Slack's door. Known by the Slack id alone: a name that somebody here already has is
    not theirs. A new one comes in as a requester; whoever installed the app is an admin.
    """
    row = _on_slack(tx, slack_user_id)
    if row is None:
        roles = ("requester", "approver", "admin", "developer") if installer else ("requester",)
        add_user(
            tx,
            free_name(tx, name, slack_user_id),
            roles,
            display_name=shown_name(display_name or name) or slack_user_id,
            slack_user_id=slack_user_id,
            locale=locale,
        )
        row = _on_slack(tx, slack_user_id)
        assert row is not None
    else:
        news = {"locale": locale} if locale and row["locale"] != locale else {}
        if row["display_name"] == slack_user_id and shown_name(display_name or name):
            # They came in before Slack had said what they are called.
            news["display_name"] = shown_name(display_name or name)
        if news:
            tx.set("users", row["id"], **news, updated_at=tx.now)
            row = _on_slack(tx, slack_user_id)
            assert row is not None
    if not row["active"]:
        raise Refused("RINGI-207", who=slack_user_id)
    return _actor(row, "slack")


def confirm_key(tx: Tx, row: Row) -> None:
    """The owner came in by Slack or an identity provider: a key that an administrator has seen opens nothing more."""
    if row["key_seen_by"]:
        tx.set("users", row["id"], key_seen_by="", key_hash=None, updated_at=tx.now)


def has_admin(tx: Tx) -> bool:
    """Whether somebody in this tenant may say what the others may do."""
    rows = tx.all("SELECT roles FROM users WHERE tenant_id = ? AND active = 1", (tx.tenant_id,))
    return any("admin" in _roles(row["roles"]) for row in rows)


def _on_slack(tx: Tx, slack_user_id: str) -> Row | None:
    sql = "SELECT * FROM users WHERE tenant_id = ? AND slack_user_id = ?"
    rows = tx.settled("users", sql, (tx.tenant_id, slack_user_id))
    return rows[0] if rows else None


def shown_name(name: str) -> str:
    return "".join(ch for ch in name.strip() if ch.isprintable())[:NAME_LIMIT]


def free_name(tx: Tx, name: str, slack_user_id: str) -> str:
    """Their own name where nobody here has it yet, else with the Slack id behind it."""
    kept = "".join("-" if ch.isspace() or ch in ":/\\" else ch for ch in shown_name(name))
    if kept and _named(tx, kept) is None:
        return kept
    return f"{kept[: NAME_LIMIT - 1 - len(slack_user_id)]}-{slack_user_id}" if kept else slack_user_id


def is_slack_id(text: str) -> bool:
    return _SLACK_ID.fullmatch(text) is not None


def link_slack(tx: Tx, name: str, slack_user_id: str) -> None:
    """From now on this Slack person is that user. Whoever they were here by themselves is no longer theirs."""
    if not is_slack_id(slack_user_id):
        raise Invalid("RINGI-701", id=slack_user_id[:NAME_LIMIT])
    row = _named(tx, clean_name(name))
    if row is None:
        raise NotFound("RINGI-208", who=name[:NAME_LIMIT])
    other = _on_slack(tx, slack_user_id)
    if other is not None and other["id"] != row["id"]:
        tx.set("users", other["id"], slack_user_id=None, updated_at=tx.now)
    tx.set("users", row["id"], slack_user_id=slack_user_id, updated_at=tx.now)


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
    if AGENT in roles:
        if others := [role for role in roles if role not in (AGENT, "requester")]:
            raise Invalid("RINGI-681", roles=", ".join(others))
        roles = ("requester", AGENT)
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


def deciders(route: Any) -> tuple[str, ...]:
    """Who may decide by a route that another runtime wrote: it may choose among those who decide, never add to them."""
    named = route.get("roles") if isinstance(route, dict) else None
    return tuple(role for role in DECIDERS if isinstance(named, list) and role in named) or DECIDERS


def is_own(actor: Actor, asked_by: str, asked_behind: str, shown: dict[str, Any], asked_as: str = "") -> bool:
    """Whether somebody would decide on what is their own: as the requester, as the admin behind the requester, as the
    author of the plan, as one whose words are in it, or through somebody else's name. `asked_as` is how the record
    names the requester: a Slack account stays the person's, whichever user here it was linked to after they asked.
    """
    if asked_as and asked_as == actor.slack_user_id:
        return True
    if any(_is_theirs(actor, identity) for identity in shown.get("authors") or ()):
        return True
    concerned = {asked_by, asked_behind, str(shown.get("author", ""))} - {""}
    return bool(concerned & {actor.user_id, actor.behind_id, actor.seen_by})


def nobody_else(tx: Tx, request: Row, shown: dict[str, Any]) -> bool:
    """Whether everybody who may decide would decide on their own: without self-approval it would wait for ever."""
    sql = "SELECT * FROM users WHERE tenant_id = ? AND active = 1"
    rows = tx.settled("users", sql, (tx.tenant_id,))
    others = (
        actor
        for row in rows
        if (actor := _actor(row, "web")).has(*DECIDERS)
        and not is_own(actor, request["user_id"], request["behind"] or "", shown, request["requester"])
    )
    return next(others, None) is None


def _is_theirs(actor: Actor, identity: str) -> bool:
    """Whether the records mean this person, on whichever surface they spoke, or the admin who acts in their name."""
    names = {actor.name, actor.behind.partition(":")[2]} - {""}
    return identity == actor.slack_user_id or identity.partition(":")[2] in names


def sees_all(actor: Actor) -> bool:
    """Requesters see their own work; whoever decides, audits or runs the house sees everybody's."""
    return actor.has("approver", "admin", "auditor", "developer")


def may_decide(actor: Actor, approval: Row, request: Row, *, self_approval: bool) -> None:
    """Refuses whoever the route does not name. The present setting for self-approval counts, not an older one."""
    a_person(actor)
    wanted = json.loads(approval["route"])
    if not actor.has(*wanted.get("roles", DECIDERS)):
        raise Refused("RINGI-201", who=actor.identity, roles=", ".join(wanted.get("roles", DECIDERS)))
    if not self_approval:
        not_their_own(actor, request, json.loads(approval["shown"]))


def a_person(actor: Actor) -> None:
    """Only people decide, whatever else the records say an agent is."""
    if actor.has(AGENT) or actor.surface == "mcp":
        raise Refused("RINGI-682", who=actor.identity)


def asked_by_agent(tx: Tx, request: Row) -> bool:
    """A request that no person wrote: it waits for one, also where the settings ask nobody."""
    if request["source"] == "mcp":
        return True
    user = tx.row("users", request["user_id"])
    return user is not None and AGENT in _roles(user["roles"])


def not_their_own(actor: Actor, request: Row, shown: dict[str, Any]) -> None:
    """Refuses who would decide on their own; and names the person who really would, whatever name they act in."""
    if is_own(actor, request["user_id"], request["behind"] or "", shown, request["requester"]):
        raise Refused("RINGI-203", who=f"{actor.behind} (--as {actor.name})" if actor.behind else actor.identity)


def own_or_decider(actor: Actor, request: Row) -> None:
    """The requester, or somebody who may decide."""
    if request["user_id"] != actor.user_id and not actor.has(*DECIDERS):
        raise Refused("RINGI-202", who=actor.identity)


def decider(actor: Actor) -> None:
    """Somebody who may decide, whoever asked."""
    a_person(actor)
    if not actor.has(*DECIDERS):
        raise Refused("RINGI-201", who=actor.identity, roles=", ".join(DECIDERS))


def admin(actor: Actor) -> None:
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)


def own_or_admin(actor: Actor, request: Row) -> None:
    if request["user_id"] != actor.user_id and not actor.has("admin"):
        raise Refused("RINGI-204", who=actor.identity)
