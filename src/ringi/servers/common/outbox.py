"""Messages that would go out, kept where people see them: a line in `outbox.jsonl`, a file to read in `outbox/`.

The line is the record; it is on the disk before the answer is given. Every call sends, also with a key seen before.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from ringi.private_files import open_private, private_folder
from ringi.servers.common import durable
from ringi.servers.common.naming import printable

MAX_TEXT = 40_000
EMPLOYEE = re.compile(r"E[0-9]{3,6}")
_SLACK_USER = re.compile(r"[UW][A-Z0-9]{8,20}")
REQUESTER = "requester"


class Undeliverable(ValueError):
    """The message cannot be sent; the text says why and what would be accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message as it was sent. `to` is who `recipient` turned out to be."""

    message_id: str
    sent_at: str
    recipient: str
    to: str
    text: str
    requested_by: str | None
    key: str | None
    """The step's idempotency key, kept as evidence."""


def address(recipient: str, requester: str | None) -> str:
    """Who is meant. Only the three forms are known; a name or an address is not guessed at."""
    if recipient == REQUESTER:
        if not requester:
            raise Undeliverable("It is not known who the requester is. Give an employee id or a Slack user id.")
        return requester
    if EMPLOYEE.fullmatch(recipient) or _SLACK_USER.fullmatch(recipient):
        return recipient
    raise Undeliverable(
        f"recipient {recipient[:80]!r} is not known: give an employee id such as E001, a Slack user id such as "
        "U0SAMPLE001, or `requester`."
    )


def check(text: str) -> str:
    if not printable(text).strip():
        raise Undeliverable("text is empty: give the message something to say.")
    if len(text) > MAX_TEXT:
        raise Undeliverable(f"text has {len(text)} characters; a message takes {MAX_TEXT}.")
    return text.encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class Outbox:
    """The outbox of one data directory."""

    directory: Path

    def send(self, recipient: str, text: str, *, requester: str | None, key: str | None) -> tuple[Message, Path]:
        """Put a message into the outbox; answers it with the file a person can read."""
        moment = datetime.now(UTC)
        message = Message(
            message_id=secrets.token_hex(8),
            sent_at=moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            recipient=recipient,
            to=address(recipient, requester),
            text=check(text),
            requested_by=requester,
            key=key,
        )
        line = json.dumps(asdict(message), ensure_ascii=False).encode("utf-8", "replace")
        with durable.locked(self.directory / ".outbox.lock"):
            letter = self._letter(moment, message.to)
            draft = letter.with_name(f".{letter.name}.tmp")
            private_folder(draft.parent)
            try:
                with open(draft, "w", encoding="utf-8", errors="replace", opener=open_private) as file:
                    file.write(_letter_text(message))
                durable.append_line(self.directory / "outbox.jsonl", line)
                with suppress(OSError):  # the line is written: the message is sent even if its copy cannot be
                    durable.settle(draft, letter)
            finally:
                with suppress(FileNotFoundError):
                    draft.unlink()
        return message, letter if letter.exists() else self.directory / "outbox.jsonl"

    def forget(self, theirs: Callable[[str], bool]) -> int:
        """Blank the texts of the messages whose key is one of `theirs`; the lines themselves stay. How many."""
        record = self.directory / "outbox.jsonl"
        gone = 0
        with durable.locked(self.directory / ".outbox.lock"):
            if not record.exists():
                return 0
            lines = record.read_bytes().splitlines()
            for at, line in enumerate(lines):
                try:
                    message = json.loads(line)
                except ValueError:  # half a line, left by a crash
                    continue
                if isinstance(message, dict) and message.get("text") and theirs(str(message.get("key") or "")):
                    lines[at] = json.dumps({**message, "text": "", "erased": True}, ensure_ascii=False).encode()
                    gone += 1
            if gone:
                durable.write(record, b"".join(line + b"\n" for line in lines))
        return gone

    def _letter(self, moment: datetime, to: str) -> Path:
        when = moment.strftime("%Y%m%dT%H%M%S") + f".{moment.microsecond // 1000:03d}Z"
        who = re.sub(r"[^0-9A-Za-z_.-]", "_", to)[:60]
        stem, number = f"{when}-{who}", 1
        letter = self.directory / "outbox" / f"{stem}.txt"
        while letter.exists():
            number += 1
            letter = letter.with_name(f"{stem}-{number}.txt")
        return letter


def _letter_text(message: Message) -> str:
    """For reading in a terminal: no character that could move the cursor."""
    to = message.to if message.to == message.recipient else f"{message.to} ({message.recipient})"
    head = f"To: {printable(to)}\nAt: {message.sent_at}\nId: {message.message_id}\n"
    return f"{head}\n{printable(message.text)}\n"
