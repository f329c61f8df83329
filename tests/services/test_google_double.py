"""The Google on loopback holds to the published rules, so that what passes here has a chance there."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from ringi.testing.google import Double
from ringi.testing.google.tokens import CLIENT, DRIVE_FILE, LIVES, SHEETS

Json = dict[str, Any]
BACK = "http://127.0.0.1/connected"


class Api:
    def __init__(self, double: Double, session: aiohttp.ClientSession) -> None:
        self.double, self.session = double, session
        self.token = double.tokens.access(double.tokens.allow(double.person))

    async def ask(self, method: str, path: str, body: Any = None, **params: str) -> tuple[int, Json]:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.session.request(
            method, f"{self.double.url}{path}", json=body, params=params, headers=headers
        ) as answer:
            return answer.status, await answer.json()

    async def batch(self, identity: str, *requests: Json) -> tuple[int, Json]:
        return await self.ask("POST", f"/v4/spreadsheets/{identity}:batchUpdate", {"requests": list(requests)})

    async def form(self, path: str, **given: str) -> tuple[int, Json]:
        async with self.session.post(f"{self.double.url}{path}", data=given) as answer:
            return answer.status, await answer.json()

    async def agree(self, **more: str) -> Json:
        asked = {
            "client_id": CLIENT[0],
            "redirect_uri": BACK,
            "response_type": "code",
            "scope": f"{SHEETS} {DRIVE_FILE}",
            "state": "s1",
            **more,
        }
        url = f"{self.double.url}/o/oauth2/v2/auth"
        async with self.session.get(url, params=asked, allow_redirects=False) as answer:
            assert answer.status == 302
            found = parse_qs(urlsplit(answer.headers["Location"]).query)
        assert found["state"] == ["s1"]
        return {"code": found["code"][0]}

    async def exchange(self, **given: str) -> tuple[int, Json]:
        client = {"client_id": CLIENT[0], "client_secret": CLIENT[1], "redirect_uri": BACK}
        return await self.form("/token", **{**client, **given})


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    async with Double() as double, aiohttp.ClientSession() as session:
        yield Api(double, session)


async def test_a_code_is_good_once_and_only_with_its_verifier(api: Api) -> None:
    verifier = "v" * 50
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = {"code_challenge": challenge, "code_challenge_method": "S256", "access_type": "offline"}
    wrong = await api.agree(**asked)
    assert (await api.exchange(grant_type="authorization_code", code_verifier="other", **wrong))[0] == 400
    right = await api.agree(**asked)
    status, told = await api.exchange(grant_type="authorization_code", code_verifier=verifier, **right)
    assert (status, told["expires_in"], told["token_type"]) == (200, LIVES, "Bearer") and told["refresh_token"]
    status, again = await api.exchange(grant_type="authorization_code", code_verifier=verifier, **right)
    assert (status, again["error"]) == (400, "invalid_grant")
    online = await api.agree()
    assert "refresh_token" not in (await api.exchange(grant_type="authorization_code", **online))[1]


async def test_an_access_token_ends_and_a_revoked_one_cannot_be_renewed(api: Api) -> None:
    given = await api.agree(access_type="offline")
    _, told = await api.exchange(grant_type="authorization_code", **given)
    api.token = told["access_token"]
    assert (await api.ask("GET", "/drive/v3/files"))[0] == 200
    api.double.ahead(LIVES + 1)
    status, refused = await api.ask("GET", "/v4/spreadsheets/x")
    assert (status, refused["error"]["status"]) == (401, "UNAUTHENTICATED")
    _, fresh = await api.exchange(grant_type="refresh_token", refresh_token=told["refresh_token"])
    api.token = fresh["access_token"]
    assert (await api.ask("GET", "/drive/v3/files"))[0] == 200
    assert (await api.form("/revoke", token=told["refresh_token"]))[0] == 200
    assert (await api.ask("GET", "/drive/v3/files"))[0] == 401
    status, refused = await api.exchange(grant_type="refresh_token", refresh_token=told["refresh_token"])
    assert (status, refused["error"]) == (400, "invalid_grant")


async def test_a_batch_is_done_whole_or_not_at_all(api: Api) -> None:
    book = api.double.make("本")
    add = {"addSheet": {"properties": {"sheetId": 7, "title": "表"}}}
    status, told = await api.batch(book.id, add, {"addSheet": {"properties": {"title": "SHEET1"}}})
    assert status == 400 and told["error"]["message"].startswith("Invalid requests[1].addSheet: A sheet with the name")
    assert [one.title for one in api.double.books[book.id].sheets] == ["Sheet1"]
    assert (await api.batch(book.id, add))[0] == 200
    assert (await api.batch(book.id, {"addSheet": {"properties": {"sheetId": 7, "title": "別"}}}))[0] == 400
    assert (await api.batch(book.id, {"dance": {}}))[0] == 400
    assert (await api.batch(book.id))[0] == 400


async def test_metadata_is_found_by_its_lookup_and_goes_with_its_sheet(api: Api) -> None:
    book = api.double.make("本")
    mark = {"metadataId": 5, "metadataKey": "k", "metadataValue": "v", "visibility": "PROJECT"}
    made = {"createDeveloperMetadata": {"developerMetadata": {**mark, "location": {"sheetId": 7}}}}
    assert (await api.batch(book.id, made))[0] == 400, "there is no such sheet"
    assert (await api.batch(book.id, {"addSheet": {"properties": {"sheetId": 7, "title": "表"}}}, made))[0] == 200
    assert (await api.batch(book.id, made))[0] == 400, "an id is good once"
    search = f"/v4/spreadsheets/{book.id}/developerMetadata:search"
    lookup = {"dataFilters": [{"developerMetadataLookup": {"metadataKey": "k", "metadataValue": "v"}}]}
    _, told = await api.ask("POST", search, lookup)
    (found,) = told["matchedDeveloperMetadata"]
    assert found["developerMetadata"]["location"] == {"sheetId": 7, "locationType": "SHEET"}
    assert (await api.batch(book.id, {"deleteSheet": {"sheetId": 7}}))[0] == 200
    assert (await api.ask("POST", search, lookup))[1] == {}


async def test_raw_stays_text_and_user_entered_is_read(api: Api) -> None:
    book = api.double.make("本")
    values = f"/v4/spreadsheets/{book.id}/values/A1:B1"
    assert (await api.ask("PUT", values, {"values": [["=1+1", "12"]]}))[0] == 400, "the option has to be given"
    assert (await api.ask("PUT", values, {"values": [["=1+1", "12"]]}, valueInputOption="RAW"))[0] == 200
    cells = api.double.books[book.id].sheets[0].cells
    assert cells == {(0, 0): {"stringValue": "=1+1"}, (0, 1): {"stringValue": "12"}}
    await api.ask("PUT", values, {"values": [["=1+1", "12"]]}, valueInputOption="USER_ENTERED")
    cells = api.double.books[book.id].sheets[0].cells
    assert cells == {(0, 0): {"formulaValue": "=1+1"}, (0, 1): {"numberValue": 12.0}}
    status, told = await api.ask(
        "POST", f"/v4/spreadsheets/{book.id}/values/Sheet1:append", {"values": [["x"]]}, valueInputOption="RAW"
    )
    assert (status, told["updates"]["updatedRange"]) == (200, "Sheet1!A2:A2")
    assert (await api.ask("GET", f"/v4/spreadsheets/{book.id}/values/A2"))[1]["values"] == [["x"]]


async def test_more_than_sixty_reads_a_minute_are_too_many(api: Api) -> None:
    book = api.double.make("本")
    for _ in range(60):
        assert (await api.ask("GET", f"/v4/spreadsheets/{book.id}"))[0] == 200
    status, told = await api.ask("GET", f"/v4/spreadsheets/{book.id}")
    assert (status, told["error"]["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert (await api.batch(book.id, {"addSheet": {}}))[0] == 200, "writes are counted apart"
    api.double.ahead(61)
    assert (await api.ask("GET", f"/v4/spreadsheets/{book.id}"))[0] == 200


async def test_drive_shows_only_what_the_app_made_and_finds_it_by_its_properties(api: Api) -> None:
    api.double.make("人の", by_app=False)
    body = {"name": "集計", "mimeType": "application/vnd.google-apps.spreadsheet", "appProperties": {"k": "v"}}
    _, made = await api.ask("POST", "/drive/v3/files", body)
    _, told = await api.ask(
        "GET", "/drive/v3/files", q="appProperties has { key='k' and value='v' } and trashed = false"
    )
    assert [one["id"] for one in told["files"]] == [made["id"]]
    assert (await api.ask("GET", "/drive/v3/files", q="name = '人の'"))[1]["files"] == []
    assert (await api.ask("GET", "/drive/v3/files", q="nmae = 'x'"))[0] == 400
    await api.ask("PATCH", f"/drive/v3/files/{made['id']}", {"trashed": True})
    assert (await api.ask("GET", f"/drive/v3/files/{made['id']}"))[1]["trashed"] is True
    assert (await api.ask("GET", "/drive/v3/files/none"))[1]["error"]["errors"][0]["reason"] == "notFound"
