"""For tests against the Slack double: a client of it, what it refuses, and waiting for what comes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from ringi.testing.slack import Double


async def until(true: Callable[[], Any]) -> None:
    """Let the others work until this holds; a minute is far more than anything here takes."""
    for _ in range(6000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came about")


def client_of(double: Double, team: str = "T0RINGI") -> AsyncWebClient:
    return AsyncWebClient(token=double.bot_token(team), base_url=double.api_url)


async def refused(call: Awaitable[Any]) -> dict[str, Any]:
    """The answer of a call that Slack refuses."""
    try:
        answer = await call
    except SlackApiError as error:
        return dict(error.response.data)
    raise AssertionError(f"it was not refused: {answer}")
