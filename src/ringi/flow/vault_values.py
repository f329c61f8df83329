"""The secrets that a tenant's vault keeps, as plain values: they are kept out of requests, plans and results.

Opened once for each sealed text and remembered in this process only. Used by `Tx.secrets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError
from ringi.facts.redact import holds_secret
from ringi.facts.secrets import SHORTEST
from ringi.store.engine import Row

if TYPE_CHECKING:
    from ringi.store.vault import Vault

MOST = 256
"""Sealed texts that are remembered with what is in them."""


class VaultValues:
    """Opens the sealed documents of `integrations`."""

    def __init__(self, vault: Callable[[], Vault]) -> None:
        self._vault = vault
        self._opened: dict[tuple[str, str, str], tuple[str, ...]] = {}

    def __call__(self, tenant_id: str, rows: Sequence[Row]) -> tuple[str, ...]:
        """All values of these rows, the longest first, so that none is masked as a part of another."""
        found = {one for row in rows for one in self._values(tenant_id, row["provider"], row["credentials"])}
        return tuple(sorted(found, key=lambda one: (-len(one), one)))

    def _values(self, tenant_id: str, provider: str, sealed: str) -> tuple[str, ...]:
        key = (tenant_id, provider, sealed)
        if key not in self._opened:
            if len(self._opened) >= MOST:
                self._opened.clear()
            self._opened[key] = self._open(*key)
        return self._opened[key]

    def _open(self, tenant_id: str, provider: str, sealed: str) -> tuple[str, ...]:
        from ringi.store.vault import Place

        try:
            document = self._vault().open_document(sealed, Place(tenant_id, provider))
        except (RingiError, ValueError):
            return ()  # what this process cannot open it cannot let out either
        return tuple(_secrets(document))


def _secrets(value: Any, name: str = "") -> Iterator[str]:
    """Texts under a secret's name; what else stands beside a token (a company, an end date) is none."""
    if isinstance(value, dict):
        for inner_name, inner in value.items():
            yield from _secrets(inner, str(inner_name))
    elif isinstance(value, list):
        for inner in value:
            yield from _secrets(inner, name)
    elif isinstance(value, str) and len(value) >= SHORTEST and (name == "value" or holds_secret(name)):
        yield value
