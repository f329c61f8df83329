"""Our own patterns over long texts: their cost grows as the text does, counted in steps and not by a clock."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from package_patterns import Found, growth, hostile_texts, package_patterns
from pattern_steps import Counter

BOUNDED = "ringi.minds.rules."
"""The offline mind hears 3,000 characters at most (`reading.LONGEST`): the square of that is allowed, and no more."""
WHOLE_WORDS = frozenset(
    {"ringi.spectra.acting.git_commands._LOUD_VALUES", "ringi.spectra.acting.git_commands._DISCARDS"}
)
"""Reached through other names than their own, and only ever held against a whole word."""
ALLOWED = {
    "ringi.facts.tails._word": "searched only in the last run of its own letters, where the first word reaches the end",
    "ringi.web.workbench.panels.past._ENDING": "our own page, where marks stand in pairs and texts are escaped",
    "ringi.web.workbench.panels.past._REFUSING": "our own page, where marks stand in pairs and texts are escaped",
    "ringi.testing.slack.wording.ADDRESS": "a double of Slack, which sees what a test posts",
    "ringi.testing.x.double._PART": "a double of X, which sees the header that a test sends",
}
MADE_AT_RUN_TIME = {
    "ringi.cli.parser": "our own table of commands",
    "ringi.console.lines": "escaped whole",
    "ringi.console.roll": "escaped whole",
    "ringi.facts.redact": "collected by calling what makes them",
    "ringi.facts.secrets": "collected by calling what makes them",
    "ringi.facts.tails": "collected by calling what makes them",
    "ringi.hands.patterns": "stands for one character",
    "ringi.lookalikes": "has no repeats",
    "ringi.minds.rules.arguments": "escaped, over 3,000 characters at most",
    "ringi.minds.rules.deeds": "one of the heads that are collected, and an escaped verb",
    "ringi.minds.rules.intents": "escaped words, over 3,000 characters at most",
    "ringi.minds.rules.language": "collected as `Pattern`; or written for one text of 3,000 characters, to find itself",
    "ringi.minds.rules.people": "escaped names, over 3,000 characters at most",
    "ringi.minds.rules.places": "escaped names, over 3,000 characters at most",
    "ringi.minds.rules.scope": "escaped names, over 3,000 characters at most",
    "ringi.minds.rules.things": "words without repeats",
    "ringi.slack.app.replies": "an escaped id or word, and a label that ends at the next mark",
    "ringi.spectra.acting.judging": "held against one whole word",
    "ringi.spectra.rules": "an escaped name at the beginning of a line",
    "ringi.testing.google.spreadsheets": "a double of Google, which sees what a test asks",
    "ringi.web.workbench.panels.past": "an escaped title",
    "ringi.words.errors": "a sentence of ours with a few values, over an error's 2,000 characters",
}


def test_no_pattern_of_ours_takes_more_and_more_steps_per_character() -> None:
    found, _ = package_patterns()
    assert len(found) > 1_000
    shapes: set[str] = set()
    grown = []
    for one in found:
        bounded = one.place.startswith(BOUNDED)
        if one.place in ALLOWED or (bounded and one.shape in shapes):
            continue
        shapes.add(one.shape)
        tried = Found(one.place, one.pattern, anchored=True) if one.place in WHOLE_WORDS else one
        if slow := growth(tried, bounded=bounded):
            grown.append((one.place, one.spelt, slow.text, slow.steps))
    assert not grown


def test_what_is_let_pass_is_there_and_does_grow() -> None:
    found, _ = package_patterns()
    allowed = {one.place: growth(one) is not None for one in found if one.place in ALLOWED}
    assert allowed == dict.fromkeys(ALLOWED, True)


def test_patterns_that_are_made_at_run_time_have_all_been_looked_at() -> None:
    _, made = package_patterns()
    assert {one.partition(":")[0] for one in made} == set(MADE_AT_RUN_TIME)


@pytest.mark.parametrize(
    "spelt",
    [
        r"\s+$",
        r"(a+)+$",
        r"(?:a|a)*b",
        r"<[^>]*>",
        r"[\w.]+@",
        r"#+(.*?)\s*#*$",
        r"(\w+\s?)*!",
        r"x.*y.*z",
        r"(`+).+?\1",
    ],
)
def test_the_counter_finds_patterns_that_are_known_to_run_away(spelt: str) -> None:
    assert growth(Found("known", re.compile(spelt), anchored=False)) is not None


@pytest.mark.parametrize(
    "spelt", [r"a+", r"\bword\b", r'"[^"]*"?', r"<[^<>]*>", r"(?<!\s)\s++$", r"(?>a+)b|a+", r"\Aa+b"]
)
def test_the_counter_lets_patterns_pass_that_do_not(spelt: str) -> None:
    assert growth(Found("known", re.compile(spelt), anchored=False)) is None


def test_the_counter_matches_as_the_engine_does() -> None:
    """On texts of the package's own patterns: where it ends is where `re` ends."""
    compared = 0
    for one in package_patterns()[0][::5]:
        for head, pump, tail in islice(hostile_texts(one.pattern), 6):
            text = head + pump * 3 + tail
            given = text if isinstance(one.pattern.pattern, str) else text.encode("latin-1", "replace")
            real = one.pattern.match(given)
            seen = text if isinstance(given, str) else given.decode("latin-1")
            assert Counter(one.pattern, seen, 10**6, long=10**6).at(0) == (real.end() if real else -1), (one, text)
            compared += 1
    assert compared > 300
