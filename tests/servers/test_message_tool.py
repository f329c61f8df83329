"""A direct message without Slack: on the disk before the answer, where a person can read it, to nobody guessed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from ringi.servers.common.server import build


async def call(data: Path, meta: dict[str, str] | None = None, /, **arguments: Any) -> Any:
    async with Client(build(data)) as client:
        given: Any = meta
        return await client.call_tool("send_slack_dm", arguments, meta=given)


async def send(data: Path, recipient: str, text: str, /, **meta: str) -> dict[str, Any]:
    answer = await call(data, {f"ringi/{name}": value for name, value in meta.items()}, recipient=recipient, text=text)
    assert not answer.is_error, answer.content
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content


def letter_of(answer: dict[str, Any]) -> str:
    return Path(answer["path"]).read_text()


def found(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def lines(data: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (data / "outbox.jsonl").read_text().splitlines()]


async def test_a_message_is_kept_as_a_line_and_as_a_letter(tmp_path: Path) -> None:
    answer = await send(tmp_path, "E001", "残業は 45:30 です。\n確認をお願いします。", idempotencyKey="k")
    (line,) = lines(tmp_path)
    assert line["to"] == line["recipient"] == answer["to"] == "E001"
    assert line["text"] == "残業は 45:30 です。\n確認をお願いします。"
    assert (line["key"], line["message_id"]) == ("k", answer["message_id"])
    letter = Path(answer["path"])
    assert letter.parent == tmp_path / "outbox"
    assert letter.name.endswith("-E001.txt")
    assert "To: E001\n" in letter_of(answer)
    assert letter_of(answer).endswith("\n\n残業は 45:30 です。\n確認をお願いします。\n")


async def test_the_requester_is_whoever_the_caller_says_asked(tmp_path: Path) -> None:
    answer = await send(tmp_path, "requester", "できました", requester="cli:aki")
    assert (answer["recipient"], answer["to"], answer["channel"]) == ("requester", "cli:aki", "outbox")
    assert Path(answer["path"]).name.endswith("-cli_aki.txt")
    assert lines(tmp_path)[0]["requested_by"] == "cli:aki"


async def test_a_slack_user_is_a_recipient(tmp_path: Path) -> None:
    assert (await send(tmp_path, "U0SAMPLE012", "hello"))["to"] == "U0SAMPLE012"


async def test_every_call_sends_even_with_the_same_key(tmp_path: Path) -> None:
    for _ in range(2):
        await send(tmp_path, "E001", "hello", idempotencyKey="same")
    assert len(lines(tmp_path)) == 2
    assert len(found(tmp_path / "outbox")) == 2


async def test_messages_sent_at_once_all_arrive(tmp_path: Path) -> None:
    await asyncio.gather(*(send(tmp_path, "E001", f"message {n}") for n in range(10)))
    assert {line["text"] for line in lines(tmp_path)} == {f"message {n}" for n in range(10)}
    assert len(found(tmp_path / "outbox")) == 10


@pytest.mark.parametrize(
    ("recipient", "text", "words"),
    [
        ("佐藤", "hello", "employee id such as E001"),
        ("ken.sato@example.com", "hello", "is not known"),
        ("#general", "hello", "is not known"),
        ("E001\n", "hello", "is not known"),
        ("u0sample001", "hello", "is not known"),
        ("", "hello", "is not known"),
        ("requester", "hello", "not known who the requester is"),
        ("E001", "", "text is empty"),
        ("E001", " \n\x00\t", "text is empty"),
        ("E001", "x" * 40_001, "a message takes 40000"),
    ],
)
async def test_what_cannot_be_delivered_is_refused_and_leaves_nothing(
    tmp_path: Path, recipient: str, text: str, words: str
) -> None:
    answer = await call(tmp_path, recipient=recipient, text=text)
    assert answer.is_error
    assert words in answer.content[0].text
    assert found(tmp_path) == []


async def test_forty_thousand_characters_are_still_a_message(tmp_path: Path) -> None:
    await send(tmp_path, "E001", "字" * 40_000)
    assert len(lines(tmp_path)[0]["text"]) == 40_000


async def test_a_letter_cannot_move_the_cursor_of_who_reads_it(tmp_path: Path) -> None:
    answer = await send(tmp_path, "requester", "a\x1b[2Jb\ud800", requester="cli:x\x1b[31m/../y")
    letter = Path(answer["path"])
    assert letter.parent == tmp_path / "outbox"
    assert "\x1b" not in letter_of(answer) and "\x1b" not in letter.name
    assert lines(tmp_path)[0]["text"] == "a\x1b[2Jb?"


async def test_a_directory_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "outbox.jsonl").mkdir()
    answer = await call(tmp_path, recipient="E001", text="hello")
    assert answer.is_error
    assert "cannot be written to" in answer.content[0].text
    assert found(tmp_path / "outbox") == []


async def test_the_tools_say_what_they_do_to_the_world(tmp_path: Path) -> None:
    async with Client(build(tmp_path)) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == {"write_rows_to_google_sheet", "send_slack_dm"}
    sheet, message = tools["write_rows_to_google_sheet"], tools["send_slack_dm"]
    assert list(sheet.input_schema["properties"]) == ["spreadsheet", "sheet", "header", "rows"]
    assert list(message.input_schema["properties"]) == ["recipient", "text"]
    for tool, idempotent in ((sheet, True), (message, False)):
        assert tool.annotations is not None and tool.meta is not None and tool.output_schema is not None
        assert tool.annotations.read_only_hint is False
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.idempotent_hint is idempotent
        fields = {*tool.input_schema["properties"], *tool.output_schema["properties"]}
        assert fields <= set(tool.meta["ringi/labels"])
    assert message.annotations is not None and message.annotations.open_world_hint is True
    assert message.meta is not None and message.meta["ringi/provenance"] == {"recipient": "literal"}
