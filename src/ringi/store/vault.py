"""The vault: what is secret is written only sealed (AES-256-GCM), bound to whose it is and what for.

Seals and opens text; where the keys come from is in `vault_keys`. Used by whoever keeps credentials in `integrations`.
A sealed text names the key that opens it, so that keys can be changed; it never leaves this process in the clear.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ringi.errors import Conflict, Unavailable
from ringi.store.transaction import Tx
from ringi.store.vault_keys import Key, Keys

MARK = "ringi.v1"
NONCE = 12
FIELD = "credentials"


class LostKey(Unavailable):
    """The key that something was sealed with is not here."""


class WrongSeal(Conflict):
    """The text was damaged, changed, or put where it does not belong."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whose secret it is, with whom, and which: a seal opens only there."""

    tenant_id: str
    provider: str
    field: str = FIELD

    def bound(self, key_id: str) -> bytes:
        said = ["ringi.vault.v1", key_id, self.tenant_id, self.provider, self.field]
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


class Vault:
    """Seals with the newest key, opens with whichever was used."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys

    def __repr__(self) -> str:
        return f"Vault({self.keys.where!r})"

    def seal(self, text: str, place: Place) -> str:
        return _seal(text, place, self.keys.all(fresh=True)[0])

    def open(self, sealed: str, place: Place) -> str:
        """What was sealed.

        Raises:
            LostKey: its key is not here (`RINGI-740`).
            WrongSeal: it is not what was sealed for this place (`RINGI-741`).
        """
        key_id, body = _parts(sealed, place)
        key = self._key(key_id)
        if key is None:
            raise LostKey("RINGI-740", key=key_id[:16], provider=place.provider, where=self.keys.where)
        from cryptography.exceptions import InvalidTag

        try:
            text: bytes = _cipher(key).decrypt(body[:NONCE], body[NONCE:], place.bound(key_id))
        except InvalidTag:
            raise WrongSeal("RINGI-741", provider=place.provider) from None
        return text.decode()

    def _key(self, key_id: str) -> Key | None:
        """The key by its id; asked for once more where it is kept, because somebody may have changed keys meanwhile."""
        for fresh in (False, True):
            for key in self.keys.all(fresh=fresh):
                if key.id == key_id:
                    return key
        return None

    # -- documents in the records --------------------------------------------------------------------------------

    def seal_document(self, value: dict[str, Any], place: Place) -> str:
        """As `integrations.credentials` keeps it: JSON, with everything in it sealed."""
        return json.dumps({"sealed": self.seal(json.dumps(value), place)})

    def open_document(self, kept: str, place: Place) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.open(_sealed(kept), place))
        return found

    # -- changing keys -------------------------------------------------------------------------------------------

    def rotate(
        self, write: Callable[[Callable[[Tx], int]], int], reseal: Callable[[Key], object], *, forget: bool = False
    ) -> dict[str, Any]:
        """Seal everything anew under a new key; `reseal` does so with the rows of the store (`Store.reseal`).

        The new key is kept before anything is sealed with it, and an old one goes only when nothing needs it: wherever
        this is cut off, all that was sealed can still be opened, and it can be begun again.
        """
        newest = self.keys.renew()[0]
        count = write(lambda tx: self._reseal(tx, newest))
        reseal(newest)
        if forget:
            self.keys.keep_only(newest)
        return {"key": newest.id, "sealed": count, "keys": [key.id for key in self.keys.all(fresh=True)]}

    def _reseal(self, tx: Tx, key: Key) -> int:
        count = 0
        for row in tx.all("SELECT id, tenant_id, provider, credentials FROM integrations ORDER BY id"):
            if not _sealed(row["credentials"]):
                continue
            place = Place(row["tenant_id"], row["provider"])
            text = self.open(_sealed(row["credentials"]), place)
            tx.set("integrations", row["id"], credentials=json.dumps({"sealed": _seal(text, place, key)}))
            count += 1
        return count

    def inspect(self, tx: Tx) -> list[dict[str, Any]]:
        """What is sealed, under which key, and whether it opens. Nothing of what is inside."""
        found = []
        for row in tx.all("SELECT tenant_id, provider, status, credentials FROM integrations ORDER BY id"):
            sealed = _sealed(row["credentials"])
            if not sealed:
                continue
            entry: dict[str, Any] = {"tenant_id": row["tenant_id"], "provider": row["provider"], "error": ""}
            entry["key"] = sealed.split(".")[2] if sealed.count(".") == 3 else "?"
            try:
                self.open(sealed, Place(row["tenant_id"], row["provider"]))
            except (LostKey, WrongSeal) as error:
                entry["error"] = error.code
            found.append(entry)
        return found


def _sealed(kept: str) -> str:
    """The sealed text inside a `credentials` column; empty when nothing is kept there."""
    try:
        value = json.loads(kept or "{}")
    except ValueError:
        return ""
    sealed = value.get("sealed", "") if isinstance(value, dict) else ""
    return sealed if isinstance(sealed, str) else ""


def _seal(text: str, place: Place, key: Key) -> str:
    nonce = os.urandom(NONCE)
    body = nonce + _cipher(key).encrypt(nonce, text.encode(), place.bound(key.id))
    return f"{MARK}.{key.id}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}"


def _parts(sealed: str, place: Place) -> tuple[str, bytes]:
    mark, _, rest = sealed.rpartition(".")
    mark, _, key_id = mark.rpartition(".")
    try:
        body = base64.b64decode(rest + "=" * (-len(rest) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        body = b""
    if mark != MARK or len(body) <= NONCE:
        raise WrongSeal("RINGI-741", provider=place.provider)
    return key_id, body


def _cipher(key: Key) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key.octets)
