"""Rows into a Google spreadsheet, exactly once per run key, whatever gets lost on the way.

Google has no idempotency key, but it takes ids that the caller chose and does all of a batch or nothing. So the rows of
a run travel in one batch with a mark (developer metadata) whose id is made of the run's key: a second batch of the same
run is refused as a whole, and the mark says how far the first one came. `values.append` could do neither. A new
spreadsheet carries the mark as a property of its file, by which it is found when the answer to its creation was lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from ringi.errors import Conflict, Invalid, NotFound, RingiError, Unavailable
from ringi.servers.common.google import cells
from ringi.servers.common.google.marks import HOST, KEY, Book, Mark, book_name, linked
from ringi.servers.common.google.wire import Json, Lost, Wire
from ringi.servers.common.naming import free_sheet_name, sheet_name
from ringi.servers.common.sheets import Cell

MIME = "application/vnd.google-apps.spreadsheet"
FIELDS = "spreadsheetId,spreadsheetUrl,properties.title,sheets(properties,developerMetadata)"
TRIES = 5
_RANGE = re.compile(r"[A-Za-z]{1,3}[1-9][0-9]{0,6}(?::[A-Za-z]{1,3}[1-9][0-9]{0,6})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What came of it. `sheet` is the name that it really has; `created` is true for a new spreadsheet."""

    spreadsheet: str
    sheet: str
    rows_written: int
    url: str
    created: bool


