"""Who comes in from outside: identity providers, invitations, the public address, links that work once, and tries."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import idhouse
import pytest
from idhouse import CLIENT, SECRET, STRANGER, Provider, path_of, provider, signed
from sqlalchemy import select
from starlette.requests import Request
from webhouse import House, house, small_hands, small_mind

from ringi import clock
from ringi.errors import Invalid, RingiError
from ringi.settings import Settings, load
from ringi.store.schema import tables
from ringi.store.transaction import Tx
from ringi.web import app
from ringi.web.door import Door, Visitor
from ringi.web.signing.limits import Buckets, TooOften
from ringi.web.signing.links import Links
from ringi.web.signing.openid import KEYS_PAUSE, OpenId
from ringi.web.signing.providers import providers

PUBLIC = "https://ringi.example.co.jp"
OUTSIDE = {"Host": "ringi.example.co.jp"}
SAKURA = {"sub": "sakura-1", "email": "Sakura@example.co.jp", "email_verified": True, "name": "田中 さくら"}


@pytest.fixture
def idp() -> Iterator[Provider]:
    with provider() as there:
        yield there


@pytest.fixture
def up(tmp_path: Path, idp: Provider) -> Iterator[House]:
    oidc = {
        "issuer": idp.issuer,
        "client_id": CLIENT,
        "client_secret": SECRET,
        "name": "Example",
        "domains": "co.example",
    }
    slack = {"client_id": CLIENT, "client_secret": SECRET, "issuer": idp.issuer}
    more = {"oidc": oidc, "slack": slack, "public_url": PUBLIC}
    with house(tmp_path, hands=small_hands(), mind=small_mind(), settings=more) as found:
        yield found


class Browser:
    """A browser's part of a sign-in: it goes where it is sent, and keeps its cookies."""

    def __init__(self, up: House, name: str = "oidc") -> None:
        self.up = up
        self.name = name
        self.cookie = ""

    def away(self, then: str = "") -> str:
        begun = self.up.ask("GET", f"/signin/{self.name}{then and '?then=' + quote(then)}", headers=OUTSIDE)
        assert begun.status == 303, begun.text
        assert "HttpOnly" in begun.cookies[0] and "SameSite=lax" in begun.cookies[0] and "Secure" in begun.cookies[0]
        self.cookie = begun.cookies[0].partition(";")[0]
        return begun.headers["location"]

    def proven(self, address: str) -> str:
        parts = urlsplit(address)
        link = http.client.HTTPConnection(parts.hostname or "", parts.port)
        link.request("GET", path_of(address))
        back = link.getresponse().getheader("location") or ""
        link.close()
        assert back.startswith(f"{PUBLIC}/signin/{self.name}/callback?")
        return path_of(back)

    def back(self, path: str, **headers: str) -> Any:
        return self.up.ask("GET", path, headers={**OUTSIDE, "Cookie": self.cookie, "Accept-Language": "en", **headers})

    def sign_in(self) -> Any:
        return self.back(self.proven(self.away()))


def who(up: House, answer: Any) -> str:
    assert answer.status == 303, answer.text
    cookie = next(one for one in answer.cookies if one.startswith("ringi_") and "signing" not in one)
    assert "Secure" in cookie and "SameSite=strict" in cookie and "HttpOnly" in cookie
    page = up.ask("GET", "/", headers={**OUTSIDE, "Cookie": cookie.partition(";")[0]})
    assert page.status == 200 and page.headers["strict-transport-security"]
    return page.text.partition('data-person="')[2].partition('"')[0]


# -- the company's own provider --------------------------------------------------------------------------------------


def test_an_invited_person_comes_in_and_is_known_by_the_provider_from_then_on(up: House, idp: Provider) -> None:
    up.add("sakura", "requester", "approver")
    up.desk().call("user_invite", name="sakura", email="sakura@example.co.jp")
    idp.claims = SAKURA
    assert who(up, Browser(up).sign_in()) == "sakura"
    idp.claims = {**SAKURA, "email": "new-name@example.co.jp"}
    assert who(up, Browser(up).sign_in()) == "sakura"
    idp.claims = {**SAKURA, "sub": "somebody-else"}  # the address was given to another person since
    refused = Browser(up).sign_in()
    assert refused.status == 403 and "RINGI-918" in refused.text


