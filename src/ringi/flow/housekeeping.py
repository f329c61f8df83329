"""The house itself: settings, people and their keys, tools, forgetting, and the doctor. For admins, mostly."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from ringi.errors import Invalid, NotFound, Refused
from ringi.flow import config, erasing, identities, intake, people
from ringi.flow.counter import JsonObject, operation
from ringi.flow.office import database_place
from ringi.flow.people import Actor, admin
from ringi.flow.toolkeeping import Toolkeeping
from ringi.hands.forgetting import forget_messages
from ringi.store.session_reads import foreign
from ringi.store.transaction import Tx, dumps

_ADMINS = "SELECT 1 AS one FROM users WHERE tenant_id = ? AND roles LIKE '%\"admin\"%' AND active = 1"


def key_hash(key: str) -> str:
    return hashlib.sha256(b"ringi.key.v1\0" + key.encode()).hexdigest()


class Housekeeping(Toolkeeping):
    """The operations on the house."""

    @operation
    def settings(self) -> JsonObject:
        return {"config": self._config(), "meaning": config.MEANING}

    @operation
    def settings_set(self, key: str, value: Any) -> JsonObject:
        return {"config": self._write(lambda tx, actor: config.change(tx, actor, key, value))}

    @operation
    def whoami(self) -> JsonObject:
        actor = self._who()
        return {
            "name": actor.name,
            "identity": actor.identity,
            "roles": list(actor.roles),
            "behind": actor.behind,
            "slack_user_id": actor.slack_user_id,
        }

    @operation
    def called(self, identity: str = "") -> JsonObject:
        """What somebody whom the records name (`cli:aki`, a Slack id) is called here."""
        self._who()
        return {"called": self.reads.called(identity[:200])}

    @operation
    def users(self) -> JsonObject:
        self._all_seeing()
        return {"users": self.reads.users()}

    @operation
    def user_add(self, name: str, roles: list[Any], display_name: str = "", locale: str = "") -> JsonObject:
        key = secrets.token_urlsafe(24)

        def add(tx: Tx, actor: Actor) -> JsonObject:
            admin(actor)
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
            admin(actor)
            row = _user(tx, name)
            wanted = people.clean_roles(tuple(str(role) for role in roles))
            tx.set("users", row["id"], roles=dumps(wanted), updated_at=tx.now)
            if not tx.one(_ADMINS, (tx.tenant_id,)):
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
                admin(actor)
            # Whoever renews another's key has seen it; until its owner comes in another way, the two decide as one.
            seen_by = actor.behind_id or (actor.user_id if actor.user_id != row["id"] else "")
            tx.set("users", row["id"], key_hash=key_hash(key), key_seen_by=seen_by, updated_at=tx.now)
            _note(tx, actor, row["id"], {"name": name, "key": "renewed"})
            return {"name": name, "key": key}

        return self._write(change)

    @operation
    def user_link(self, name: str, slack_user_id: str) -> JsonObject:
        """Say who somebody in Slack is here; from then on they act there with this user's roles."""

        def change(tx: Tx, actor: Actor) -> JsonObject:
            admin(actor)
            row = _user(tx, name)
            people.link_slack(tx, name, slack_user_id)
            _note(tx, actor, row["id"], {"name": name, "slack_user_id": slack_user_id})
            return {"name": name, "slack_user_id": slack_user_id}

        return self._write(change)

    @operation
    def user_invite(self, name: str, email: str) -> JsonObject:
        """Whoever proves to have this address at the identity provider is this user."""
        return self._write(lambda tx, actor: identities.invite(tx, actor, name, email))

    @operation
    def erase(self, task_id: str, reason: str) -> JsonObject:
        """Forget what an ended task said; the chain of its facts stays whole."""
        why = intake.clean(reason)
        erase = erasing.erase_session if foreign(self.reads, task_id[:64]) else erasing.erase
        task_id = task_id if erase is erasing.erase_session else self.reads.task_of(task_id)
        result = self._write(lambda tx, actor: erase(tx, actor, task_id, why))
        for path in result.pop("files"):
            (self.office.home / path).unlink(missing_ok=True)
        forget_messages(self.office.home, result.pop("plans"))
        if not self.office.store.scrub():
            result["left"].append(f"{database_place(self.office.store.url)} (log)")
        return result

    @operation
    def doctor(self) -> JsonObject:
        from ringi.flow.doctor import examine

        self._of_the_house()
        return examine(self.office)


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
        details=details,
    )
