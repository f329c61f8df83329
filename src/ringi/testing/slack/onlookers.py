"""The page of the double and what it asks for: the state, that it changed, and what the person at it does."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from ringi.testing.slack.company import APP, Channel, Person, Team
from ringi.testing.slack.delivery import Ack
from ringi.testing.slack.page import HEADERS, served
from ringi.testing.slack.refusal import Json, Refusal

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double

DOES = {
    "post": ("post", ("channel", "text", "thread_ts")),
    "press": ("press", ("channel", "ts", "action_id", "value", "block_id", "view_id", "values")),
    "submit": ("submit", ("view_id", "values")),
    "close": ("close", ("view_id",)),
    "command": ("command", ("channel", "command", "text")),
    "shortcut": ("shortcut", ("channel", "ts", "callback_id")),
    "open_home": ("open_home", ("tab",)),
    "stop": ("stop_session", ("channel", "thread_ts")),
}
NEEDED = {"press": ("channel", "ts"), "shortcut": ("channel", "ts")}
NO_ANSWER = {"timeout", "http_timeout", "http_error", "connection_failed"}


class Onlookers:
    def __init__(self, double: Double) -> None:
        self.double = double

    def routes(self, app: web.Application) -> None:
        app.router.add_get("/", self.page)
        app.router.add_get("/page/{name}", self.page)
        app.router.add_get("/_double/state", self.state)
        app.router.add_get("/_double/changes", self.changes)
        app.router.add_post("/_double/act", self.act)

    async def page(self, request: web.Request) -> web.Response:
        found = served(request.match_info.get("name", ""))
        if found is None:
            return web.Response(status=404)
        return web.Response(body=found.body, headers={**HEADERS, "Content-Type": found.content_type})

    async def state(self, request: web.Request) -> web.Response:
        team = self.double.teams.get(request.query.get("team", "")) or next(iter(self.double.teams.values()))
        text = json.dumps(seen(self.double, team), ensure_ascii=False)
        return web.Response(text=text, content_type="application/json", headers={"Cache-Control": "no-store"})

    async def changes(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: the new version, each time there is one."""
        told = int(request.query.get("after") or 0)
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await stream.prepare(request)
        with contextlib.suppress(ConnectionError):
            while not self.double.changes.closed:
                told = await self.double.changes.after(told)
                await stream.write(f"data: {json.dumps({'version': told})}\n\n".encode())
        return stream

    async def act(self, request: web.Request) -> web.Response:
        """One act of a person's. Only this page may ask for it: another site's form cannot send JSON."""
        if request.content_type != "application/json":
            return web.json_response({"ok": False, "error": "invalid_json"}, status=415)
        try:
            given = await request.json()
        except (json.JSONDecodeError, UnicodeDecodeError):
            given = None
        if not isinstance(given, dict) or given.get("do") not in DOES or not isinstance(given.get("user"), str):
            return web.json_response({"ok": False, "error": "invalid_arguments"}, status=400)
        return web.json_response(await self._done(given))

    async def _done(self, given: Json) -> Json:
        name, parts = DOES[given["do"]]
        arguments: dict[str, Any] = {part: given[part] for part in parts if given.get(part) is not None}
        arguments |= {part: None for part in NEEDED.get(given["do"], ()) if part not in arguments}
        try:
            done = await getattr(self.double, name)(given["user"], **arguments)
        except Refusal as refusal:
            return refusal.answer()
        except TypeError:
            return {"ok": False, "error": "invalid_arguments"}
        return outcome(done)


def outcome(done: Any) -> Json:
    """What the page is told: that it went through, what is wrong with the form, or that nobody answered."""
    if not isinstance(done, Ack):
        return {"ok": True, "ts": done}
    body = done.body if isinstance(done.body, dict) else {}
    told: Json = {"ok": done.ok}
    if body.get("response_action") == "errors":
        told = {"ok": False, "error": "errors", "errors": body.get("errors")}
    elif not done.ok:
        told["error"] = "no_answer" if done.reason in NO_ANSWER else done.reason
    return told


def seen(double: Double, team: Team) -> Json:
    """Everything there is to be seen in one workspace."""
    now = double.clock.now()
    for person in team.people.values():
        if not person.bot:
            team.im(person.id)
    return {
        "version": double.changes.version,
        "now": now,
        "team": {"id": team.id, "name": team.name, "domain": team.domain, "installed": team.installed},
        "teams": [{"id": one.id, "name": one.name} for one in double.teams.values()],
        "me": {"user": next(iter(team.people)), "bot": team.bot},
        "app": {
            "id": APP,
            "name": team.people[team.bot].real_name,
            "bot": team.bot,
            "connected": bool(double.sockets.open or double.events_url),
            "commands": double.commands,
            "shortcuts": double.shortcuts,
        },
        "users": [_user(team, one) for one in team.people.values()],
        "channels": [_channel(one) for one in team.channels.values()],
        "messages": {one.id: one.messages for one in team.channels.values()},
        "views": {user: stack[-1] for user, stack in team.modals.items() if stack},
        "homes": team.homes,
        "status": {key: held["words"] for key, held in team.status.items() if now < held["until"]},
        "loading": {key: held["loading"] for key, held in team.status.items() if now < held["until"]},
        "sessions": team.sessions,
        "prompts": team.prompts,
        "titles": team.titles,
    }


def _user(team: Team, person: Person) -> Json:
    return {
        "id": person.id,
        "name": person.name,
        "real_name": person.real_name,
        "locale": person.locale,
        "is_bot": person.bot,
        "bot_id": team.bot_id if person.bot else None,
        "is_admin": person.admin,
        "deleted": person.deleted,
        "profile": {"display_name": person.real_name},
    }


def _channel(channel: Channel) -> Json:
    return {
        "id": channel.id,
        "name": channel.name,
        "is_im": bool(channel.im_user),
        "user": channel.im_user,
        "is_private": channel.private,
        "is_archived": channel.archived,
        "members": sorted(channel.members),
        "num_members": len(channel.members),
    }
