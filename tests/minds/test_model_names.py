"""Which model a string means, what it needs, and that nothing is loaded to find out."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ringi.errors import RingiError
from ringi.minds.model import naming

KEY = "sk-0123456789abcdef"


@pytest.fixture(autouse=True)
def everything_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "installed", lambda provider: True)


def code(model: str, given: dict[str, str]) -> str:
    with pytest.raises(RingiError) as caught:
        naming.named(model, given)
    assert KEY not in repr(caught.value.as_dict())
    return caught.value.code


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("claude-sonnet-4-6", ("anthropic", "claude-sonnet-4-6")),
        ("gpt-5.2", ("openai", "gpt-5.2")),
        ("grok-4", ("xai", "grok-4")),
        ("gemini-3-pro", ("google", "gemini-3-pro")),
        ("ollama:qwen3:8b", ("ollama", "qwen3:8b")),
        ("compatible:vendor/name", ("compatible", "vendor/name")),
    ],
)
def test_a_bare_name_means_its_providers(text: str, meant: tuple[str, str]) -> None:
    assert naming.parted(text) == meant


@pytest.mark.parametrize("text", ["", ":", "nobody", "grok:grok-4", "openai:", "openai: gpt", "openai:a\nb"])
def test_what_cannot_be_meant_is_refused(text: str) -> None:
    with pytest.raises(RingiError) as caught:
        naming.parted(text)
    assert caught.value.code == "RINGI-330"


def test_what_is_missing_is_named() -> None:
    assert code("openai:gpt-5.2", {}) == "RINGI-331"
    assert code("compatible:x", {}) == "RINGI-333"
    assert code("openai:gpt-5.2", {"openai_key": f"{KEY}\nX-Other: 1"}) == "RINGI-349"
    assert code("openai:gpt-5.2", {"openai_key": f"鍵{KEY}"}) == "RINGI-349"


@pytest.mark.parametrize(
    "url", ["ftp://x", "https://user:pw@x", "https://", "no address", "https://x/?q=1", "http://[::"]
)
def test_an_address_that_cannot_be_used(url: str) -> None:
    assert code("compatible:x", {"compatible_url": url}) == "RINGI-333"


def test_a_key_leaves_the_machine_only_encrypted() -> None:
    assert code("openai:x", {"openai_key": KEY, "openai_url": "http://models.example/v1"}) == "RINGI-334"
    there = naming.named("ollama:x", {"ollama_url": "http://models.example:11434/v1"})
    assert there.url == "http://models.example:11434/v1"
    assert naming.named("openai:x", {"openai_key": KEY, "openai_url": "http://127.0.0.1:1/v1/"}).url.endswith("/v1")


def test_the_usual_model_judges_once_there_is_a_key() -> None:
    assert naming.chosen("claude-sonnet-4-6", {}) is None
    assert naming.chosen("rules", {"anthropic_key": KEY}) is None
    found = naming.chosen("claude-sonnet-4-6", {"anthropic_key": KEY})
    assert str(found) == "anthropic:claude-sonnet-4-6"
    assert KEY not in repr(found)


def test_the_environment_decides_before_the_setting() -> None:
    assert naming.chosen("claude-sonnet-4-6", {"anthropic_key": KEY, "model": "rules"}) is None
    assert str(naming.chosen("rules", {"model": "ollama:qwen3"})) == "ollama:qwen3"
    with pytest.raises(RingiError):  # somebody asked for it by name: nothing else judges instead
        naming.chosen("rules", {"model": "claude-sonnet-4-6"})


def test_without_the_packages_the_usual_model_stays_away_and_a_chosen_one_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(naming, "installed", lambda provider: False)
    assert naming.chosen("claude-sonnet-4-6", {"anthropic_key": KEY}) is None
    assert code("openai:x", {"openai_key": KEY}) == "RINGI-332"


def test_nothing_of_a_provider_is_loaded_by_the_offline_path() -> None:
    loaded = "import sys, ringi.flow.worker, ringi.minds.model.naming, ringi.minds.rules; print(sorted(sys.modules))"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    for heavy in ("pydantic_ai", "anthropic", "openai", "httpx2", "ringi.minds.model.mind", "ringi.flow.metering"):
        assert f"'{heavy}'" not in modules
