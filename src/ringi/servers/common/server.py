"""The `common` MCP server: rows to a sheet, a message to a person. `build` makes it for one data directory.

What is really done is in `sheets` and `outbox`; this file is the contract with an agent: names, schemas, descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import anyio.from_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from ringi.servers.common import outbox as messages
from ringi.servers.common import sheets as tables
from ringi.servers.common import words
from ringi.servers.common.accounts import Finder
from ringi.servers.publish import hints, serve, tool

IDEMPOTENCY_KEY = "ringi/idempotencyKey"
REQUESTER = "ringi/requester"
TENANT = "ringi/tenant"
_T = TypeVar("_T")


class SheetWritten(BaseModel):
    """Where the rows are."""

    spreadsheet: str = Field(description="The name the workbook has")
    sheet: str = Field(description="The name the sheet got: numbered when the wanted one was there already")
    rows_written: int = Field(description="Without the header")
    path: str | None = Field(description="The .xlsx file; null for a sheet on Google")
    url: str | None = Field(description="The address on Google; null for a file")
    created: bool = Field(description="True when the workbook is new")


class MessageSent(BaseModel):
    """Where the message went."""

    message_id: str
    recipient: str = Field(description="As it was given")
    to: str = Field(description="Who that is")
    sent_at: str
    channel: str = Field(description="`slack`, or `outbox`: the message waits where people can see it")
    path: str | None = Field(description="The message as a file to read; null when Slack has it")


def build(data_dir: Path, accounts: Mapping[str, Finder] | None = None) -> MCPServer:
    """The server whose sheets and messages go below `data_dir`. Nothing is made there before the first call.

    Args:
        accounts: how to find a tenant's account of `google` and `slack`. A tenant with neither goes on with files and
            the outbox, through the same tools.
    """
    directory = data_dir.absolute()
    sheets, outbox = tables.Sheets(directory / "sheets"), messages.Outbox(directory)
    tools = [_sheet_tool(sheets), _message_tool(outbox)]
    if accounts:
        from ringi.servers.common import connected

        tools = connected.tools(sheets, outbox, accounts)
    return serve(
        "common",
        title="Sheets and messages",
        instructions="Writes rows to a spreadsheet and sends direct messages. Without Google a sheet is an .xlsx file; "
        "without Slack a message lands in the outbox.",
        tools=tools,
    )


Rows = list[list[str | int | float | bool | None]]


def _sheet_tool(sheets: tables.Sheets) -> Tool:
    def write_rows_to_google_sheet(
        ctx: Context,
        spreadsheet: Annotated[str, Field(description="The name of the spreadsheet", max_length=1000)],
        sheet: Annotated[str, Field(description="The name of the sheet (tab) to add", max_length=1000)],
        header: Annotated[list[str], Field(description="The column names")],
        rows: Annotated[Rows, Field(description="The rows, each a list of cells in order")],
    ) -> SheetWritten:
        return to_file(sheets, spreadsheet, sheet, header, rows, meta_of(ctx, IDEMPOTENCY_KEY))

    return sheet_tool(write_rows_to_google_sheet)


def to_file(
    sheets: tables.Sheets, spreadsheet: str, sheet: str, header: list[str], rows: Rows, key: str | None
) -> SheetWritten:
    """Rows into an `.xlsx` file; runs in a worker's thread."""

    def work() -> SheetWritten:
        given = tables.table(spreadsheet, sheet, header, rows)
        written = sheets.write(given, key, anyio.from_thread.check_cancelled)
        return SheetWritten(
            spreadsheet=written.spreadsheet,
            sheet=written.sheet,
            rows_written=written.rows_written,
            path=written.path,
            url=None,
            created=written.created,
        )

    return _answer(work)


def sheet_tool(fn: Callable[..., Any], **more: Any) -> Tool:
    """The tool under its one name and schema, whatever stands behind it: an approved step may run on either."""
    return tool(
        fn,
        title="シートへの書き込み / Write rows to a sheet / 写入表格",
        description=(
            "Write a header and rows as a new sheet of a spreadsheet (Google Sheets; an Excel .xlsx file when no "
            "Google account is connected). Never overwrites: if there is a sheet of that name, the new one is "
            "numbered. "
            "シート・表・スプレッドシート・エクセルに書き出す。写入表格、工作表、电子表格或Excel。"
        ),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
        meta={
            **hints(keywords=words.SHEET_KEYWORDS, labels=words.SHEET_LABELS, content=("sheet", "header", "rows")),
            **more,
        },
    )


def _message_tool(outbox: messages.Outbox) -> Tool:
    def send_slack_dm(
        ctx: Context,
        recipient: Annotated[
            str, Field(description="An employee id (E001), a Slack user id (U…), or `requester` for whoever asked")
        ],
        text: Annotated[str, Field(description="What to say, at most 40,000 characters")],
    ) -> MessageSent:
        return to_outbox(outbox, recipient, text, meta_of(ctx, REQUESTER), meta_of(ctx, IDEMPOTENCY_KEY))

    return message_tool(send_slack_dm)


def to_outbox(
    outbox: messages.Outbox, recipient: str, text: str, requester: str | None, key: str | None
) -> MessageSent:
    """A message to where people can see it; runs in a worker's thread."""

    def work() -> MessageSent:
        message, letter = outbox.send(recipient, text, requester=requester, key=key)
        return MessageSent(
            message_id=message.message_id,
            recipient=message.recipient,
            to=message.to,
            sent_at=message.sent_at,
            channel="outbox",
            path=str(letter),
        )

    return _answer(work)


def message_tool(fn: Callable[..., Any], **more: Any) -> Tool:
    return tool(
        fn,
        title="DMの送信 / Send a direct message / 发送私信",
        description=(
            "Send a Slack direct message to one person: an employee, a Slack user, or the requester. Every call sends. "
            "Without Slack the message lands in the outbox. "
            "DM・メッセージ・通知を送る。给某人发送私信、消息或通知。"
        ),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
        ),
        meta={
            **hints(
                keywords=words.MESSAGE_KEYWORDS,
                labels=words.MESSAGE_LABELS,
                provenance={"recipient": "literal"},
                content=("text",),
            ),
            **more,
        },
    )


def meta_of(ctx: Context, name: str) -> str | None:
    """What the caller put into the request's `_meta` beside the arguments; it is no argument, so no plan can set it."""
    meta = ctx.request_context.meta
    value = meta.get(name) if meta else None
    return value if isinstance(value, str) and value else None


def _answer(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except (tables.Unwritable, messages.Undeliverable) as refused:
        raise ToolError(str(refused)) from None
    except OSError as failed:
        raise ToolError(
            f"The data directory cannot be written to: {failed.strerror or failed}. Nothing was written."
        ) from failed
