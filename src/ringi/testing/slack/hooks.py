"""response_url: a way back to the place of a press, five times within half an hour, no token needed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from ringi.testing.slack import messages
from ringi.testing.slack.contents import check_message
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json, Refusal

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double


@dataclass(slots=True)
class Hook:
    team: str
    channel: str
    user: str
    ts: str
    made: float
    uses: int = 0


class Hooks:
    def __init__(self, double: Double) -> None:
        self.double = double
        self._known: dict[str, Hook] = {}

    def new(self, team: str, channel: str, user: str, ts: str) -> str:
        name = self.double.ids.secret(f"{team}/{{0:d}}/{{1}}")
        self._known[name] = Hook(team, channel, user, ts, self.double.clock.now())
        return f"{self.double.address}/actions/{name}"

    async def answer(self, request: web.Request) -> web.Response:
        try:
            given = json.loads(await request.text())
            self.use(request.match_info["name"], given)
        except (json.JSONDecodeError, UnicodeDecodeError):
            return web.json_response({"ok": False, "error": "invalid_payload"}, status=400)
        except Refusal as refusal:
            self.double.note("response_url", refusal.error, refusal.fields)
            return web.json_response(refusal.answer(), status=404 if refusal.error.endswith("_url") else 400)
        return web.Response(text="ok")

    def use(self, name: str, given: Json) -> None:
        """Write, replace or delete what the url stands for."""
        hook = self._known.get(name)
        if hook is None:
            raise Refusal("invalid_url")
        if hook.uses >= most("response_url.uses"):
            raise Refusal("used_url")
        if self.double.clock.now() > hook.made + most("response_url.seconds"):
            raise Refusal("expired_url")
        hook.uses += 1
        self.double.answer_at(hook.team, hook.channel, hook.user, hook.ts, given)


def reply(double: Double, team_id: str, channel_id: str, user: str, ts: str, given: Json) -> None:
    """What a response_url, or the body of a command's acknowledgement, does to the conversation."""
    team = double.teams[team_id]
    channel = team.channels[channel_id]
    original = messages.find(channel, ts) if ts else None
    if given.get("delete_original") and original is not None:
        double.remove(team, channel, original)
        return
    check_message(given, strict=double.strict)
    if given.get("replace_original") and original is not None:
        double.rewrite(team, channel, original, given)
        return
    public = given.get("response_type") == "in_channel"
    thread = given.get("thread_ts") or (original or {}).get("thread_ts")
    double.write(team, channel, {**given, "thread_ts": thread}, only_for="" if public else user)
