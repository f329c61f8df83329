"""Words for one person only: why a press or a reply did nothing, who decided and when. Not the channel's business."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from slack_sdk.errors import SlackApiError

from ringi.errors import RingiError, Unavailable
from ringi.slack.app.desk import Person
from ringi.slack.app.faces import Sender, mention
from ringi.slack.cards.text import escape, head, line
from ringi.words import say
from ringi.words.errors import message

Json = dict[str, Any]
LONGEST = 2_800
TO_YOU = {
    "RINGI-202": "note_neither",
    "RINGI-203": "note_own",
    "RINGI-204": "note_not_yours",
    "RINGI-207": "note_off",
}
"""Refusals of the one who is told: said to them, not about them."""
FAILED = (SlackApiError, Unavailable)
"""What a call of ours to Slack may end in: refused, or no answer."""


def reason_of(error: BaseException) -> str:
    """Slack's name for what went wrong, or the kind of error; nothing of what was sent."""
    if isinstance(error, SlackApiError):
        return str(error.response.get("error") or "unknown")
    return error.code if isinstance(error, RingiError) else type(error).__name__


def when(moment: str) -> str:
    """A time of the records in the reader's own zone."""
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return escape(moment)
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return f"<!date^{int(at.timestamp())}^{{date_num}} {{time_secs}}|{at:%Y-%m-%d %H:%M:%S} UTC>"


def explain(error: RingiError, person: Person) -> str:
    """What an error means to the one who pressed, in their language, with people and times as Slack shows them."""
    lang, values = person.lang, error.values
    if error.code == "RINGI-211":
        state = say("core", f"approval.{values['state']}", lang)
        if values.get("who") == person.user_id:
            return say("slack_app", "note_decided_you", lang, state=state, when=when(str(values["when"])))
        who = mention(str(values["who"]))
        return say("slack_app", "note_decided", lang, state=state, who=who, when=when(str(values["when"])))
    if error.code == "RINGI-201":
        roles = [say("core", f"role.{role.strip()}", lang).lower() for role in str(values["roles"]).split(",")]
        joined = {"ja": "・", "en": " or ", "zh": "或"}[lang].join(roles)
        return say("slack_app", "note_not_entitled", lang, roles=joined)
    if error.code in ("RINGI-700", "RINGI-250"):
        return say("slack_app", "note_old_card", lang)
    if error.code in TO_YOU and values.get("who") == person.user_id:
        return say("slack_app", TO_YOU[error.code], lang)
    shown = {key: line(value) for key, value in values.items()}
    if "who" in values:
        shown["who"] = mention(str(values["who"]))
    return message(error.code, lang, shown)


class Notes:
    """Tells one person something, where they are."""

    def __init__(self, sender: Sender, log: logging.Logger) -> None:
        self._sender = sender
        self._log = log

    async def tell(self, person: Person, text: str, channel: str = "", thread_ts: str = "", **more: Any) -> None:
        """Privately in the thread; in their direct messages when they cannot be reached there."""
        said: Json = {"text": text[:LONGEST], **more}
        try:
            if channel and not channel.startswith("D"):
                where: Json = {"channel": channel, "user": person.user_id}
                if thread_ts:
                    where["thread_ts"] = thread_ts
                try:
                    await self._sender.say(person.team_id, "chat.postEphemeral", {**where, **said}, urgency=0)
                    return
                except SlackApiError:
                    channel = thread_ts = ""
            where = {"channel": channel or person.user_id, **({"thread_ts": thread_ts} if thread_ts else {})}
            await self._sender.say(person.team_id, "chat.postMessage", {**where, **said}, urgency=0)
        except FAILED as error:
            self._log.warning("slack: a note could not be given: %s", reason_of(error))

    async def refuse(
        self, person: Person, error: RingiError, channel: str = "", thread_ts: str = "", text: str = ""
    ) -> None:
        """Why nothing was done; what they had typed is given back, so that it is not lost."""
        note = explain(error, person)
        if text.strip():
            kept = "\n>".join(head(escape(text.strip()), 1_500).split("\n"))
            note += "\n" + say("slack_app", "note_kept_reason", person.lang, text=kept)
        await self.tell(person, note, channel, thread_ts)


def metadata_of(view: Json) -> Json:
    """What a modal of ours carries; nothing when it is not ours."""
    try:
        found = json.loads(view.get("private_metadata") or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
