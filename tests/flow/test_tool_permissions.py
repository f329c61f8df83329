"""What may be done with a tool is asked when it is planned and again when it is called; both may have changed since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from workplace import MESSAGE, Workplace, step

from ringi import clock
from ringi.errors import RingiError
from ringi.flow import permissions, pins
from ringi.hands.listing import hashed
from ringi.hands.tools import Catalog, Tool
from ringi.store.transaction import Tx
from ringi.testing.tools import FunctionHands, Spec

Refusal = Callable[..., RingiError]


def narrowed(workplace: Workplace, **more: Any) -> None:
    workplace.desk().call("tool_permit", tool="send", allowed=True, **more)


def error_of(workplace: Workplace, task_id: str) -> str:
    return str(workplace.show(task_id)["executions"][-1]["error"])


def test_a_plan_outside_of_what_is_allowed_never_comes_before_a_person(workplace: Workplace, refused: Refusal) -> None:
    workplace.open(steps=[step(1, "send", recipient="E001", text="hello")])
    narrowed(workplace, only={"recipient": ["E002"]})
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_failed"
    assert "RINGI-675" in str(workplace.show(task_id)["view"])
    told = refused(
        "RINGI-675",
        lambda: workplace.desk().call("plan", task_id=task_id, steps=[step(1, "send", recipient="E009", text="x")]),
    )
    assert "recipient" in told.message("en") and "E002" in told.message("en")
    inside = [step(1, "send", recipient="E002", text="x")]
    assert workplace.desk().call("plan", task_id=task_id, steps=inside)["status"] == "generating"
    assert workplace.carry_on(task_id) == "plan_pending"


def test_what_is_only_known_at_the_call_is_looked_at_then(workplace: Workplace) -> None:
    text = {"$from": "step-1", "path": "who"}
    workplace.open(steps=[step(1, "look"), step(2, "send", recipient="E001", text=text)])
    narrowed(workplace, only={"text": ["E777"]})
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "failed" and workplace.sent == []
    assert "RINGI-675" in error_of(workplace, task_id)
    narrowed(workplace, free=True)
    workplace.desk().call("retry", task_id=task_id)
    assert workplace.carry_on(task_id) == "completed" and len(workplace.sent) == 1


@pytest.mark.parametrize("how", [{"allowed": False}, {"allowed": True, "only": {"recipient": ["E002"]}}])
def test_what_is_taken_away_after_the_approval_does_not_run(workplace: Workplace, how: dict[str, Any]) -> None:
    workplace.open()
    task_id = workplace.at_plan()
    workplace.desk().call("tool_permit", tool="send", **how)
    assert workplace.decide(task_id) == "failed" and workplace.sent == []
    assert error_of(workplace, task_id).startswith(("RINGI-409", "RINGI-675"))


def test_forbidding_keeps_what_it_was_narrowed_to(workplace: Workplace) -> None:
    workplace.open()
    narrowed(workplace, only={"recipient": ["E002"]})
    workplace.desk().call("tool_permit", tool="send", allowed=False)
    done = workplace.desk().call("tool_permit", tool="send", allowed=True)
    assert done["constraints"]["properties"]["recipient"] == {"enum": ["E002"]}
    listed = {one["name"]: one["constraints"] for one in workplace.desk().call("tools")["tools"]}
    assert listed["send"] == done["constraints"] and listed["look"] == {}


def test_only_an_admin_says_what_may_be_used(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("ben", "approver")
    for operation, given in (
        ("tool_permit", {"tool": "send", "allowed": False}),
        ("tool_trust", {"tool": "send"}),
        ("server_add", {"name": "x", "table": {"command": "true"}}),
        ("server_remove", {"name": "x"}),
    ):
        refused("RINGI-205", lambda op=operation, args=given: workplace.desk("ben").call(op, **args))


def test_a_server_is_added_at_the_machine_and_not_over_the_page(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    for surface in ("web", "api", "slack"):
        desk = workplace.desk(surface=surface)
        if surface != "slack":
            refused("RINGI-674", lambda d=desk: d.call("server_add", name="x", table={"command": "true"}))
            refused("RINGI-674", lambda d=desk: d.call("server_remove", name="x"))
    assert not (workplace.home / "ringi.toml").exists()


def tool_of(**more: Any) -> Tool:
    return hashed(Tool(name="send", server="post", description="Send.", input_schema=MESSAGE, **more))


NUMBERS = {
    "type": "object",
    "properties": {
        "n": {"type": "integer"},
        "share": {"type": "number"},
        "sure": {"type": "boolean"},
        "who": {"type": "array", "items": {"type": "string"}},
    },
}


def test_what_is_typed_becomes_what_the_argument_takes() -> None:
    tool = replace(tool_of(), input_schema=NUMBERS)
    only = {"n": ["1", "2"], "sure": ["true"], "who": ["a", "b"]}
    limits = permissions.narrowed(tool, only, {"share": "0.5", "who": "1"})
    assert limits["properties"] == {
        "n": {"enum": [1, 2]},
        "sure": {"enum": [True]},
        "who": {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1},
        "share": {"type": "number", "maximum": 0.5},
    }
    assert limits["required"] == ["n", "share", "sure", "who"]


@pytest.mark.parametrize(
    ("only", "most", "code"),
    [
        ({"nobody": ["1"]}, {}, "RINGI-676"),
        ({"n": ["many"]}, {}, "RINGI-685"),
        ({"sure": ["perhaps"]}, {}, "RINGI-685"),
        ({}, {"share": "nan"}, "RINGI-685"),
        ({}, {"n": ""}, "RINGI-685"),
    ],
)
def test_what_cannot_be_meant_is_not_written_down(
    only: dict[str, Any], most: dict[str, Any], code: str, refused: Refusal
) -> None:
    refused(code, lambda: permissions.narrowed(replace(tool_of(), input_schema=NUMBERS), only, most))


def test_a_tool_that_is_new_on_an_accepted_server_waits_like_a_changed_one() -> None:
    tool = tool_of()
    pin = (tool.server, tool.schema_hash, tool.description_hash)
    accepted = pins.Pins({"send": pin}, frozenset({"post"}))
    new = replace(tool, name="forward")
    stranger = replace(tool, name="other", server="elsewhere")
    catalog = Catalog(tools=(tool, new, stranger))
    assert pins.changed(accepted, catalog) == {"forward"}
    moved = replace(tool, server="elsewhere")
    assert pins.changed(accepted, Catalog(tools=(moved,))) == {"send"}


class Destroying(FunctionHands):
    """Hands whose every write says that it destroys."""

    def _tool(self, name: str, spec: Spec) -> Tool:
        return hashed(replace(FunctionHands._tool(self, name, spec), destructive=spec[1] == "write"))


def test_a_tool_that_destroys_asks_a_person_just_before_it_does(workplace: Workplace) -> None:
    plain = workplace.hands()
    workplace.open(hands=Destroying(plain.functions, metas=plain.metas))
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "step_pending" and workplace.sent == []
    assert workplace.decide(task_id) == "completed" and len(workplace.sent) == 1


# -- two servers with a tool of one name -----------------------------------------------------------------------------


def offered(*servers: str, owners: dict[str, str]) -> Catalog:
    """What is listed when these servers answer, in this order; `owners` lives as long as a process."""
    from ringi.hands.config import Server
    from ringi.hands.listing import Listing, merge

    listings = []
    for name in servers:
        tool = hashed(replace(tool_of(), name="write_file", server=name))
        listings.append(Listing(Server(name=name, command="x"), tools=[tool]))
    return merge(listings, owners)[0]


def allowed_of(workplace: Workplace, catalog: Catalog, server: str) -> bool:
    """Whether this server's tool may be called, asked as a plan and as a call asks."""
    assert workplace.office is not None
    tool = next(one for one in catalog if one.server == server)
    rules = workplace.office.store.write(permissions.rules).over(catalog)
    try:
        workplace.office.store.write(lambda tx: permissions.check_call(tx, tool.name, {"text": "x"}, server))
        called = True
    except RingiError:
        called = False
    assert called == (tool.name not in rules.forbidden)
    return called


