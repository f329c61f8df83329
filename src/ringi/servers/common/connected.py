"""The `common` tools where a Google account or a Slack workspace may be connected: the same tools, the same schemas.

Whether a call goes to the service or to a file is decided per tenant. What a step reaches is said by the resolvers,
which only the house can call: before anybody approves, and again before the call.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, cast

import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from ringi.errors import NotFound, RingiError, Unavailable
from ringi.servers.common import outbox as messages
from ringi.servers.common import server, words
from ringi.servers.common import sheets as tables
from ringi.servers.common.accounts import Account, Finder
from ringi.servers.common.server import IDEMPOTENCY_KEY, REQUESTER, TENANT, MessageSent, Rows, SheetWritten, meta_of
from ringi.servers.publish import hints, tool

if TYPE_CHECKING:
    from ringi.servers.common.google.books import Books, Written
    from ringi.servers.common.slack import Slack

RESOLVES = "ringi/resolves"
"""In a tool's `_meta`: which of its arguments say where it reaches, and the internal tool that says what that is."""
_INTERNAL = {"ringi/internal": True}
_READS = ToolAnnotations(read_only_hint=True)


class Reached(BaseModel):
    """Where a value leads. All empty: to nothing that is connected, so to a file of the house."""

    value: str = Field(description="What the plan has to say, so that nothing is left to be looked up")
    via: str = Field(description="`slack`, `google`, `outbox` for somebody who is not in Slack, or nothing")
    name: str


def tools(sheets: tables.Sheets, outbox: messages.Outbox, accounts: Mapping[str, Finder]) -> list[Tool]:
    """All tools of the server. Which of them a tenant's account stands behind is found out at each call."""
    google, slack = accounts.get("google"), accounts.get("slack")
    return [
        *_sheet_tools(sheets, google or _none),
        *_message_tools(outbox, slack or _none),
        *(_more_sheet_tools(google) if google else ()),
    ]


async def _none(tenant: str) -> Account | None:
    return None


async def _account(ctx: Context, finder: Finder) -> Account | None:
    return await finder(meta_of(ctx, TENANT) or "")


async def answered(work: Callable[[], Awaitable[Any]]) -> Any:
    """What came of it; a refusal with its code, so that every surface can say it in its reader's language."""
    try:
        return await work()
    except RingiError as error:
        return refused(error)


def refused(error: RingiError, *, unknown: bool = False) -> CallToolResult:
    told = {"code": error.code, "values": error.values, "unknown": unknown}
    return CallToolResult(content=[TextContent(text=str(error))], structured_content=told, is_error=True)


# -- sheets ----------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def _books(account: Account) -> AsyncIterator[Books]:
    import aiohttp

    from ringi.servers.common.google.books import Books
    from ringi.servers.common.google.wire import Wire

    async with aiohttp.ClientSession() as session:
        yield Books(Wire(account, session, *((account.pause,) if account.pause else ())))


def _sheet_tools(sheets: tables.Sheets, finder: Finder) -> list[Tool]:
    async def write_rows_to_google_sheet(
        ctx: Context,
        spreadsheet: Annotated[str, Field(description="The name of the spreadsheet", max_length=1000)],
        sheet: Annotated[str, Field(description="The name of the sheet (tab) to add", max_length=1000)],
        header: Annotated[list[str], Field(description="The column names")],
        rows: Annotated[Rows, Field(description="The rows, each a list of cells in order")],
    ) -> SheetWritten:
        key = meta_of(ctx, IDEMPOTENCY_KEY)

        async def work() -> SheetWritten:
            account = await _account(ctx, finder)
            if account is None:
                arguments = (sheets, spreadsheet, sheet, header, rows, key)
                return await anyio.to_thread.run_sync(lambda: server.to_file(*arguments))
            async with _books(account) as books:
                return _written(await books.write(spreadsheet, sheet, header, rows, key))

        return cast("SheetWritten", await answered(work))

    async def resolve_spreadsheet(ctx: Context, value: str) -> Reached:
        async def work() -> Reached:
            account = await _account(ctx, finder)
            if account is None:
                return Reached(value=value, via="", name="")
            from ringi.servers.common.google.marks import linked

            identity = linked(value)
            if not identity:
                return Reached(value=value, via="google", name=account.place)
            async with _books(account) as books:
                identity, _ = await books.find(identity)
                book = await books.read(identity)
            return Reached(value=book.url.partition("?")[0], via="google", name=book.title)

        return cast("Reached", await answered(work))

    resolver = _resolver(resolve_spreadsheet, "Where a spreadsheet is")
    return [server.sheet_tool(write_rows_to_google_sheet, **{RESOLVES: {"spreadsheet": resolver.name}}), resolver]


def _written(done: Written) -> SheetWritten:
    return SheetWritten(
        spreadsheet=done.spreadsheet,
        sheet=done.sheet,
        rows_written=done.rows_written,
        path=None,
        url=done.url,
        created=done.created,
    )


