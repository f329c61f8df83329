"""A direct message goes to exactly one person who was shown before, once; nobody is guessed at. Over real HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from ringi.errors import RingiError
from ringi.servers.common.accounts import Account
from ringi.servers.common.slack import Slack, Somebody, Unknown
from ringi.testing.slack import Double
from ringi.testing.slack.faults import Fault

TANAKA, WANG = "U0REQUESTER", "U0CHINESE"


class Place:
    """A Slack on loopback and the tool's way to it."""

    def __init__(self, double: Double, session: aiohttp.ClientSession) -> None:
        self.double, self.session = double, session
        self.waited: list[float] = []
        self.refused: list[str] = []
        self.account = Account(token=self.token, refused=self.on_refused, bases=(double.api_url,))
        self.team = double.teams["T0RINGI"]

    async def token(self) -> str:
        return self.double.bot_token()

    async def on_refused(self, token: str) -> None:
        self.refused.append(token)

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)

    @property
    def slack(self) -> Slack:
        return Slack(self.account, self.session, self.pause)

    async def find(self, recipient: str, known: tuple[str, ...] = ()) -> Somebody:
        return await self.slack.find(recipient, known)

    async def send(self, text: str, key: str | None = "run:1") -> str:
        person = await self.find(TANAKA)
        return (await self.slack.send(person, text, key))[1]

    def messages(self, user: str = TANAKA) -> list[dict[str, Any]]:
        return [dict(one) for one in self.team.im(user).messages]


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    double = Double(tiers=False)
    await double.start()
    async with aiohttp.ClientSession() as session:
        yield Place(double, session)
    await double.stop()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (TANAKA, TANAKA),
        ("tanaka@sample-kk.example", TANAKA),
        ("Tanaka@Sample-KK.example", TANAKA),
        ("田中 さくら", TANAKA),
        ("田中さくら", TANAKA),
        ("@tanaka", TANAKA),
        ("  ＴＡＮＡＫＡ ", TANAKA),
        ("王 芳", WANG),
        ("emma wilson", "U0OTHER"),
        ("WILSON", "U0OTHER"),
    ],
)
async def test_an_id_an_address_or_a_name_is_one_person(place: Place, written: str, meant: str) -> None:
    assert (await place.find(written)).id == meant


@pytest.mark.parametrize(
    "written", ["田中", "さくら", "U0NOBODY", "nobody@sample-kk.example", "", "@", "たなか さくら"]
)
async def test_nobody_is_guessed_at(place: Place, written: str) -> None:
    with pytest.raises(RingiError) as told:
        await place.find(written)
    assert told.value.code == "RINGI-460"


async def test_two_people_of_one_name_are_named_and_neither_is_chosen(place: Place) -> None:
    place.team.add_person("U0TANAKA2", "tanaka2", "田中 さくら")
    with pytest.raises(RingiError) as told:
        await place.find("田中 さくら")
    assert told.value.code == "RINGI-461"
    for lang in ("ja", "en", "zh"):
        assert "U0REQUESTER" in told.value.message(lang) and "U0TANAKA2" in told.value.message(lang)


async def test_a_namesake_on_the_last_page_of_a_large_company_is_found(place: Place) -> None:
    for number in range(2_500):
        place.team.add_person(f"U9{number:06}", f"person{number}", f"社員 {number}")
    place.team.add_person("U0TANAKA2", "tanaka2", "田中　さくら")
    with pytest.raises(RingiError) as told:
        await place.find("田中 さくら")
    assert told.value.code == "RINGI-461"
    assert (await place.find("社員 2499")).id == "U9002499"


async def test_the_directory_and_slack_have_to_mean_the_same_one(place: Place) -> None:
    assert (await place.find("E001", (WANG,))).id == WANG
    assert (await place.find("王 芳", (WANG,))).id == WANG
    with pytest.raises(RingiError) as told:
        await place.find("王 芳", (TANAKA,))
    assert told.value.code == "RINGI-461"
    with pytest.raises(RingiError) as told:
        await place.find("王 芳", ("U0SAMPLE001",))
    assert told.value.code == "RINGI-461", "the directory's account is not here, so who is here may be a namesake"
    with pytest.raises(RingiError) as told:
        await place.find("E001", ("U0SAMPLE001",))
    assert told.value.code == "RINGI-460"


