"""The decision card: what a person needs to see to decide, in the order they need it. Pure.

First what will change in the world, then what is read, what changed since the last version, who asked, who may decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ringi.hands.values import JsonObject, who
from ringi.projection import changes
from ringi.projection.asked import KINDS, Asked, asked
from ringi.projection.changes import Line, StepChange
from ringi.projection.task import lookalikes_of
from ringi.web import steps
from ringi.web.marks import core
from ringi.web.steps import Step
from ringi.words import in_fours, say
from ringi.words.books import whose
from ringi.words.managed import carried_out
from ringi.words.money import spent
from ringi.words.policy_scope import excess_line, writes_line
from ringi.words.web import WORDS

DECIDERS = ("approver", "admin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who looks at the page."""

    name: str
    roles: tuple[str, ...]
    slack_user_id: str = ""

    @classmethod
    def of(cls, who: JsonObject) -> Me:
        """As the desk says who it is."""
        return cls(name=who["name"], roles=tuple(who["roles"]), slack_user_id=str(who["slack_user_id"]))

    def has(self, *roles: str) -> bool:
        return any(role in self.roles for role in roles)

    def is_(self, identity: str) -> bool:
        """Whether the records mean this person: by the name they sign in with, or in Slack."""
        return bool(identity) and (identity.partition(":")[2] == self.name or identity == self.slack_user_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One open approval."""

    approval_id: str
    kind: str
    version: int
    digest: str
    opened_at: str
    requester: str
    deciders: str
    self_approval: bool
    may: bool
    why_not: str
    can_return: bool
    writes: tuple[Step, ...] = ()
    reads: tuple[Step, ...] = ()
    done: tuple[Step, ...] = ()
    """What ran before this plan was made."""
    policy: str = ""
    writes_heading: str = ""
    """For a policy: the heading over what it will write, or that there is nothing; empty in older facts."""
    beyond: str = ""
    """For a plan: how many of its writes the approved policy does not name, in words."""
    why: str = ""
    """For a step check: why it asks again."""
    account: str = ""
    """What the writer says it changed."""
    lines: tuple[Line, ...] = ()
    step_changes: tuple[StepChange, ...] = ()
    previous: int = 0
    asked_to_change: str = ""
    """What the person said who refused the version before."""
    whose: str = ""
    """The company whose books are read, where a service of its own is connected."""
    how: str = ""
    """How it is carried out, where that is not by ourselves."""
    asked: Asked | None = None
    """For an action of SPECTRA: its two lines, its risk, what runs."""
    lookalikes: tuple[JsonObject, ...] = ()
    """What a reader may take for something else; it is marked where it stands."""
    doubt: str = ""
    """The same in words: what the marks mean."""

    @property
    def digest_short(self) -> str:
        return in_fours(self.digest)

    @property
    def told(self) -> str:
        """The account beside the difference that is drawn."""
        return in_words(self.account, self.asked_to_change) if self.lines or self.step_changes else self.account


def in_words(account: str, asked: str) -> str:
    """An account without what is drawn beside it: the changed lines, and a heading that only says what was asked."""
    kept = [line for line in account.split("\n") if not line.startswith(("- ", "+ "))]
    if len(kept) < account.count("\n") + 1 and asked:
        kept = [line for line in kept if asked not in line]
    return "\n".join(kept).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One thing a mind has to know before it can go on."""

    approval_id: str
    text: str
    choices: tuple[str, ...]
    opened_at: str
    may: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """What every card is drawn from."""

    shown: JsonObject
    me: Me
    now: datetime
    lang: str
    labels: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    @property
    def request(self) -> JsonObject:
        return self.shown.get("request") or {}

    @property
    def view(self) -> JsonObject:
        return self.shown.get("view") or {}

    @property
    def own(self) -> bool:
        return self.me.is_(str(self.request.get("requester", "")))

    def rows(self, name: str) -> list[JsonObject]:
        return list(self.shown.get(name) or [])


def cards(scene: Scene) -> tuple[Card, ...]:
    """Every open approval of the task that is not a question, oldest first."""
    waiting = [one for one in scene.rows("approvals") if one.get("state") == "open" and one["kind"] != "clarification"]
    waiting = [one for one in waiting if one["kind"] not in KINDS or scene.me.has("developer")]
    return tuple(_card(scene, one) for one in sorted(waiting, key=lambda one: str(one["opened_at"])))


def question(scene: Scene) -> Question | None:
    for one in scene.rows("approvals"):
        if one.get("state") == "open" and one["kind"] == "clarification":
            shown = one.get("shown") or {}
            return Question(
                approval_id=one["id"],
                text=str(shown.get("question") or ""),
                choices=tuple(str(choice) for choice in shown.get("choices") or ()),
                opened_at=one["opened_at"],
                may=scene.own or scene.me.has(*DECIDERS),
            )
    return None


def _card(scene: Scene, approval: JsonObject) -> Card:
    route = approval.get("route") or {}
    roles = tuple(route.get("roles") or DECIDERS)
    # The present setting counts; what the route says is how it was when this was opened.
    self_approval = bool(scene.shown.get("self_approval", route.get("self_approval", True)))
    driven = approval["kind"] in KINDS  # SPECTRA asks; whoever started it is no requester in that sense
    why_not = ""
    if not scene.me.has(*roles):
        why_not = say("web", "not_a_decider", scene.lang, roles=role_words(roles, scene.lang))
    elif (scene.own or _wrote(scene, approval)) and not self_approval and not driven:
        why_not = say("web", "no_self_approval", scene.lang)
    if approval["id"] in scene.shown.get("altered", ()):
        why_not = say("cli", "altered", scene.lang)
    alike = lookalikes_of(scene.view, approval["id"])
    card = Card(
        approval_id=approval["id"],
        kind=approval["kind"],
        version=approval["version"],
        digest=approval["digest"],
        opened_at=approval["opened_at"],
        requester=who(approval.get("requester") or scene.request.get("requester"), scene.lang),
        deciders=_deciders(route, roles, scene.lang),
        self_approval=self_approval and not driven,
        may=not why_not,
        why_not=why_not,
        can_return=approval["kind"] == "process",
        lookalikes=tuple(alike),
        doubt=say("values", "lookalikes", scene.lang) if alike else "",
    )
    fill = {"prompt": _policy, "process": _plan, "step": _step, **dict.fromkeys(KINDS, _action)}.get(approval["kind"])
    return fill(scene, approval, card) if fill else card


def _deciders(route: JsonObject, roles: Sequence[str], lang: str) -> str:
    """Who may decide; and that nobody else may, where everybody who could has a part in it."""
    words = role_words(roles, lang)
    return f"{words} — {say('values', 'nobody_else', lang)}" if route.get("nobody_else") else words


def _wrote(scene: Scene, approval: JsonObject) -> bool:
    return any(scene.me.is_(str(one)) for one in (approval.get("shown") or {}).get("authors") or ())


def role_words(roles: Sequence[str], lang: str) -> str:
    return (" / " if lang == "en" else "・").join(core(f"role.{role}", lang) for role in roles)


def _policy(scene: Scene, approval: JsonObject, card: Card) -> Card:
    prompts = scene.rows("prompts")
    row: JsonObject = next((one for one in prompts if one["id"] == approval["subject_id"]), {})
    before = _before(prompts, card.version)
    content = str(row.get("content") or "")
    scope: JsonObject | None = (approval.get("shown") or {}).get("scope")
    writes = (scope or {}).get("writes") or []
    requester = str(scene.request.get("requester", ""))
    labels = (scope or {}).get("labels") or {}
    knowing = steps.known(scene.lang, requester, (scope or {}).get("people") or [], writes, labels)
    return _with(
        card,
        policy=content,
        writes=steps.told(writes, (), knowing),
        writes_heading=writes_line(scope, scene.lang) if scope is not None else "",
        account=_account(scene, "policies", approval),
        lines=changes.of_text(str(before.get("content") or ""), content) if before else (),
        previous=int(before.get("version", 0)),
        asked_to_change=_asked(scene, approval, before),
    )


def _plan(scene: Scene, approval: JsonObject, card: Card) -> Card:
    processes = scene.rows("processes")
    row: JsonObject = next((one for one in processes if one["id"] == approval["subject_id"]), {})
    before = _before(processes, card.version)
    plan = row.get("steps") or []
    shown = approval.get("shown") or {}
    requester = str(scene.request.get("requester", ""))
    knowing = steps.known(scene.lang, requester, shown.get("people") or [], plan, named(scene, shown))
    beyond = shown.get("beyond") or ()
    told = steps.told(plan, shown.get("tools") or [], knowing, shown.get("done") or (), shown.get("late") or (), beyond)
    return _with(
        card,
        writes=tuple(step for step in told if step.writes and not step.done),
        reads=tuple(step for step in told if not step.writes and not step.done),
        done=tuple(step for step in told if step.done),
        whose=whose(shown.get("tools") or (), scene.lang),
        how=carried_out(shown.get("executor"), scene.lang),
        beyond=excess_line(beyond, scene.lang),
        account=_account(scene, "plans", approval),
        step_changes=changes.of_steps(before.get("steps") or [], plan) if before else (),
        previous=int(before.get("version", 0)),
        asked_to_change=_asked(scene, approval, before),
    )


def named(scene: Scene, shown: JsonObject) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """What arguments are called: as the tools said when the plan was made. Older facts do not say it: then as now."""
    told: Mapping[str, Mapping[str, Sequence[str]]] = shown.get("labels", scene.labels)
    return told


def _step(scene: Scene, approval: JsonObject, card: Card) -> Card:
    """The step as it is about to be called, with the real values instead of the places for them."""
    shown = approval.get("shown") or {}
    step = {**(shown.get("step") or {}), "toolInput": shown.get("input", {})}
    gate = plan_approval(scene, approval)
    requester = str(scene.request.get("requester", ""))
    plan: list[JsonObject] = next(
        (one["steps"] for one in scene.rows("processes") if one["id"] == gate.get("subject_id")), []
    )
    covered = gate.get("shown") or {}
    people = [*(covered.get("people") or []), *(shown.get("people") or [])]
    knowing = steps.known(scene.lang, requester, people, plan, named(scene, covered))
    pins = {str(one.get("name")): one for one in covered.get("tools") or []}
    told = steps.one_step(step, card.version, pins, knowing)
    why, _, detail = str(shown.get("why") or "").partition(":")
    key = why if f"why_{why}" in WORDS else "every_write"
    return _with(
        card,
        writes=(told,) if told.writes else (),
        reads=() if told.writes else (told,),
        why=say("web", f"why_{key}", scene.lang, names=spent(detail.strip(), scene.lang)),
    )


def _action(scene: Scene, approval: JsonObject, card: Card) -> Card:
    return _with(card, asked=asked(approval.get("shown") or {}, scene.lang))


def plan_approval(scene: Scene, approval: JsonObject) -> JsonObject:
    """The approved plan that a step check belongs to."""
    execution = next((one for one in scene.rows("executions") if one["id"] == approval["subject_id"]), {})
    return next(
        (
            one
            for one in scene.rows("approvals")
            if one["kind"] == "process" and one["subject_id"] == execution.get("process_id")
        ),
        {},
    )


def _with(card: Card, **values: object) -> Card:
    return replace(card, **values)  # type: ignore[arg-type]


def _before(versions: Sequence[JsonObject], version: int) -> JsonObject:
    """The last written version before this one, whoever ended it."""
    earlier = [one for one in versions if one["version"] < version and (one.get("content") or one.get("steps"))]
    return max(earlier, key=lambda one: int(one["version"]), default={})


def _account(scene: Scene, kind: str, approval: JsonObject) -> str:
    told: JsonObject = next((one for one in scene.view.get(kind) or [] if one.get("id") == approval["subject_id"]), {})
    return str(told.get("changes") or (approval.get("shown") or {}).get("changes") or "")


def _asked(scene: Scene, approval: JsonObject, before: JsonObject) -> str:
    """The last thing somebody said that made this version necessary."""
    said = [
        one
        for one in scene.rows("comments")
        if one["kind"] in ("reject", "return", "steer") and str(one["made_at"]) <= str(approval["opened_at"])
    ]
    if not before or not said:
        return ""
    return str(said[-1]["text"])
