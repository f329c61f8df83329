"""What the machine and its user tell Ringi before it starts: the only reader of the environment.

What a tenant decides (approval flags, time limits …) is in the database instead, see `ringi.flow.config`. Neither
`dataclasses` nor `pathlib` is imported at the top, because every command would pay for them.
"""
# ruff: noqa: PTH100, PTH111, PTH118

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from pathlib import Path
    from typing import Any

PORT = 8750
SLACK_DOUBLE_PORT = 8751
HOME = "~/.ringi"
LANGS = ("ja", "en", "zh")
LOOPBACK_NETWORKS = ("127.0.0.0/8", "::1/128")
FIRST_YEAR, LAST_YEAR = 1970, 9998
"""Years from whose days one can count back and forth without falling off the calendar."""

SLACK = {
    "bot_token": "RINGI_SLACK_BOT_TOKEN",
    "app_token": "RINGI_SLACK_APP_TOKEN",
    "signing_secret": "RINGI_SLACK_SIGNING_SECRET",
    "client_id": "RINGI_SLACK_CLIENT_ID",
    "client_secret": "RINGI_SLACK_CLIENT_SECRET",
    "redirect_url": "RINGI_SLACK_REDIRECT_URL",
    "api_url": "RINGI_SLACK_API_URL",
    "config_token": "RINGI_SLACK_CONFIG_TOKEN",
}
"""What Slack gave its administrator, by the names that `[slack]` in `ringi.toml` has for it too."""
OIDC = {
    "issuer": "RINGI_OIDC_ISSUER",
    "client_id": "RINGI_OIDC_CLIENT_ID",
    "client_secret": "RINGI_OIDC_CLIENT_SECRET",
    "name": "RINGI_OIDC_NAME",
    "domains": "RINGI_OIDC_DOMAINS",
}
"""What the company's own identity provider gave its administrator."""
MODELS = {
    "model": "RINGI_MODEL",
    "anthropic_key": "ANTHROPIC_API_KEY",
    "anthropic_url": "ANTHROPIC_BASE_URL",
    "openai_key": "OPENAI_API_KEY",
    "openai_url": "OPENAI_BASE_URL",
    "xai_key": "XAI_API_KEY",
    "xai_url": "XAI_BASE_URL",
    "google_key": "GOOGLE_API_KEY",
    "google_url": "GOOGLE_GEMINI_BASE_URL",
    "ollama_key": "OLLAMA_API_KEY",
    "ollama_url": "OLLAMA_BASE_URL",
    "compatible_key": "RINGI_MODEL_KEY",
    "compatible_url": "RINGI_MODEL_URL",
}
"""Which model judges, and what is needed to reach it: by the names that the providers' own tools have for it."""

QUOTAS = {
    "facts_per_minute": 60_000,
    "facts_per_day": 2_000_000,
    "bytes_per_minute": 32 * 1024 * 1024,
    "bytes_per_day": 1024 * 1024 * 1024,
    "requests_per_minute": 120,
    "requests_per_day": 2_000,
}
"""What a program may bring with one key, unless the environment says otherwise; 0 means without a limit."""

SERVICES = {
    "freee": {
        "client_id": "RINGI_FREEE_CLIENT_ID",
        "client_secret": "RINGI_FREEE_CLIENT_SECRET",
        "accounts_url": "RINGI_FREEE_ACCOUNTS_URL",
        "api_url": "RINGI_FREEE_API_URL",
    },
    "google": {
        "client_id": "RINGI_GOOGLE_CLIENT_ID",
        "client_secret": "RINGI_GOOGLE_CLIENT_SECRET",
        "authorize_url": "RINGI_GOOGLE_AUTHORIZE_URL",
        "token_url": "RINGI_GOOGLE_TOKEN_URL",
        "api_url": "RINGI_GOOGLE_API_URL",
    },
}
"""What services outside gave their administrator, and where they are; the addresses have usual ones."""