def test_whoever_was_on_the_way_to_a_page_is_there_after_signing_in(up: House, idp: Provider) -> None:
    key = up.add("hina", "requester")
    up.desk().call("user_invite", name="hina", email="hina@example.co.jp")
    idp.claims = {**SAKURA, "sub": "hina", "email": "hina@example.co.jp"}
    asked = up.ask("GET", "/tasks/01ABC", headers={**OUTSIDE, "Accept-Language": "en"})
    assert asked.status == 401 and 'href="/signin/oidc?then=/tasks/01ABC"' in asked.text
    assert '<input type="hidden" name="then" value="/tasks/01ABC">' in asked.text
    for wanted, reached in (("/tasks/01ABC", "/tasks/01ABC"), ("//evil.example/", "/"), ("", "/")):
        browser = Browser(up)
        assert browser.back(browser.proven(browser.away(wanted))).headers["location"] == reached
        token = asked.text.partition('name="form_token" value="')[2].partition('"')[0]
        body = urlencode({"form_token": token, "key": key, "then": wanted}).encode()
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": PUBLIC}
        typed = up.ask("POST", "/signin", headers={**OUTSIDE, **form}, body=body)
        assert typed.status == 303 and typed.headers["location"] == reached, typed.text


def test_nobody_else_comes_in(up: House, idp: Provider) -> None:
    idp.claims = SAKURA
    assert Browser(up).sign_in().status == 403
    up.desk().call("user_add", name="sakura", roles=["requester"])
    up.desk().call("user_invite", name="sakura", email="sakura@example.co.jp")
    for unproven in ({"email_verified": False}, {"email_verified": "true"}, {"email": ""}):
        idp.claims = {**SAKURA, **unproven}
        assert Browser(up).sign_in().status == 403, unproven


def test_a_domain_that_is_open_makes_requesters(up: House, idp: Provider) -> None:
    idp.claims = {**SAKURA, "email": "aki@co.example"}
    assert who(up, Browser(up).sign_in()).startswith("aki-"), "nobody becomes the owner by being called so"
    idp.claims = {**SAKURA, "sub": "two", "email": "ken@co.example"}
    assert who(up, Browser(up).sign_in()) == "ken"
    found = next(row for row in up.reads.users() if row["name"] == "ken")
    assert list(found["roles"]) == ["requester"]
    for email in ("ken@evil-co.example", "ken@co.example.evil", "ken@sub.co.example", "@co.example"):
        idp.claims = {**SAKURA, "sub": email, "email": email}
        assert Browser(up).sign_in().status == 403, email


def test_who_was_sent_away_stays_away(up: House, idp: Provider) -> None:
    idp.claims = {**SAKURA, "email": "ken@co.example"}
    assert who(up, Browser(up).sign_in()) == "ken"
    up.office.store.write(lambda tx: tx.amend("users", "name = ?", ("ken",), active=0))
    assert "RINGI-207" in Browser(up).sign_in().text


@pytest.mark.parametrize(
    "forged",
    [
        lambda claims: signed(claims, STRANGER),
        lambda claims: signed(claims, "the client's secret" * 2, "HS256"),
        lambda claims: signed(claims, None, "none"),
        lambda claims: signed(claims, kid="two"),
        lambda claims: signed({**claims, "aud": "another client"}),
        lambda claims: signed({**claims, "aud": [CLIENT, "another"]}),
        lambda claims: signed({**claims, "iss": "https://elsewhere.example"}),
        lambda claims: signed({**claims, "exp": int(time.time()) - 3600}),
        lambda claims: signed({**claims, "nonce": "another sign-in's"}),
        lambda claims: signed({name: value for name, value in claims.items() if name != "exp"}),
        lambda claims: "not.a.token",
    ],
)
def test_what_is_not_signed_for_us_just_now_is_not_believed(up: House, idp: Provider, forged: Any) -> None:
    idp.claims, idp.sign = {**SAKURA, "email": "ken@co.example"}, forged
    refused = Browser(up).sign_in()
    assert refused.status == 403 and "RINGI-917" in refused.text and not refused.cookies


