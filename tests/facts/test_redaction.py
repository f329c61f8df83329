"""Secrets never become part of a fact, and ordinary words, names, ids and digests are left exactly as they are."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi import clock
from ringi.errors import Invalid
from ringi.facts import canonical, redact, safe_payload
from ringi.facts.redact import REDACTED, secrets_in

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc+/=\n-----END RSA PRIVATE KEY-----"
# Put together here, so that no line of this file is itself a secret to whoever scans the repository.
SECRETS = [
    "xoxb-" + "123456789012-abcdefABCDEF",
    "xoxp-" + "1234567890-abcdef",
    "xoxa-2-" + "1234567890abcdef",
    "xoxe.xoxp-" + "1-Mi0yLTEyMzQ1Njc4",
    "xapp-" + "1-A0123-456-abcdef",
    "sk-" + "proj-AbCd1234EfGh5678IjKl",
    "sk-" + "ant-api03-abcdefgh12345678",
    "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc",
    "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_" + "11ABCDEFG0abcdefghijkl_mnop",
    "glpat-" + "abcdefGHIJ1234567890",
    "AKIA" + "IOSFODNN7EXAMPLE",
    "AIza" + "SyA1234567890abcdefghijklmnopqrstuv",
    "ya29." + "a0AfH6SMBx1234567890abcd",
    "GOCSPX-" + "abcdefghij1234567890",
    JWT,
    "Bearer " + "abcDEF123.456-xyz",
    "bearer " + "abcdefghijklmnopqrstuvwxyz",
    "Basic " + "dXNlcjpwYXNzd29yZA==",
    PEM,
]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_known_by_its_look_wherever_it_stands(secret: str) -> None:
    assert redact(secret) == REDACTED
    for before, after in (
        ("", " です"),
        ("トークンは", "を使ってください"),
        ('{"a": "', '"}'),
        ("(", ")"),
        ("x=", "&y=1"),
    ):
        clean = redact({"text": [before + secret + after]})
        assert secret not in json.dumps(clean, ensure_ascii=False)
        assert REDACTED in clean["text"][0]
    assert secrets_in({"payload": {"text": [secret]}}) == ["payload.text[0]"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("postgres://ringi:p4ss@db.example.com:5432/r", "postgres://[redacted]@db.example.com:5432/r"),
        (
            "接続先 postgresql+psycopg://u:p%40x@localhost/r です",
            "接続先 postgresql+psycopg://[redacted]@localhost/r です",
        ),
        ("https://:token@example.com/a", "https://[redacted]@example.com/a"),
        ("redis://:a@b@localhost:6379/0", "redis://[redacted]@localhost:6379/0"),
        ("host=db password=hunter2 user=a", "host=db password=[redacted] user=a"),
        ("https://example.com/?access_token=abc123&page=2", "https://example.com/?access_token=[redacted]&page=2"),
        ("PGPASSWORD='hunter 2' psql", "PGPASSWORD=[redacted] psql"),
        ('{"user": "a", "clientSecret": "s3 cr3t"}', '{"user": "a", "clientSecret": "[redacted]"}'),
        ("{'api_key': 'k-1'}", "{'api_key': '[redacted]'}"),
        ('"{\\"password\\": \\"x\\"}"', '"{\\"password\\": \\"[redacted]\\"}"'),
        ("Password: hunter22, thanks", "Password: [redacted] thanks"),
        ("パスワード：Kx93-aaQ です", "パスワード：[redacted] です"),
        ("api_key = 'abcdef'", "api_key = [redacted]"),
        ("Authorization: Digest username=a", "Authorization: [redacted]"),
        ("GET /\nCookie: sid=abc; theme=dark\nHost: x", "GET /\nCookie: [redacted]\nHost: x"),
        ("https://hooks.slack.com/services/T000/B000/XXXXXXXX", "https://hooks.slack.com/[redacted]"),
        (PEM[:60], REDACTED),
        ("鍵:\n" + PEM + "\n以上", "鍵:\n[redacted]\n以上"),
    ],
)
def test_only_the_secret_goes_and_the_rest_still_reads(text: str, clean: str) -> None:
    assert redact(text) == clean
    assert redact(clean) == clean


@pytest.mark.parametrize(
    "name",
    [
        *("password", "Password", "PASSWORD", "db_password", "newPassword", "password2", "passwd", "passphrase", "pwd"),
        *("token", "accessToken", "refresh_token", "id-token", "BOT_TOKEN", "slackBotToken", "tokenValue"),
        *("secret", "client_secret", "clientSecret", "CLIENT-SECRET", "signingSecret", "secrets", "passwordHash"),
        *("authorization", "Authorization", "Proxy-Authorization", "api_key", "apiKey", "X-API-Key", "apikeys"),
        *("credential", "credentials", "googleCredentials", "cookie", "Set-Cookie", "cookies", "private_key"),
        *("aws_secret_access_key", "sshKey", "パスワード", "管理者パスワード", "暗証番号", "密码", "登录密码", "密钥"),
    ],
)
@pytest.mark.parametrize("value", ["hunter2", "短い", {"nested": "x"}, ["a"]])
def test_what_stands_under_a_secrets_name_is_taken_out(name: str, value: Any) -> None:
    if isinstance(value, dict) and "token" in name.lower():
        value = "hunter2"  # counts of tokens come as objects, see below
    assert redact({"a": [{name: value, "b": 1}]}) == {"a": [{name: REDACTED, "b": 1}]}
    assert secrets_in({"a": [{name: value}]}) == [f"a[0].{name}"]


@pytest.mark.parametrize(
    "value",
    [
        {"tokens": 1200, "inputTokens": 900, "max_tokens": 4096, "token": 3, "tokenCount": 5},
        {"tokens": {"input": 12, "output": 3}},
        {"password": None, "secret": "", "token": True, "cookie": False, "api_key": "[redacted]", "pwd": "****"},
        {"nextPageToken": "CAUQAA", "next_token": "abc", "syncToken": "x"},
        {"secretary": "佐藤", "tokenizer": "cl100k", "passwordPolicy": "12文字以上", "cookiePolicy": "なし"},
        {"keyboard": "jis", "key": "v", "keys": ["a"], "monkey": "x", "sessionId": "S1", "author": "鈴木"},
        {"schema": {"properties": {"name": {"type": "string"}}}},
    ],
)
def test_names_that_only_sound_like_secrets_keep_what_they_hold(value: dict[str, Any]) -> None:
    assert redact(value) == value
    assert secrets_in(value) == []


def test_a_secret_that_something_is_filed_under_goes_too_and_is_not_named() -> None:
    value = {"sessions": {SECRETS[0]: {"user": "田中"}}}
    assert redact(value) == {"sessions": {REDACTED: {"user": "田中"}}}
    assert secrets_in(value) == ["sessions"]


def test_a_pin_is_a_secret_even_as_a_number() -> None:
    assert redact({"passcode": 1234, "password": 0.5}) == {"passcode": REDACTED, "password": REDACTED}


ORDINARY = [
    "先月の残業時間を確認してシートにまとめて、営業部の田中さんに DM してください。",
    "パスワードを忘れた場合は、総務部(内線 1234)までご連絡ください。パスワード:後日お知らせします。",
    "トークンの有効期限は30日です。秘密鍵は金庫にあります。",
    "请核对上个月的加班时间,并发送给销售部。密码策略见附件。",
    "tanaka.ichiro+tag@example.co.jp, <mailto:a@b.example|a@b.example>",
    "https://example.com:8080/path?x=1#top https://user@example.com/ http://[::1]:80/a@b",
    "mailto:a:b@example.com",
    "task-12345678901234567890 risk-assessment-2026-11-16 desk-0001-0002-0003-0004",
    "sk-learn-is-a-library-for-python sk-",
    "token: 1500 / password: ご自身で設定してください / secret = ?",
    "if token == other: pass",
    "Basic information about bearer instruments; the bearer certificate; Basic authentication is off",
    "cookie: chocolate chip",
    "Authorization is required before 2026-11-16T02:36:00.123Z.",
    "xoxo, hugs; AKIABARA 秋葉原 ASIA 2026; eyJ は JSON の始まり; ghp_short",
    "total=45.5, key=value, sort_key=name, primary_key=id",
    "{step-2: total_hours} {{step-1}} ${TOKEN} <password>",
    "C:\\Users\\tanaka\\デスクトップ\\勤怠.xlsx",
    "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----",
    "password=<your password> token=${TOKEN} api_key=*** secret=[redacted]",
    "",
    "😀👩‍👩‍👧‍👦 مرحبا שלום \u202e",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_are_not_touched(text: str) -> None:
    value = {"text": text, "list": [text]}
    assert redact(value) == value


def test_ids_and_digests_are_not_touched() -> None:
    for number in range(500):
        digest = hashlib.sha256(str(number).encode()).hexdigest()
        value = {"id": clock.ulid(), "digest": digest, "path": f"artifacts/{digest[:2]}/{digest}", "etag": digest[:32]}
        assert redact(value) is value


def test_a_clean_value_comes_back_as_the_very_same_object() -> None:
    value = {"stepId": "step-1", "input": {"department": "営業部", "months": ["2026-10"]}, "ok": True, "n": 1.5}
    assert redact(value) is value


kana = st.text(
    st.characters(min_codepoint=0x3040, max_codepoint=0x9FFF) | st.sampled_from("、。「」 0123456789\n"), max_size=60
)


@given(st.dictionaries(st.text("abcdef", max_size=5), kana, max_size=4))
def test_no_japanese_text_is_ever_damaged(value: dict[str, str]) -> None:
    assert redact(value) == value


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(SECRETS),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(["password", "apiKey", "tokens"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(json_values)
def test_taking_secrets_out_twice_is_taking_them_out_once_and_leaves_none(value: Any) -> None:
    clean = redact(value)
    assert redact(clean) == clean
    assert secrets_in(clean) == []
    assert not any(secret in json.dumps(clean, ensure_ascii=False) for secret in SECRETS if secret != PEM)


@given(st.dictionaries(st.text(max_size=6), json_values, max_size=4))
def test_whatever_comes_from_outside_can_become_a_payload(value: dict[str, Any]) -> None:
    try:
        payload = safe_payload(value)
    except Invalid as error:
        assert error.code == "RINGI-112"  # infinity, or an integer beyond all bounds
        return
    assert isinstance(payload, dict)
    canonical(payload)


def test_the_quick_look_misses_nothing_the_patterns_would_find() -> None:
    for secret in SECRETS:
        assert redact([secret.swapcase() if secret.lower().startswith(("bearer", "basic")) else secret]) == [REDACTED]


def test_a_long_text_costs_one_pass_however_it_is_made() -> None:
    repeated = (
        "a",
        "a.",
        "a-",
        "://",
        "a:b@",
        "eyJ",
        "sk-",
        "bearer ",
        "password:",
        "password:a,",
        "password=",
        "cookie:",
    )
    for piece in (*repeated, "authorization:", "-----BEGIN ", 'secret:"', "secret ", "xoxb-", "my_token_"):
        redact("token " + piece * (200_000 // len(piece)))
    assert redact("-----BEGIN PRIVATE KEY-----" * 3_000) == REDACTED
    assert REDACTED in redact("x" * 100_000 + " password=hunter2 " + "y" * 100_000)


def test_nesting_beyond_every_limit_is_refused_and_not_a_crash() -> None:
    value: Any = {"password": "x"}
    for _ in range(100_000):
        value = [value]
    with pytest.raises(Invalid) as error:
        redact(value)
    assert error.value.code == "RINGI-111"


def test_a_digest_is_no_payment_card_however_its_first_digits_add_up() -> None:
    """It would no longer be the digest that was shown, and nobody could decide with it."""
    digest = "42222222222227c0ffee" + "ab" * 22
    assert redact({"digest": digest}) == {"digest": digest} and secrets_in({"digest": digest}) == []
    assert redact(f"shown: {digest}") == f"shown: {digest}"
    assert redact("4222222222222 7c") == f"{REDACTED} 7c"


def test_figures_in_a_row_are_no_payment_card_however_they_add_up() -> None:
    for text in (" ".join(map(str, range(300))), "-".join(map(str, range(2, 40))), "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"):
        assert redact(text) == text
    for number in ("4111 1111 1111 1111", "4111111111111111", "3782-822463-10005"):
        assert redact(f"paid with {number} 5 today") == f"paid with {REDACTED} 5 today"
