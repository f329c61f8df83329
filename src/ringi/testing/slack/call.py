"""One call of the Web API: what was asked, by which token, and the double it was asked of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ringi.testing.slack import scopes
from ringi.testing.slack.company import Channel, Team
from ringi.testing.slack.refusal import Json, Refusal, invalid
from ringi.testing.slack.tokens import Token

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double


class _Kept(NamedTuple):
    time: float
    method: str
    team: str
    answer: Json


class Kept(_Kept):
    """A call that was made, kept for those who want to know: time, method, team and answer; also its arguments."""

    arguments: Json
    status: int

    @classmethod
    def of(cls, time: float, call: Call, answer: Json, status: int) -> Kept:
        kept = cls(time, call.method, call.token.team if call.token else "", answer)
        kept.arguments = {key: value for key, value in call.arguments.items() if key != "token"}
        kept.status = status
        return kept


@dataclass(slots=True)
class Call:
    double: Double
    method: str
    arguments: Json
    token: Token | None = None
    basic: tuple[str, str] = ("", "")
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def team(self) -> Team:
        assert self.token is not None
        return self.double.teams[self.token.team]

    def given(self, name: str, default: Any = None) -> Any:
        return self.arguments.get(name, default)

    def required(self, *names: str) -> list[Any]:
        """Arguments without which there is nothing to do."""
        missing = [name for name in names if self.arguments.get(name) in (None, "")]
        if missing:
            raise invalid("invalid_arguments", [f"missing required field: {name}" for name in missing])
        return [self.arguments[name] for name in names]

    def channel(self, *, member: bool = False, name: str = "channel") -> Channel:
        """The conversation meant: an id, a `#name`, or a person's id for the direct one."""
        wanted = str(self.arguments.get(name) or "")
        channel = self.team.channels.get(wanted)
        if channel is None and wanted in self.team.people and wanted != self.team.bot:
            channel = self.team.im(wanted)
        if channel is None:
            named = wanted.removeprefix("#")
            channel = next((one for one in self.team.channels.values() if named and one.name == named), None)
        if channel is None:
            raise Refusal("channel_not_found")
        assert self.token is not None
        scopes.check_channel(self.token, self.method, channel)
        if channel.private and self.team.bot not in channel.members:
            raise Refusal("channel_not_found")
        if member and self.team.bot not in channel.members:
            raise Refusal("not_in_channel")
        return channel


Method = Callable[[Call], Awaitable[Json]]
METHODS: dict[str, Method] = {}
TOKENLESS = {"oauth.v2.access", "oauth.v2.exchange", "api.test"}
KINDS = {
    "apps.connections.open": "app",
    "apps.event.authorizations.list": "app",
    "apps.manifest.export": "config",
}
"""Methods that are not called with a bot token, and what they are called with."""


def method(name: str) -> Callable[[Method], Method]:
    """Let a function answer for a method of the Web API."""

    def take(function: Method) -> Method:
        METHODS[name] = function
        return function

    return take
