"""A key that a server was given is nowhere in what it says: not encoded, not behind a user's name, not in halves."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable
from urllib.parse import quote, quote_plus, urlencode

import pytest

from ringi.hands.config import parse_servers
from ringi.striking import MARK, PIECE, strike

KEYS = (
    "crm-live-9f8e7d6c5b4a39281706-abcdefghijklmnop",
    'p"ss\\w/rd+with=ev&rything é',
    "short7!",
    "ÄÖÜ漢字パスワード123",
)
SAID: dict[str, Callable[[str], str]] = {
    "as it is": lambda key: f"Authorization: Bearer {key}",
    "in JSON": lambda key: json.dumps({"x": key}),
    "in JSON as it is written": lambda key: json.dumps({"x": key}, ensure_ascii=False),
    "in an address": lambda key: f"https://x.example/?{urlencode({'a': 1, 'key': key})}",
    "as a path": lambda key: f"/v1/{quote(key, safe='')}/{quote(key)}",
    "with small percent signs": lambda key: quote_plus(key).replace("%C3", "%c3").replace("%2F", "%2f"),
    "in base64": lambda key: base64.b64encode(key.encode()).decode(),
    "in base64 for addresses": lambda key: base64.urlsafe_b64encode(key.encode()).decode().rstrip("="),
    "behind a name in base64": lambda key: "Basic " + base64.b64encode(f"user:{key}".encode()).decode(),
    "behind a longer name": lambda key: base64.b64encode(f"users:{key}\n".encode()).decode(),
    "in hexadecimal": lambda key: key.encode().hex(),
    "in large hexadecimal": lambda key: f"0x{key.encode().hex().upper()}",
}


def pieces(key: str) -> set[str]:
    """All that must not be readable any more: the key in every spelling above, less what its neighbours decide."""
    raw = base64.b64encode(key.encode()).decode().rstrip("=")[:-1]
    return {key, json.dumps(key)[1:-1], quote(key, safe=""), raw, key.encode().hex(), key.encode().hex().upper()}


@pytest.mark.parametrize("how", SAID)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_struck_however_it_is_spelt(key: str, how: str) -> None:
    said = SAID[how](key)
    left = strike({"deep": [{"told": said, said: 1}]}, (key,))
    text = json.dumps(left, ensure_ascii=False)
    assert MARK in text and not [one for one in pieces(key) if one in text]
    if " in base64" in how or "longer" in how:
        words = text.replace('"', " ").split()
        assert not [one for one in words if key.encode() in base64.b64decode(_padded(one))]


def _padded(text: str) -> bytes:
    kept = "".join(one for one in text if one in string.ascii_letters + string.digits + "+/")
    return (kept[: len(kept) // 4 * 4]).encode()


def test_every_large_piece_of_a_key_is_struck_and_nothing_else_is_touched() -> None:
    chance = random.Random(5)
    for _ in range(300):
        key = "".join(chance.choices(string.ascii_letters + string.digits + "-_+/", k=chance.randint(24, 90)))
        size = max(PIECE, len(key) // 4) + chance.randint(0, 4)
        at = chance.randint(0, len(key) - size)
        around = "".join(chance.choices(" .,:;äö", k=5)), "".join(chance.choices(" .,:;äö", k=5))
        piece = key[at : at + size]
        assert strike(f"{around[0]}{piece}{around[1]}", (key,)) == f"{around[0]}{MARK}{around[1]}"
        half = len(key) // 2
        assert strike([key[:half], "and", key[half:]], (key,)) == [MARK, "and", MARK]
        encoded = base64.b64encode(key[:half].encode()).decode().rstrip("=")
        assert len(strike(encoded, (key,)).replace(MARK, "")) <= 2  # the last character hangs on what came after it


def test_what_is_no_piece_of_a_key_is_the_very_same_object() -> None:
    value = {"rows": [["佐藤 健", "12:30"], ["sk-ant-api03", "Bearer of news"]], "n": 3, "x": None}
    assert strike(value, ("sk-ant-api03-9f8e7d6c5b4a39281706-abcdefghijklmnopqrstuv", "another-key")) is value
    assert strike(value, ()) is value and strike(value, ("n", "x")) is value


def test_a_key_written_over_and_over_is_struck_from_end_to_end() -> None:
    for key in ("abcdef" * 8, "a" * 40, "0123456789abcdef0123456789abcdef"):
        assert strike(key * 50, (key,)) == MARK


def test_a_key_written_into_the_file_counts_by_the_name_it_stands_under() -> None:
    table = {"command": "x", "env": {"CRM_API_KEY": "literal-key-1", "MODE": "production", "T": "Bearer ${CRM}"}}
    (server,) = [
        one for one in parse_servers({"servers": {"crm": table}}, {"CRM": "from-outside"}) if one.name == "crm"
    ]
    assert set(server.secrets) == {"literal-key-1", "from-outside"}
