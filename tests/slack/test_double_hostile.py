"""Whatever is sent, the double answers as Slack would: taken, or refused by name. It never breaks."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ringi.testing.slack import Refusal
from ringi.testing.slack.blocks import KINDS
from ringi.testing.slack.contents import check_message, check_view
from ringi.testing.slack.elements import INPUTS, PRESSABLE
from ringi.testing.slack.messages import dress
from ringi.testing.slack.wording import rich, wired

NAMES = [
    *[
        "type",
        "text",
        "fields",
        "elements",
        "element",
        "accessory",
        "options",
        "option_groups",
        "label",
        "hint",
        "confirm",
        "title",
        "value",
        "action_id",
    ],
    *[
        "block_id",
        "blocks",
        "placeholder",
        "rows",
        "url",
        "style",
        "image_url",
        "alt_text",
        "initial_value",
        "max_length",
        "submit",
        "close",
    ],
]
KIND = st.sampled_from([*KINDS, *sorted(PRESSABLE | INPUTS), "mrkdwn", "plain_text", "modal", "home"])
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(-1, 9), st.text(max_size=5), KIND)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
        st.builds(
            lambda kind, more: {**more, "type": kind}, KIND, st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
        ),
    )


ANYTHING = st.recursive(PLAIN, objects, max_leaves=25)


@settings(max_examples=150, deadline=None)
@given(ANYTHING, ANYTHING)
def test_any_blocks_and_attachments_are_taken_or_refused_by_name(blocks: Any, inner: Any) -> None:
    for message in ({"text": "x", "blocks": blocks}, {"text": "x", "attachments": [{"blocks": inner}]}):
        try:
            check_message(message, strict=True)
        except Refusal as refusal:
            assert refusal.error in {
                "invalid_blocks",
                "invalid_blocks_format",
                "invalid_attachments",
                "msg_blocks_too_long",
            }
        else:
            dress(message, "1")


@settings(max_examples=100, deadline=None)
@given(ANYTHING)
def test_any_view_is_taken_or_refused_by_name(view: Any) -> None:
    for home in (False, True):
        try:
            check_view(view, home=home)
        except Refusal as refusal:
            assert refusal.error in {"invalid_arguments", "view_too_large"}


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("ab<>&;@!|:/.h組 \n"), max_size=40))
def test_what_is_typed_is_sent_with_no_sign_left_bare(text: str) -> None:
    sent = wired(text)
    assert wired(sent) == sent
    assert rich(sent, "b")[0]["type"] == "rich_text"
    assert "&" not in sent.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "")