def test_a_sign_in_is_finished_once_and_by_who_began_it(up: House, idp: Provider) -> None:
    idp.claims = {**SAKURA, "email": "ken@co.example"}
    mine, other = Browser(up), Browser(up)
    path = mine.proven(mine.away())
    other.away()
    assert "RINGI-915" in other.back(path).text, "somebody else's sign-in would sign this browser in as them"
    assert "RINGI-915" in up.ask("GET", path, headers={**OUTSIDE, "Accept-Language": "en"}).text
    assert mine.back(path).status == 303
    assert "RINGI-915" in mine.back(path).text
    assert "RINGI-916" in _refused(Browser(up)).text


def _refused(browser: Browser) -> Any:
    state = browser.away().partition("&state=")[2].partition("&")[0]
    return browser.back(f"/signin/oidc/callback?error=access_denied&state={state}")


def test_a_provider_that_is_away_or_somebody_else_is_said_plainly(up: House, idp: Provider) -> None:
    idp.says_issuer = "https://elsewhere.example"
    found = up.ask("GET", "/signin/oidc", headers={**OUTSIDE, "Accept-Language": "en"})
    assert found.status == 503 and "RINGI-914" in found.text
    assert up.ask("GET", "/signin/github", headers=OUTSIDE).status == 404


async def test_made_up_key_ids_do_not_make_us_ask_and_ask(idp: Provider) -> None:
    settings = Settings("/nowhere", oidc={"issuer": idp.issuer, "client_id": CLIENT, "client_secret": SECRET})
    openid = OpenId(providers(settings, "http://127.0.0.1:1")["oidc"])
    about = await openid._described()
    for _ in range(5):
        with pytest.raises(RingiError):
            await openid._key("made-up", "RS256", about)
    assert idp.asked.count("/keys") == 1 and KEYS_PAUSE >= 30


# -- Slack -----------------------------------------------------------------------------------------------------------


def test_slack_signs_in_people_of_an_installed_workspace_only(up: House, idp: Provider) -> None:
    idp.claims = {"sub": "U0SAKURA", "https://slack.com/user_id": "U0SAKURA", "https://slack.com/team_id": "T0HERE"}
    assert "RINGI-918" in Browser(up, "slack").sign_in().text

    def install(tx: Tx) -> None:
        row = {"name": "here", "bot_user_id": "UBOT", "app_id": "A1", "installed_by": "U1", "active": 1}
        times = {"created_at": tx.now, "updated_at": tx.now}
        tx.insert("slack_teams", team_id="T0HERE", enterprise_id="", tenant_id=tx.tenant_id, **row, **times)

    up.office.store.write(install)
    idp.claims["name"] = "sakura"
    assert who(up, Browser(up, "slack").sign_in()) == "sakura"
    found = next(row for row in up.reads.users() if row["name"] == "sakura")
    assert (found["slack_user_id"], list(found["roles"])) == ("U0SAKURA", ["requester"])


# -- invitations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("email", ["", "nobody", "a@b", "a b@example.jp", "<a@example.jp>", "a@" + "x" * 300 + ".jp"])
def test_an_invitation_needs_an_address(up: House, email: str) -> None:
    up.add("mei", "requester")
    with pytest.raises(Invalid) as refused:
        up.desk().call("user_invite", name="mei", email=email)
    assert refused.value.code == "RINGI-920"


def test_an_address_is_one_persons_and_only_an_admin_invites(up: House) -> None:
    up.add("mei", "requester")
    up.add("ren", "requester")
    up.desk().call("user_invite", name="mei", email="x@example.jp")
    up.desk().call("user_invite", name="mei", email="X@example.jp")
    for name, who_asks, code in (
        ("ren", "aki", "RINGI-920"),
        ("nobody", "aki", "RINGI-208"),
        ("ren", "mei", "RINGI-205"),
    ):
        with pytest.raises(RingiError) as refused:
            up.desk(who_asks).call("user_invite", name=name, email="x@example.jp")
        assert refused.value.code == code


