"""A secret that streams in pieces, however it is cut and delivered, is in no fact and in no fold; all else arrives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from workplace import Workplace

from ringi.facts import redact
from ringi.flow import pieces
from ringi.flow.foreign_lines import read
from ringi.flow.pieces import Streams, ended, joined
from ringi.projection import workbench

NOW = "2026-11-16T09:00:00.000000Z"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
BODY = "MIIEowIBAAKCAQEAx7Tz\nq9Kd+/=\nQw8Rt5Yu2Io"
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n-----END RSA PRIVATE KEY-----"
# Put together here, so that no line of this file is itself a secret to whoever scans the repository.
SECRETS = [
    ("xoxb-" + "123456789012-abcdefABCDEF", "123456789012-abcdefABCDEF"),
    ("xoxe.xoxp-" + "1-Mi0yLTEyMzQ1Njc4", "1-Mi0yLTEyMzQ1Njc4"),
    ("xapp-" + "1-A0123-456-abcdef", "1-A0123-456-abcdef"),
    ("sk-" + "proj-AbCd1234EfGh5678IjKl", "AbCd1234EfGh5678IjKl"),
    ("sk-" + "live-abcdefghijklmnop1234", "abcdefghijklmnop1234"),
    ("sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"),
    ("rk_" + "test_4eC39HqLyjWDarjt", "4eC39HqLyjWDarjt"),
    ("ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F292c6912E7710c838347Ae178B4a"),
    ("github_pat_" + "11ABCDEFG0abcdefghijkl_mnop", "11ABCDEFG0abcdefghijkl_mnop"),
    ("glpat-" + "abcdefGHIJ1234567890", "abcdefGHIJ1234567890"),
    ("AKIA" + "IOSFODNN7EXAMPLE", "IOSFODNN7EXAMPLE"),
    ("ASIA" + "IOSFODNN7EXAMPLE", "IOSFODNN7EXAMPLE"),
    ("AIza" + "SyA1234567890abcdefghijklmnopqrstuv", "SyA1234567890abcdefghijklmnopqrstuv"),
    ("ya29." + "a0AfH6SMBx1234567890abcd", "a0AfH6SMBx1234567890abcd"),
    ("GOCSPX-" + "abcdefghij1234567890", "abcdefghij1234567890"),
    (JWT, JWT),
    ("Bearer " + "abcDEF123.456-xyz", "abcDEF123.456-xyz"),
    ("bearer  \n " + "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz"),
    ("Basic " + "dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
    ("Bearer " + "abcDEF123.456-xyz" + PEM, "abcDEF123.456-xyz" + BODY),
    (PEM, BODY),
    ("https://hooks.slack.com/services/" + "T000ABC/B000DEF/XYZuvwKLMN", "T000ABC/B000DEF/XYZuvwKLMN"),
    ("postgres://ringi:" + "p4ssw0rd!x@db.example.com:5432/r", "p4ssw0rd!x"),
    ("https://user:" + "Qx82+kk:zz@example.com/", "Qx82+kk:zz"),
    ("Authorization: Digest " + "username-9Kd82Lq", "username-9Kd82Lq"),
    ("Authorization: Bearer " + JWT, JWT),
    ("Cookie: sid=" + "q9Kd82LqW1", "q9Kd82LqW1"),
    ("password=" + "hunter2hunter2", "hunter2hunter2"),
    ("PGPASSWORD='" + "hunter 2 is it'", "hunter 2 is it"),
    ("client_secret = " + "Zq81Kd92", "Zq81Kd92"),
    ('{"api_key": "' + 'k-1 k-2 k-3"}', "k-1 k-2 k-3"),
    ('\\"password\\": \\"' + 'open sesame now\\"', "open sesame now"),
    ("password: " + "hunter2x", "hunter2x"),
    ("password:" + " " * 90 + "hunter2x", "hunter2x"),
    ("パスワード：" + "Kx93-aaQ", "Kx93-aaQ"),
    ("card 4111 1111 1111 1111", "4111 1111 1111 1111"),
    ("5500-0055-5555-5559", "5500-0055-5555-5559"),
]
AROUND = [
    ("", ""),
    ("key ", " found"),
    ("トークンは", "です"),
    ("see (", ")"),
    ("a b\n", "\nnext: line"),
    ("x ", ", ok"),
]
PLAIN = [
    "The answer is 42, see https://example.com/a and ask sales.",
    "sk-learn, xoxo, eyJ, AKIABARA, ghp_short -- and so on --- https://example.com",
    "if token == other: pass / secret = ? password: ご自身で設定してください",
    "Basic information about bearer instruments, 4 of 2026-11-16, 4111 1111 1111 1112 s",
    "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\nCookie: chocolate chip -----BEGIN",
    "x = y; password=<yours> token=${TOKEN} 'quoted\nAuthorization is needed https://a:b",
]
LETTERS = [*"sxkgheyAKI-_./:=@ \n\"'4518", "token", "password", "Bearer ", "://"]
CUTS = st.lists(st.integers(1, 7), min_size=1, max_size=12)
KINDS = st.sampled_from(
    [
        ("text.delta", "messageId", "text.final", "text"),
        ("reasoning.delta", "messageId", "reasoning.summary", "delta"),
        ("tool.output.delta", "toolCallId", "tool.result", "output"),
        ("tool.args", "toolCallId", "tool.result", "argsDelta"),
        ("plan.delta", "runId", "plan.final", "delta"),
    ]
)


@pytest.fixture
def place(workplace: Workplace) -> Workplace:
    workplace.open()
    workplace.add("mei", "requester")
    return workplace


def cut(text: str, sizes: list[int]) -> list[str]:
    made: list[str] = []
    at = 0
    while at < len(text):
        size = sizes[len(made) % len(sizes)]
        made.append(text[at : at + size])
        at += size
    return made


def streamed(text: str, sizes: list[int], kind: tuple[str, str, str, str], closing: str = "") -> list[dict[str, Any]]:
    """The facts that are kept of it; what is remembered between two of them is what a store would remember."""
    name, about, end, field = kind
    streams: Streams = {}
    told: list[dict[str, Any]] = []
    said = [{"type": name, about: "m1", "runId": "r1", "payload": {field: one}} for one in cut(text, sizes)]
    said.append({"type": closing or end, about: "m1", "runId": "r1", "payload": {}})
    for wire in said:
        lines, reasons = read([wire])
        assert not reasons
        told += ended(lines[0].wire, streams, NOW)
        told.append(joined(lines[0].wire, lines[0].raw, streams, NOW))
        streams = json.loads(json.dumps(streams))
    assert not any("held" in one for one in streams.values())
    return told


def text_of(facts: list[dict[str, Any]], field: str) -> str:
    return "".join(one["payload"].get(field, "") for one in facts)


def readable(secret: str, shown: str) -> list[str]:
    parts = [secret[at : at + 6] for at in range(len(secret) - 5)]
    return [one for one in parts if one in shown]


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(secret=st.sampled_from(SECRETS), around=st.sampled_from(AROUND), sizes=CUTS, kind=KINDS)
@example(SECRETS[10], AROUND[1], [1], ("text.delta", "messageId", "run.finished", "text"))
def test_no_six_letters_of_a_secret_get_out_however_it_is_cut(
    secret: tuple[str, str], around: tuple[str, str], sizes: list[int], kind: tuple[str, str, str, str]
) -> None:
    text = around[0] + secret[0] + around[1]
    whole = redact(text)
    if readable(secret[1], whole):
        return  # what is not known as a secret when it stands there whole is none in pieces
    facts = streamed(text, sizes, kind)
    shown = text_of(facts, kind[3])
    assert readable(secret[1], shown) == []
    assert "[redacted]" in shown
    state = workbench.new("t")
    for number, fact in enumerate(facts, start=1):
        state = workbench.fold_all(state, [{**fact, "sequence": number, "threadId": "t", "timestamp": NOW}])
        assert readable(secret[1], json.dumps(state, ensure_ascii=False)) == []


@settings(max_examples=300, deadline=None)
@given(text=st.sampled_from(PLAIN) | st.lists(st.sampled_from(PLAIN)).map(" ".join), sizes=CUTS, kind=KINDS)
def test_text_without_secrets_arrives_whole_when_it_has_ended(
    text: str, sizes: list[int], kind: tuple[str, str, str, str]
) -> None:
    for closing in ("", "run.finished", "session.closed"):
        assert text_of(streamed(text, sizes, kind, closing), kind[3]) == text


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([*"sxkgheyAKI-_./:=@ \n\"'4518", "token", "password", "Bearer ", "://"])).map("".join),
    CUTS,
)
def test_what_is_shown_in_pieces_is_what_would_have_been_shown_at_once(text: str, sizes: list[int]) -> None:
    if redact(text) == text:
        assert text_of(streamed(text, sizes, ("text.delta", "messageId", "text.final", "text")), "text") == text


def test_every_secret_of_the_list_is_one() -> None:
    for secret, part in SECRETS:
        assert readable(part, redact(secret)) == [], secret


def test_an_ordinary_end_is_not_held_at_all() -> None:
    for text in ("it is 42", "in 2026", "done.", "4 of 5", "終わり", "a = b"):
        streams: Streams = {}
        said = {"type": "text.delta", "messageId": "m", "payload": {"text": text}}
        assert joined(said, {}, streams, NOW) == said, text


def test_a_word_without_end_is_not_held_for_ever() -> None:
    kind = ("text.delta", "messageId", "text.final", "text")
    shown = text_of(streamed("eyJ" + "a" * 10_000 + " and on", [50], kind), "text")
    assert shown == "[redacted] and on"
    line = "Authorization: Custom " + "a b " * 3_000 + "\nnext"
    assert text_of(streamed(line, [50], kind), "text") == "Authorization: [redacted]\nnext"


def fact(kind: str, sequence: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "sequence": sequence, "threadId": "c", "sessionId": "c", "timestamp": NOW, **more}


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("at_once", [True, False])
def test_nothing_of_it_is_in_the_store_or_on_any_surface(place: Workplace, at_once: bool, size: int) -> None:
    mei = place.desk("mei")
    said = "key AKIA" + "IOSFODNN7EXAMPLE and password: hunter2hunter2, " + "sk-" + "live-abcdefghijklmnop1234"
    facts = [fact("run.started", 1, runId="r")]
    for part in cut(said, [size]):
        for kind, about in (("text.delta", "messageId"), ("tool.output.delta", "toolCallId")):
            facts.append(fact(kind, len(facts) + 1, runId="r", payload={"delta": part}, **{about: "m"}))
    for some in [facts] if at_once else [facts[at : at + 9] for at in range(0, len(facts), 9)]:
        session = mei.call("post_facts", facts=some)["session"]
    end = mei.call("post_facts", facts=[fact("run.finished", len(facts) + 1, runId="r")])
    assert (end["accepted"], end["sequence"]) == (1, len(facts) + 3), "two texts ended, and what ended them"
    again = mei.call("post_facts", facts=facts)
    assert (again["accepted"], again["duplicates"]) == (0, len(facts))
    shown: list[Any] = [
        mei.call(name, id=session) for name in ("session_facts", "state", "export", "session", "window")
    ]
    tables = ("facts", "fact_payloads", "foreign_sessions", "foreign_events", "snapshots")
    shown += [place.rows(f"SELECT * FROM {name}") for name in tables]
    for secret in ("IOSFODNN7EXAMPLE", "hunter2hunter2", "abcdefghijklmnop1234"):
        assert readable(secret, json.dumps(shown, default=str)) == []
    told = mei.call("session_facts", id=session)["facts"]
    texts = "".join(one["payload"]["delta"] for one in told if one["type"] == "text.delta")
    assert texts == "key [redacted] and password: [redacted] [redacted]"
    assert [one["sequence"] for one in told] == list(range(1, len(told) + 1))
    assert mei.call("state", id=session)["state"]["messages"][0]["text"] == texts


def test_what_was_held_is_there_after_a_restart_and_when_its_text_falls_silent(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    mei = place.desk("mei")
    said = fact("text.delta", 1, messageId="m", payload={"text": "it is s"})
    session = mei.call("post_facts", facts=[said])["session"]
    place.close()
    place.open()
    mei = place.desk("mei")
    mei.call("post_facts", facts=[fact("run.status", 2, runId="r")])
    told = mei.call("session_facts", id=session)["facts"]
    assert [one["payload"].get("text") for one in told] == ["it is ", None], "it may still go on"
    monkeypatch.setattr(pieces, "SILENT", -1)
    mei.call("post_facts", facts=[fact("run.status", 3, runId="r")])
    told = mei.call("session_facts", id=session)["facts"]
    assert [one["payload"].get("text") for one in told] == ["it is ", None, "s", None]
    assert told[2]["type"] == "text.delta" and told[2]["messageId"] == "m"
