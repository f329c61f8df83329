"""Listening to a live stream of server-sent events, ours or anybody's, for `ringi check --url`.

Our own running server is greeted with its own key; any other with the one in `--bearer-file`, and never with ours.
"""

from __future__ import annotations

from ringi.errors import Invalid, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ringi.cli.call import Call

PIECE = 65_536
INPUT_LIMIT = 2**20


def listened(call: Call) -> Iterator[bytes]:
    """What comes, until the stream or the time is over. Whatever was heard by then is judged."""
    import time
    from http.client import HTTPConnection, HTTPException, HTTPSConnection
    from urllib.parse import urlsplit

    args = call.args
    parts = urlsplit(args.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Invalid("RINGI-901", url=args.url[:200], reason="http(s)://…")
    body = _input(args.input)
    until = time.monotonic() + args.seconds
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        link = kind(parts.hostname, parts.port, timeout=args.seconds)
    except (ValueError, OSError) as error:
        raise Invalid("RINGI-901", url=args.url[:200], reason=str(error)[:100]) from None
    try:
        link.request("POST" if body is not None else "GET", path, body, _headers(call, body is not None))
        answer = link.getresponse()
        if answer.status != 200:
            said = answer.read(300).decode("utf-8", "replace")
            raise Unavailable("RINGI-901", url=args.url[:200], reason=f"HTTP {answer.status} {said}"[:200])
        while piece := answer.read1(PIECE):
            yield piece
            left = until - time.monotonic()
            if left <= 0:
                return
            if link.sock is not None:
                link.sock.settimeout(left)
    except TimeoutError:
        return  # it is still going on: what was heard is judged
    except (OSError, HTTPException, ValueError) as error:
        raise Unavailable("RINGI-901", url=args.url[:200], reason=str(error)[:100] or type(error).__name__) from None
    finally:
        link.close()


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
    headers = {"Accept": "text/event-stream", **_key(call)}
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