class Settings:
    """One start of one process. Frozen; `replace` gives a changed copy."""

    __slots__ = (
        *("_home", "colour", "database_url", "environ", "lang", "models", "oidc", "port", "public_url", "services"),
        *("quotas", "slack", "slack_double_port", "today", "trusted_proxies", "user", "vault_key", "workspace"),
    )
    _home: str
    database_url: str
    """Empty in the constructor means the SQLite file `ringi.db` in the home directory."""
    lang: str
    """Language of what a person reads here: `ja`, `en` or `zh`."""
    today: date | None
    """A fixed day instead of the calendar's, for demonstrations and tests (`RINGI_TODAY`)."""
    user: str
    """Name of the operating system's user: who a person is on the command line."""
    port: int
    colour: str
    """What the terminal can show: `` (nothing), `256` or `true`."""
    environ: Mapping[str, str]
    """For `${VAR}` in `ringi.toml`, which only the hands and the Slack installations fill in."""
    vault_key: str
    """Keys of the vault, or `keyring`; empty means the file in the home directory. In no representation."""
    slack: Mapping[str, str]
    """What the environment says about Slack, by the names of `SLACK`; only what is set. In no representation."""
    slack_double_port: int
    public_url: str
    """Where people outside this machine reach the page (`https://…`, no path); empty: nobody does."""
    quotas: Mapping[str, int]
    """What a program may bring with one key, by the names of `QUOTAS`."""
    trusted_proxies: tuple[str, ...] | None
    """Addresses and networks of proxies whose word on who calls is believed; None: not said, see `proxies`."""
    oidc: Mapping[str, str]
    """What the environment says about the identity provider, by the names of `OIDC`. In no representation."""
    models: Mapping[str, str]
    """What the environment says about models, by the names of `MODELS`; only what is set. In no representation."""
    services: Mapping[str, Mapping[str, str]]
    """What the environment says about services outside, by the names of `SERVICES`. In no representation."""
    workspace: str
    """Which workspace the command line is about (`RINGI_WORKSPACE`); empty means the house's own."""

    def __init__(
        self,
        home: Path | str,
        *,
        database_url: str = "",
        lang: str = "en",
        today: date | None = None,
        user: str = "",
        port: int = PORT,
        colour: str = "",
        environ: Mapping[str, str] | None = None,
        vault_key: str = "",
        slack: Mapping[str, str] | None = None,
        slack_double_port: int = SLACK_DOUBLE_PORT,
        public_url: str = "",
        trusted_proxies: tuple[str, ...] | None = None,
        quotas: Mapping[str, int] | None = None,
        oidc: Mapping[str, str] | None = None,
        models: Mapping[str, str] | None = None,
        workspace: str = "",
        services: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        folder = os.path.abspath(os.path.expanduser(str(home)))
        values: dict[str, Any] = {
            "_home": folder,
            "database_url": database_url or "sqlite:///" + os.path.join(folder, "ringi.db"),
            "lang": lang if lang in LANGS else "en",
            "today": today,
            "user": user or os_user(),
            "port": port,
            "colour": colour,
            "environ": environ if environ is not None else {},
            "vault_key": vault_key,
            "slack": slack if slack is not None else {},
            "slack_double_port": slack_double_port,
            "public_url": public_url,
            "trusted_proxies": trusted_proxies,
            "quotas": {**QUOTAS, **(quotas or {})},
            "oidc": oidc if oidc is not None else {},
            "models": models if models is not None else {},
            "workspace": workspace,
            "services": services if services is not None else {},
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are frozen: {name}")

    def __repr__(self) -> str:
        return f"Settings({self._home!r}, lang={self.lang!r}, user={self.user!r})"

    @property
    def home(self) -> Path:
        from pathlib import Path

        return Path(self._home)

    @property
    def proxies(self) -> tuple[str, ...]:
        """The trusted proxies: unless they are named, one on this machine where a public address needs one."""
        if self.trusted_proxies is not None:
            return self.trusted_proxies
        return LOOPBACK_NETWORKS if self.public_url else ()

    @property
    def server_file(self) -> str:
        """Where a running `ringi up` says how to reach it."""
        return os.path.join(self._home, "server.json")

    def replace(self, **changes: Any) -> Settings:
        kept = {name: getattr(self, name) for name in self.__slots__ if name != "_home"}
        kept["home"] = self._home
        return Settings(**{**kept, **changes})


def load(environ: Mapping[str, str] | None = None, home: Path | str | None = None, **given: Any) -> Settings:
    """The settings of this process. What was typed on the command line (`home`, `lang` …) wins over the environment."""
    source = os.environ if environ is None else environ
    values: dict[str, Any] = {
        "database_url": _database(source.get("RINGI_DATABASE_URL", "").strip()),
        "lang": language(source),
        "today": _today(source.get("RINGI_TODAY", "")),
        "port": _port("RINGI_PORT", source.get("RINGI_PORT", ""), PORT),
        "colour": colour(source),
        "environ": source,
        "vault_key": source.get("RINGI_VAULT_KEY", "").strip(),
        "workspace": source.get("RINGI_WORKSPACE", "").strip(),
        "public_url": _public(source.get("RINGI_PUBLIC_URL", "").strip()),
        "quotas": _quotas(source),
        "trusted_proxies": _proxies(source.get("RINGI_TRUSTED_PROXIES")),
        "oidc": _given(source, OIDC),
        "models": _given(source, MODELS),
        "slack": _given(source, SLACK),
        "services": {name: found for name, keys in SERVICES.items() if (found := _given(source, keys))},
        "slack_double_port": _port(
            "RINGI_SLACK_DOUBLE_PORT", source.get("RINGI_SLACK_DOUBLE_PORT", ""), SLACK_DOUBLE_PORT
        ),
    }
    values.update((name, value) for name, value in given.items() if value not in (None, ""))
    return Settings(home or source.get("RINGI_HOME") or HOME, **values)


def language(environ: Mapping[str, str] | None = None) -> str:
    """The first of the usual variables that is set decides; English when it names none of our languages."""
    environ = os.environ if environ is None else environ
    for name in ("RINGI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "").strip()
        if value:
            return value[:2].lower() if value[:2].lower() in LANGS else "en"
    return "en"


def os_user() -> str:
    """Who the kernel says this is. Not `$USER`, which anybody can set to anybody's name."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return f"uid-{os.getuid()}" if hasattr(os, "getuid") else os.getlogin()


def _database(url: str) -> str:
    """A database that we know how to open. Anything else would become a file of that name somewhere."""
    known = ("postgresql://", "postgresql+psycopg://", "postgres://")
    path = url.removeprefix("sqlite:///")
    if not url or url.startswith(known) or (path and "://" not in path and (url != path or _is_file(path))):
        return url
    from ringi.errors import Invalid

    # A password may stand in it: only what kind of address it is goes into the message.
    shown = f"{url.partition('://')[0]}://…" if "://" in url else url
    raise Invalid("RINGI-636", value=shown[:40])


def _given(source: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {name: source[key].strip() for name, key in names.items() if source.get(key, "").strip()}


def _public(url: str) -> str:
    """Only with TLS, or on this machine itself; an address of the whole site, without a path."""
    if not url:
        return ""
    from urllib.parse import urlsplit

    from ringi.errors import Invalid

    try:
        parts = urlsplit(url)
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        raise Invalid("RINGI-919", value=url[:100]) from None
    safe = parts.scheme == "https" or (parts.scheme == "http" and name in ("localhost", "127.0.0.1", "::1"))
    if not safe or not name or parts.path.rstrip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise Invalid("RINGI-919", value=url[:100])
    return f"{parts.scheme}://{parts.netloc}"


def _proxies(text: str | None) -> tuple[str, ...] | None:
    """Addresses and networks, separated by commas; nothing between the quotes means nobody."""
    if text is None:
        return None
    from ipaddress import ip_network

    from ringi.errors import Invalid

    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for one in found:
        try:
            ip_network(one, strict=False)
        except ValueError:
            wanted = "10.0.0.5, 10.1.0.0/16, fd00::/8"
            raise Invalid("RINGI-630", name="RINGI_TRUSTED_PROXIES", value=one[:40], wanted=wanted) from None
    return found


def quota_variable(name: str) -> str:
    """The variable that a quota of `QUOTAS` is set with."""
    return f"RINGI_QUOTA_{name.upper()}"


def _quotas(source: Mapping[str, str]) -> dict[str, int]:
    found = {}
    for name in QUOTAS:
        text = source.get(quota_variable(name), "").strip()
        if text and not (text.isascii() and text.isdigit() and len(text) < 16):
            from ringi.errors import Invalid

            raise Invalid("RINGI-630", name=quota_variable(name), value=text[:40], wanted="0, 1, 2 …")
        if text:
            found[name] = int(text)
    return found


def _is_file(path: str) -> bool:
    return os.path.isabs(path) or path.endswith(".db")  # noqa: PTH117


def _today(text: str) -> date | None:
    if not text.strip():
        return None
    from datetime import date

    from ringi.errors import Invalid

    try:
        found = date.fromisoformat(text.strip())
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise ValueError(found.year)
    except ValueError:
        wanted = f"YYYY-MM-DD, {FIRST_YEAR}-{LAST_YEAR}"
        raise Invalid("RINGI-630", name="RINGI_TODAY", value=text[:40], wanted=wanted) from None
    return found


def _port(name: str, text: str, usual: int) -> int:
    if not text.strip():
        return usual
    if text.strip().isascii() and text.strip().isdigit() and 0 <= int(text) <= 65_535:
        return int(text)
    from ringi.errors import Invalid

    raise Invalid("RINGI-630", name=name, value=text[:40], wanted="0-65535")


def colour(environ: Mapping[str, str] | None = None) -> str:
    """How much colour may be used at all; whether the output is a terminal is asked where it is written."""
    environ = os.environ if environ is None else environ
    if environ.get("NO_COLOR") or environ.get("TERM", "dumb") == "dumb":
        return ""
    return "true" if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") else "256"
