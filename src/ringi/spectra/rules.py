"""`spectra.toml`: the developer's rules, read strictly and changed one value at a time, every other byte left alone.

Not a history: what is changed, and what it was before, stands in the log. A rule changes only by an approved action or
by a developer's own hand; SPECTRA may correct `[settings]` alone.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ringi.errors import Invalid, Unavailable
from ringi.minds.intending import Action
from ringi.spectra import durable, grants
from ringi.spectra.acting import ShellRules
from ringi.spectra.grants import Grant

Json = dict[str, Any]
FILE = "spectra.toml"
LARGEST = 1_000_000
KINDS = ("reply", "command", "tool", "post", "setting", "rule", "restart")
NEVER = ("rule", "restart")
"""Kinds that no whitelist may allow: whoever may change the rules unasked has none."""
WHOLE = {
    "budget": ("tokens", "cost_usd", "actions", "minutes"),
    "stuck": ("same_action", "same_error"),
    "settings": ("tail", "actions_per_task"),
}
_DEFAULTS: dict[str, dict[str, float]] = {
    "budget": {"tokens": 0, "cost_usd": 0, "actions": 0, "minutes": 0},
    "stuck": {"same_action": 4, "same_error": 3},
    "settings": {"tail": 200, "actions_per_task": 20},
}
_RANGES = {"same_action": (2, 1000), "same_error": (2, 1000), "tail": (0, 500), "actions_per_task": (1, 1000)}
LATER = ("channels", "watch")
"""Sections that hold only from the next start on."""
_HEADER = re.compile(r"\s*\[+\s*([A-Za-z0-9_.-]+)\s*\]+\s*(?:#.*)?")
_GRANT = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What holds now."""

    whitelist: tuple[str, ...] = ("reply",)
    grants: tuple[Grant, ...] = ()
    budget: Mapping[str, float] = field(default_factory=lambda: dict(_DEFAULTS["budget"]))
    """0 = no cap."""
    stuck: Mapping[str, float] = field(default_factory=lambda: dict(_DEFAULTS["stuck"]))
    settings: Mapping[str, float] = field(default_factory=lambda: dict(_DEFAULTS["settings"]))
    shell: ShellRules = field(default_factory=ShellRules)
    watch: tuple[str, ...] = ()
    channels: Mapping[str, Any] = field(default_factory=dict)
    """For `ringi.channels` to read."""

    def whitelists(self, action: Action) -> bool:
        """Whether its kind alone lets it pass unasked; its check is a command that runs, whatever it comes with."""
        if action.kind in NEVER or (action.check and "command" not in self.whitelist):
            return False
        return action.kind in self.whitelist

    def grant_for(
        self, action: Action, now: datetime, seen: Mapping[str, Any], used: Mapping[str, int]
    ) -> Grant | None:
        """The standing yes that covers exactly this, as it stands now; never two of them, never a word in a command."""
        if action.kind in NEVER:
            return None
        return next((one for one in self.grants if one.covers(action, now, seen, used.get(one.name, 0))), None)

    def shown(self) -> Json:
        """As a mind and a screen may see them; channels have the names of secrets in them and stay out."""
        return {
            "whitelist": list(self.whitelist),
            "grants": [
                {name: value for name in ("name", *grants.FIELDS) if (value := getattr(grant, name))}
                for grant in self.grants
            ],
            **{section: dict(getattr(self, section)) for section in WHOLE},
            "watch": list(self.watch),
        }


