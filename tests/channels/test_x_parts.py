"""X's two rules that can be tried without it: the signature of a request, and the length of a post."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringi.channels.x.channel import heard_before
from ringi.channels.x.length import MOST, weighed
from ringi.channels.x.signing import encoded, signature


def test_a_request_is_signed_as_in_the_standards_example() -> None:
    """RFC 5849, section 1.2: the photo that the printer fetches."""
    given = {
        "file": "vacation.jpg",
        "size": "original",
        "oauth_consumer_key": "dpf43f3p2l4k3l03",
        "oauth_token": "nnch734d00sl2jdk",
        "oauth_signature_method": "HMAC-SHA1",
        "oauth_timestamp": "137131202",
        "oauth_nonce": "chapoH",
    }
    secrets = ("kd94hf93k423kf44", "pfkkdhi9sl3r4s00")
    assert signature("GET", "http://photos.example.net/photos", given, secrets) == "MdpQcU8iPSUjWoN/UDMsK2sui9I="


def test_signs_outside_the_unreserved_are_written_in_percent() -> None:
    assert encoded("Ladies + Gentlemen ☃~") == "Ladies%20%2B%20Gentlemen%20%E2%98%83~"


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("hello", 5),
        ("こんにちは", 10),
        ("é", 1),
        ("e\u0301", 1),  # the same letter in two pieces
        ("see https://example.com/" + "x" * 300, 4 + 23),
        ("see example.com", 4 + 23),
        ("😀", 2),
        ("あ" * 140, MOST),
        ("a" * 281, MOST + 1),
    ],
)
def test_a_post_is_as_long_as_x_says(text: str, weight: int) -> None:
    assert weighed(text) == weight


def test_mentions_at_the_end_of_the_log_are_known_and_nobody_can_fake_one(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    events = [
        {"type": "input", "source": "x", "text": "@mika (11): hello"},
        {"type": "input", "source": "roblox", "text": "@mika (12): hello"},
        {"type": "input", "source": "x", "text": "@ken (13): @mika (14): quoted"},
        {"type": "output", "surface": "chat", "data": "@mika (15): hello"},
    ]
    log.write_text("half a line\n" + "".join(json.dumps(one) + "\n" for one in events), "utf-8")
    assert heard_before(log) == ["11", "13"] and heard_before(tmp_path / "none") == []
