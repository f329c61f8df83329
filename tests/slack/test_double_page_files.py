"""The files of the double's page: which are given out, what they may do, and that no word is missing or idle."""

from __future__ import annotations

import re

from ringi.testing.slack import page
from ringi.words.double import WORDS

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in page.HERE.glob("*.js")}


def test_only_files_of_the_page_are_given_out() -> None:
    assert page.served("") == page.served("index.html")
    for name in ("__init__.py", "../__init__.py", "..", "/etc/passwd", "nothing.js", "words.py"):
        assert page.served(name) is None
    words = page.served("words.json")
    assert words is not None and words.content_type.startswith("application/json")


def test_no_script_reads_text_as_markup() -> None:
    for name, text in SCRIPTS.items():
        for way in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "DOMParser",
            "eval(",
            "new Function",
        ):
            assert way not in text, (name, way)
    assert "require-trusted-types-for 'script'" in page.HEADERS["Content-Security-Policy"]


def test_the_page_has_no_inline_script_and_asks_for_its_own_files_only() -> None:
    html = page.served("")
    assert html is not None
    text = html.body.decode()
    assert re.findall(r"<script[^>]*>([^<]+)</script>", text) == []
    assert all(re.match(r"/page/|data:,$", found) for found in re.findall(r'(?:src|href)="([^"]+)"', text))
    for name in re.findall(r'"/page/([^"]+)"', text):
        assert page.served(name) is not None
    for name, script in SCRIPTS.items():
        for asked in re.findall(r'from "\./([^"]+)"', script):
            assert asked in SCRIPTS, (name, asked)


def test_every_word_of_the_page_is_there_and_every_one_is_said() -> None:
    source = "\n".join(SCRIPTS.values())
    said = set(re.findall(r'say\("(\w+)"', source))
    assert sorted(said - set(WORDS)) == []
    assert sorted(key for key in WORDS if f'"{key}"' not in source) == []
