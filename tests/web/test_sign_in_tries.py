"""Wrong keys are counted by where they come from; a right key, the owner's link and a click never are."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from webhouse import PATIENCE, House, house, small_hands, small_mind

from ringi.errors import Invalid
from ringi.settings import LOOPBACK_NETWORKS, Settings, load
from ringi.web.client_address import client_address, trusted_networks
from ringi.web.signing.limits import KEPT, Buckets

PUBLIC = "https://ringi.example.co.jp"
FAR = {"Host": "ringi.example.co.jp", "X-Forwarded-For": "198.51.100.7"}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    more = {"public_url": PUBLIC}
    with house(tmp_path, hands=small_hands(), mind=small_mind(), settings=more) as found:
        yield found


def status(up: House, path: str, **headers: str) -> int:
    """The status alone: some of these never end."""
    link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
    try:
        link.request("GET", path, headers=headers)
        return link.getresponse().status
    finally:
        link.close()


def guess(up: House, many: int = 30, **headers: str) -> set[int]:
    return {up.ask("GET", f"/?key=guess{n}", headers=headers or FAR).status for n in range(many)}


# -- nobody is locked out --------------------------------------------------------------------------------------------


def test_a_right_key_comes_in_whatever_others_try_at_the_same_address(up: House) -> None:
    key = up.add("mei", "requester")
    bearer = {**FAR, "Authorization": f"Bearer {key}"}
    assert guess(up) == {401, 429}
    assert 429 in {status(up, "/v1/me", **FAR, Authorization=f"Bearer no{n}") for n in range(3)}
    assert up.ask("GET", f"/?key={key}", headers=FAR).status == 303
    for path in ("/v1/me", "/ag-ui", "/v1/sessions"):
        assert status(up, path, **bearer) == 200, path
    listing = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    assert up.ask("POST", "/mcp", listing, {**bearer, **kinds}).status == 200


def test_the_owners_link_works_after_any_number_of_wrong_keys_on_this_machine(up: House) -> None:
    assert guess(up, Host=f"127.0.0.1:{up.port}") == {401, 429}
    assert up.call("whoami", Authorization="Bearer nope").status == 429
    assert up.ask("GET", f"/?key={up.link()}").status == 303
    assert up.call("whoami").status == 200


def test_a_right_key_is_never_counted_as_a_wrong_one(up: House) -> None:
    key = up.add("mei", "requester")
    bearer = {**FAR, "Authorization": f"Bearer {key}"}
    for path in ("/api/events", "/api/stream", "/tabs", "/artifacts/none", "/s/none/export", "/settings", "/inbox"):
        assert {status(up, path, **bearer) for _ in range(3)} == {401}, "a key opens what is for programs only"
    for path in ("/v1/me", "/ag-ui", "/v1/inbox"):
        assert {status(up, path, **bearer) for _ in range(12)} == {200}, path
    for _ in range(12):
        assert up.ask("GET", f"/?key={key}", headers=FAR).status == 303
    assert up.ask("GET", "/?key=wrong", headers=FAR).status == 401, "no try has been used up"


def test_a_link_that_was_used_says_so_however_often_it_is_pressed(up: House) -> None:
    link = up.link()
    up.cookie(link)
    for _ in range(12):
        found = up.ask("GET", f"/?key={link}", headers={"Accept-Language": "en"})
        assert found.status == 401 and "RINGI-911" in found.text


# -- who is counted --------------------------------------------------------------------------------------------------


def connection(near: str, *headers: tuple[str, str]) -> HTTPConnection:
    given = [(name.lower().encode(), value.encode()) for name, value in headers]
    return HTTPConnection({"type": "http", "client": (near, 1), "headers": given})


XFF, FWD = "X-Forwarded-For", "Forwarded"


@pytest.mark.parametrize(
    ("near", "headers", "counted"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", [(XFF, "198.51.100.1")], "203.0.113.9"),
        ("203.0.113.9", [(FWD, "for=198.51.100.1")], "203.0.113.9"),
        ("10.0.0.5", [(XFF, "198.51.100.1")], "198.51.100.1"),
        ("10.0.0.5", [(XFF, "192.0.2.66, 198.51.100.1, 10.1.2.3")], "198.51.100.1"),
        ("10.0.0.5", [(XFF, "192.0.2.66"), (XFF, "198.51.100.1")], "198.51.100.1"),
        ("10.0.0.5", [(XFF, "198.51.100.1:4711")], "198.51.100.1"),
        ("10.0.0.5", [(XFF, "nonsense, 10.1.2.3")], "10.1.2.3"),
        ("10.0.0.5", [(XFF, "198.51.100.1, nonsense")], "10.0.0.5"),
        ("10.0.0.5", [(XFF, ",,,")], "10.0.0.5"),
        ("10.0.0.5", [(FWD, 'for=192.0.2.66, For="198.51.100.1:80";proto=https')], "198.51.100.1"),
        ("10.0.0.5", [(FWD, 'proto=https;for="[2001:db8:1:2::7]:99"')], "2001:db8:1:2::/64"),
        ("10.0.0.5", [(FWD, "for=_hidden")], "10.0.0.5"),
        ("10.0.0.5", [(FWD, "for=192.0.2.66"), (XFF, "198.51.100.1")], "10.0.0.5"),
        ("10.0.0.5", [(FWD, "for=198.51.100.1"), (XFF, "198.51.100.1")], "198.51.100.1"),
        ("::ffff:10.0.0.5", [(XFF, "198.51.100.1")], "198.51.100.1"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("10.0.0.5", [(XFF, "10.1.1.1, " * 5000 + "10.1.1.2")], "10.1.1.1"),
    ],
)
def test_the_client_is_read_from_the_right_and_only_from_trusted_proxies(
    near: str, headers: list[tuple[str, str]], counted: str
) -> None:
    trusted = trusted_networks(("10.0.0.5", "10.1.0.0/16"))
    assert client_address(connection(near, *headers), trusted) == counted


def test_proxies_are_named_in_the_settings_and_default_to_this_machine_behind_a_public_address() -> None:
    assert load({"RINGI_TRUSTED_PROXIES": "10.0.0.5, fd00::/8"}).proxies == ("10.0.0.5", "fd00::/8")
    assert load({"RINGI_TRUSTED_PROXIES": "", "RINGI_PUBLIC_URL": PUBLIC}).proxies == ()
    assert load({"RINGI_PUBLIC_URL": PUBLIC}).proxies == LOOPBACK_NETWORKS
    assert load({}).proxies == Settings("/x").proxies == ()
    for wrong in ("proxy.example", "10.0.0.0/40", "10.0.0.5;10.0.0.6"):
        with pytest.raises(Invalid) as refused:
            load({"RINGI_TRUSTED_PROXIES": wrong})
        assert refused.value.code == "RINGI-630"


def test_the_counter_remembers_a_bounded_number_of_callers() -> None:
    buckets = Buckets(10, 6.0)
    for n in range(3 * KEPT):
        buckets.take(f"{n}")
        buckets.is_empty(f"other {n}")
    assert len(buckets._left) == KEPT


# -- this machine only -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "198.51.100.7"},
        {"Forwarded": "for=198.51.100.7"},
        {"X-Real-IP": "198.51.100.7"},
        {"Via": "1.1 proxy"},
        {"X-Forwarded-Proto": "https"},
    ],
)
def test_a_link_is_worth_nothing_through_a_proxy_that_is_told_to_say_localhost(
    up: House, headers: dict[str, str]
) -> None:
    key = up.link()
    assert up.ask("GET", f"/?key={key}", headers={"Host": "localhost", **headers}).status == 401
    assert up.ask("GET", f"/?key={key}", headers={"Host": "localhost"}).status == 303, "it is still good here"


def test_this_machine_is_told_by_the_connection_and_not_by_what_the_host_header_says(up: House) -> None:
    door: Any = _door(up)
    for near in ("203.0.113.9", "10.0.0.5", "fe80::1", ""):
        assert not door.is_here(connection(near, ("Host", "localhost"))), near
    for near in ("127.0.0.1", "127.0.0.53", "::1"):
        assert door.is_here(connection(near, ("Host", "localhost")))
        assert not door.is_here(connection(near, ("Host", "ringi.example.co.jp")))


def _door(up: House) -> Any:
    from ringi.web.door import Door

    return Door(secret=b"x", owner="aki", reads=up.reads, public="ringi.example.co.jp")
