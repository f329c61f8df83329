"""OpenID Connect with one provider: where to send a person, and what the code they bring back proves.

Authorization code with PKCE, a nonce, and a signed ID token; nothing that a provider says is believed unsigned.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from ringi.errors import Refused, Unavailable
from ringi.web.signing.providers import Provider

ALGORITHMS = ("RS256", "PS256", "ES256")
"""Signed with the provider's private key. Never `none`, and never HS…, where a client secret would do to forge one."""
LEEWAY = 60
FRESH = 3600.0
"""Seconds for which a provider's own description is believed."""
KEYS_PAUSE = 60.0
"""Seconds before keys are fetched again for one that is not known: made-up key ids must not make us ask and ask."""
LIMIT = 512 * 1024
PATIENCE = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """Who somebody is, as their provider has signed it."""

    issuer: str
    subject: str
    email: str
    """Empty unless the provider says that it has checked the address."""
    name: str
    claims: Mapping[str, Any]


class OpenId:
    """One provider, asked over the network."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self._about: dict[str, Any] = {}
        self._about_until = 0.0
        self._describing: asyncio.Task[dict[str, Any]] | None = None
        self._keys: list[dict[str, Any]] = []
        self._keys_at = -KEYS_PAUSE
        self._asking = asyncio.Lock()

    async def address(self, *, state: str, nonce: str, verifier: str) -> str:
        """Where the person goes to prove who they are."""
        about = await self._described()
        asked = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": self.provider.redirect,
            "scope": "openid email profile",
            "state": state,
            "nonce": nonce,
        }
        if self._with_challenge(about):
            asked |= {"code_challenge": challenge(verifier), "code_challenge_method": "S256"}
        return f"{about['authorization_endpoint']}?{urlencode(asked)}"

    async def proven(self, *, code: str, nonce: str, verifier: str) -> Proven:
        """What the code stands for, once everything about it has been checked."""
        about = await self._described()
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.provider.redirect}
        if self._with_challenge(about):
            form["code_verifier"] = verifier
        answer = await self._post(about, form)
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise Refused("RINGI-916", reason=str(answer.get("error") or "no id_token")[:60])
        claims = await self._checked(token, about, nonce)
        return Proven(
            issuer=self.provider.issuer,
            subject=str(claims["sub"])[:255],
            email=str(claims.get("email") or "").strip().lower()[:254] if claims.get("email_verified") is True else "",
            name=str(claims.get("name") or claims.get("preferred_username") or "")[:100],
            claims=claims,
        )

    def _with_challenge(self, about: Mapping[str, Any]) -> bool:
        """Everybody is asked for PKCE, announced or not; but Slack may refuse what it has not announced."""
        return self.provider.name != "slack" or "S256" in (about.get("code_challenge_methods_supported") or ())

    # -- what is signed ------------------------------------------------------------------------------------------

    async def _checked(self, token: str, about: Mapping[str, Any], nonce: str) -> dict[str, Any]:
        import jwt  # half a second's work together with the cryptography behind it

        try:
            head = jwt.get_unverified_header(token)
            if head.get("alg") not in ALGORITHMS:
                raise jwt.InvalidAlgorithmError("algorithm")
            key = await self._key(str(head.get("kid") or ""), str(head["alg"]), about)
            claims: dict[str, Any] = jwt.decode(
                token,
                jwt.PyJWK(key, algorithm=str(head["alg"])),
                algorithms=list(ALGORITHMS),
                audience=self.provider.client_id,
                issuer=self.provider.issuer,
                leeway=LEEWAY,
                options={"require": ["exp", "iat", "sub", "aud", "iss"]},
            )
        except jwt.PyJWTError as error:
            raise Refused("RINGI-917", reason=type(error).__name__) from None
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if (several or "azp" in claims) and claims.get("azp") != self.provider.client_id:
            raise Refused("RINGI-917", reason="azp")
        if claims.get("nonce") != nonce:
            raise Refused("RINGI-917", reason="nonce")
        return claims

    async def _key(self, kid: str, algorithm: str, about: Mapping[str, Any]) -> dict[str, Any]:
        family = {"RS": "RSA", "PS": "RSA", "ES": "EC"}[algorithm[:2]]
        for fetch in (False, True):
            if fetch:
                await self._fetch_keys(about)
            fitting = [key for key in self._keys if key.get("kty") == family and key.get("use", "sig") == "sig"]
            named = [key for key in fitting if key.get("kid") == kid] if kid else fitting
            if len(named) == 1:
                return named[0]
        raise Refused("RINGI-917", reason="key")

    async def _fetch_keys(self, about: Mapping[str, Any]) -> None:
        async with self._asking:
            if time.monotonic() - self._keys_at < KEYS_PAUSE:
                return
            self._keys_at = time.monotonic()
            found = (await self._ask("GET", str(about["jwks_uri"]))).get("keys")
            self._keys = [key for key in found if isinstance(key, dict)] if isinstance(found, list) else []

    # -- the network ---------------------------------------------------------------------------------------------

    async def _described(self) -> dict[str, Any]:
        """What the provider says about itself; asked once for all who wait for it."""
        if time.monotonic() < self._about_until:
            return self._about
        if self._describing is None or self._describing.done():
            self._describing = asyncio.create_task(self._describe())
        return await asyncio.shield(self._describing)

    async def _describe(self) -> dict[str, Any]:
        about = await self._ask("GET", f"{self.provider.issuer}/.well-known/openid-configuration")
        wanted = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        same_site = self.provider.issuer.partition("://")[0]
        if about.get("issuer") != self.provider.issuer or any(
            not str(about.get(name, "")).startswith(f"{same_site}://") for name in wanted
        ):
            raise Unavailable("RINGI-914", issuer=self.provider.issuer, reason="issuer")
        self._about, self._about_until = about, time.monotonic() + FRESH
        return about

    async def _post(self, about: Mapping[str, Any], form: dict[str, str]) -> dict[str, Any]:
        methods = about.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        headers = {}
        if "client_secret_basic" in methods:
            both = f"{_quoted(self.provider.client_id)}:{_quoted(self.provider.client_secret)}"
            headers["Authorization"] = "Basic " + base64.b64encode(both.encode()).decode()
        else:
            form = {**form, "client_id": self.provider.client_id, "client_secret": self.provider.client_secret}
        return await self._ask("POST", str(about["token_endpoint"]), form, headers)

    async def _ask(
        self, method: str, address: str, form: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """One question; redirects are not followed, because nobody else's answer counts."""
        import aiohttp

        waits = aiohttp.ClientTimeout(total=PATIENCE)
        try:
            async with (
                aiohttp.ClientSession(timeout=waits, trust_env=True) as session,
                session.request(method, address, data=form, headers=headers, allow_redirects=False) as answer,
            ):
                body = await answer.content.read(LIMIT + 1)
                if len(body) > LIMIT or (answer.status != 200 and form is None):
                    raise Unavailable("RINGI-914", issuer=self.provider.issuer, reason=f"HTTP {answer.status}")
                value = json.loads(body)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise Unavailable("RINGI-914", issuer=self.provider.issuer, reason=type(error).__name__) from None
        if not isinstance(value, dict):
            raise Unavailable("RINGI-914", issuer=self.provider.issuer, reason=type(value).__name__)
        return value


def challenge(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")
