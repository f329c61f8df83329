"""Listening to a live address for `ringi check --url`: server-sent events, JSON lines, or the pages of `/v1`.

Our own running server is greeted with its own key; any other with the one in `--bearer-file`, and never with ours.
"""

from __future__ import annotations

import json
import time

from ringi.errors import Invalid, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from http.client import HTTPResponse
    from typing import Any
    from urllib.parse import SplitResult

    from ringi.cli.call import Call

PIECE = 65_536
INPUT_LIMIT = 2**20
PAGE_LIMIT = 64 * 2**20


def listened(call: Call) -> Iterator[bytes]:
    """What comes, until it or the time is over. Whatever was heard by then is judged."""
    from urllib.parse import urlsplit

    args = call.args
    parts = urlsplit(args.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Invalid("RINGI-901", url=args.url[:200], reason="http(s)://…")
    until = time.monotonic() + args.seconds
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    while path:
        path = yield from _asked(call, parts, path, until)


def _asked(call: Call, parts: SplitResult, path: str, until: float) -> Generator[bytes, None, str]:
    """One request and what it answers; the path of the next page, if there is one."""
    from http.client import HTTPConnection, HTTPException, HTTPSConnection

    url, body = call.args.url[:200], _input(call.args.input)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    try:
        link = kind(parts.hostname or "", parts.port, timeout=max(0.1, until - time.monotonic()))
    except (ValueError, OSError) as error:
        raise Invalid("RINGI-901", url=url, reason=str(error)[:100]) from None
    try:
        link.request("POST" if body is not None else "GET", path, body, _headers(call, body is not None))
        answer = link.getresponse()
        if answer.status != 200:
            said = answer.read(300).decode("utf-8", "replace")
            raise Unavailable("RINGI-901", url=url, reason=f"HTTP {answer.status} {said}"[:200])
        if answer.headers.get_content_type() == "application/json":
            return (yield from _page(answer, path))
        while piece := answer.read1(PIECE):
            yield piece
            left = until - time.monotonic()
            if left <= 0:
                break
            if link.sock is not None:
                link.sock.settimeout(left)
    except TimeoutError:
        pass  # it is still going on: what was heard is judged
    except (OSError, HTTPException, ValueError) as error:
        raise Unavailable("RINGI-901", url=url, reason=str(error)[:100] or type(error).__name__) from None
    finally:
        link.close()
    return ""


def _page(answer: HTTPResponse, path: str) -> Generator[bytes, None, str]:
    """A document with `facts`, as a line each; the path of the page after it, where the document says there is more."""
    raw = answer.read(PAGE_LIMIT + 1)
    found: Any = json.loads(raw) if len(raw) <= PAGE_LIMIT else None
    facts = found.get("facts") if isinstance(found, dict) else None
    if not isinstance(facts, list):
        raise ValueError('{"facts": […]}')
    for fact in facts:
        yield json.dumps(fact, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
    if not found.get("more") or not facts:
        return ""
    last = facts[-1].get("sequence") if isinstance(facts[-1], dict) else None
    after = found.get("after", last)
    place, _, query = path.partition("?")
    kept = [one for one in query.split("&") if one and not one.startswith("after=")]
    return f"{place}?{'&'.join([*kept, f'after={int(after)}'])}"


def _input(path: str) -> bytes | None:
    if not path:
        return None
    from ringi.cli.reading import opened

    with opened(path) as file:
        raw = file.read(INPUT_LIMIT + 1)
    if len(raw) > INPUT_LIMIT:
        raise Invalid("RINGI-607", path=path, reason=f"> {INPUT_LIMIT // 2**20} MB")
    return raw


def _headers(call: Call, posts: bool) -> dict[str, str]:
    headers = {"Accept": "text/event-stream, application/json", **_key(call)}
    return {**headers, "Content-Type": "application/json"} if posts else headers


def _key(call: Call) -> dict[str, str]:
    if call.args.bearer_file:
        from ringi.cli.reading import opened

        with opened(call.args.bearer_file) as file:
            key = file.read(10_000).decode("utf-8", "replace").strip()
        if not key or not key.isascii() or not key.isprintable():
            raise Invalid("RINGI-607", path=call.args.bearer_file, reason="key")
        return {"Authorization": f"Bearer {key}"}
    return _own_key(call)


def _own_key(call: Call) -> dict[str, str]:
    """Of the server of this data directory, when that is who is listened to."""
    from urllib.parse import urlsplit

    from ringi.cli.desks import server_note
    from ringi.cli.http_desk import quoted

    note = server_note(call.settings)
    if note is None:
        return {}
    own, asked = urlsplit(note["address"]), urlsplit(call.args.url)
    if (own.scheme, own.hostname, own.port) != (asked.scheme, asked.hostname, asked.port):
        return {}
    named = {"X-Ringi-As": quoted(call.args.as_user)} if call.args.as_user else {}
    return {"Authorization": f"Bearer {quoted(note['key'])}", **named}
