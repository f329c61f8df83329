"""Everything the hands can say exists in all three languages, and nothing heavy is loaded before it is needed."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

import ringi.hands
from ringi.words.errors import ERRORS
from ringi.words.hands import WORDS

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(ringi.hands.__file__).parent.glob("*.py"))


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(WORDS))
def test_a_flaw_says_the_same_in_every_language(key: str) -> None:
    ja, en, zh = WORDS[key]
    assert places(ja) == places(en) == places(zh)


@pytest.mark.parametrize("code", sorted(set(re.findall(r"RINGI-\d{3}", SOURCE))))
def test_every_code_has_a_message_and_a_next_step(code: str) -> None:
    message, following = ERRORS[code]
    assert all(message) and all(following)
    if code not in ("RINGI-300", "RINGI-308"):  # these say the first flaw, each in its own language
        assert places(message[0]) == places(message[1]) == places(message[2])


def test_every_rule_that_is_used_has_words() -> None:
    used = set(re.findall(r'rule="([a-z_]+)"', SOURCE)) | set(re.findall(r'(?:yield|return) "([a-zA-Z_]+)", ', SOURCE))
    assert used
    assert {f"flaw_{rule}" for rule in used} <= set(WORDS)


def test_neither_mcp_nor_a_schema_library_is_loaded_to_plan_the_day() -> None:
    script = (
        "import sys\n"
        "import ringi.hands.bindings, ringi.hands.validation, ringi.hands.config, ringi.hands.mcp_hands\n"
        "import ringi.hands.canary, ringi.testing.tools\n"
        "heavy = {'mcp', 'mcp_types', 'pydantic', 'jsonschema', 'jmespath', 'anyio'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
