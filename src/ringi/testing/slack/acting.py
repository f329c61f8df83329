"""What people do in the double: write, press, fill in, call commands, look at the app's home, stop it.

A press, a form, a command or a shortcut returns when the app has acknowledged it or its three seconds are over; what
the app is only told of as an event goes on by itself.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ringi.testing.slack import messages, payloads, pressing
from ringi.testing.slack.delivery import Ack
from ringi.testing.slack.modals import state_of, told
from ringi.testing.slack.refusal import Json, Refusal
from ringi.testing.slack.submitting import Submitting
from ringi.testing.slack.wording import wired

if TYPE_CHECKING:
    from ringi.testing.slack.company import Channel, Team


class Acting(Submitting):
    """The people's side of the double."""

    def team_of(self, user: str) -> Team:
        for team in self.teams.values():
            if user in team.people:
                return team
        raise Refusal("user_not_found")

    def _place(self, user: str, channel: str) -> tuple[Team, Channel]:
        team = self.team_of(user)
        found = team.channels.get(channel)
        if found is None:
            raise Refusal("channel_not_found")
        if user not in found.members:
            raise Refusal("not_in_channel")
        return team, found

    async def post(self, user: str, channel: str, text: str, thread_ts: str | None = None) -> str:
        """Write into a channel, a thread or a direct conversation; `@Ringi` in it is a mention. Returns the ts."""
        team, place = self._place(user, channel)
        if place.archived:
            raise Refusal("is_archived")
        ts = self.ids.ts()
        text = wired(text.replace(f"@{team.people[team.bot].real_name}", f"<@{team.bot}>"))
        message: Json = {
            "type": "message",
            "user": user,
            "ts": ts,
            "client_msg_id": self.ids.secret("{1}"),
            "text": text,
            "team": team.id,
        }
        if thread_ts:
            root = messages.find(place, thread_ts)
            if root is None:
                raise Refusal("thread_not_found")
            message |= {"thread_ts": thread_ts, "parent_user_id": root["user"]}
        place.messages.append(message)
        if thread_ts:
            messages.count_replies(place, thread_ts)
        self.changes.tell()
        self.tell_app(team, payloads.message_event(place, message))
        if f"<@{team.bot}>" in text and not place.im_user:
            self.tell_app(team, payloads.mention_event(place, message))
        return ts

    async def mention(self, user: str, channel: str, text: str, thread_ts: str | None = None) -> str:
        return await self.post(user, channel, f"<@{self.team_of(user).bot}> {text}", thread_ts)

    async def dm(self, user: str, text: str, thread_ts: str | None = None) -> str:
        """Write to the app in its own conversation with this person."""
        return await self.post(user, self.team_of(user).im(user).id, text, thread_ts)

    async def press(
        self,
        user: str,
        channel: str | None,
        ts: str | None,
        action_id: str,
        value: str | None = None,
        block_id: str | None = None,
        *,
        view_id: str | None = None,
        values: dict[str, Any] | None = None,
        late: bool = False,
    ) -> Ack:
        """Press a button or choose from a menu on a message; with no channel, in the open modal or on the home.

        `late` presses what an earlier version of the message showed, as someone does whose screen is behind.
        """
        if not channel or view_id:
            return await self._press_in_view(user, action_id, value, block_id, view_id, values or {})
        team, place = self._place(user, channel)
        message = messages.find(place, str(ts))
        if message is None or message.get("ephemeral_for", user) != user:
            raise Refusal("message_not_found")
        seen = [message, *reversed(self.versions[place.id, str(ts)])] if late else [message]
        for version in seen:
            found = pressing.on_message(version, action_id, value, block_id, self.ids.ts())
            if found is not None:
                payload = payloads.press_on_message(self.whole, team, user, place, message, found)
                return await self.send_interaction("interactive", payload, "press")
        raise Refusal("no_such_action")

    async def _press_in_view(
        self,
        user: str,
        action_id: str,
        value: str | None,
        block_id: str | None,
        view_id: str | None,
        values: dict[str, Any],
    ) -> Ack:
        team = self.team_of(user)
        shown = [*reversed(team.modals.get(user, []))][:1]
        if user in team.homes:
            shown.append(team.homes[user])
        for view in shown:
            if view_id and view["id"] != view_id:
                continue
            action = pressing.in_view(view, action_id, value, block_id, self.ids.ts())
            if action is not None:
                view["state"] = {"values": state_of(view, values)}
                payload = payloads.press_in_view(self.whole, team, user, told(view), action)
                return await self.send_interaction("interactive", payload, "press")
        raise Refusal("no_such_action")

    async def command(self, user: str, channel: str, command: str, text: str = "") -> Ack:
        """A slash command; what the app answers at once is shown where it was typed."""
        team, place = self._place(user, channel)
        payload = payloads.command(self.whole, team, user, place, command, text)
        ack = await self.send_interaction("slash_commands", payload, command)
        if ack.ok and ack.body:
            given = ack.body if isinstance(ack.body, dict) else {"text": str(ack.body)}
            self.answer_at(team.id, place.id, user, "", given)
        return ack

    async def shortcut(self, user: str, channel: str | None, ts: str | None, callback_id: str) -> Ack:
        """The shortcut in a message's menu, or without a message the one of the whole workspace."""
        if not channel:
            payload = payloads.interaction(self.whole, self.team_of(user), user, "shortcut")
            payload |= {"callback_id": callback_id, "action_ts": self.ids.ts()}
            return await self.send_interaction("interactive", payload, callback_id)
        team, place = self._place(user, channel)
        message = messages.find(place, str(ts))
        if message is None:
            raise Refusal("message_not_found")
        payload = payloads.message_shortcut(self.whole, team, user, place, message, callback_id)
        return await self.send_interaction("interactive", payload, callback_id)

    async def open_home(self, user: str, tab: str = "home") -> None:
        """Look at the app: its home, or with `messages` the conversation with it."""
        team = self.team_of(user)
        inner: Json = {
            "type": "app_home_opened",
            "user": user,
            "channel": team.im(user).id,
            "tab": tab,
            "event_ts": self.ids.ts(),
        }
        if tab == "home" and user in team.homes:
            inner["view"] = told(team.homes[user])
        self.tell_app(team, inner)

    async def stop_session(self, user: str, channel: str, thread_ts: str) -> None:
        """The stop button that is shown while the app says it is at work."""
        team, place = self._place(user, channel)
        session = team.sessions.get(f"{channel}:{thread_ts}")
        if session is None or session["status"] != "processing":
            raise Refusal("not_processing")
        stopped = [
            one
            for one in place.messages
            if one.get("thread_ts") == thread_ts and one.get("streaming_state") == "in_progress"
        ]
        for message in stopped:
            message["streaming_state"] = "stopped"
        self.changes.tell()
        inner = {
            "type": "agent_session_stopped",
            "channel": channel,
            "thread_ts": thread_ts,
            "user": user,
            "streaming_message_ts": [one["ts"] for one in stopped],
            "event_ts": self.ids.ts(),
        }
        self.tell_app(team, inner)

    # -- what is to be seen --------------------------------------------------------------------------------------

    def messages(self, channel: str, thread_ts: str | None = None, *, user: str | None = None) -> list[Json]:
        """The messages of a channel or thread as they are kept; with `user`, without notes for others."""
        for team in self.teams.values():
            if channel in team.channels:
                held = team.channels[channel].messages
                if thread_ts:
                    held = [one for one in held if thread_ts in (one["ts"], one.get("thread_ts"))]
                seen = [one for one in held if user is None or one.get("ephemeral_for", user) == user]
                return copy.deepcopy(seen)
        raise Refusal("channel_not_found")

    def view(self, user: str) -> Json | None:
        """The modal the person looks at."""
        stack = self.team_of(user).modals.get(user)
        return copy.deepcopy(stack[-1]) if stack else None

    def home(self, user: str) -> Json | None:
        return copy.deepcopy(self.team_of(user).homes.get(user))

    def status(self, channel: str, thread_ts: str = "") -> str:
        """What the app says there that it is doing, while that still holds."""
        for team in self.teams.values():
            held: dict[str, Any] | None = team.status.get(f"{channel}:{thread_ts}")
            if held and self.clock.now() < held["until"]:
                return str(held["words"])
        return ""
