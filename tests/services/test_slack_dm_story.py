"""Who a direct message reaches is settled before anybody approves, shown, and looked at again before it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from googlehouse import Aside
from workplace import Workplace, step

from ringi.hands.accounts import Account
from ringi.hands.config import parse_servers
from ringi.hands.mcp_hands import McpHands
from ringi.testing.slack import Double
from ringi.testing.slack.faults import Fault

TANAKA = "U0REQUESTER"


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """One kind of database is enough: nothing here is about how the records are kept."""
    return f"sqlite:///{tmp_path / 'ringi.db'}"


class Workspace:
    """A Slack on loopback in a thread of its own, connected or not."""

    def __init__(self) -> None:
        self.aside = Aside()
        self.double = Double(tiers=False)
        self.aside.run(self.double.start())
        self.connected = True
        self.people = self.double.teams["T0RINGI"].people

    async def find(self, tenant: str) -> Account | None:
        if not self.connected:
            return None
        return Account(token=self.token, bases=(self.double.api_url,), place="T0RINGI", pause=self.pause)

    async def token(self) -> str:
        return self.double.bot_token()

    async def pause(self, seconds: float) -> None:
        pass

    def messages(self, user: str = TANAKA) -> list[str]:
        return [str(one["text"]) for one in self.double.teams["T0RINGI"].im(user).messages]

    def everything(self) -> int:
        return sum(len(one.messages) for one in self.double.teams["T0RINGI"].channels.values())


@pytest.fixture
def slack() -> Iterator[Workspace]:
    place = Workspace()
    yield place
    place.aside.run(place.double.stop())
    place.aside.stop()


def dm(recipient: Any, text: str = "残業は 12 時間です") -> dict[str, Any]:
    return step(1, "send_slack_dm", recipient=recipient, text=text)


def planned(workplace: Workplace, slack: Workspace, *steps: dict[str, Any]) -> tuple[str, str]:
    hands = McpHands(parse_servers({}, {}), data_dir=workplace.home, accounts={"slack": slack.find})
    workplace.open(hands=hands, steps=list(steps))
    task_id = workplace.ask()
    return task_id, workplace.decide(task_id)


def plan(workplace: Workplace, task_id: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The input of the first step as it stands for approval, and whom the approval says it reaches."""
    show = workplace.show(task_id)
    gate = max(show["approvals"], key=lambda one: str(one["id"]))
    return show["processes"][-1]["steps"][0]["toolInput"], gate["shown"]["people"]


@pytest.mark.parametrize("written", [TANAKA, "tanaka@sample-kk.example", "田中 さくら", "@tanaka"])
def test_the_approver_sees_the_one_person_and_exactly_that_one_gets_it(
    workplace: Workplace, slack: Workspace, written: str
) -> None:
    task_id, state = planned(workplace, slack, dm(written))
    assert state == "plan_pending"
    given, people = plan(workplace, task_id)
    assert given["recipient"] == TANAKA
    assert people == [{"id": TANAKA, "name": "田中 さくら", "department": "", "via": "slack"}]
    assert slack.everything() == 0
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)
    assert slack.messages() == ["残業は 12 時間です"] and slack.everything() == 1
    assert not (workplace.home / "outbox.jsonl").exists()


@pytest.mark.parametrize(
    ("written", "code"), [("山田 太郎", "RINGI-460"), ("Ringi", "RINGI-462"), ("U0PAYBOT9", "RINGI-462")]
)
def test_a_plan_to_nobody_is_never_shown_as_one_that_can_run(
    workplace: Workplace, slack: Workspace, written: str, code: str
) -> None:
    slack.double.teams["T0RINGI"].add_person("U0PAYBOT9", "paybot", "給与ボット", bot=True)
    task_id, state = planned(workplace, slack, dm(written))
    assert state == "plan_failed" and code in json.dumps(workplace.show(task_id))


def test_two_of_one_name_are_named_to_the_person_and_nothing_is_sent(workplace: Workplace, slack: Workspace) -> None:
    slack.double.teams["T0RINGI"].add_person("U0TANAKA2", "tanaka2", "田中 さくら")
    task_id, state = planned(workplace, slack, dm("田中 さくら"))
    told = json.dumps(workplace.show(task_id), ensure_ascii=False)
    assert state == "plan_failed" and "RINGI-461" in told and "U0TANAKA2" in told and "U0REQUESTER" in told
    assert slack.everything() == 0