# -- the public address ----------------------------------------------------------------------------------------------


def test_a_link_signs_nobody_in_over_the_public_address(up: House) -> None:
    key = up.link()
    assert up.ask("GET", f"/?key={key}", headers=OUTSIDE).status == 401
    here = up.ask("GET", f"/?key={key}")
    assert here.status == 303 and "Secure" not in here.cookies[0], "plain HTTP on this machine itself"


def test_other_names_are_refused_and_the_page_says_how_to_get_in(up: House) -> None:
    assert up.ask("GET", "/", headers={"Host": "evil.example"}).status == 421
    assert up.ask("GET", "/", headers={"Host": "10.0.0.1"}).status == 421
    page = up.ask("GET", "/", headers={**OUTSIDE, "Accept-Language": "ja"})
    assert page.status == 401 and 'href="/signin/oidc"' in page.text and "Example でサインイン" in page.text
    assert "ringi link" not in page.text, "of no use to somebody outside"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "", "example.jp"])
def test_nobody_outside_reaches_it_by_accident(tmp_path: Path, host: str) -> None:
    with pytest.raises(Invalid) as refused:
        app.serve(tmp_path, host, 0, settings=Settings(tmp_path))
    assert refused.value.code == "RINGI-910"
    assert not list(tmp_path.iterdir()), "nothing was begun"


@pytest.mark.parametrize(
    "url",
    ["ringi.example.jp", "http://ringi.example.jp", "https://", "https://x.jp/path", "https://u:p@x.jp", "ftp://x"],
)
def test_a_public_address_without_tls_or_with_more_than_a_host_is_refused(url: str) -> None:
    with pytest.raises(Invalid) as refused:
        load({"RINGI_PUBLIC_URL": url})
    assert refused.value.code == "RINGI-919"
    assert load({"RINGI_PUBLIC_URL": "https://x.jp/"}).public_url == "https://x.jp"


def test_half_a_configuration_is_an_error_and_no_secret_is_shown() -> None:
    with pytest.raises(Invalid) as refused:
        providers(Settings("/x", oidc={"issuer": "https://id.example", "client_id": "c"}), "http://127.0.0.1:1")
    assert refused.value.values["missing"] == "RINGI_OIDC_CLIENT_SECRET"
    with pytest.raises(Invalid):
        providers(Settings("/x", oidc={"issuer": "http://id.example", "client_id": "c", "client_secret": "s"}), "")
    whole = {"issuer": "https://id.example", "client_id": "c", "client_secret": "hush"}
    assert "hush" not in repr(providers(Settings("/x", oidc=whole), "http://127.0.0.1:1"))


# -- links and tries -------------------------------------------------------------------------------------------------


def test_the_printed_link_works_once_and_says_so_afterwards(up: House) -> None:
    first = up.ask("GET", f"/?key={up.key}")
    assert first.status == 303
    again = up.ask("GET", f"/?key={up.key}", headers={"Accept-Language": "en"})
    assert again.status == 401 and "RINGI-911" in again.text and "ringi link" in again.text
    signed_in = up.ask("GET", f"/?key={up.key}", headers={"Cookie": first.cookies[0].partition(";")[0]})
    assert (signed_in.status, signed_in.headers["location"]) == (303, "/")


def test_only_this_machines_command_line_makes_links(up: House) -> None:
    assert up.ask("POST", "/api/link").status == 401
    assert up.ask("POST", "/api/link", headers={"Cookie": up.cookie()}).status == 403
    acting = {"Authorization": f"Bearer {up.bearer}", "X-Ringi-As": "mei"}
    assert up.ask("POST", "/api/link", headers=acting).status == 403


def test_links_end_and_are_few() -> None:
    now = [0.0]
    links = Links(lambda: now[0])
    late, kept = links.make("aki"), links.make("aki", lasts=None)
    now[0] = 601
    assert (links.take(late), links.take(kept), links.take(kept)) == ("", "aki", "")
    first = links.make("aki")
    for _ in range(100):
        links.make("aki")
    assert links.take(first) == ""


