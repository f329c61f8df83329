"""A note that a browser keeps for us on its way to another site and back: signed, for one purpose, and not for long."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any


def sealed(secret: bytes, purpose: str, kept: dict[str, Any], lasts: int) -> str:
    """The note as a cookie; good for `lasts` seconds."""
    said = {**kept, "until": int(time.time()) + lasts}
    body = base64.urlsafe_b64encode(json.dumps(said).encode()).decode()
    return f"{body}.{_seal(secret, purpose, body)}"


def opened(secret: bytes, purpose: str, cookie: str) -> dict[str, Any]:
    """What we wrote; nothing when it is not ours, for something else, or too old."""
    body, _, seal = cookie.partition(".")
    if not body or not hmac.compare_digest(seal.encode(), _seal(secret, purpose, body).encode()):
        return {}
    kept: dict[str, Any] = json.loads(base64.urlsafe_b64decode(body))
    return kept if kept["until"] > time.time() else {}


def _seal(secret: bytes, purpose: str, body: str) -> str:
    return hmac.new(secret, purpose.encode() + b"\0" + body.encode(), hashlib.sha256).hexdigest()