def permit(workplace: Workplace, catalog: Catalog, name: str, allowed: bool) -> None:
    assert workplace.office is not None
    tool = catalog.tool(name)
    assert tool is not None
    said = clock.now()
    while clock.now() == said:  # two words in one millisecond: nobody could say which was the later
        pass
    workplace.office.store.write(lambda tx: permissions.keep(tx, name, allowed, None, tool.server))


def test_what_was_forbidden_stays_so_when_a_start_without_its_server_gives_its_name_away(workplace: Workplace) -> None:
    workplace.open()
    today = offered("docs", "home", owners={})
    assert [one.name for one in today] == ["write_file", "home.write_file"]
    permit(workplace, today, "write_file", False)
    # The next morning `docs` is down when Ringi starts, and comes back later.
    owners: dict[str, str] = {}
    offered("home", owners=owners)
    tomorrow = offered("docs", "home", owners=owners)
    assert [one.name for one in tomorrow] == ["docs.write_file", "write_file"]
    assert not allowed_of(workplace, tomorrow, "docs")


def test_the_later_word_about_a_tool_counts_under_whichever_of_its_names(workplace: Workplace) -> None:
    workplace.open()
    today, owners = offered("docs", "home", owners={}), dict[str, str]()
    offered("home", owners=owners)
    tomorrow = offered("docs", "home", owners=owners)
    permit(workplace, today, "write_file", False)
    permit(workplace, today, "home.write_file", True)
    for catalog in (today, tomorrow):
        assert (allowed_of(workplace, catalog, "docs"), allowed_of(workplace, catalog, "home")) == (False, True)
    permit(workplace, tomorrow, "write_file", False)  # home's, by the name that it has now
    for catalog in (today, tomorrow):
        assert not allowed_of(workplace, catalog, "home")


