"""Two workspaces in one house: neither sees, presses or decides anything of the other's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slackhouse import ADMIN, APPROVER, CHANNEL, REQUESTER, SlackHouse, slack_house
from workplace import Workplace

from ringi.flow import people
from ringi.slack.installations import teams
from ringi.slack.installations.teams import Workspace
from ringi.store.transaction import Tx, dumps
from ringi.testing.slack.company import Team

Json = dict[str, Any]
OTHER_TEAM, OTHER_CHANNEL, BOSS, CLERK = "T0ACME", "C0ACME", "U0BOSS", "U0CLERK"


async def second_workspace(house: SlackHouse) -> None:
    team = Team(id=OTHER_TEAM, name="Acme", domain="acme", bot="U0ACMEBOT", bot_id="B0ACME")
    team.add_person(BOSS, "boss", "Bo Boss", locale="en-US")
    team.add_person(CLERK, "clerk", "Cleo Clerk", locale="en-US")
    team.add_person(team.bot, "ringi", "Ringi", bot=True)
    team.add_channel(OTHER_CHANNEL, "acme")
    house.double.add_team(team)
    found = Workspace(
        team_id=OTHER_TEAM,
        name="Acme",
        bot_user_id=team.bot,
        bot_id=team.bot_id,
        installed_by=BOSS,
        bot_token=house.double.bot_token(OTHER_TEAM),
        api_url=house.double.api_url,
    )
    home = house.office.store.tenant_id
    await house.office.store.awrite(lambda tx: teams.connect(tx, house.office.vault, found, home), tenant=home)


async def test_each_workspace_has_its_own_people_requests_and_decisions(tmp_path: Path) -> None:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    async with slack_house(workplace, "socket") as house:
        await second_workspace(house)
        ours = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
        theirs = await house.double.mention(CLERK, OTHER_CHANNEL, "check last month's overtime")
        await house.settled()
        rows = house.workplace.rows("SELECT requester, tenant_id FROM requests ORDER BY id")
        assert [row["requester"] for row in rows] == [REQUESTER, CLERK]
        assert rows[0]["tenant_id"] != rows[1]["tenant_id"]
        assert len(house.dms(APPROVER)) == 1

        # A press of ours carried over into their workspace names an approval that is not there.
        card = house.card(ours, "prompt")
        other = house.card(theirs, "prompt", OTHER_CHANNEL)
        held = house.double.teams[OTHER_TEAM].channels[OTHER_CHANNEL]
        stolen = next(one for one in held.messages if one["ts"] == other["ts"])
        before = stolen["attachments"]
        stolen["attachments"] = card["message"]["attachments"]
        await house.press(BOSS, other, "approve_prompt", channel=OTHER_CHANNEL)
        assert house.workplace.rows("SELECT * FROM decisions") == []
        assert len(house.notes(BOSS, OTHER_CHANNEL)) == 1

        stolen["attachments"] = before
        await house.press(BOSS, other, "approve_prompt", channel=OTHER_CHANNEL)
        await house.press(APPROVER, card, "approve_prompt")
        rows = house.workplace.rows("SELECT identity FROM decisions ORDER BY id")
        assert [row["identity"] for row in rows] == [BOSS, APPROVER]

        await house.double.open_home(BOSS)
        await house.settled()
        home = house.double.home(BOSS)
        assert home is not None
        opens = [one["value"] for block in home["blocks"] for one in block.get("elements", []) if "value" in one]
        waiting = house.workplace.rows("SELECT subject_id, tenant_id FROM approvals WHERE state = 'open'")
        foreign = {row["subject_id"] for row in waiting if row["tenant_id"] == house.office.store.tenant_id}
        assert opens and not foreign & set(opens)
    workplace.close()


async def test_a_linked_person_acts_in_slack_with_their_own_roles(tmp_path: Path) -> None:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    async with slack_house(workplace, "socket") as house:
        thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
        await house.settled()
        house.double.teams["T0RINGI"].add_person("U0LINKED", "akiko", "Aki")
        house.double.teams["T0RINGI"].channels[CHANNEL].members.add("U0LINKED")
        await house.press("U0LINKED", house.card(thread, "prompt"), "approve_prompt")
        assert len(house.notes("U0LINKED")) == 1
        workplace.desk("aki").call("user_link", name="aki", slack_user_id="U0LINKED")
        await house.press("U0LINKED", house.card(thread, "prompt"), "approve_prompt")
        (row,) = house.workplace.rows("SELECT identity, user_id FROM decisions")
        (user,) = house.workplace.rows("SELECT id FROM users WHERE name = 'aki'")
        assert (row["identity"], row["user_id"]) == ("U0LINKED", user["id"])
    workplace.close()


async def test_somebody_switched_off_can_do_nothing(tmp_path: Path) -> None:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    async with slack_house(workplace, "socket") as house:
        thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
        await house.settled()

        def switch_off(tx: Tx) -> None:
            actor = people.enter_slack(tx, APPROVER, "suzuki", "ja")
            tx.set("users", actor.user_id, active=0, roles=dumps(["requester", "approver"]))

        house.office.store.write(switch_off)
        await house.press(APPROVER, house.card(thread, "prompt"), "approve_prompt")
        assert house.workplace.rows("SELECT * FROM decisions") == []
        assert "停止" in house.notes(APPROVER)[0]
        await house.press(ADMIN, house.card(thread, "prompt"), "approve_prompt")
        assert len(house.workplace.rows("SELECT * FROM decisions")) == 1
    workplace.close()