class RulesFile:
    """The file in SPECTRA's directory; there need not be one."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / FILE

    def text(self) -> str:
        try:
            with self.path.open("rb") as file:
                text = file.read(LARGEST + 1)
            if len(text) > LARGEST:  # never a part of it: that part would be written back one day
                raise Invalid("RINGI-981", path=str(self.path), reason=f"> {LARGEST:,} bytes")
            return text.decode("utf-8")
        except FileNotFoundError:
            return ""
        except UnicodeDecodeError as error:
            raise Invalid("RINGI-981", path=str(self.path), reason="UTF-8") from error
        except OSError as error:
            raise Unavailable("RINGI-982", path=str(self.path), reason=error.strerror or str(error)) from error

    def load(self) -> Rules:
        return read(self.text(), str(self.path))

    def write(self, text: str) -> Rules:
        """Another text, if it can be read; whole, or not at all."""
        rules = read(text, str(self.path))
        try:
            durable.replace(self.path, [text.encode()])
        except OSError as error:
            raise Unavailable("RINGI-982", path=str(self.path), reason=error.strerror or str(error)) from error
        return rules


# -- reading -----------------------------------------------------------------------------------------------------------


def read(text: str, path: str = FILE) -> Rules:
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid("RINGI-981", path=path, reason=str(error).splitlines()[0][:200]) from error
    known = {"whitelist", "grants", "shell", "watch", "channels", *WHOLE}
    for name, table in found.items():
        if name not in known or not isinstance(table, dict):
            raise _bad(path, name)
    numbers = {section: _numbers(section, found.get(section, {}), path) for section in WHOLE}
    return Rules(
        whitelist=_whitelist(found.get("whitelist", {}), path),
        grants=tuple(_grant(name, table, path) for name, table in found.get("grants", {}).items()),
        shell=ShellRules.of(found.get("shell", {})),
        watch=_watch(found.get("watch", {}), path),
        channels=found.get("channels", {}),
        budget=numbers["budget"],
        stuck=numbers["stuck"],
        settings=numbers["settings"],
    )


def _bad(path: str, what: str) -> Invalid:
    return Invalid("RINGI-981", path=path, reason=str(what)[:120])


def _whitelist(table: Json, path: str) -> tuple[str, ...]:
    kinds = table.get("kinds", ["reply"])
    if set(table) - {"kinds"} or not isinstance(kinds, list):
        raise _bad(path, "whitelist")
    for kind in kinds:
        if kind not in KINDS or kind in NEVER:
            raise _bad(path, f"whitelist.kinds: {kind}")
    return tuple(kinds)


def _watch(table: Json, path: str) -> tuple[str, ...]:
    paths = table.get("paths", [])
    if set(table) - {"paths"} or not isinstance(paths, list) or not all(isinstance(one, str) for one in paths):
        raise _bad(path, "watch.paths")
    return tuple(paths)


def _numbers(section: str, table: Json, path: str) -> dict[str, float]:
    for name, value in table.items():
        low, high = _RANGES.get(name, (0, 10**12))
        if name not in WHOLE[section] or isinstance(value, bool) or not isinstance(value, int | float):
            raise _bad(path, f"{section}.{name}")
        if not low <= value <= high:
            raise _bad(path, f"{section}.{name}: {low} … {high}")
    return {**_DEFAULTS[section], **table}


def _grant(name: str, table: Any, path: str) -> Grant:
    found = grants.read_grant(name, table) if isinstance(table, dict) and _GRANT.fullmatch(name) else None
    if found is None:
        raise _bad(path, f"grants.{name}")
    try:
        moment = datetime.fromisoformat(found.until)
    except ValueError:
        raise _bad(path, f"grants.{name}.until") from None
    return replace(found, until=(moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat())


# -- changing ----------------------------------------------------------------------------------------------------------


def changed(text: str, key: str, value: Any) -> tuple[str, Any]:
    """The file's text with this one value (None = without it), and what it was before. `budget.tokens`, `grants.x`."""
    section, _, name = key.partition(".")
    read(text)
    found = tomllib.loads(text)
    before = found.get(section, {}).get(name)
    if not name or "." in name or section not in {"whitelist", "grants", "shell", "watch", "channels", *WHOLE}:
        raise Invalid("RINGI-983", key=key[:60])
    if section in ("grants", "channels"):
        made = _without_table(text, key)
        if value is not None:
            made = _with_table(made, key, value)
    else:
        made = _with_line(text, section, name, value)
    table = {other: old for other, old in found.get(section, {}).items() if other != name}
    wanted = {**found, section: {**table, **({name: value} if value is not None else {})}}
    try:
        same = _plain(tomllib.loads(made)) == _plain(wanted)
    except tomllib.TOMLDecodeError:  # a value that TOML has no word for
        same = False
    if not same:
        raise Invalid("RINGI-984", key=key[:60])
    return made, before


def _plain(found: Json) -> Json:
    return {name: table for name, table in found.items() if table != {}}


def _with_line(text: str, section: str, name: str, value: Any) -> str:
    lines, inside, placed = _lines(text), False, False
    line, made = f"{name} = {spelt(value)}" if value is not None else "", []
    for one in lines:
        header = _HEADER.fullmatch(one)
        if header:
            inside = header[1] == section
        ours = inside and not header and re.match(rf"\s*{re.escape(name)}\s*=", one)
        if ours:
            made += [line + ("\r" if one.endswith("\r") else "")] if line else []
            placed = True
            continue
        made.append(one)
        if header and inside and line and not _has(text, section, name):
            made.append(line)
            placed = True
    if not placed and line:
        made += ([""] if made and made[-1].strip() else []) + [f"[{section}]", line]
    return "\n".join(made) + ("\n" if made else "")


def _lines(text: str) -> list[str]:
    """As TOML has them: a carriage return, or whatever else ends a line elsewhere, belongs to its line."""
    return text.removesuffix("\n").split("\n") if text else []


def _has(text: str, section: str, name: str) -> bool:
    return name in tomllib.loads(text).get(section, {})


def _without_table(text: str, key: str) -> str:
    kept, inside = [], False
    for one in _lines(text):
        header = _HEADER.fullmatch(one)
        if header:
            inside = header[1] == key or header[1].startswith(f"{key}.")
        if not inside:
            kept.append(one)
    return "\n".join(kept) + ("\n" if kept else "")


def _with_table(text: str, key: str, value: Any) -> str:
    if not isinstance(value, dict):
        raise Invalid("RINGI-983", key=key[:60])
    lines = [f"[{key}]", *(f"{name} = {spelt(one)}" for name, one in value.items())]
    return text + ("\n" if text.strip() else "") + "\n".join(lines) + "\n"


def differences(before: str, after: str) -> list[tuple[str, Any, Any]]:
    """What two texts of the file say differently: (key, what it was, what it is), None for what is not there."""
    old, new = tomllib.loads(before), tomllib.loads(after)
    keys = sorted({(section, name) for found in (old, new) for section, table in found.items() for name in table})
    values = [
        (f"{section}.{name}", old.get(section, {}).get(name), new.get(section, {}).get(name)) for section, name in keys
    ]
    return [one for one in values if one[1] != one[2]]


def spelt(value: Any) -> str:
    """A value as TOML has it; what it cannot say is refused when it is read back."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {spelt(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(spelt(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)
