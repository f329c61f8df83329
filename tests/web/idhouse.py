"""An identity provider on loopback for the tests: it signs what a test tells it to, with a real key of its own."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
CLIENT, SECRET = "ringi-client", "the client's secret"


class Provider:
    """What it says next is in `claims`; `sign` can be replaced by something that should not be believed."""

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {}
        self.sign: Callable[[dict[str, Any]], str] = signed
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []
        self.issuer = ""
        self.says_issuer = ""

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, dict[str, Any] | str]:
        place, _, query = path.partition("?")
        self.asked.append(place)
        if place == "/.well-known/openid-configuration":
            names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
            about = {name: f"{self.issuer}/{where}" for name, where in names.items()}
            return 200, {"issuer": self.says_issuer or self.issuer, **about}
        if place == "/keys":
            key = json.loads(RSAAlgorithm.to_jwk(KEY.public_key()))
            return 200, {"keys": [{**key, "kid": "one", "use": "sig", "alg": "RS256"}]}
        if place == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(query).items()}
            code = hashlib.sha256(asked["state"].encode()).hexdigest()[:20]
            self.codes[code] = asked
            return 303, f"{asked['redirect_uri']}?code={code}&state={asked['state']}"
        if place == "/token":
            return self._token({name: values[0] for name, values in parse_qs(body.decode()).items()})
        return 404, {}

    def _token(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None:
            return 400, {"error": "invalid_grant"}
        proof = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        wanted = asked.get("code_challenge")
        if asked["redirect_uri"] != form["redirect_uri"] or (wanted and wanted != proof.rstrip(b"=").decode()):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        return 200, {"id_token": self.sign({**claims, **self.claims}), "token_type": "Bearer"}


def signed(claims: dict[str, Any], key: Any = KEY, algorithm: str = "RS256", kid: str = "one") -> str:
    return jwt.encode(claims, key, algorithm=algorithm, headers={"kid": kid})


@contextmanager
def provider() -> Iterator[Provider]:
    there = Provider()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            status, said = there.answer(self.command, self.path, self.rfile.read(length))
            body = json.dumps(said).encode() if isinstance(said, dict) else b""
            self.send_response(status)
            if isinstance(said, str):
                self.send_header("Location", said)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = _answer

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        there.issuer = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield there
        finally:
            server.shutdown()
            thread.join()


def path_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"