@pytest.mark.parametrize(
    ("change", "words"), [({"deleted": True}, "deactivated"), ({"bot": True}, "a bot"), ({"team": "T0ELSE"}, "another")]
)
@pytest.mark.parametrize("written", ["U0GUEST", "佐々木 蓮"])
async def test_bots_leavers_and_strangers_are_refused(
    place: Place, written: str, change: dict[str, Any], words: str
) -> None:
    place.team.add_person("U0GUEST", "sasaki", "佐々木 蓮", **change)
    with pytest.raises(RingiError) as told:
        await place.find(written)
    assert told.value.code == "RINGI-462" and words in told.value.message("en")


async def test_one_who_has_left_does_not_stand_in_the_way_of_a_namesake(place: Place) -> None:
    place.team.add_person("U0OLD", "tanaka0", "田中 さくら", deleted=True)
    assert (await place.find("田中 さくら")).id == TANAKA


async def test_a_message_is_sent_as_it_was_approved(place: Place) -> None:
    ts = await place.send("<!channel> *残業* <https://evil.example|給与> & <@U0ADMIN>")
    (message,) = place.messages()
    assert message["ts"] == ts
    assert message["text"] == "&lt;!channel&gt; *残業* &lt;https://evil.example|給与&gt; &amp; &lt;@U0ADMIN&gt;"


@pytest.mark.parametrize("text", ["", " \n\x00", "あ" * 40_001, "<" * 20_000])
async def test_an_empty_or_endless_text_is_refused_before_anything_is_sent(place: Place, text: str) -> None:
    with pytest.raises(RingiError) as told:
        await place.send(text)
    assert told.value.code == "RINGI-468" and place.messages() == []


async def test_the_same_run_sends_once(place: Place) -> None:
    first = await place.send("一度だけ")
    assert await place.send("一度だけ") == first
    assert len(place.messages()) == 1
    await place.send("一度だけ", "run:2")
    assert len(place.messages()) == 2


@pytest.mark.parametrize(
    "method",
    ["users.info", "auth.test", "conversations.open", "conversations.history", "chat.postMessage"],
)
@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=429, retry_after=3),
        Fault(error="internal_error"),
        Fault(drop=True),
        Fault(lost=True),
        Fault(status=500),
        Fault(status=503),
    ],
    ids=["429", "internal", "drop", "lost", "500", "503"],
)
async def test_trouble_at_any_call_never_sends_twice(place: Place, method: str, fault: Fault) -> None:
    place.double.faults.add(method, replace(fault))
    try:
        await place.send("一度だけ")
    except Unknown as told:
        # It was posted into the void: nobody can tell, so a person is asked. Never posted again.
        assert method == "chat.postMessage" and told.error.code == "RINGI-466"
        assert place.messages() == []
        return
    assert len(place.messages()) == 1
    if fault.status == 429:
        assert place.waited == [3.0]


async def test_a_lost_answer_is_found_again(place: Place) -> None:
    place.double.faults.add("chat.postMessage", Fault(lost=True))
    ts = await place.send("一度だけ")
    assert [one["ts"] for one in place.messages()] == [ts]


async def test_an_answer_that_is_lost_while_slack_goes_away_is_unknown(place: Place) -> None:
    place.double.faults.add("chat.postMessage", Fault(lost=True))
    person = await place.find(TANAKA)
    slack = place.slack

    async def away(seconds: float) -> None:
        place.double.faults.add("conversations.history", Fault(drop=True, times=100))

    slack._pause = away
    with pytest.raises(Unknown) as told:
        await slack.send(person, "一度だけ", "run:1")
    assert told.value.error.code == "RINGI-466" and len(place.messages()) == 1


async def test_a_token_that_slack_refuses_is_told_to_its_keeper(place: Place) -> None:
    place.double.faults.add("users.info", Fault(error="token_revoked", times=2))
    with pytest.raises(RingiError) as told:
        await place.find(TANAKA)
    assert told.value.code == "RINGI-464" and place.refused == [place.double.bot_token()]


async def test_a_workspace_that_has_not_given_the_new_scope_is_told_which(place: Place) -> None:
    place.double.grant("T0RINGI", {"users:read"})
    with pytest.raises(RingiError) as told:
        await place.find("tanaka@sample-kk.example")
    assert told.value.code == "RINGI-464" and "users:read.email" in told.value.message("en")


async def test_slack_away_for_good_is_said(place: Place) -> None:
    place.double.faults.add("users.info", Fault(drop=True, times=1_000))
    with pytest.raises(RingiError) as told:
        await place.find(TANAKA)
    assert told.value.code == "RINGI-465" and place.messages() == []
