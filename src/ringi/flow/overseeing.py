"""What those who run and audit the house may ask for: a search over everything, the figures, the audit log whole, what
is connected. Admins may disconnect.
"""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

from ringi.errors import Invalid, NotFound, Refused, RingiError
from ringi.flow import people
from ringi.flow.counter import PAGE, JsonObject
from ringi.flow.counter import operation as op
from ringi.flow.figures import figures
from ringi.flow.housekeeping import key_hash
from ringi.flow.integrations import disconnected, given_back, row_of
from ringi.flow.integrations_providers import listed
from ringi.flow.looking import Looking
from ringi.flow.minding import judging_mind
from ringi.flow.people import Actor
from ringi.flow.standing import standing
from ringi.store import overview
from ringi.store.tenancy import within
from ringi.store.transaction import Tx

DAYS = 366
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Overseeing(Looking):
    """The operations that look at everything at once."""

    @op
    def search(
        self,
        text: str = "",
        group: str = "",
        requester: str = "",
        source: str = "",
        since: str = "",
        until: str = "",
        before: str = "",
        limit: int = 50,
    ) -> JsonObject:
        """Tasks that fit, the newest first; a requester finds their own."""
        if group and group not in overview.GROUPS:
            raise Invalid("RINGI-870", name="group", value=group[:40], wanted=", ".join(overview.GROUPS))
        limit = max(1, min(limit, PAGE))
        rows = overview.search(
            self.reads,
            text=text[:200],
            group=group,
            requester=requester[:100],
            source=source[:20],
            since=_day("since", since),
            until=_day("until", until),
            before=before[:26],
            limit=limit + 1,
            user_id=self._only(),
        )
        found = [self._listed(row) for row in rows[:limit]]
        # Whom a list can be narrowed to is asked for with its first page, not again with every further one.
        first = not before and not self._only()
        return {
            "tasks": found,
            "more": len(rows) > limit,
            "requesters": overview.requesters(self.reads) if first else [],
        }

    def found(self, text: str, limit: int) -> JsonObject:
        """Tasks with these words in them, the newest first, as `tasks` lists them."""
        with within(self.tenant_id):
            rows = overview.search(self.reads, text=text[:200], limit=limit, user_id=self._only())
            return {"tasks": [self._listed(row) for row in rows]}

    @op
    def figures(self, days: int = 14) -> JsonObject:
        self._all_seeing()
        if not 1 <= days <= DAYS:
            raise Invalid("RINGI-870", name="days", value=days, wanted=f"1-{DAYS}")
        store = self.office.store
        return figures(self.reads, datetime.now(UTC), days, lambda row: bool(standing(self.reads, store, row).asked))

    @op
    def audit_log(
        self, action: str = "", actor: str = "", since: str = "", until: str = "", before: str = "", limit: int = 100
    ) -> JsonObject:
        """The audit log, narrowed; `more` says whether there is an older page."""
        self._all_seeing()
        limit = max(1, min(limit, PAGE))
        rows = overview.audit(
            self.reads,
            action=action[:60],
            actor=actor[:100],
            since=_day("since", since),
            until=_day("until", until),
            before=before[:26],
            limit=limit + 1,
        )
        # What it can be narrowed to is asked for with the first page: an export goes through thousands of further ones.
        kinds = [] if before else overview.actions(self.reads)
        return {"entries": rows[:limit], "more": len(rows) > limit, "actions": kinds}

    @op
    def verified(self) -> JsonObject:
        """Every chain and every record of this database checked again, as `ringi db verify` does."""
        self._of_the_house()
        from ringi.projection import disagreements

        wrong = [one.as_dict() for one in disagreements(self.office.store.url, keys=self.office.store.ledger.keys)]
        return {"ok": not wrong, "problems": wrong[:100], "count": len(wrong)}

    @op
    def integrations(self) -> JsonObject:
        """What is connected from outside, and in which state; never with its credentials."""
        self._all_seeing()
        found = overview.integrations(self.reads)
        catalog = self.office.catalog()
        servers = sorted({tool.server for tool in catalog} | {one.server for one in catalog.problems})
        troubles = {one.server: one for one in catalog.problems}
        return {
            "integrations": found,
            "services": listed(self.office.settings, found),
            "mind": self._mind(),
            "servers": [
                {
                    "server": server,
                    "tools": sum(1 for tool in catalog if tool.server == server),
                    "code": troubles[server].code if server in troubles else "",
                    "values": troubles[server].values if server in troubles else {},
                }
                for server in servers
            ],
        }

    def _mind(self) -> JsonObject:
        """Who judges, or the code of what keeps the chosen one from it."""
        try:
            return {"name": judging_mind(self.office), "code": "", "values": {}}
        except RingiError as error:
            return {"name": "", "code": error.code, "values": error.values}

    @op
    def connections(self) -> JsonObject:
        """The services outside that can be connected, and how each stands; asks none of them."""
        self._all_seeing()
        return {"services": listed(self.office.settings, overview.integrations(self.reads))}

    @op
    def integration_disconnect(self, provider: str) -> JsonObject:
        """Its credentials are removed here and given back there; what was done through it stays on the record.
        `revoked` false: they are gone here, but the service has not taken them back (`code`, `values`).
        """
        from ringi.flow import integrations_revoking as revoking

        sealed: list[str] = []

        def end(tx: Tx, actor: Actor) -> JsonObject:
            row = row_of(tx, provider)
            sealed[:] = [tx.tenant_id, str(row["credentials"])] if row else []
            return disconnected(tx, actor, provider)

        done = self._write(end)
        if not revoking.known(provider):
            return done
        became = revoking.given_back(self.office, sealed[0], provider, sealed[1])
        self._write(lambda tx, actor: given_back(tx, actor, provider, became))
        return {**done, **became}

    @op
    def user_active(self, name: str, active: bool) -> JsonObject:
        """Somebody who left may not come in any more; what they did stays theirs. Whoever is taken back gets a new key:
        what they were signed in with before is worth nothing any more.
        """

        def change(tx: Tx, actor: Actor) -> JsonObject:
            if not actor.has("admin"):
                raise Refused("RINGI-205", who=actor.identity)
            row = tx.one("SELECT * FROM users WHERE tenant_id = ? AND name = ?", (tx.tenant_id, name))
            if row is None:
                raise NotFound("RINGI-208", who=name[:64])
            ended = {} if active else {"key_hash": key_hash(secrets.token_urlsafe(24))}
            tx.set("users", row["id"], active=int(active), updated_at=tx.now, **ended)
            if not people.has_admin(tx):
                raise Refused("RINGI-209")
            known = {"actor_type": "user", "actor_id": actor.identity}
            done = "user.activated" if active else "user.deactivated"
            tx.audit(done, "user", row["id"], details={"name": name}, **known)
            return {"name": name, "active": active}

        return self._write(change)


def _day(name: str, text: str) -> str:
    """A day as the records write it, or nothing."""
    if not text:
        return ""
    try:
        if _DAY.fullmatch(text) and datetime.fromisoformat(text):
            return text
    except ValueError:
        pass
    raise Invalid("RINGI-870", name=name, value=text[:40], wanted="YYYY-MM-DD")
