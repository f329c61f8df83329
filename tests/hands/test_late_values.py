"""A value that is only known at run time is asked about, whatever it is called, unless it is confirmed content."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ringi.catalog import Claims
from ringi.errors import Invalid
from ringi.hands.config import Server
from ringi.hands.confirmation import (
    NOTHING,
    Confirmation,
    apply_confirmation,
    check_confirmation,
    narrow,
    propose_arguments,
    unconfirmed,
)
from ringi.hands.late_values import asked_values, describe_late, late_values
from ringi.hands.mcp_hands import McpHands
from ringi.hands.reach import is_recipient
from ringi.hands.tools import Catalog, Effect, Tool

BOUND = {"$from": "step-1", "path": "a.b"}
TEXT = {"$text": "Dear {step-1: name}"}
STRING = {"type": "string"}


def tool(effect: Effect = "write", content: tuple[str, ...] = (), /, **properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties}
    return Tool(name="t", server="s", description="", input_schema=schema, effect=effect, content=content)


def theirs(**properties: Any) -> Tool:
    """A tool of another's server, of which nothing is confirmed."""
    return unconfirmed(tool(**properties), Claims(reads=True, repeatable=True, content=("body",)))


def step(**given: Any) -> dict[str, Any]:
    return {"stepId": "step-2", "tool": "t", "toolInput": given}


def asked(given: dict[str, Any], of: Tool) -> list[str]:
    return [one.path for one in late_values(step(**given), of)]


NAMES = re.findall(
    r"\S+", "to amount account path sql command file_id vendor customer_id body text rows note 宛先 件名 x"
)


@pytest.mark.parametrize("name", NAMES)
def test_no_name_lets_a_late_value_pass(name: str) -> None:
    for shape, path in (
        (BOUND, name),
        (TEXT, name),
        ([BOUND], f"{name}[0]"),
        ({"inner": BOUND}, f"{name}.inner"),
        ([{"a": 1, "b": [TEXT]}], f"{name}[0].b[0]"),
    ):
        assert asked({name: shape}, tool(**{name: {}})) == [path]
    assert asked({name: "E001"}, tool()) == [], "what is written in the plan was seen"
    assert asked({name: {"$text": "no place in it"}}, tool()) == []


def test_a_read_of_the_house_is_not_asked_about_and_one_that_leaves_it_is() -> None:
    assert asked({"query": BOUND}, tool("read", query=STRING)) == []
    assert asked({"query": BOUND}, apply_confirmation(theirs(query=STRING), Confirmation(reads=True))) == ["query"]


def test_what_is_asked_about_says_where_it_comes_from() -> None:
    both = {"$text": "{step-1: mails[0].from} {step-3: name}"}
    assert describe_late(late_values(step(to=both), tool())) == "to ← step-1: mails[0].from + step-3: name"
    steps = [{**step(to=BOUND), "stepId": "step-4"}]
    assert asked_values(steps, Catalog(tools=(tool(),))) == [
        {"stepId": "step-4", "path": "to", "from": [{"step": "step-1", "path": "a.b"}]}
    ]


OPEN: dict[str, Any] = {"type": "object"}
CLOSED = {"type": "object", "properties": {"text": STRING, "bcc": STRING}, "additionalProperties": False}
NOTE = {"type": "object", "properties": {"text": STRING}, "additionalProperties": False}


@pytest.mark.parametrize(
    ("schema", "content", "covered"),
    [
        (STRING, ("x",), True),
        ({"type": ["string", "null"]}, ("x",), True),
        ({"enum": ["a", "b"]}, ("x",), True),
        ({"type": "array", "items": STRING}, ("x",), True),
        ({"type": "array", "items": {"type": "array", "items": {"type": ["number", "string"]}}}, ("x",), True),
        ({"anyOf": [STRING, {"type": "null"}]}, ("x",), True),
        ({"$ref": "#/$defs/Word"}, ("x",), True),
        (STRING, ("y", "x.y"), False),
        ({}, ("x",), False),
        ({"type": "array"}, ("x",), False),
        ({"type": "array", "items": {}}, ("x",), False),
        ({"type": "array", "prefixItems": [STRING]}, ("x",), False),
        (OPEN, ("x",), False),
        (OPEN, ("x.text",), False),
        (OPEN, ("x:all",), True),
        ({"anyOf": [STRING, OPEN]}, ("x",), False),
        (CLOSED, ("x.text",), False),
        (CLOSED, ("x.text", "x.bcc"), True),
        ({"type": "array", "items": NOTE}, ("x.text",), True),
        ({**NOTE, "additionalProperties": True}, ("x.text",), False),
        ({"$ref": "#/$defs/Loop"}, ("x",), False),
        ({"$ref": "https://example.com/other"}, ("x",), False),
        ("nonsense", ("x",), False),
    ],
)
def test_content_covers_plain_values_and_no_object_that_could_hold_something_else(
    schema: Any, content: tuple[str, ...], covered: bool
) -> None:
    made = tool("write", content, x=schema)
    made.input_schema["$defs"] = {"Word": STRING, "Loop": {"$ref": "#/$defs/Loop"}}
    assert asked({"x": BOUND}, made) == ([] if covered else ["x"])


