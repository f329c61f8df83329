"""Money reads as people write it in their language, and an amount that is not nothing never reads as nothing."""

from __future__ import annotations

import random
import re

import pytest

from ringi.words import LANGS
from ringi.words.money import SYMBOLS, money, priced, spent


@pytest.mark.parametrize(
    ("amount", "currency", "ja", "en", "zh"),
    [
        (936, "JPY", "¥936", "¥936", "JP¥936"),
        (1_234_567, "JPY", "¥1,234,567", "¥1,234,567", "JP¥1,234,567"),
        (312.5, "JPY", "¥312.5", "¥312.5", "JP¥312.5"),
        (1.2, "USD", "$1.20", "$1.20", "US$1.20"),
        (0.0042, "USD", "$0.0042", "$0.0042", "US$0.0042"),
        (3 * 0.07, "USD", "$0.21", "$0.21", "US$0.21"),
        (12.345678, "USD", "$12.35", "$12.35", "US$12.35"),
        (0, "USD", "$0.00", "$0.00", "US$0.00"),
        (8, "CNY", "CN¥8.00", "CN¥8.00", "¥8.00"),
        (-5, "EUR", "-€5.00", "-€5.00", "-€5.00"),
        (5, "CHF", "CHF\u00a05.00", "CHF\u00a05.00", "CHF\u00a05.00"),
    ],
)
def test_an_amount_reads_as_its_reader_writes_it(amount: float, currency: str, ja: str, en: str, zh: str) -> None:
    assert tuple(money(amount, currency, lang) for lang in LANGS) == (ja, en, zh)


def test_what_costs_something_never_reads_as_nothing() -> None:
    chance = random.Random(6)
    for _ in range(2_000):
        amount = round(10 ** chance.uniform(-6, 6), 6) or 0.000001
        text = money(amount, chance.choice(list(SYMBOLS)), chance.choice(LANGS))
        read = float(re.sub(r"[^0-9.]", "", text))
        assert read > 0 and abs(read - amount) <= max(0.005, amount * 0.01), (amount, text)


def test_only_numbers_in_a_known_currency_are_priced() -> None:
    assert [priced(one, "JPY", "ja") for one in ("936", None, True, [1])] == [""] * 4
    assert priced(936, "tokens", "ja") == "" and priced(936, "", "ja") == ""


@pytest.mark.parametrize(
    ("figures", "ja", "zh"),
    [
        ("USD 0.60 / 0.50", "$0.60 / $0.50", "US$0.60 / US$0.50"),
        ("1,200 / 1,000 tokens", "1,200 / 1,000 トークン", "1,200 / 1,000 个令牌"),
        ("recipient, text", "recipient, text", "recipient, text"),
    ],
)
def test_why_a_step_asks_says_its_figures_in_the_readers_words(figures: str, ja: str, zh: str) -> None:
    assert (spent(figures, "ja"), spent(figures, "zh")) == (ja, zh)
