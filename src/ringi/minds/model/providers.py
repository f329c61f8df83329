"""From a named model to one that can be asked: the only file that knows the providers' SDKs. Loads them on use.

Each judgement has an HTTP client of its own, closed with it: a connection belongs to the event loop that made it, and a
handshake is nothing beside the seconds that a model takes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ringi.minds.model.naming import Named

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

KEYLESS = "none"
"""Sent where no key is needed: the SDK wants one."""


@asynccontextmanager
async def opened(named: Named, seconds: float) -> AsyncIterator[Model]:
    """The model, as long as it is asked."""
    import httpx2

    async with httpx2.AsyncClient(timeout=httpx2.Timeout(seconds, connect=min(10.0, seconds))) as client:
        yield _BUILDERS[named.provider](named, client)


def load(named: Named) -> None:
    """Import what this provider needs, so that nobody's first question waits for it."""
    for module in _MODULES[named.provider]:
        import_module(f"pydantic_ai.{module}")


def _anthropic(named: Named, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    provider = AnthropicProvider(api_key=named.key, base_url=named.url, http_client=client)
    return AnthropicModel(named.name, provider=provider)


def _openai(named: Named, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(api_key=named.key, base_url=named.url, http_client=client)
    return OpenAIChatModel(named.name, provider=provider)


def _compatible(named: Named, client: httpx2.AsyncClient) -> Model:
    """Any address that speaks OpenAI's chat completions; xAI's own among them, so that no gRPC is needed."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    key = named.key or KEYLESS
    provider: Any
    if named.provider == "xai":
        from pydantic_ai.profiles.grok import grok_model_profile

        provider = OpenAICompatibleProvider(
            "xai", base_url=named.url, api_key=key, http_client=client, profile=grok_model_profile
        )
    else:
        provider = OpenAICompatibleProvider(named.provider, base_url=named.url, api_key=key, http_client=client)
    return OpenAIChatModel(named.name, provider=provider)


def _ollama(named: Named, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(api_key=named.key or KEYLESS, base_url=named.url, http_client=client)
    return OllamaModel(named.name, provider=provider)


def _google(named: Named, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    provider = GoogleProvider(api_key=named.key, base_url=named.url, http_client=client)
    return GoogleModel(named.name, provider=provider)


_MODULES = {
    "anthropic": ("models.anthropic", "providers.anthropic"),
    "openai": ("models.openai", "providers.openai"),
    "xai": ("models.openai", "providers.openai_compatible"),
    "google": ("models.google", "providers.google"),
    "ollama": ("models.ollama", "providers.ollama"),
    "compatible": ("models.openai", "providers.openai_compatible"),
}
_BUILDERS = {
    "anthropic": _anthropic,
    "openai": _openai,
    "xai": _compatible,
    "google": _google,
    "ollama": _ollama,
    "compatible": _compatible,
}
