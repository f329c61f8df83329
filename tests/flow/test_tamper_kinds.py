"""Every kind of change by hand, once each, on SQLite; `make proof-tamper` makes five hundred on both databases."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import tampering
from tampering import House

from ringi.projection import disagreements
from ringi.store.vault_keys import keys_of


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    home = tmp_path_factory.mktemp("house") / "home"
    return tampering.build(home, f"sqlite:///{home / 'ringi.db'}")


@pytest.mark.parametrize("kind", tampering.KINDS, ids=lambda kind: kind.__name__)
def test_a_change_by_hand_is_named_or_stops_whoever_would_decide_on_it(
    house: House, tmp_path: Path, kind: tampering.Kind
) -> None:
    url = tampering.copy_home(house, tmp_path / "home")
    outcome = tampering.attack(house, tmp_path / "home", url, kind, random.Random(kind.__name__))
    assert outcome.good, outcome


def test_an_untouched_house_raises_no_alarm_and_everything_goes_on(house: House, tmp_path: Path) -> None:
    url = tampering.copy_home(house, tmp_path / "home")
    found = disagreements(url, keys=keys_of(tmp_path / "home", ""), heads=list(house.heads))
    assert found == []
    assert sorted(tampering.look_taken_up(house, tmp_path / "home", url)) == sorted(house.asked)
    assert tampering.attempt(house, tmp_path / "home", url) == ("", True)
    assert tampering.false_alarms(url, tmp_path / "home") == []
