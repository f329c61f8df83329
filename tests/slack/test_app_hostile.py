"""What people write comes back in notices and notes as they wrote it: it pings nobody, hides nothing, ends no mark."""

from __future__ import annotations

from pathlib import Path

from slackhouse import APPROVER, CHANNEL, REQUESTER, SlackHouse, slack_house
from workplace import LOOK_AND_SEND, Workplace

from ringi.testing.minds import ScriptedMind

EVIL = "<!channel> @here *x* \u202etxt.exe\u2066 <https://evil.example|承認>"


def texts(house: SlackHouse) -> list[str]:
    """The text of everything that the app said beside its cards."""
    said = [*house.dms(APPROVER), *house.dms(REQUESTER)]
    said += [one for one in house.double.messages(CHANNEL) if one.get("bot_id") and not one.get("metadata")]
    return [str(one["text"]) for one in said]


async def test_hostile_words_do_nothing_in_notices_notes_and_lists(tmp_path: Path) -> None:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}")
    workplace.open(mind=ScriptedMind(steps=LOOK_AND_SEND, title=EVIL))
    async with slack_house(workplace, "socket") as house:
        await house.double.command(REQUESTER, CHANNEL, "/ringi", f"ask {EVIL}")
        await house.settled()
        assert len(house.dms(APPROVER)) == 1
        await house.double.command(APPROVER, CHANNEL, "/ringi", "inbox")
        await house.settled()
        card = house.card(house.requests()[0]["slack_thread_ts"], "prompt")
        await house.press(APPROVER, card, "approve_prompt")
        told = texts(house)
        assert len(told) >= 4 and all("*x*" not in str(one["text"]) for one in house.dms(APPROVER))
        for text in told:
            assert not {"\u202e", "\u2066"} & set(text), text
            assert "@here" not in text and "<!channel" not in text and "<https://evil" not in text, text
    workplace.close()