class Books:
    """The spreadsheets of one account."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    # -- finding -----------------------------------------------------------------------------------------------------

    async def read(self, identity: str) -> Book:
        """The spreadsheet as it is now. One in the waste basket is gone for everybody but its id."""
        try:
            told = await self._wire.get(f"{self._wire.sheets}/v4/spreadsheets/{identity}", fields=FIELDS)
        except NotFound:
            raise NotFound("RINGI-453", spreadsheet=identity) from None
        return Book(
            id=str(told["spreadsheetId"]),
            title=str((told.get("properties") or {}).get("title") or ""),
            url=str(told.get("spreadsheetUrl") or f"https://{HOST}/spreadsheets/d/{identity}/edit"),
            tabs=tuple(told.get("sheets") or ()),
        )

    async def named(self, name: str) -> list[Json]:
        """The spreadsheets of this name that this app may see, the oldest first."""
        escaped = name.replace("\\", "\\\\").replace("'", "\\'")
        return await self._files(f"name = '{escaped}'")

    async def _files(self, wanted: str) -> list[Json]:
        told = await self._wire.get(
            f"{self._wire.drive}/drive/v3/files",
            q=f"{wanted} and mimeType = '{MIME}' and trashed = false",
            fields="nextPageToken,files(id,name,appProperties,createdTime,webViewLink)",
            orderBy="createdTime",
            pageSize="20",
        )
        return [one for one in told.get("files") or () if isinstance(one, dict)]

    async def find(self, spreadsheet: str) -> tuple[str, str]:
        """The id that a link, an id or a name means, and the mark of the run that made it; empty when there is none.

        Raises:
            Conflict: several have that name (`RINGI-456`): nobody guesses.
        """
        if identity := linked(spreadsheet):
            return await self._not_trashed(identity), ""
        name = book_name(spreadsheet)
        found: dict[str, Json] = {}
        for one in await self.named(name):
            if one.get("name") == name:
                # Two of one run are one: the second was made because the answer to the first was lost.
                found.setdefault(_made_by(one) or str(one["id"]), one)
        if len(found) > 1:
            links = [str(one.get("webViewLink") or one.get("id")).partition("?")[0] for one in found.values()]
            raise Conflict("RINGI-456", spreadsheet=name, candidates=", ".join(links[:10]))
        return next(((str(one["id"]), _made_by(one)) for one in found.values()), ("", ""))

    async def _not_trashed(self, identity: str) -> str:
        """Sheets goes on answering for a file that somebody threw away; Drive says so, where it lets us look."""
        try:
            told = await self._wire.get(f"{self._wire.drive}/drive/v3/files/{identity}", fields="id,trashed,mimeType")
        except RingiError as error:
            if error.code not in ("RINGI-453", "RINGI-454"):
                raise
            return identity  # not made by this app: Drive does not show it to us, Sheets may
        if told.get("trashed"):
            raise NotFound("RINGI-453", spreadsheet=identity)
        if told.get("mimeType") not in (None, MIME):
            raise Invalid("RINGI-457", link=identity)
        return identity

    async def create(self, name: str, mark: Mark) -> str:
        """A new spreadsheet; when the answer is lost, the one that carries this run's mark."""
        body = {"name": name, "mimeType": MIME, "appProperties": {KEY: mark.text}}
        for _ in range(TRIES):
            try:
                told = await self._wire.send("POST", f"{self._wire.drive}/drive/v3/files", body, once=True, fields="id")
                return str(told["id"])
            except Lost:
                await self._wire.wait()
            if found := await self._files(f"appProperties has {{ key='{KEY}' and value='{mark.text}' }}"):
                return str(found[0]["id"])
        raise Unavailable("RINGI-450")

    # -- writing -----------------------------------------------------------------------------------------------------

    async def write(
        self, spreadsheet: str, sheet: str, header: Sequence[str], rows: Sequence[Sequence[Cell]], key: str | None
    ) -> Written:
        """Add the table as a new tab, never over one that is there. The same key again gets the first answer."""
        wanted = sheet_name(sheet)
        if not wanted:
            raise Invalid("RINGI-458", sheet=sheet[:100], sheets="")
        width = cells.check(header, rows)
        mark = Mark.of(key)
        identity, made_by = await self.find(spreadsheet)
        ours = not identity or made_by == mark.text
        fresh = not identity
        if fresh:
            identity = await self.create(book_name(spreadsheet), mark)
        data = [*([cells.row_data(header, bold=True)] if header else ()), *(cells.row_data(row) for row in rows)]
        shape = {"columnCount": max(1, width), "frozenRowCount": len(header[:1])}
        book, there = await self._tab(identity, wanted, mark, data, shape, ours=ours, fresh=fresh)
        return Written(
            spreadsheet=book.title,
            sheet=str(there["properties"]["title"]),
            rows_written=len(rows),
            url=book.link(there),
            created=ours,
        )

    async def _tab(
        self, identity: str, wanted: str, mark: Mark, data: list[Json], shape: Json, *, ours: bool, fresh: bool
    ) -> tuple[Book, Json]:
        """The tab of this run, with all rows in it: made if it is not there, gone on with if it is."""
        split = list(cells.parts(data))
        for _ in range(TRIES):
            book = await self.read(identity)
            there = book.tab(number=mark.number)
            done = mark.progress(there)
            if there is not None and done is not None:
                return book, await self._rest(book, there, mark, split, done)
            if book.cells() + shape["columnCount"] * (len(data) + 1) > cells.MAX_CELLS:
                raise Invalid("RINGI-455", reason=f"{cells.MAX_CELLS} cells")
            title = free_sheet_name(wanted, book.titles())
            grid = {"rowCount": len(data) + 1, **shape}
            properties = {"sheetId": mark.number, "title": title, "gridProperties": grid}
            requests = [
                {"addSheet": {"properties": properties}},
                mark.made(mark.number, len(split[0])),
                *_cells(mark.number, 0, split[0]),
            ]
            if ours and len(book.tabs) == 1 and (fresh or await self._empty(book)):
                requests.append({"deleteSheet": {"sheetId": book.tabs[0]["properties"].get("sheetId", 0)}})
            try:
                await self._batch(identity, requests)
            except Invalid:
                # Somebody was faster with the name, or an earlier try has arrived after all. Anything else is wrong.
                now = await self.read(identity)
                if mark.progress(now.tab(number=mark.number)) is None and title.casefold() not in now.titles():
                    raise
        raise Unavailable("RINGI-450")

    async def _empty(self, book: Book) -> bool:
        """Whether its one tab is still the empty one that every new spreadsheet comes with: an earlier try may have
        made it hours ago, and somebody may have written on it since.
        """
        title = str(book.tabs[0]["properties"].get("title", "")).replace("'", "''")
        where = quote(f"'{title}'", safe="")
        told = await self._wire.get(f"{self._wire.sheets}/v4/spreadsheets/{book.id}/values/{where}")
        return not told.get("values")

    async def _rest(self, book: Book, there: Json, mark: Mark, split: list[list[Json]], done: int) -> Json:
        """Whatever of a large table is not in its tab yet. Each part has its place and moves the mark with it."""
        at = 0
        for part in split:
            if at >= done:
                await self._batch(book.id, [*_cells(mark.number, at, part), mark.moved(at + len(part))])
            at += len(part)
        return there

    async def append(self, spreadsheet: str, sheet: str, rows: Sequence[Sequence[Cell]], key: str | None) -> Written:
        """Rows below what a tab holds. Each part goes with a mark of its own, so that none goes twice."""
        cells.check((), rows)
        identity = await self._existing(spreadsheet)
        for number, part in enumerate(cells.parts([cells.row_data(row) for row in rows])):
            mark = Mark.of(key, f"#append{number}")
            book, there = await self._there(identity, sheet)
            if mark.progress(there) is not None or not part:
                continue
            at = there["properties"].get("sheetId", 0)
            told = {"sheetId": at, "rows": part, "fields": "userEnteredValue"}
            await self._marked(identity, sheet, mark, [{"appendCells": told}, mark.made(at, len(part))])
        book, there = await self._there(identity, sheet)
        return self._answer(book, there, len(rows))

    async def update(
        self, spreadsheet: str, sheet: str, area: str, rows: Sequence[Sequence[Cell]], key: str | None
    ) -> Written:
        """Set the cells of a range, as the texts and numbers they are (`RAW`). Done again it changes nothing; the mark
        keeps a late repetition from undoing what somebody has written since.
        """
        if not _RANGE.fullmatch(area):
            raise Invalid("RINGI-458", sheet=area[:40], sheets="A1:C10")
        cells.check((), rows)
        identity = await self._existing(spreadsheet)
        mark = Mark.of(key, "#update")
        book, there = await self._there(identity, sheet)
        if mark.progress(there) is None:
            title = str(there["properties"]["title"]).replace("'", "''")
            where = quote(f"'{title}'!{area}", safe="")
            url = f"{self._wire.sheets}/v4/spreadsheets/{identity}/values/{where}"
            body = {"majorDimension": "ROWS", "values": [[cells.plain(value) for value in row] for row in rows]}
            await self._wire.send("PUT", url, body, valueInputOption="RAW")
            at = there["properties"].get("sheetId", 0)
            await self._marked(identity, sheet, mark, [mark.made(at, len(rows))])
        return self._answer(book, there, len(rows))

    # -- the parts of it ---------------------------------------------------------------------------------------------

    async def _existing(self, spreadsheet: str) -> str:
        identity, _ = await self.find(spreadsheet)
        if not identity:
            raise NotFound("RINGI-453", spreadsheet=spreadsheet[:200])
        return identity

    async def _there(self, identity: str, sheet: str) -> tuple[Book, Json]:
        book = await self.read(identity)
        found = book.tab(title=sheet.strip())
        if found is None:
            names = [str(one["properties"].get("title", "")) for one in book.tabs]
            raise NotFound("RINGI-458", sheet=sheet[:100], sheets=", ".join(names[:20]))
        return book, found

    async def _marked(self, identity: str, sheet: str, mark: Mark, requests: list[Json]) -> None:
        """A batch that carries a mark. Refused because the mark is there means: it was done, its answer was lost."""
        try:
            await self._batch(identity, requests)
        except Invalid:
            _, there = await self._there(identity, sheet)
            if mark.progress(there) is None:
                raise

    async def _batch(self, identity: str, requests: list[Json]) -> None:
        """All of it or nothing. May be sent again: what carries a number of its own is refused the second time."""
        await self._wire.send(
            "POST", f"{self._wire.sheets}/v4/spreadsheets/{identity}:batchUpdate", {"requests": requests}
        )

    def _answer(self, book: Book, there: Json, rows: int) -> Written:
        title = str(there["properties"]["title"])
        return Written(spreadsheet=book.title, sheet=title, rows_written=rows, url=book.link(there), created=False)


def _made_by(file: Json) -> str:
    return str((file.get("appProperties") or {}).get(KEY) or "")


def _cells(tab: int, row: int, rows: list[Json]) -> list[Json]:
    if not rows:
        return []
    start = {"sheetId": tab, "rowIndex": row, "columnIndex": 0}
    return [
        {"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue,userEnteredFormat.textFormat.bold"}}
    ]
