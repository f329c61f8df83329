"""Tools and the servers they come from: what is connected and how it stands, what of it may be used, what was accepted.

Servers are added and removed at the command line only: a command that is written down here is run on this machine.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ringi.catalog import Catalog, Problem, Tool
from ringi.errors import Invalid, NotFound, Refused, Unavailable
from ringi.facts.redact import redact
from ringi.flow import permissions, pins, tool_tokens
from ringi.flow.counter import Counter, JsonObject, operation
from ringi.flow.people import Actor, admin
from ringi.hands import servers_file
from ringi.hands.confirmation import (
    LABELS,
    NOTHING,
    Confirmation,
    apply_confirmation,
    check_confirmation,
    propose_arguments,
    unconfirmed_claims,
)
from ringi.hands.whereabouts import told
from ringi.store.transaction import Tx

PATIENCE = 4
"""Listings that a server which is added may take to answer the first time: some fetch themselves before they start."""
STARTS_WITHIN = 110.0
"""Seconds for the same where there is no running server, in which it could go on starting between two listings."""
DOWN, SIGN_IN = "RINGI-311", "RINGI-679"


class Toolkeeping(Counter):
    """The operations on tools."""

    @operation
    def tools(self) -> JsonObject:
        """What is connected, what of it may be used, and how each server stands."""
        catalog = self.office.catalog()
        rules, accepted = self._rules(catalog)
        quarantined = pins.changed(accepted, catalog)
        catalog = accepted.confirmed(catalog)
        return {
            "tools": [_listed(tool, rules, tool.name in quarantined) for tool in catalog],
            "problems": [{"server": one.server, "code": one.code, "values": one.values} for one in catalog.problems],
            "servers": [
                {
                    "server": one.server,
                    "kind": one.kind,
                    "state": one.state,
                    "reason": one.reason,
                    "failures": one.failures,
                    "again_in": one.again_in,
                    "tools": sum(1 for tool in catalog if tool.server == one.server),
                    "waiting": sum(1 for tool in catalog if tool.server == one.server and tool.name in quarantined),
                }
                for one in catalog.servers
            ],
        }

    @operation
    def tool_show(self, tool: str) -> JsonObject:
        """One tool whole; of a changed one also what was accepted, as far as it was kept."""
        catalog = self.office.catalog()
        found = catalog.tool(tool)
        if found is None:
            raise NotFound("RINGI-136", tool=tool[:80])
        rules, accepted = self._rules(catalog)
        quarantined = not accepted.allow(found)
        found = apply_confirmation(found, accepted.confirmation(found))
        shown = _listed(found, rules, quarantined)
        if shown["quarantined"]:
            shown |= self._accepted_and_now(found)
        return {**shown, "title": found.title, "output_schema": found.output_schema, "meta": found.meta}

    @operation
    def tool_permit(
        self, tool: str, allowed: bool, only: Any = None, most: Any = None, free: bool = False
    ) -> JsonObject:
        """Allow or forbid a tool; allow it only with certain values (`only`: {argument: [value]}) or up to some
        (`most`: {argument: number}), or `free` of what it was narrowed to before.
        """
        for name, value in (("only", only), ("most", most)):
            if value is not None and not isinstance(value, dict):
                raise Invalid("RINGI-131", operation="tool_permit", argument=name, wanted="JsonObject")
        connected = self.office.catalog().tool(tool)
        limits: JsonObject | None = {} if free else None
        if only or most:
            if connected is None:
                raise NotFound("RINGI-136", tool=tool[:80])
            limits = permissions.narrowed(connected, only or {}, most or {})

        def change(tx: Tx, actor: Actor) -> JsonObject:
            admin(actor)
            if connected is None and not pins.known(tx, tool):
                raise NotFound("RINGI-136", tool=tool[:80])
            done = permissions.keep(tx, tool, allowed, limits, connected.server if connected else "")
            tx.audit("settings.updated", "settings", None, actor_type="user", actor_id=actor.identity, details=done)
            return done

        return self._write(change)

    @operation
    def tool_trust(
        self, tool: str, reads: bool = False, repeatable: bool = False, labels: bool = False, content: Any = None
    ) -> JsonObject:
        """An admin has looked at a changed tool, or at all that a server offers: it may be planned with again. Of one
        tool the admin says what counts: that it only reads, that it can be repeated, that its labels may be shown, and
        which arguments (`content`: [path]) are content. What is not said here is not confirmed any more.
        """
        if content is not None and not (isinstance(content, list) and all(isinstance(one, str) for one in content)):
            raise Invalid("RINGI-131", operation="tool_trust", argument="content", wanted="list of str")
        said = Confirmation(reads=reads, repeatable=repeatable, labels=labels, content=tuple(content or ()))
        catalog = self.office.catalog()
        found = catalog.tool(tool)
        offered = [one for one in catalog if one.server == tool] if found is None else []
        if said != NOTHING and (offered or (found is not None and found.claims is None)):
            raise Invalid("RINGI-690", tool=tool[:80])
        if found is not None:
            said = check_confirmation(found, said)

        def change(tx: Tx, actor: Actor) -> JsonObject:
            admin(actor)
            if offered:
                return {"server": tool, "trusted": True, "tools": pins.accept_server(tx, actor, tool, offered)}
            return pins.trust(tx, actor, found, tool, said)

        return self._write(change)

    @operation
    def server_add(self, name: str, table: JsonObject, anyway: bool = False) -> JsonObject:
        """Write a server into `ringi.toml`, connect it, and accept what it offers. Nothing stays written of one that
        does not answer, unless `anyway`; then what it will offer has to be accepted first.
        """
        self._at_the_machine()
        _no_secrets(table)
        office = self.office
        path = office.home / "ringi.toml"
        _, take_back = servers_file.change(
            path, office.settings.environ, lambda text: servers_file.with_server(text, name, table)
        )
        try:
            catalog, problem = self._connected(name)
            if problem is not None and problem.code == DOWN and not anyway:
                raise Unavailable("RINGI-673", server=name, reason=problem.values.get("reason", ""))
            offered = [tool for tool in catalog if tool.server == name]
            accepted = self._write(lambda tx, actor: _added(tx, actor, name, table, offered, problem is None))
        except BaseException:
            take_back()
            if office.loop is not None:  # a running server has taken it up, and must let go of it
                office.catalog()
            raise
        return {
            "server": name,
            "tools": [_listed(tool, permissions.Rules(), quarantined=False) for tool in offered],
            "accepted": accepted["accepted"],
            "problem": {"code": problem.code, "values": problem.values} if problem is not None else None,
            "sign_in": problem is not None and problem.code == SIGN_IN,
        }

    @operation
    def server_remove(self, name: str) -> JsonObject:
        """Take a server out of `ringi.toml`; its tools are gone at once, and a plan that needs one stops."""
        self._at_the_machine()
        office = self.office
        _, take_back = servers_file.change(
            office.home / "ringi.toml", office.settings.environ, lambda text: servers_file.without_server(text, name)
        )
        try:
            done = self._write(lambda tx, actor: _removed(tx, actor, name))
        except BaseException:
            take_back()
            raise
        office.catalog()
        return done

    @operation
    def server_signed_in(self, name: str, kept: JsonObject) -> JsonObject:
        """Keep what signing in to a server gave, sealed; then look what it offers, to be accepted by name."""
        self._at_the_machine()
        sealed = tool_tokens.sealed(self.office, name, kept)

        def keep(tx: Tx, actor: Actor) -> JsonObject:
            tool_tokens.signed_in(tx, actor, name, sealed)
            return {"server": name, "signed_in": True}

        return self._write(keep)

    # -- how -----------------------------------------------------------------------------------------------------

    def _rules(self, catalog: Catalog) -> tuple[permissions.Rules, pins.Pins]:
        def read(tx: Tx) -> tuple[permissions.Rules, pins.Pins]:
            pins.carry_over(tx, pins.unplaced(pins.pinned(tx), catalog))
            return permissions.rules(tx), pins.pinned(tx)

        rules, accepted = self.office.store.write(read)
        return rules.over(catalog), accepted

    def _at_the_machine(self) -> None:
        admin(self._who())
        self._of_the_house()
        if self._surface != "cli":
            raise Refused("RINGI-674", who=self._who().identity)

    def _connected(self, name: str) -> tuple[Catalog, Problem | None]:
        """The catalogue with the new server in it; a listing that was already under way did not know of it."""
        for _ in range(PATIENCE):
            catalog = self.office.catalog(patience=STARTS_WITHIN)
            problem = next(
                (one for one in catalog.problems if one.server == name and one.code in (DOWN, SIGN_IN)), None
            )
            late = problem is not None and str(problem.values.get("reason", "")).startswith("no answer within")
            if any(one.server == name for one in catalog.servers) and not (late and self.office.loop is not None):
                break
        return catalog, problem

    def _accepted_and_now(self, tool: Tool) -> JsonObject:
        """What was accepted of a changed tool. Where its server was and is, is for those who keep it."""
        accepted = self._accepted(tool.name)
        if not self._who().has("admin"):
            return {"accepted": {**accepted, "place": None} if accepted else None}
        was = self.office.store.write(lambda tx: pins.place_of(tx, tool.server))
        if was is not None and was != dict(tool.whereabouts):
            sides = told(was, tool.whereabouts)
            return {"accepted": {**(accepted or {}), "place": sides["before"]}, "place": sides["now"]}
        return {"accepted": accepted, **({"place": redact(tool.place)} if tool.place else {})}

    def _accepted(self, tool: str) -> JsonObject | None:
        """What the audit log says about the last time somebody accepted it."""
        from sqlalchemy import select

        from ringi.store.schema import tables

        log = tables.audit_logs
        mine = (log.c.tenant_id == self.tenant_id, log.c.resource_id == pins.audited_as(tool))
        rows = self.reads.all(
            select(log.c.details, log.c.actor_id, log.c.timestamp).where(*mine).order_by(log.c.id.desc()).limit(1)
        )
        if not rows:
            return None
        kept = rows[0]["details"] if isinstance(rows[0]["details"], dict) else json.loads(rows[0]["details"])
        return {
            "description": kept.get("description"),
            "input_schema": kept.get("input_schema"),
            "place": kept.get("place"),
            "by": rows[0]["actor_id"],
            "at": rows[0]["timestamp"],
        }


def _listed(tool: Tool, rules: permissions.Rules, quarantined: bool) -> JsonObject:
    return {
        "name": tool.name,
        "server": tool.server,
        "description": tool.description,
        "effect": tool.effect,
        "destructive": tool.destructive,
        "idempotent": tool.idempotent,
        "input_schema": tool.input_schema,
        "allowed": tool.name not in rules.forbidden,
        "constraints": rules.constraints.get(tool.name, {}),
        "quarantined": quarantined,
        "confirmed": _confirmed(tool),
        "unconfirmed": unconfirmed_claims(tool),
        "claimed": asdict(tool.claims) if tool.claims is not None else None,
        "arguments": [one._asdict() for one in propose_arguments(tool)],
    }


def _confirmed(tool: Tool) -> JsonObject | None:
    """What counts of a tool beyond the strictest; None of one that comes with the house."""
    if tool.claims is None:
        return None
    return {
        "reads": tool.effect == "read",
        "repeatable": tool.idempotent,
        "labels": LABELS in tool.meta,
        "content": list(tool.content),
    }


def _no_secrets(table: JsonObject) -> None:
    """What looks like a secret is not written into a file that people read: its name in the environment is."""
    for key, value in table.items():
        plain = {name: one for name, one in value.items() if "${" not in str(one)} if isinstance(value, dict) else value
        if redact({key: plain}) != {key: plain}:
            raise Invalid("RINGI-678", key=key[:40])


def _added(tx: Tx, actor: Actor, name: str, table: JsonObject, offered: list[Tool], reached: bool) -> JsonObject:
    admin(actor)
    accepted = pins.accept_server(tx, actor, name, offered, at_once=reached)
    details = {"server": name, "added": redact(table), "tools": accepted}
    tx.audit(
        "settings.updated", "settings", f"server:{name}", actor_type="user", actor_id=actor.identity, details=details
    )
    return {"accepted": accepted if reached else []}


def _removed(tx: Tx, actor: Actor, name: str) -> JsonObject:
    admin(actor)
    pins.forget_server(tx, name)
    tool_tokens.forget(tx, name)
    details = {"server": name, "removed": True}
    tx.audit(
        "settings.updated", "settings", f"server:{name}", actor_type="user", actor_id=actor.identity, details=details
    )
    return details
