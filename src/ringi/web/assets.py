"""Our scripts and styles: what is asked for by its fingerprint never changes, anything else is asked for again.

A script imports its neighbours by their plain names; without this a browser might run yesterday's beside today's.
"""

from __future__ import annotations

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_GOOD = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """The static files with how long they may be kept."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        named = scope.get("query_string", b"").startswith(b"v=")
        answer.headers["Cache-Control"] = FOR_GOOD if named else "no-cache"
        return answer