def _more_sheet_tools(finder: Finder) -> list[Tool]:
    """What only Google can do: add to and change a sheet that is there."""

    async def append_rows_to_google_sheet(
        ctx: Context,
        spreadsheet: Annotated[str, Field(description="Its link, or its name if Ringi made it", max_length=1000)],
        sheet: Annotated[str, Field(description="The name of the sheet (tab) that is there", max_length=1000)],
        rows: Annotated[Rows, Field(description="The rows to add below, each a list of cells in order")],
    ) -> SheetWritten:
        return await act(ctx, lambda books, key: books.append(spreadsheet, sheet, rows, key))

    async def update_google_sheet_range(
        ctx: Context,
        spreadsheet: Annotated[str, Field(description="Its link, or its name if Ringi made it", max_length=1000)],
        sheet: Annotated[str, Field(description="The name of the sheet (tab) that is there", max_length=1000)],
        cells: Annotated[str, Field(description="Which cells, as A2:C9", max_length=40)],
        rows: Annotated[Rows, Field(description="What the cells are to hold, row by row")],
    ) -> SheetWritten:
        return await act(ctx, lambda books, key: books.update(spreadsheet, sheet, cells, rows, key))

    async def act(ctx: Context, deed: Callable[[Books, str | None], Awaitable[Written]]) -> SheetWritten:
        async def work() -> SheetWritten:
            account = await _account(ctx, finder)
            if account is None:
                raise Unavailable("RINGI-463")
            async with _books(account) as books:
                return _written(await deed(books, meta_of(ctx, IDEMPOTENCY_KEY)))

        return cast("SheetWritten", await answered(work))

    once = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
    over = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
    reached = {RESOLVES: {"spreadsheet": "resolve_spreadsheet"}}
    literal = {"spreadsheet": "literal", "cells": "literal"}

    def told(keywords: Sequence[str]) -> dict[str, Any]:
        return hints(keywords=keywords, labels=words.SHEET_LABELS, provenance=literal, content=("rows",))

    return [
        tool(
            append_rows_to_google_sheet,
            title="シートへの追記 / Add rows to a sheet / 追加行",
            description=(
                "Add rows below what a sheet of a Google spreadsheet holds. "
                "既存のGoogleシートに行を追記する。在已有的谷歌表格中追加行。"
            ),
            annotations=once,
            meta={**told(words.APPEND_KEYWORDS), **reached},
        ),
        tool(
            update_google_sheet_range,
            title="シートのセルの更新 / Change cells of a sheet / 修改单元格",
            description=(
                "Set the cells of a range of a Google sheet; what was there is replaced. "
                "Googleシートのセルを書き換える。改写谷歌表格的单元格。"
            ),
            annotations=over,
            meta={**told(words.UPDATE_KEYWORDS), **reached},
        ),
    ]


# -- messages --------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def _slack(account: Account) -> AsyncIterator[Slack]:
    import aiohttp

    from ringi.servers.common.slack import SECONDS, Slack

    # The SDK's own limit does not count for a session that it is given.
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session:
        yield Slack(account, session, *((account.pause,) if account.pause else ()))


def _message_tools(outbox: messages.Outbox, finder: Finder) -> list[Tool]:
    async def send_slack_dm(
        ctx: Context,
        recipient: Annotated[
            str, Field(description="An employee id (E001), a Slack user id (U…), or `requester` for whoever asked")
        ],
        text: Annotated[str, Field(description="What to say, at most 40,000 characters")],
    ) -> MessageSent:
        requester, key = meta_of(ctx, REQUESTER), meta_of(ctx, IDEMPOTENCY_KEY)

        async def work() -> MessageSent:
            from ringi.servers.common.slack import USER

            account = await _account(ctx, finder)
            if account is None or not USER.fullmatch(recipient):
                # Nobody of the workspace: the house has settled every recipient that is one before it calls.
                return await anyio.to_thread.run_sync(lambda: server.to_outbox(outbox, recipient, text, requester, key))
            return cast("MessageSent", await _sent(account, recipient, text, key))

        return cast("MessageSent", await answered(work))

    async def resolve_recipient(ctx: Context, value: str, known: list[str]) -> Reached:
        async def work() -> Reached:
            account = await _account(ctx, finder)
            if account is None or (value == messages.REQUESTER and not known):
                return _outbox(value, meta_of(ctx, REQUESTER))
            async with _slack(account) as slack:
                try:
                    found = await slack.find(value, known)
                except NotFound:
                    if not messages.EMPLOYEE.fullmatch(value):
                        raise
                    # An employee who has no account there: said on the card, and left where people can see it.
                    return Reached(value=value, via="outbox", name="")
            return Reached(value=found.id, via="slack", name=found.name)

        return cast("Reached", await answered(work))

    resolver = _resolver(resolve_recipient, "Who a recipient is")
    return [server.message_tool(send_slack_dm, **{RESOLVES: {"recipient": resolver.name}}), resolver]


def _outbox(value: str, requester: str | None) -> Reached:
    """The outbox knows ids only; a name or an address is not guessed at there either."""
    try:
        messages.address(value, requester)
    except messages.Undeliverable:
        raise NotFound("RINGI-460", recipient=value[:80]) from None
    return Reached(value=value, via="", name="")


async def _sent(account: Account, recipient: str, text: str, key: str | None) -> Any:
    from datetime import UTC, datetime

    from ringi.servers.common.slack import Unknown

    async with _slack(account) as slack:
        try:
            person = await slack.find(recipient)
            _, ts = await slack.send(person, text, key)
        except Unknown as lost:
            return refused(lost.error, unknown=True)
    moment = datetime.fromtimestamp(float(ts or 0), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return MessageSent(
        message_id=ts,
        recipient=recipient,
        to=f"{person.name} ({person.id})",
        sent_at=moment,
        channel="slack",
        path=None,
    )


def _resolver(fn: Callable[..., Any], about: str) -> Tool:
    return tool(fn, title=about, description=about, annotations=_READS, meta=dict(_INTERNAL))
