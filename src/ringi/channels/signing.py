"""How a webhook proves who sent it: HMAC-SHA256 over the moment and the body, good for five minutes. Pure."""

from __future__ import annotations

import hashlib
import hmac
import re

TIME, SIGNATURE = "X-Spectra-Timestamp", "X-Spectra-Signature"
WINDOW = 300
_STAMP = re.compile(r"[0-9]{1,12}")


def signature(secret: str, stamp: str, body: bytes) -> str:
    signed = hmac.new(secret.encode(), b"v1:" + stamp.encode() + b":" + body, hashlib.sha256)
    return f"v1={signed.hexdigest()}"


def genuine(secret: str, stamp: str, body: bytes, given: str, now: float) -> bool:
    """Whether the holder of the secret sent exactly this, just now."""
    if not _STAMP.fullmatch(stamp) or abs(now - int(stamp)) > WINDOW:
        return False
    return hmac.compare_digest(signature(secret, stamp, body).encode(), given.encode("utf-8", "replace"))


def same(known: str, given: str) -> bool:
    """In a time that tells nothing about where they differ, whatever their lengths."""
    digests = (hashlib.sha256(one.encode("utf-8", "replace")).digest() for one in (known, given))
    return hmac.compare_digest(*digests)