def test_what_is_forbidden_after_the_clock_was_set_back_is_forbidden(workplace: Workplace) -> None:
    workplace.open()
    assert workplace.office is not None
    owners: dict[str, str] = {}
    offered("home", owners=owners)
    tomorrow = offered("docs", "home", owners=owners)
    permit(workplace, offered("docs", owners={}), "write_file", True)
    ahead = "2099-12-31T23:59:59.999Z"
    workplace.office.store.write(lambda tx: tx.amend("tool_permissions", "1 = 1", (), updated_at=ahead))
    permit(workplace, tomorrow, "docs.write_file", False)
    assert not allowed_of(workplace, tomorrow, "docs")
    permit(workplace, tomorrow, "docs.write_file", True)
    assert allowed_of(workplace, tomorrow, "docs")


def test_allowing_a_tool_under_its_other_name_keeps_what_it_was_narrowed_to(workplace: Workplace) -> None:
    workplace.open()
    assert workplace.office is not None
    owners: dict[str, str] = {}
    offered("home", owners=owners)
    tomorrow = offered("docs", "home", owners=owners)
    limits = {"type": "object", "properties": {"text": {"enum": ["y"]}}, "required": ["text"]}
    workplace.office.store.write(lambda tx: permissions.keep(tx, "write_file", True, limits, "docs"))
    assert not allowed_by_limits(workplace, "docs.write_file", "docs")
    permit(workplace, tomorrow, "docs.write_file", True)
    assert not allowed_by_limits(workplace, "docs.write_file", "docs")


def test_a_tool_that_changed_is_noticed_under_its_other_name_and_one_that_did_not_is_known(
    workplace: Workplace,
) -> None:
    workplace.open()
    assert workplace.office is not None
    store = workplace.office.store
    today = offered("docs", "home", owners={})
    shown = [
        {"server": one.server, "name": one.name, "schema": one.schema_hash, "effect": one.effect}
        | {"description": one.description_hash}
        for one in today
    ]
    store.write(lambda tx: pins.pin(tx, shown))
    owners: dict[str, str] = {}
    offered("home", owners=owners)
    tomorrow = offered("docs", "home", owners=owners)
    assert [one.name for one in tomorrow] == ["docs.write_file", "write_file"]
    changed = Catalog(tools=tuple(replace(one, description_hash="other") for one in tomorrow))
    for catalog, expected in ((today, set()), (tomorrow, set()), (changed, {"docs.write_file", "write_file"})):
        assert pins.changed(store.write(pins.pinned), catalog) == expected
        assert {one.name for one in catalog if store.write(partial(looked_at, one))} == expected


def looked_at(tool: Tool, tx: Tx) -> bool:
    return pins.quarantined(tx, tool)


def allowed_by_limits(workplace: Workplace, name: str, server: str) -> bool:
    assert workplace.office is not None
    try:
        workplace.office.store.write(lambda tx: permissions.check_call(tx, name, {"text": "x"}, server))
    except RingiError as error:
        assert error.code == "RINGI-675"
        return False
    return True
