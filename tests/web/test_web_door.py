"""Who gets in, and from where: keys, cookies, hosts, origins."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from webhouse import OWN, House, house, small_hands, small_mind
from workplace import Workplace

from ringi.flow.desk import LocalDesk
from ringi.store.reads import Reads
from ringi.web.door import Door

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


# -- signing in ------------------------------------------------------------------------------------------------------


def test_the_printed_address_signs_its_owner_in_and_leaves_no_key_behind(up: House) -> None:
    found = up.ask("GET", f"/?key={up.key}")
    assert (found.status, found.headers["location"]) == (303, "/")
    cookie = found.cookies[0]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and up.key not in cookie
    home = up.page("/", cookie.partition(";")[0])
    assert home.status == 200 and "aki" in home.text and up.key not in home.text


def test_a_person_signs_in_with_the_key_an_admin_made_for_them(up: House) -> None:
    key = up.add("mei", "requester")
    page = up.page("/", up.cookie(key))
    assert page.status == 200 and 'data-person="mei"' in page.text


def test_a_signed_out_visitor_is_told_how_to_get_in_and_nothing_else(up: House) -> None:
    task_id = up.started("a secret errand")
    for path in ("/", f"/tasks/{task_id}", "/settings", "/fragment", f"/tasks/{task_id}/fragment"):
        found = up.ask("GET", path, headers={"Accept-Language": "en"})
        assert found.status == 401, path
        assert "ringi link" in found.text and "ringi users key" in found.text
        assert "a secret errand" not in found.text and "Monthly report" not in found.text


@pytest.mark.parametrize("key", ["", "nope", "x" * 5000, "ü", "%00"])
def test_a_wrong_key_is_said_to_be_wrong(up: House, key: str) -> None:
    found = up.ask(
        "GET", f"/?key={key.encode().hex() if not key.isascii() else key}", headers={"Accept-Language": "en"}
    )
    assert found.status == 401
    assert "RINGI-660" in found.text and not found.cookies


def test_the_key_can_be_typed_into_the_page(up: House) -> None:
    page = up.ask("GET", "/").text
    token = page.partition('name="form_token" value="')[2].partition('"')[0]
    found = up.ask("POST", "/signin", f"key={up.key}&form_token={token}", {**FORM, "Origin": "null"})
    assert found.status == 303 and found.cookies


def test_a_new_key_ends_the_sessions_of_the_old_one(up: House) -> None:
    cookie = up.cookie(up.add("mei", "requester"))
    assert up.page("/", cookie).status == 200
    up.desk().call("user_key", name="mei")
    assert up.page("/", cookie).status == 401


def test_somebody_who_left_is_signed_out(up: House) -> None:
    cookie = up.cookie(up.add("mei", "requester"))
    up.office.store.write(lambda tx: tx.amend("users", "name = ?", ("mei",), active=0))
    assert up.page("/", cookie).status == 401


def test_a_session_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        name, _, session = up.cookie().partition("=")
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        assert name.startswith("ringi_")
        assert up.page("/", f"ringi_{up.port}={session}").status == 200


@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_a_tampered_session_is_nobodys(up: House, part: int) -> None:
    name, _, session = up.cookie().partition("=")
    parts = session.split(".")
    parts[part] = parts[part][:-1] + ("0" if parts[part][-1] != "0" else "1")
    assert up.page("/", f"{name}={'.'.join(parts)}").status == 401
    for nonsense in ("", "...", "a.b.c.d", "x" * 4000, "01.9999999999999999.x.y", "01.99999999999.x"):
        assert up.page("/", f"{name}={nonsense}").status == 401


def test_signing_out_forgets_the_browser(up: House) -> None:
    found = up.post("/signout")
    assert found.status == 303
    assert "Max-Age=0" in found.cookies[0]


def test_a_copied_cookie_is_worth_nothing_after_its_owner_has_signed_out(up: House) -> None:
    key = up.add("mei", "requester", "approver")
    stolen, elsewhere = up.cookie(key), up.cookie(key)
    assert stolen != elsewhere, "also when both sign in within one second"
    assert up.post("/signout", cookie=stolen).status == 303
    assert up.page("/", stolen).status == 401
    assert up.ask("GET", "/v1/me", headers={"Cookie": stolen}).status == 401
    assert up.post("/ask", cookie=stolen, text="in her name").status == 401
    assert up.page("/", elsewhere).status == 200, "she is still signed in at her other machine"
    assert up.page("/", up.cookie(key)).status == 200


def test_whoever_has_signed_out_stays_so_after_a_restart(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        cookie = up.cookie()
        assert up.post("/signout", cookie=cookie).status == 303
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        assert up.page("/", f"ringi_{up.port}={cookie.partition('=')[2]}").status == 401


def test_on_either_database_a_session_ends_once_and_for_all(workplace: Workplace) -> None:
    workplace.open()
    workplace.desk().call("whoami")
    assert workplace.office is not None
    store = workplace.office.store
    door = Door(secret=b"s" * 32, owner="aki", reads=Reads(store.url, store.tenant_id), port=1)
    answer, here = Response(), Headers({"host": "localhost"})
    user = door.keyholder(door.links.make("aki"), here=True)
    assert user is not None
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"host", b"localhost")]}
    door.welcome(answer, HTTPConnection(scope), user)
    cookies = {"ringi_1": answer.headers["set-cookie"].partition("=")[2].partition(";")[0]}
    visitor = door.visitor(here, cookies)
    assert visitor is not None and visitor.name == "aki"
    for _ in range(2):  # pressed twice, it is no error
        store.write(lambda tx: door.leave(tx, visitor))
        assert door.visitor(here, cookies) is None
    door.reads.close()


def test_no_key_is_kept_in_the_clear_or_logged(up: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        up.cookie()
        up.ask("GET", "/?key=wrong-key-here")
    key = up.add("mei", "requester")
    assert up.key not in caplog.text and "wrong-key-here" not in caplog.text
    for path in up.office.home.rglob("*"):
        if path.is_file():
            body = path.read_bytes()
            assert key.encode() not in body and up.key.encode() not in body, path


def test_the_session_key_and_the_servers_card_are_for_their_owner_only(up: House) -> None:
    for name in ("session.key", "server.json"):
        assert (up.office.home / name).stat().st_mode & 0o777 == 0o600, name


# -- the command line's key ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer ", "Basic YTpi", "Bearer é"])
def test_a_wrong_key_of_the_command_line_is_refused(up: House, header: str) -> None:
    raw = header.encode().decode("latin-1")
    found = up.call("whoami", Authorization=raw)
    assert (found.status, found.json()["error"]["code"]) == (401, "RINGI-650")


def test_the_pages_key_is_no_key_for_the_api(up: House) -> None:
    assert up.call("whoami", Authorization=f"Bearer {up.key}").status == 401


# -- where a request comes from --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8750", "127.0.0.1.evil.example", "", "10.0.0.5", "[::2]"]
)
def test_a_name_that_was_made_to_point_here_is_refused(up: House, host: str) -> None:
    for path in ("/", "/healthz", "/static/ringi.css"):
        found = up.ask("GET", path, headers={"Host": host})
        assert found.status == 421, path
        assert "RINGI-655" in found.text


@pytest.mark.parametrize("host", ["localhost", "localhost:9999", "127.0.0.1", "[::1]:8750", "LOCALHOST."])
def test_this_machines_own_names_are_fine_also_through_a_tunnel(up: House, host: str) -> None:
    assert up.ask("GET", "/healthz", headers={"Host": host}).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "OWN"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    ],
    ids=lambda given: " ".join(f"{name}={value}" for name, value in given.items()) or "nothing",
)
def test_what_another_sites_page_sends_changes_nothing(up: House, headers: dict[str, str]) -> None:
    task_id = up.started()
    own = {name: value.replace("OWN", up.base) for name, value in headers.items()}
    approval = up.open_approval(task_id)
    refused = up.post(f"/tasks/{task_id}/decide", headers=own, approval_id=approval["id"], decision="approve")
    assert refused.status == 403 and "RINGI-656" in refused.text
    as_json = up.ask(
        "POST",
        "/api/desk/decide",
        '{"decision": "approve", "task_id": "' + task_id + '"}',
        {"Cookie": up.cookie(), "Content-Type": "application/json", **own},
    )
    assert as_json.status == 403
    assert up.post("/ask", headers=own, text="more").status == 403
    assert up.post("/signout", headers=own).status == 403
    assert up.show(task_id)["state"] == "policy_pending"


@pytest.mark.parametrize(
    "headers",
    [OWN, {"Origin": "OWN"}, {"Origin": "null", **OWN}],
    ids=["fetch-metadata", "origin", "null-origin-with-metadata"],
)
def test_our_own_page_may(up: House, headers: dict[str, str]) -> None:
    task_id = up.started()
    own = {name: value.replace("OWN", up.base) for name, value in headers.items()}
    approval = up.open_approval(task_id)
    found = up.post(
        f"/tasks/{task_id}/decide",
        headers=own,
        approval_id=approval["id"],
        decision="approve",
        digest=approval["digest"],
    )
    assert found.status == 303


def test_a_browser_that_says_nothing_is_believed_by_the_forms_own_token(up: House) -> None:
    cookie = up.cookie()
    token = up.page("/", cookie).text.partition('name="form_token" value="')[2].partition('"')[0]
    assert up.post("/ask", cookie, headers={"Origin": "null"}, text="please", form_token=token).status == 303
    other = up.cookie(up.add("mei", "requester"))
    assert up.post("/ask", other, headers={"Origin": "null"}, text="please", form_token=token).status == 403


def test_a_link_from_another_site_finds_its_way_past_the_strict_cookie(up: House) -> None:
    task_id = up.started()
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    found = up.ask("GET", f"/tasks/{task_id}", headers=foreign)
    assert found.status == 200
    assert f'content="0; url=/tasks/{task_id}"' in found.text
    assert up.ask("GET", f"/tasks/{task_id}", headers={**foreign, **OWN}).status == 401
    assert "refresh" not in up.ask("GET", "//evil.example/x", headers=foreign).text


def test_every_answer_forbids_foreign_scripts_frames_and_guessing(up: House) -> None:
    answers = [up.ask("GET", "/"), up.page("/"), up.page("/nowhere"), up.page("/static/live.js"), up.call("whoami")]
    for found in answers:
        policy = found.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert found.headers["x-content-type-options"] == "nosniff"
        assert found.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in found.headers


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "\\evil", "/a\nb", ""])
def test_the_language_switch_never_leads_elsewhere(up: House, back: str) -> None:
    from urllib.parse import quote

    found = up.ask("GET", f"/lang/ja?back={quote(back)}")
    assert (found.status, found.headers["location"]) == (303, "/")


def test_only_the_person_behind_the_session_is_believed_not_a_header(up: House) -> None:
    cookie = up.cookie(up.add("mei", "requester"))
    found = up.ask(
        "POST",
        "/api/desk/whoami",
        "{}",
        {"Cookie": cookie, "Content-Type": "application/json", "X-Ringi-User": "aki", "X-Ringi-As": "aki", **OWN},
    )
    assert found.json()["name"] == "mei"
    assert LocalDesk(up.office, "mei", "web", reads=up.reads).call("whoami")["roles"] == ["requester"]


@pytest.mark.parametrize(
    ("site", "status"), [("none", 303), ("same-origin", 303), ("cross-site", 401), ("same-site", 401)]
)
def test_another_sites_link_signs_nobody_in(up: House, site: str, status: int) -> None:
    """Else a foreign page could have a visitor work under somebody else's name without knowing it."""
    found = up.ask("GET", f"/?key={up.key}", headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"})
    assert found.status == status
    assert bool(found.cookies) == (status == 303)
