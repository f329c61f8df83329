"""Drive v3 as far as spreadsheets need it: create, get, list with a query, the waste basket, and whose Drive it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ringi.testing.google.books import Book
from ringi.testing.google.refusal import Json, Refusal
from ringi.testing.google.tokens import DRIVE_FILE, Grant

if TYPE_CHECKING:
    from ringi.testing.google.double import Double

Act = Callable[["Double", Grant, tuple[str, ...], dict[str, str], Json], Json]
SPREADSHEET = "application/vnd.google-apps.spreadsheet"
_TERM = re.compile(
    r"name = '(?P<name>(?:[^'\\]|\\.)*)'"
    r"|mimeType = '(?P<mime>[^']*)'"
    r"|trashed = (?P<trashed>true|false)"
    r"|appProperties has \{ key='(?P<key>[^']*)' and value='(?P<value>[^']*)' \}"
)


def route(method: str, path: str) -> tuple[str, Act, tuple[str, ...]] | None:
    if path == "/drive/v3/files":
        found = {"GET": ("files.list", _list), "POST": ("files.create", _create)}.get(method)
        return (*found, ()) if found else None
    if path == "/drive/v3/about" and method == "GET":
        return "about.get", _about, ()
    match = re.fullmatch("/drive/v3/files/([^/]+)", path)
    if match and method in ("GET", "PATCH"):
        return ("files.get", _get, match.groups()) if method == "GET" else ("files.update", _update, match.groups())
    return None


def _about(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    _scoped(grant)
    if not query.get("fields"):
        raise Refusal(400, "The 'fields' parameter is required for this method.", reason="required")
    return {"user": {"kind": "drive#user", "displayName": grant.email.partition("@")[0], "emailAddress": grant.email}}


def _create(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    _scoped(grant)
    if body.get("mimeType") != SPREADSHEET:
        raise Refusal(400, "Bad Request", reason="badRequest")
    properties = body.get("appProperties") or {}
    if any(len(f"{key}{value}".encode()) > 124 for key, value in properties.items()):
        raise Refusal(400, "The properties are too long", reason="invalid")
    book = double.make(body.get("name") or "Untitled", owner=grant.email)
    book.properties = {str(key): str(value) for key, value in properties.items()}
    return _told(book)


def _get(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    return _told(_mine(double, grant, parts[0]))


def _update(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    book = _mine(double, grant, parts[0])
    book.trashed = bool(body.get("trashed", book.trashed))
    book.title = body.get("name", book.title)
    return _told(book)


def _list(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    _scoped(grant)
    asked = query.get("q", "")
    terms = asked.split(" and ") if not asked else _terms(asked)
    held = [one for one in double.books.values() if one.by_app and one.owner == grant.email]
    found = [one for one in held if all(_fits(one, term) for term in terms if isinstance(term, dict))]
    if query.get("orderBy") == "createdTime":
        found.sort(key=lambda one: one.created)
    size, start = int(query.get("pageSize") or 100), int(query.get("pageToken") or 0)
    told: Json = {"kind": "drive#fileList", "incompleteSearch": False}
    told["files"] = [_told(one) for one in found[start : start + size]]
    return {**told, "nextPageToken": str(start + size)} if start + size < len(found) else told


def _terms(asked: str) -> list[Json]:
    """The query, which has to be one of the forms that are known here: a misspelt one is refused, as Google does."""
    rest, terms = asked, []
    while rest:
        match = _TERM.match(rest)
        if match is None:
            raise Refusal(400, "Invalid Value", reason="invalid")
        terms.append({key: value for key, value in match.groupdict().items() if value is not None})
        rest = rest[match.end() :]
        if rest and not rest.startswith(" and "):
            raise Refusal(400, "Invalid Value", reason="invalid")
        rest = rest.removeprefix(" and ")
    return terms


def _fits(book: Book, term: Json) -> bool:
    if "name" in term:
        # Drive does not tell upper from lower case when it compares names.
        return re.sub(r"\\(.)", r"\1", str(term["name"])).casefold() == book.title.casefold()
    if "mime" in term:
        return bool(term["mime"] == book.mime)
    if "trashed" in term:
        return bool((term["trashed"] == "true") == book.trashed)
    return bool(book.properties.get(term["key"]) == term["value"])


def _mine(double: Double, grant: Grant, identity: str) -> Book:
    _scoped(grant)
    book = double.books.get(identity)
    if book is None or not book.by_app or grant.email not in (book.owner, *book.editors, *book.readers):
        raise Refusal(404, f"File not found: {identity}.", reason="notFound")
    return book


def _scoped(grant: Grant) -> None:
    if DRIVE_FILE not in grant.scopes:
        raise Refusal(403, "Request had insufficient authentication scopes.", reason="insufficientPermissions")


def _told(book: Book) -> Json:
    return {
        "kind": "drive#file",
        "id": book.id,
        "name": book.title,
        "mimeType": book.mime,
        "trashed": book.trashed,
        "createdTime": book.created,
        "appProperties": book.properties,
        "webViewLink": f"https://docs.google.com/spreadsheets/d/{book.id}/edit?usp=drivesdk",
    }
