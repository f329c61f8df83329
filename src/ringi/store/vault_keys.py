"""Where the vault's keys are: a file of the data directory, the environment, or the keyring of the operating system.

Each place holds one key or several, the newest first: new secrets are sealed with the first, older ones are opened with
whichever was used. A key is 32 bytes in URL-safe Base64; its id is derived from it, and gives nothing of it away.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import os
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ringi.errors import Invalid, Refused, Unavailable

SIZE = 32
FILE = "vault.key"
KEYRING = "keyring"
"""What `RINGI_VAULT_KEY` says to mean the operating system's keyring (`keyring` or `keyring:NAME`)."""
SERVICE = "ringi-vault"
_HEADER = "# Keys of the Ringi vault, newest first. Without them the stored tokens cannot be read.\n"


@dataclass(frozen=True, slots=True)
class Key:
    """One key. Its octets are in no representation of it."""

    octets: bytes = field(repr=False)
    id: str = ""

    @classmethod
    def parse(cls, text: str, where: str) -> Key:
        try:
            octets = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            octets = b""
        if len(octets) != SIZE:
            raise Invalid("RINGI-742", where=where)
        return cls(octets, hashlib.sha256(b"ringi.vault.key.v1\0" + octets).hexdigest()[:12])

    @property
    def text(self) -> str:
        return base64.urlsafe_b64encode(self.octets).decode().rstrip("=")


def new_key() -> Key:
    return Key.parse(base64.urlsafe_b64encode(secrets.token_bytes(SIZE)).decode(), "")


class Keys(Protocol):
    """The keys of one data directory, newest first."""

    where: str
    """For people: never the key itself."""
    may_make: bool
    """Whether a key may be made where there is none; not where something was sealed with one that is missing."""

    def all(self, *, fresh: bool = False) -> list[Key]: ...

    def renew(self) -> list[Key]:
        """Put a new key in front, on disk before it is used."""
        ...

    def keep_only(self, key: Key) -> None:
        """Forget the others: nothing is sealed with them any more."""
        ...


def keys_of(home: Path, given: str) -> Keys:
    """The place that is configured: what `RINGI_VAULT_KEY` says, else the file in the data directory."""
    given = given.strip()
    kind, _, name = given.partition(":")
    if kind == KEYRING:
        return KeyringKeys(name or str(home))
    return GivenKeys(given) if given else FileKeys(home / FILE)


def _parsed(texts: list[str], where: str) -> list[Key]:
    found = [Key.parse(text, where) for text in texts]
    if not found:
        raise Invalid("RINGI-742", where=where)
    return found


class FileKeys:
    """HOME/vault.key, readable by its owner only; made at first use."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.where = str(path)
        self.may_make = True
        self._known: list[Key] = []
        self._stamp: tuple[int, int] = (0, 0)

    def all(self, *, fresh: bool = False) -> list[Key]:
        if self._known and not fresh:
            return self._known
        try:
            found = self.path.stat()
        except FileNotFoundError:
            if not self.may_make:
                raise Unavailable("RINGI-528", where=self.where) from None
            self._make()
            found = self.path.stat()
        except OSError as error:
            raise Unavailable("RINGI-746", where=self.where, reason=error.strerror or "") from error
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise Refused("RINGI-743", where=self.where)
        stamp = (found.st_ino, found.st_mtime_ns)
        if stamp != self._stamp or not self._known:
            try:
                text = self.path.read_text("utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise Unavailable("RINGI-746", where=self.where, reason=type(error).__name__) from None
            lines = (line.strip() for line in text.splitlines())
            self._known = _parsed([line for line in lines if line and not line.startswith("#")], self.where)
            self._stamp = stamp
        return self._known

    def _make(self) -> None:
        # Whole or not at all, and whoever is first wins: a second process takes the first one's key.
        draft = self._draft([new_key()])
        try:
            os.link(draft, self.path)
        except FileExistsError:
            return
        except OSError as error:
            raise Unavailable("RINGI-746", where=self.where, reason=error.strerror or "") from error
        finally:
            draft.unlink(missing_ok=True)
        _sync(self.path.parent)

    def _draft(self, keys: list[Key]) -> Path:
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(_HEADER + "".join(f"{key.text}\n" for key in keys))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise Unavailable("RINGI-746", where=self.where, reason=error.strerror or "") from error
        return draft

    def _replace(self, keys: list[Key]) -> list[Key]:
        draft = self._draft(keys)
        try:
            draft.replace(self.path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise Unavailable("RINGI-746", where=self.where, reason=error.strerror or "") from error
        _sync(self.path.parent)
        return self.all(fresh=True)

    def renew(self) -> list[Key]:
        return self._replace([new_key(), *self.all(fresh=True)])

    def keep_only(self, key: Key) -> None:
        self._replace([key])


class GivenKeys:
    """`RINGI_VAULT_KEY` itself: one key, or several separated by commas. Whoever sets it changes it."""

    where = "RINGI_VAULT_KEY"
    may_make = False

    def __init__(self, text: str) -> None:
        self._known = _parsed([part.strip() for part in text.split(",") if part.strip()], self.where)

    def all(self, *, fresh: bool = False) -> list[Key]:
        return self._known

    def renew(self) -> list[Key]:
        """The new key is the one put in front; with one key alone there is nothing to change to."""
        if len(self._known) < 2:
            raise Refused("RINGI-745")
        return self._known

    def keep_only(self, key: Key) -> None:
        """Whoever set the variable takes the old keys out of it."""


class KeyringKeys:
    """The keyring of the operating system, through the optional package `keyring`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.where = f"keyring:{name}"
        self.may_make = True
        self._known: list[Key] = []

    def _ring(self) -> Any:
        try:
            import keyring
        except ImportError:
            raise Unavailable("RINGI-744", reason="keyring") from None
        return keyring

    def all(self, *, fresh: bool = False) -> list[Key]:
        if self._known and not fresh:
            return self._known
        text = self._ask(lambda ring: ring.get_password(SERVICE, self.name)) or ""
        if not text and not self.may_make:
            raise Unavailable("RINGI-528", where=self.where)
        if not text:
            return self._put([new_key()])
        self._known = _parsed([part for part in text.split(",") if part], self.where)
        return self._known

    def _put(self, keys: list[Key]) -> list[Key]:
        self._ask(lambda ring: ring.set_password(SERVICE, self.name, ",".join(key.text for key in keys)))
        # What was really kept counts: another process may have been first.
        kept = self._ask(lambda ring: ring.get_password(SERVICE, self.name)) or ""
        self._known = _parsed([part for part in kept.split(",") if part], self.where)
        return self._known

    def _ask(self, question: Any) -> Any:
        ring = self._ring()
        try:
            return question(ring)
        except Exception as error:
            # Backends raise what they like; their texts may hold what was to be kept.
            raise Unavailable("RINGI-744", reason=type(error).__name__) from None

    def renew(self) -> list[Key]:
        return self._put([new_key(), *self.all(fresh=True)])

    def keep_only(self, key: Key) -> None:
        self._put([key])


def _sync(folder: Path) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