def test_guessing_keys_has_an_end_and_others_are_not_kept_out(up: House) -> None:
    far = {**OUTSIDE, "X-Forwarded-For": "198.51.100.7"}
    found = [up.ask("GET", f"/?key=guess{n}", headers={**far, "Accept-Language": "en"}) for n in range(30)]
    statuses = [one.status for one in found]
    assert statuses[:10] == [401] * 10 and set(statuses) == {401, 429}
    late = found[statuses.index(429)]
    assert "RINGI-912" in late.text and 0 < int(late.headers["retry-after"]) <= 6
    assert up.ask("GET", "/?key=guess", headers={**OUTSIDE, "X-Forwarded-For": "198.51.100.8"}).status == 401
    assert up.page("/").status == 200


def test_clicks_on_the_providers_button_are_no_tries_and_write_nothing(up: House, idp: Provider) -> None:
    for _ in range(30):
        Browser(up).away()
        assert up.ask("GET", "/signin/oidc/callback?state=x&code=y", headers=OUTSIDE).status == 401
    assert up.reads.all(select(tables.oauth_states)) == []
    assert up.ask("GET", "/?key=guess", headers=OUTSIDE).status == 401, "no try has been used up"
    idp.claims = {**SAKURA, "email": "ken@co.example"}
    assert who(up, Browser(up).sign_in())


def test_good_sign_ins_do_not_use_up_the_tries(up: House) -> None:
    for _ in range(15):
        assert up.cookie()


def test_a_bucket_fills_up_again_and_forgets_who_was_quiet() -> None:
    now = [0.0]
    buckets = Buckets(2, 10.0, lambda: now[0])
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(TooOften) as refused:
        buckets.take("a")
    assert refused.value.seconds == 10
    now[0] = 10.0
    buckets.take("a")
    for n in range(10_001):
        buckets.take(f"other {n}")
    buckets.take("a")


def test_writing_without_end_is_slowed_down_and_reading_is_not(up: House) -> None:
    door = Door(secret=b"x", owner="aki", reads=up.reads, writes=Buckets(2, 60.0))
    asked = {method: Request({"type": "http", "method": method, "headers": []}) for method in ("GET", "POST")}
    mei, ren = (Visitor(name=name, surface="web", tenant_id="t") for name in ("mei", "ren"))
    for _ in range(2):
        door.wrote(mei, asked["POST"])
    with pytest.raises(TooOften):
        door.wrote(mei, asked["POST"])
    door.wrote(mei, asked["GET"])
    door.wrote(ren, asked["POST"])
    for _ in range(5):
        door.wrote(Visitor(name="mei", surface="cli", tenant_id="t"), asked["POST"])


def test_what_a_caller_calls_itself_gives_it_no_bucket_of_its_own(up: House) -> None:
    """A header that changes each time must not make a stranger, or a person, somebody new each time."""
    cookie = up.cookie(up.add("mei", "requester"))
    statuses = {up.post("/tasks/x/steer", f"{cookie}; x={n}", text="x").status for n in range(3)}
    assert statuses == {404}
    guesses = [up.call("whoami", Authorization=f"Bearer nope{n}").status for n in range(30)]
    assert guesses[:10] == [401] * 10 and 429 in guesses
    assert 429 in {up.ask("GET", "/v1/me", headers={"Authorization": "Bearer nope"}).status for _ in range(3)}


def test_identities_are_of_their_tenant(up: House, idp: Provider) -> None:
    from ringi.flow import identities

    up.office.store.write(
        lambda tx: identities.come_in(
            tx, issuer=idp.issuer, subject="s", email="ken@co.example", shown_name="", domains=("co.example",)
        )
    )
    other = clock.ulid()

    def tenant(tx: Tx) -> None:
        now = {"created_at": tx.now, "updated_at": tx.now}
        tx.insert("tenants", id=other, name="other", slug="other", **now)

    up.office.store.write(tenant)
    with pytest.raises(RingiError) as refused:
        up.office.store.write(
            lambda tx: identities.come_in(
                tx, issuer=idp.issuer, subject="s", email="ken@co.example", shown_name="", domains=("co.example",)
            ),
            tenant=other,
        )
    assert refused.value.code == "RINGI-918"
    assert idhouse.KEY is not STRANGER