def test_the_directory_says_which_account_an_employee_has(workplace: Workplace, slack: Workspace) -> None:
    team = slack.double.teams["T0RINGI"]
    hands = McpHands(parse_servers({}, {}), data_dir=workplace.home, accounts={"slack": slack.find})
    workplace.open(hands=hands, steps=[dm("E001")])
    assert workplace.office is not None
    person = workplace.office.catalog().person("E001")
    assert person is not None and person.slack_user_id
    team.add_person(person.slack_user_id, "e001", person.name)
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_pending"
    given, people = plan(workplace, task_id)
    assert given["recipient"] == person.slack_user_id
    assert people == [
        {"id": person.slack_user_id, "name": person.name, "department": person.department, "via": "slack"}
    ]
    assert workplace.decide(task_id) == "completed"
    assert len(slack.messages(person.slack_user_id)) == 1


def test_an_employee_without_an_account_is_said_to_be_reached_by_the_outbox(
    workplace: Workplace, slack: Workspace
) -> None:
    task_id, state = planned(workplace, slack, dm("E001"))
    assert state == "plan_pending"
    given, ((person),) = plan(workplace, task_id)
    assert (given["recipient"], person["id"], person["via"]) == ("E001", "E001", "outbox") and person["name"]
    assert workplace.decide(task_id) == "completed"
    assert (workplace.home / "outbox.jsonl").exists() and slack.everything() == 0


def test_whoever_has_left_between_approval_and_call_gets_nothing(workplace: Workplace, slack: Workspace) -> None:
    task_id, _ = planned(workplace, slack, dm("tanaka@sample-kk.example"))
    slack.people[TANAKA].deleted = True
    assert workplace.decide(task_id) == "failed"
    assert "RINGI-462" in json.dumps(workplace.show(task_id)) and slack.everything() == 0


def test_an_account_that_is_called_otherwise_now_is_asked_about_again(workplace: Workplace, slack: Workspace) -> None:
    task_id, _ = planned(workplace, slack, dm("田中 さくら"))
    slack.people[TANAKA].real_name = "社長"
    assert workplace.decide(task_id) == "failed"
    assert "RINGI-467" in json.dumps(workplace.show(task_id)) and slack.everything() == 0


def test_a_name_that_becomes_somebody_elses_does_not_move_the_message(workplace: Workplace, slack: Workspace) -> None:
    """What runs has nothing left to look up: the id was approved, not the address."""
    task_id, _ = planned(workplace, slack, dm("tanaka@sample-kk.example"))
    slack.people["U0ADMIN"].email, slack.people[TANAKA].email = "tanaka@sample-kk.example", "other@sample-kk.example"
    assert workplace.decide(task_id) == "completed"
    assert len(slack.messages()) == 1 and slack.messages("U0ADMIN") == []


@pytest.mark.parametrize("first", [True, False])
def test_slack_that_comes_or_goes_after_the_approval_stops_the_run(
    workplace: Workplace, slack: Workspace, first: bool
) -> None:
    slack.connected = first
    task_id, state = planned(workplace, slack, dm(TANAKA))
    assert state == "plan_pending"
    slack.connected = not first
    assert workplace.decide(task_id) == "failed"
    assert "RINGI-467" in json.dumps(workplace.show(task_id))
    assert slack.everything() == 0 and not (workplace.home / "outbox.jsonl").exists()


def test_a_requester_who_is_not_in_slack_finds_it_in_the_outbox(workplace: Workplace, slack: Workspace) -> None:
    task_id, _ = planned(workplace, slack, dm("requester"))
    assert plan(workplace, task_id) == ({"recipient": "requester", "text": "残業は 12 時間です"}, [])
    assert workplace.decide(task_id) == "completed"
    assert (workplace.home / "outbox.jsonl").exists() and slack.everything() == 0


def test_a_lost_answer_waits_for_a_person_and_is_not_sent_again(workplace: Workplace, slack: Workspace) -> None:
    task_id, _ = planned(workplace, slack, dm(TANAKA))
    slack.double.faults.add("chat.postMessage", Fault(drop=True))
    assert workplace.decide(task_id) == "outcome_unknown"
    assert "RINGI-466" in json.dumps(workplace.show(task_id)) and slack.everything() == 0


def test_a_person_named_by_an_earlier_result_is_resolved_before_somebody_is_asked(
    workplace: Workplace, slack: Workspace
) -> None:
    sheet = step(
        1, "write_rows_to_google_sheet", spreadsheet="tanaka@sample-kk.example", sheet="s", header=["a"], rows=[]
    )
    late = {**dm({"$from": "step-1", "path": "spreadsheet"}), "stepId": "step-2", "order": 2}
    task_id, state = planned(workplace, slack, sheet, late)
    assert state == "plan_pending"
    assert workplace.decide(task_id) == "step_pending"
    gate = max(workplace.show(task_id)["approvals"], key=lambda one: str(one["id"]))
    assert gate["shown"]["input"]["recipient"] == TANAKA
    assert gate["shown"]["people"] == [{"id": TANAKA, "name": "田中 さくら", "department": "", "via": "slack"}]
    assert slack.everything() == 0
    assert workplace.decide(task_id) == "completed"
    assert len(slack.messages()) == 1
