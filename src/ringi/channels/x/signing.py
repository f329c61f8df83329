"""OAuth 1.0a: how a request to X proves whose it is (RFC 5849, HMAC-SHA1). Pure; a body of JSON is not signed."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from urllib.parse import quote


def encoded(text: str) -> str:
    return quote(text, safe="-._~")


def signature(method: str, url: str, given: Mapping[str, str], secrets: tuple[str, str]) -> str:
    """Over the method, the address and everything in its query and header."""
    pairs = sorted((encoded(name), encoded(value)) for name, value in given.items())
    base = "&".join(encoded(part) for part in (method.upper(), url, "&".join(f"{n}={v}" for n, v in pairs)))
    key = "&".join(encoded(secret) for secret in secrets)
    return base64.b64encode(hmac.new(key.encode(), base.encode(), hashlib.sha1).digest()).decode()


def header(
    method: str,
    url: str,
    query: Mapping[str, str],
    *,
    keys: tuple[str, str],
    secrets: tuple[str, str],
    nonce: str,
    at: int,
) -> str:
    """`keys`: the application's and the account's; `secrets` in the same order."""
    oauth = {
        "oauth_consumer_key": keys[0],
        "oauth_token": keys[1],
        "oauth_nonce": nonce,
        "oauth_signature_method": "HMAC-SHA1",
        "oauth_timestamp": str(at),
        "oauth_version": "1.0",
    }
    oauth["oauth_signature"] = signature(method, url, {**query, **oauth}, secrets)
    return "OAuth " + ", ".join(f'{name}="{encoded(value)}"' for name, value in sorted(oauth.items()))
