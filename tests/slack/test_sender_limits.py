"""However calls come, no minute of Slack's holds more of them than the tier allows; and a decision never waits long."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ringi.slack.sender.limits import MINUTE, SOON, TIER_3, TIERS, Allowance, Tier, tier_of


def spend(allowance: Allowance, answers: list[float], pauses: list[float]) -> list[tuple[float, float]]:
    """As many calls as may leave, one after the other: (begun, answered) of each."""
    now, calls = 0.0, []
    for took, pause in zip(answers, pauses, strict=True):
        now += pause
        wait = allowance.wait(now)
        while wait is not None and wait > 0:
            now += wait
            wait = allowance.wait(now)
        assert wait is not None
        allowance.begin(now)
        calls.append((now, now + took))
        now += took
        allowance.end(now)
    return calls


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0, 5, allow_nan=False), st.sampled_from([0.0, 0.0, 0.0, 0.3, 40.0])),
        min_size=1,
        max_size=200,
    ),
    st.sampled_from([tier_of("chat.update"), tier_of("views.publish"), Tier(20, 2)]),
    st.floats(0, 1),
)
def test_no_minute_holds_more_calls_than_the_tier_allows(
    times: list[tuple[float, float]], tier: Tier, where: float
) -> None:
    """Wherever between its start and its answer Slack counts a call."""
    calls = spend(Allowance(tier), [took for took, _ in times], [pause for _, pause in times])
    counted = [begun + (answered - begun) * where for begun, answered in calls]
    for number, at in enumerate(counted):
        assert sum(at <= one < at + MINUTE - 1e-6 for one in counted[number:]) <= tier.a_minute


def test_an_idle_method_answers_at_once_and_a_backlog_uses_the_whole_tier() -> None:
    calls = spend(Allowance(TIER_3), [0.0] * 250, [0.0] * 250)
    assert [begun for begun, _ in calls[:3]] == [0.0, 0.0, 0.0]
    minutes = (calls[-1][0] - calls[50][0]) / MINUTE
    assert 199 / minutes >= 0.98 * TIER_3.a_minute


def test_in_a_backlog_a_decision_waits_for_little_more_than_the_next_call() -> None:
    allowance = Allowance(TIER_3)
    now, waits = 0.0, []
    for number in range(400):
        urgent = number % 4 == 3
        asked = now
        while (wait := allowance.wait(now, urgent=urgent)) and wait > 0:
            now += wait
        if urgent:
            waits.append(now - asked)
        allowance.begin(now)
        allowance.end(now)
    assert max(waits) < 2 * SOON


def test_every_documented_tier_is_taken_no_larger_than_it_is() -> None:
    documented = {1: 1, 2: 20, 3: 50, 4: 100}
    assert TIERS["chat.update"].a_minute == documented[3]
    assert TIERS["views.publish"].a_minute == documented[4]
    assert TIERS["chat.startStream"].a_minute == documented[2]
    assert tier_of("some.newMethod").a_minute == documented[2]
