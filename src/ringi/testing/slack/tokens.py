"""Tokens: who may call as whom, with which scopes, until when; and the codes and refresh tokens they are got with."""

from __future__ import annotations

from dataclasses import dataclass, field

from ringi.testing.slack.clock import Clock
from ringi.testing.slack.ids import Ids
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Refusal


@dataclass(slots=True)
class Token:
    value: str
    kind: str
    team: str
    user: str
    scopes: set[str] = field(default_factory=set)
    expires_at: float | None = None
    revoked: str = ""


class Tokens:
    def __init__(self, clock: Clock, ids: Ids) -> None:
        self.clock = clock
        self.ids = ids
        self.known: dict[str, Token] = {}
        self.codes: dict[str, tuple[str, str, set[str], str, float]] = {}
        self.refreshes: dict[str, Token] = {}

    def add(self, token: Token) -> Token:
        self.known[token.value] = token
        return token

    def mint(self, team: str, user: str, scopes: set[str], *, rotating: bool) -> tuple[Token, str]:
        """A bot token, and with rotation its refresh token."""
        value = self.ids.secret(f"{'xoxe.' if rotating else ''}xoxb-{team}-{{0:d}}-{{1}}")
        token = self.add(Token(value, "bot", team, user, set(scopes)))
        if not rotating:
            return token, ""
        token.expires_at = self.clock.now() + most("token.seconds")
        refresh = self.ids.secret("xoxe-1-{0:d}-{1}")
        self.refreshes[refresh] = token
        return token, refresh

    def check(self, value: str) -> Token:
        """The token behind what was sent, or the refusal Slack gives."""
        if not value:
            raise Refusal("not_authed")
        token = self.known.get(value)
        if token is None:
            raise Refusal("invalid_auth")
        if token.revoked:
            raise Refusal(token.revoked)
        if token.expires_at is not None and self.clock.now() >= token.expires_at:
            raise Refusal("token_expired")
        return token

    def revoke(self, team: str, reason: str) -> list[Token]:
        """Take every bot token of a workspace away; those that were still good are returned."""
        taken = [one for one in self.known.values() if one.team == team and one.kind == "bot" and not one.revoked]
        for token in taken:
            token.revoked = reason
        self.refreshes = {key: one for key, one in self.refreshes.items() if one.team != team}
        return taken
