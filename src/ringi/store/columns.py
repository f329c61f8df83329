"""The kinds of columns that the tables are made of, so that a table reads as a list of its names.

Used by `schema` and by the migrations. Times are ISO 8601 text, JSON is text, on both databases alike.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Text, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import ColumnElement


class utc_now_text(ColumnElement[str]):
    """The seed's `DEFAULT now`. Our own code always gives the time; this is for rows written by hand."""

    inherit_cache = True


@compiles(utc_now_text, "sqlite")
def _sqlite_now(element: utc_now_text, compiler: Any, **kw: Any) -> str:
    return "(strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))"


@compiles(utc_now_text, "postgresql")
def _postgres_now(element: utc_now_text, compiler: Any, **kw: Any) -> str:
    return "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"+00:00\"')"


def key(name: str = "id") -> Column[str]:
    return Column(name, Text, primary_key=True)


def words(name: str, default: str | None = None, *, unique: bool | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default, unique=unique)


def maybe(name: str, *, unique: bool | None = None) -> Column[str | None]:
    return Column(name, Text, nullable=True, unique=unique)


def whole(name: str, default: int | None = None) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=None if default is None else text(str(default)))


def octets(name: str, *, nullable: bool = False) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=nullable)


def stamp(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=utc_now_text())


def link(name: str, target: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, Text, ForeignKey(target), nullable=nullable)
