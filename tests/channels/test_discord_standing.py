"""Who is a developer on Discord, and what an approval looks like there: by numbers alone, and exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.channels.config import Discord
from ringi.channels.discord.rendering import CUSTOM_ID, MOST, asked, custom_id, harmless, settled
from ringi.channels.discord.standing import Spoken, answer, authority, heard

SERVER, CHANNEL, PUBLIC, OWNER = 11, 12, 13, 100
CONFIG = Discord(token="t", server=SERVER, channel=CHANNEL, owners={OWNER: "aki"}, public=frozenset({PUBLIC}))


def spoken(text: str = "hello", **changes: object) -> Spoken:
    usual = {"id": 5, "server": SERVER, "channel": CHANNEL, "author": OWNER, "username": "aki", "person": True}
    return Spoken(**{**usual, "text": text, **changes})  # type: ignore[arg-type]


@given(st.sampled_from((None, 0, SERVER, CHANNEL, 77)), st.sampled_from((0, SERVER, OWNER, OWNER + 1)))
def test_a_developer_is_an_owner_in_the_developers_server_and_nobody_else(server: int | None, author: int) -> None:
    assert (authority(CONFIG, server, author) == "developer") == (server == SERVER and author == OWNER)


@given(st.sampled_from((None, 0, SERVER, CHANNEL, 77)), st.sampled_from((0, SERVER, OWNER, OWNER + 1)))
def test_without_owners_nobody_is_a_developer(server: int | None, author: int) -> None:
    assert authority(Discord(token="t", server=SERVER, channel=CHANNEL), server, author) == "public"


def test_a_developers_words_arrive_as_they_are_and_the_publics_with_their_number() -> None:
    owner, other = heard(CONFIG, spoken()), heard(CONFIG, spoken(author=101, username="aki"))
    assert owner is not None and (owner.authority, owner.text) == ("developer", "hello")
    assert other is not None and (other.authority, other.text) == ("public", "aki (101): hello")


@pytest.mark.parametrize(
    "changes",
    [{"person": False}, {"channel": 99}, {"text": ""}, {"text": " \u200b\x00\n"}, {"server": None, "channel": 7}],
)
def test_robots_other_places_and_nothing_at_all_are_not_heard(changes: dict[str, object]) -> None:
    assert heard(CONFIG, spoken(**changes)) is None  # type: ignore[arg-type]


def test_an_owner_outside_the_developers_server_is_the_public() -> None:
    found = heard(CONFIG, spoken(server=77, channel=PUBLIC))
    assert found is not None and found.authority == "public"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *[("y", (True, "")), (" Y\n", (True, "")), ("n", (False, "")), ("n: not now", (False, "not now"))],
        *[
            ("n、今はだめ", (False, "今はだめ")),
            ("no", (False, "")),
            ("はい", (True, "")),
            ("yes please", None),
            ("y go on", None),
            ("now", None),
        ],
    ],
)
def test_an_answer_is_y_or_n_and_any_other_words_are_words(text: str, expected: object) -> None:
    assert answer(text) == expected


def test_two_lines_stand_exactly_in_a_block_with_risk_and_digest() -> None:
    found = asked(
        {"id": "A", "lines": ["rm -rf build", "./build"], "risk": {"level": "high"}, "digest": "0123456789abcdef" * 4},
        "en",
    )
    assert found.whole and "```\nrm -rf build\n./build\n```" in found.text
    assert "risk: high" in found.text and "0123 4567 89ab cdef" in found.text


@given(st.text(max_size=3000), st.text(max_size=300))
def test_no_line_gets_out_of_its_block_or_past_the_limit(first: str, second: str) -> None:
    found = asked({"id": "A", "lines": [first, second], "risk": "low", "digest": "a" * 64}, "ja")
    assert len(found.text) <= MOST and found.text.count("```") == 2
    assert len(settled(found.text, {"id": "A", "answer": "n", "by": "web:@everyone"}, "ja")) <= MOST


def test_what_cannot_be_seen_whole_cannot_be_answered() -> None:
    assert not asked({"id": "A", "lines": ["x" * 3000, "y"], "risk": "low", "digest": ""}, "en").whole
    assert not asked({"id": "A", "lines": [], "risk": "low"}, "en").whole


def test_a_settled_approval_says_who_and_offers_nothing() -> None:
    text = asked({"id": "A", "lines": ["ls", "reads"], "risk": "low", "digest": ""}, "en").text
    assert settled(text, {"answer": "y", "by": "discord:aki"}, "en").endswith("✓ y (allowed) — discord:aki")
    assert "Press" not in settled(text, None, "en")


def test_a_button_names_its_approval() -> None:
    found = CUSTOM_ID.fullmatch(custom_id("01ABC", "n"))
    assert found is not None and (found["approval"], found["answer"]) == ("01ABC", "n")


def test_words_mention_nobody() -> None:
    assert "@everyone" not in harmless("@everyone <@1> <@&2>") and "<@1>" not in harmless("<@1>")
