"""Text that a tool has read must not choose who is written to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.provenance import is_recipient, late_bound
from ringi.hands.tools import Effect, Tool

BOUND = {"$from": "step-1", "path": "author"}
TEXT = {"$text": "{step-1: author}"}


def tool(effect: Effect = "write", provenance: Any = None, **properties: Any) -> Tool:
    meta = {} if provenance is None else {"ringi/provenance": provenance}
    return Tool(name="t", server="s", description="", effect=effect, meta=meta, input_schema={"properties": properties})


def step(**given: Any) -> dict[str, Any]:
    return {"stepId": "step-2", "tool": "t", "toolInput": given}


@pytest.mark.parametrize("declared", ["literal", "request", "litteral"])
@pytest.mark.parametrize("value", [BOUND, TEXT, [BOUND], {"deep": [{"er": TEXT}]}])
def test_an_argument_that_had_to_be_known_at_the_gate_is_named_when_it_is_bound(declared: str, value: Any) -> None:
    assert late_bound(step(account=value, note=value), tool(provenance={"account": declared})) == ["account"]


def test_what_is_written_in_the_plan_is_never_late() -> None:
    assert late_bound(step(account="A-1", recipient="E001"), tool(provenance={"account": "literal"})) == []


def test_a_read_is_never_asked_about() -> None:
    assert late_bound(step(account=BOUND), tool("read", {"account": "literal"})) == []


def test_a_recipient_counts_as_literal_even_if_its_tool_says_nothing() -> None:
    assert late_bound(step(recipient=BOUND, text=TEXT), tool()) == ["recipient"]
    assert late_bound(step(message={"recipient": BOUND}), tool()) == ["message"]
    assert late_bound(step(messages=[{"to_user": BOUND}]), tool()) == ["messages"]
    assert late_bound(step(recipient=BOUND), tool(provenance={"recipient": "any"})) == []


def test_an_object_bound_as_a_whole_may_bring_its_own_recipient_along() -> None:
    schema = {"type": "array", "items": {"properties": {"recipient": {"type": "string"}}}}
    assert late_bound(step(messages=BOUND), tool(messages=schema)) == ["messages"]
    assert late_bound(step(rows=BOUND), tool(rows={"type": "array"})) == []


def test_a_trusted_argument_may_come_from_trusted_steps_only() -> None:
    careful = tool(provenance={"amount": "trusted"})
    assert late_bound(step(amount=BOUND), careful) == ["amount"]
    assert late_bound(step(amount=BOUND), careful, trusted={"step-1"}) == []
    assert late_bound(step(amount={"$text": "{step-1: a}{step-3: b}"}), careful, trusted={"step-1"}) == ["amount"]


REACHING = re.findall(
    r"\S+",
    """to cc bcc email mail address channel user user_id userId assignee destination target url webhook phone
recipient recipients recipient_id recipientIds to_user toUsers emailAddress email_addresses mail_to mailto send_to
reply-to assignedTo slack_channel channelId channel_name channels webhookURL webhook_url callbackUrl URL uri endpoint
phone_number phoneNumber PHONE user_ids username user_name targets target_id target_employees destination_folder
toAddress to_account attendees invitees payee iban share_with 宛先 送信先メール 收件人""",
)
INNOCENT = re.findall(
    r"\S+",
    """text body subject title total tone token stop total_to_date to_date toDate to_row from_date email_body
mail_subject url_text channel_topic_text mailing account_total target_month targetDate target_hours rows header
sheet spreadsheet link
employee_ids employeeIds department month threshold curl userland addressing note auto customer_note phonetic""",
)


@pytest.mark.parametrize("name", REACHING)
def test_whoever_or_wherever_a_write_reaches_has_to_be_written_in_the_plan(name: str) -> None:
    assert late_bound(step(**{name: BOUND}), tool()) == [name]
    assert late_bound(step(wrapped=[{name: BOUND}]), tool()) == ["wrapped"]
    assert late_bound(step(wrapped=BOUND), tool(wrapped={"properties": {name: {}}})) == ["wrapped"]
    assert late_bound(step(**{name: BOUND}), tool(provenance={name: "any"})) == []
    assert late_bound(step(**{name: BOUND}), tool("read")) == []
    assert late_bound(step(**{name: "E001"}), tool()) == []


@pytest.mark.parametrize("name", INNOCENT)
def test_what_only_sounds_like_a_recipient_may_be_bound(name: str) -> None:
    assert not is_recipient(name)
    assert late_bound(step(**{name: BOUND}), tool()) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/Message"},
        {"anyOf": [{"$ref": "#/$defs/Message"}, {"type": "null"}]},
        {"type": "array", "prefixItems": [{"allOf": [{"$ref": "#/$defs/Message"}]}]},
        {"additionalProperties": {"$ref": "#/$defs/Thread"}},
    ],
)
def test_a_recipient_is_found_behind_references_and_choices_of_the_schema(schema: Any) -> None:
    message = {"properties": {"channel": {"type": "string"}}}
    thread = {"properties": {"next": {"$ref": "#/$defs/Thread"}, "first": {"$ref": "#/$defs/Message"}}}
    whole = {"properties": {"content": schema}, "$defs": {"Message": message, "Thread": thread}}
    writer = Tool(name="t", server="s", description="", input_schema=whole)
    assert late_bound(step(content=BOUND), writer) == ["content"]
    assert late_bound(step(content=[BOUND]), writer) == ["content"]
    assert late_bound(step(content={"first": BOUND}), writer) == (["content"] if "Thread" in str(schema) else [])
    assert late_bound(step(content={"channel": "#general", "text": BOUND}), writer) == []


async def test_no_read_and_no_sheet_of_the_house_is_asked_about(tmp_path: Path) -> None:
    hands = McpHands((Server(name="hr"), Server(name="common")), data_dir=tmp_path)
    try:
        catalog = await hands.catalog()
    finally:
        await hands.close()
    asked = {one.name: late_bound(step(**dict.fromkeys(one.input_schema["properties"], BOUND)), one) for one in catalog}
    assert {name: names for name, names in asked.items() if names} == {"send_slack_dm": ["recipient"]}