def test_a_field_is_content_only_where_every_form_of_its_object_describes_it() -> None:
    made = tool("write", ("x.text",), x={"anyOf": [NOTE, OPEN]})
    assert asked({"x": {"text": BOUND}}, made) == ["x.text"]
    assert asked({"x": {"text": TEXT}}, made) == [], "a text stays a text"
    assert asked({"x": {"text": BOUND}}, tool("write", ("x.text",), x=NOTE)) == []
    assert asked({"x": {"text": BOUND, "bcc": BOUND}}, tool("write", ("x.text",), x=CLOSED)) == ["x.bcc"]


def test_a_servers_word_is_proposed_and_changes_nothing() -> None:
    made = theirs(body=STRING, to=STRING, options=OPEN)
    assert (made.effect, made.idempotent, made.content) == ("write", False, ())
    proposed = {one.path: (one.claimed, one.confirmed, one.target) for one in propose_arguments(made)}
    assert proposed == {
        "body": (True, False, False),
        "to": (False, False, True),
        "options:all": (False, False, False),
    }
    counted = apply_confirmation(made, Confirmation(reads=True, repeatable=True, content=("body",)))
    assert (counted.effect, counted.idempotent, counted.content) == ("read", True, ("body",))
    assert apply_confirmation(counted, NOTHING) == made


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("nothing", "RINGI-687"),
        ("", "RINGI-687"),
        ("body.text", "RINGI-687"),
        ("to", "RINGI-688"),
        ("amount", "RINGI-688"),
        ("filePath", "RINGI-688"),
        ("message:all", "RINGI-688"),
        ("options", "RINGI-689"),
    ],
)
def test_who_how_much_and_where_is_never_confirmed_as_content(path: str, code: str) -> None:
    names = {"body": STRING, "to": STRING, "amount": {"type": "number"}, "filePath": STRING}
    made = theirs(**names, options=OPEN, message={"type": "object", "properties": {"cc": STRING, "text": STRING}})
    with pytest.raises(Invalid) as refused:
        check_confirmation(made, Confirmation(content=(path,)))
    assert refused.value.code == code
    good = Confirmation(content=("options:all", "message.text", "body"))
    assert check_confirmation(made, good).content == ("body", "message.text", "options:all")


def test_what_was_approved_and_what_is_confirmed_now_never_widen_each_other() -> None:
    approved = {"effect": "write", "idempotent": False, "content": ["body"]}
    wide = replace(theirs(), effect="read", idempotent=True, content=("body", "note"))
    assert (narrow(wide, approved).effect, narrow(wide, approved).idempotent) == ("write", False)
    assert narrow(wide, approved).content == ("body",)
    before = {"effect": "read", "idempotent": True}
    assert narrow(theirs(), before).effect == "write", "a plan from before runs on, as the stricter of both"


RECIPIENTS = re.findall(
    r"\S+",
    """to cc bcc email mail address channel user user_id userId assignee destination target url webhook phone
recipient recipients recipient_id recipientIds to_user toUsers emailAddress email_addresses mail_to mailto send_to
reply-to assignedTo slack_channel channelId channel_name channels webhookURL webhook_url callbackUrl URL uri endpoint
phone_number phoneNumber PHONE user_ids username user_name targets target_id target_employees destination_folder
toAddress to_account attendees invitees payee iban share_with 宛先 送信先メール 收件人""",
)
OTHERS = re.findall(
    r"\S+",
    """text body subject title total tone token stop total_to_date to_date toDate to_row from_date email_body
mail_subject url_text channel_topic_text mailing account_total target_month targetDate target_hours rows header
sheet spreadsheet link
employee_ids employeeIds department month threshold curl userland addressing note auto customer_note phonetic""",
)


def test_names_of_recipients_are_told_from_others() -> None:
    assert [name for name in RECIPIENTS if not is_recipient(name)] == []
    assert [name for name in OTHERS if is_recipient(name)] == []


async def test_the_house_declares_every_argument_of_its_own_tools(tmp_path: Path) -> None:
    hands = McpHands((Server(name="hr"), Server(name="common")), data_dir=tmp_path)
    try:
        catalog = await hands.catalog()
    finally:
        await hands.close()
    found = {one.name: asked(dict.fromkeys(one.input_schema["properties"], BOUND), one) for one in catalog}
    assert {name: paths for name, paths in found.items() if paths} == {
        "send_slack_dm": ["recipient"],
        "write_rows_to_google_sheet": ["spreadsheet"],
    }
