"""Every page of the documentation can be reached from the README, and every link leads to something that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")})
READMES = {ROOT / "README.md", ROOT / "README.ja.md"}


def links(page: Path) -> list[tuple[Path, str]]:
    """(file, anchor) of each link of a page that does not lead to another site."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = [one.partition("#") for one in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in one]
    return [((page.parent / place).resolve() if place else page, anchor) for place, _, anchor in found]


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_something(page: Path) -> None:
    for place, anchor in links(page):
        assert place.exists(), f"{place} is not there"
        assert not anchor or anchor in anchors(place), f"{place.name} has no #{anchor}"


@pytest.mark.parametrize("start", sorted(READMES), ids=lambda page: str(page.name))
def test_every_page_is_reached_from_the_readme_of_either_language(start: Path) -> None:
    seen: set[Path] = set()
    ahead = [start]
    while ahead:
        page = ahead.pop()
        if page not in seen and page.suffix == ".md":
            seen.add(page)
            ahead += [place for place, _ in links(page) if place not in READMES]
    assert {page.relative_to(ROOT) for page in PAGES} - {page.relative_to(ROOT) for page in seen | READMES} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_in_the_language_that_its_name_says_and_leads_to_its_twin(page: Path) -> None:
    named = page.name.endswith(".ja.md")
    twin = page.with_name(page.name.replace(".ja.md", ".md") if named else f"{page.stem}.ja.md")
    assert not named or twin.exists(), f"{page.name} is there in Japanese only"
    if twin.exists():
        assert twin in {place for place, _ in links(page)}, f"{page.name} does not lead to {twin.name}"
    # Kana, not kanji: names and examples are Japanese everywhere, sentences are not.
    said = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
    assert bool(re.search(r"[ぁ-ん]", said[0])) is (named and page not in READMES), said[0]
