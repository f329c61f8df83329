"""Which model is meant: a model string, the key that goes with it, the address it is reached at. Loads no provider.

A key and an address come from the machine's settings only (`ringi.settings.MODELS`): whoever may change a tenant's
model cannot send the machine's key to an address of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from urllib.parse import urlsplit

from ringi.errors import Invalid, Unavailable

USUAL = "claude-sonnet-4-6"
"""The seed's model: in use as soon as there is a key for it."""
RULES = "rules"
NONE = "none"
EXTRA = "pydantic_ai"


@dataclass(frozen=True, slots=True)
class Provider:
    """One kind of provider: what its key and address are called in the settings, and where it usually is."""

    key: str
    url: str
    usual_url: str = ""
    keyless: bool = False
    """A model on one's own machine asks for no key."""
    package: str = "openai"


PROVIDERS: Mapping[str, Provider] = {
    "anthropic": Provider("anthropic_key", "anthropic_url", "https://api.anthropic.com", package="anthropic"),
    "openai": Provider("openai_key", "openai_url", "https://api.openai.com/v1"),
    "xai": Provider("xai_key", "xai_url", "https://api.x.ai/v1"),
    "google": Provider("google_key", "google_url", "https://generativelanguage.googleapis.com", package="google.genai"),
    "ollama": Provider("ollama_key", "ollama_url", "http://127.0.0.1:11434/v1", keyless=True),
    "compatible": Provider("compatible_key", "compatible_url", keyless=True),
}
_BARE = {"claude": "anthropic", "gpt": "openai", "grok": "xai", "gemini": "google"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A model that can be asked. The key is in no representation."""

    provider: str
    name: str
    url: str
    key: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"


def parted(text: str) -> tuple[str, str]:
    """`anthropic:claude-sonnet-4-6` as provider and name; a bare name means its provider's."""
    provider, colon, name = text.strip().partition(":")
    if not colon:
        provider, name = _BARE.get(text.strip().partition("-")[0].lower(), ""), text.strip()
    if provider not in PROVIDERS or not name or not name.isprintable() or any(one.isspace() for one in name):
        raise Invalid("RINGI-330", model=text[:80], known=", ".join(f"{one}:" for one in PROVIDERS))
    return provider, name


def named(text: str, given: Mapping[str, str]) -> Named:
    """The model a string means here, with its key and address; or a clear word on what is missing."""
    provider, name = parted(text)
    kind = PROVIDERS[provider]
    key = given.get(kind.key, "")
    if not key and not kind.keyless:
        raise Invalid("RINGI-331", model=f"{provider}:{name}", variable=variable_of(kind.key))
    if not all("!" <= one <= "~" for one in key):
        raise Invalid("RINGI-349", variable=variable_of(kind.key))  # an SDK would say the key itself in its error
    url = given.get(kind.url, "") or kind.usual_url
    _reachable(url, bool(key), kind)
    if not installed(provider):
        raise Unavailable("RINGI-332", model=f"{provider}:{name}")
    return Named(provider=provider, name=name, url=url.rstrip("/"), key=key)


def chosen(text: str, given: Mapping[str, str]) -> Named | None:
    """The model of the settings; none means the offline planner: wanted so, or the usual model without what it needs.

    A model that somebody chose and that cannot be used is an error, never quietly something else.
    """
    wanted = given.get("model", "") or text
    if wanted == RULES:
        return None
    provider, name = parted(wanted)
    if name == USUAL and "model" not in given and not (given.get(PROVIDERS[provider].key) and installed(provider)):
        return None
    return named(wanted, given)


def installed(provider: str) -> bool:
    """Whether the packages of the extra `model` are there; nothing of them is loaded to find out."""
    try:
        return find_spec(EXTRA) is not None and find_spec(PROVIDERS[provider].package) is not None
    except ModuleNotFoundError:
        return False


def variable_of(key: str) -> str:
    from ringi.settings import MODELS

    return MODELS[key]


def _reachable(url: str, with_key: bool, kind: Provider) -> None:
    """An address of HTTP; a key only leaves the machine encrypted."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    local = host in ("localhost", "127.0.0.1", "::1")
    if not host or parts.scheme not in ("http", "https") or "@" in parts.netloc or parts.query or parts.fragment:
        raise Invalid("RINGI-333", variable=variable_of(kind.url))
    if with_key and parts.scheme == "http" and not local:
        raise Invalid("RINGI-334", variable=variable_of(kind.url))
