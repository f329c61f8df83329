"""What may be typed: every command with its arguments, as data. `argparse` is loaded only for the one command at hand.

Options may stand before or after the command, because the command's word is taken out and the rest is parsed flat. The
reference in `docs/reference/cli.md` is made from the same table.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from typing import Any

    Argument = tuple[str, dict[str, Any]]

LANGS = ("ja", "en", "zh")
ROLES = ("requester", "approver", "admin", "developer", "auditor", "agent")

THEMES = ("dark", "light", "phosphor")

GLOBAL: tuple[Argument, ...] = (
    ("--home", {"metavar": "DIR"}),
    ("--as", {"metavar": "USER", "dest": "as_user", "default": ""}),
    ("--workspace", {"metavar": "TEAM", "default": ""}),
    ("--json", {"action": "store_true"}),
    ("--lang", {"choices": LANGS}),
    ("--no-color", {"action": "store_true"}),
)
_THEME: Argument = ("--theme", {"choices": THEMES, "default": "dark"})
_NO_WAIT: Argument = ("--no-wait", {"action": "store_true"})
_REASON: Argument = ("--reason", {"metavar": "TEXT", "default": ""})
_DIGEST: Argument = ("--digest", {"metavar": "HEX"})


def _many(text: str) -> int:
    """How many of something to show: at least one."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


_LIMIT: Argument = ("--limit", {"metavar": "N", "type": _many, "default": 100})
_TEXT: Argument = ("text", {"metavar": "TEXT", "nargs": "+"})
_TASK: Argument = ("task", {"metavar": "TASK"})
_TOOL: Argument = ("name", {"metavar": "TOOL"})
_ID: Argument = ("id", {"metavar": "ID"})
_DIR: Argument = ("--dir", {"metavar": "DIR", "default": ""})
_PORT: Argument = ("--port", {"metavar": "PORT", "type": int})
_SERVED: tuple[Argument, ...] = (
    _PORT,
    ("--host", {"metavar": "HOST", "default": "127.0.0.1"}),
    ("--open", {"action": "store_true"}),
)


def _again(name: str, metavar: str) -> Argument:
    """An option that may be given several times."""
    return (name, {"metavar": metavar, "action": "append"})


class Command:
    """One thing a person can type: where its code is, and what it takes."""

    __slots__ = ("arguments", "group", "handler", "name")

    def __init__(self, name: str, group: str, handler: str, *arguments: Argument) -> None:
        self.name = name
        self.group = group
        self.handler = handler
        self.arguments = arguments


def _table(*commands: Command) -> dict[str, Command]:
    return {command.name: command for command in commands}


COMMANDS = _table(
    Command(
        "ask",
        "work",
        "asking:ask",
        _TEXT,
        ("--session", {"metavar": "S", "default": ""}),
        ("--delivery-id", {"metavar": "ID", "default": ""}),
        _NO_WAIT,
    ),
    Command("answer", "work", "asking:answer", _TASK, _TEXT, _NO_WAIT),
    Command("plan", "work", "asking:plan", _TASK, ("--file", {"metavar": "FILE", "required": True}), _NO_WAIT),
    Command("steer", "work", "asking:steer", _TASK, _TEXT, _NO_WAIT),
    Command("queue", "work", "asking:queue", ("--session", {"metavar": "S", "default": ""})),
    Command("queue edit", "work", "asking:queue_edit", _TASK, _TEXT),
    Command("queue remove", "work", "asking:queue_remove", _TASK),
    Command(
        "inbox",
        "decide",
        "looking:inbox",
        ("--mine", {"action": "store_true"}),
        ("--after", {"metavar": "PLACE", "default": ""}),
        ("--limit", {**_LIMIT[1], "default": 200}),
    ),
    Command("console", "decide", "consoling:console", _THEME),
    Command("show", "decide", "looking:show", ("id", {"metavar": "ID", "nargs": "?", "default": ""})),
    Command("approve", "decide", "deciding:approve", _ID, _DIGEST, ("--yes", {"action": "store_true"}), _NO_WAIT),
    Command("reject", "decide", "deciding:reject", _ID, _REASON, _DIGEST, _NO_WAIT),
    Command("return", "decide", "deciding:send_back", _ID, _REASON, _DIGEST, _NO_WAIT),
    Command("withdraw", "decide", "deciding:withdraw", _TASK, _REASON),
    Command("cancel", "decide", "deciding:cancel", _TASK, _REASON),
    Command("retry", "decide", "deciding:retry", _TASK, _NO_WAIT),
    Command(
        "resolve",
        "decide",
        "deciding:resolve",
        ("execution", {"metavar": "EXECUTION"}),
        ("verdict", {"choices": ("done", "failed", "retry")}),
        ("--call", {"metavar": "CALL", "default": ""}),
        ("--note", {"metavar": "TEXT", "default": ""}),
        _NO_WAIT,
    ),
    Command(
        "facts",
        "proof",
        "proving:facts",
        _TASK,
        ("--jsonl", {"action": "store_true"}),
        ("--after", {"metavar": "N", "type": int, "default": 0}),
        ("--follow", {"action": "store_true"}),
    ),
    Command(
        "check",
        "proof",
        "proving:check",
        ("file", {"metavar": "FILE", "nargs": "?", "default": ""}),
        ("--url", {"metavar": "URL", "default": ""}),
        ("--input", {"metavar": "FILE", "default": ""}),
        ("--bearer-file", {"metavar": "FILE", "default": ""}),
        ("--seconds", {"metavar": "N", "type": _many, "default": 30}),
        ("--projection", {"metavar": "FILE", "default": ""}),
        ("--save-projection", {"metavar": "FILE", "default": ""}),
        ("--rules-only", {"action": "store_true"}),
        ("--max", {"metavar": "N", "type": int, "default": 100}),
    ),
    Command(
        "audit",
        "proof",
        "proving:audit",
        _LIMIT,
        ("--action", {"metavar": "ACTION", "default": ""}),
        ("--task", {"metavar": "TASK", "default": ""}),
    ),
    Command("up", "house", "house:up", *_SERVED, ("--no-slack", {"action": "store_true"})),
    Command("link", "house", "house:link", ("--open", {"action": "store_true"})),
    Command("slack", "house", "slack:run", *_SERVED),
    Command(
        "slack manifest",
        "house",
        "slack:manifest",
        ("--url", {"metavar": "URL", "default": ""}),
        ("--name", {"metavar": "NAME", "default": ""}),
        ("--rotation", {"action": "store_true"}),
    ),
    Command("slack doctor", "house", "slack:doctor"),
    Command("slack double", "house", "slack:double", _PORT),
    Command(
        "connect",
        "house",
        "connecting:connect",
        ("service", {"metavar": "SERVICE", "nargs": "?", "default": ""}),
        ("--list", {"action": "store_true"}),
        ("--disconnect", {"metavar": "SERVICE", "default": ""}),
        ("--open", {"action": "store_true"}),
        _NO_WAIT,
    ),
    Command("settings get", "house", "house:settings_get", ("key", {"metavar": "KEY", "nargs": "?", "default": ""})),
    Command(
        "settings set", "house", "house:settings_set", ("key", {"metavar": "KEY"}), ("value", {"metavar": "VALUE"})
    ),
    Command("users list", "house", "house:users_list"),
    Command(
        "users add",
        "house",
        "house:users_add",
        ("name", {"metavar": "NAME"}),
        ("--role", {"metavar": "ROLE", "action": "append", "choices": ROLES}),
        ("--display-name", {"metavar": "NAME", "default": ""}),
    ),
    Command(
        "users roles",
        "house",
        "house:users_roles",
        ("name", {"metavar": "NAME"}),
        ("roles", {"metavar": "ROLE", "nargs": "+", "choices": ROLES}),
    ),
    Command("users key", "house", "house:users_key", ("name", {"metavar": "NAME"})),
    Command(
        "users link", "house", "house:users_link", ("name", {"metavar": "NAME"}), ("slack_id", {"metavar": "SLACK-ID"})
    ),
    Command(
        "users invite", "house", "house:users_invite", ("name", {"metavar": "NAME"}), ("email", {"metavar": "ADDRESS"})
    ),
    Command("tools list", "house", "tools:listed"),
    Command("tools show", "house", "tools:show", _TOOL),
    Command(
        "tools add",
        "house",
        "tools:add",
        ("name", {"metavar": "NAME"}),
        ("--command", {"metavar": "COMMAND", "default": ""}),
        ("--url", {"metavar": "URL", "default": ""}),
        ("--bearer-env", {"metavar": "VARIABLE", "default": ""}),
        _again("--env", "NAME[=VALUE]"),
        ("--cwd", {"metavar": "DIR", "default": ""}),
        *(_again(name, "TOOL") for name in ("--tool", "--read", "--write", "--destructive", "--idempotent")),
        ("--timeout", {"metavar": "SECONDS", "type": float}),
        ("--anyway", {"action": "store_true"}),
    ),
    Command("tools remove", "house", "tools:remove", ("name", {"metavar": "SERVER"})),
    Command(
        "tools login",
        "house",
        "tools:login",
        ("name", {"metavar": "SERVER"}),
        ("--no-browser", {"action": "store_true"}),
    ),
    Command(
        "tools allow",
        "house",
        "tools:allow",
        _TOOL,
        _again("--only", "ARGUMENT=VALUE"),
        _again("--most", "ARGUMENT=NUMBER"),
        ("--free", {"action": "store_true"}),
    ),
    Command("tools deny", "house", "tools:deny", _TOOL),
    Command(
        "tools accept",
        "house",
        "tools:accept",
        _TOOL,
        ("--reads", {"action": "store_true"}),
        ("--repeatable", {"action": "store_true"}),
        ("--labels", {"action": "store_true"}),
        ("--content", {"metavar": "ARGUMENT,…", "default": ""}),
    ),
    Command("mcp", "house", "agents:serve"),
    Command("db upgrade", "house", "database:upgrade", ("--repair", {"action": "store_true"})),
    Command("db verify", "house", "database:verify", ("--heads", {"metavar": "FILE", "default": ""})),
    Command(
        "db heads",
        "house",
        "database:heads",
        ("--append", {"metavar": "FILE", "default": ""}),
        ("--post", {"metavar": "URL", "default": ""}),
    ),
    Command("db seal", "house", "database:seal", ("--trust", {"action": "store_true"})),
    Command("db backup", "house", "database:backup", ("file", {"metavar": "FILE"})),
    Command("db restore", "house", "database:restore", ("file", {"metavar": "FILE"})),
    Command("db erase", "house", "house:erase", _TASK, ("--reason", {"metavar": "REASON", "required": True})),
    Command("vault status", "house", "slack:vault_status"),
    Command("vault rotate", "house", "slack:vault_rotate", ("--forget", {"action": "store_true"})),
    Command("vault key", "house", "slack:vault_key"),
    Command("doctor", "house", "house:doctor"),
    Command("explain", "house", "house:explain", ("code", {"metavar": "CODE", "nargs": "?", "default": ""})),
    Command(
        "spectra",
        "drive",
        "spectra:run",
        _DIR,
        ("--purpose", {"metavar": "TEXT", "default": ""}),
        _THEME,
        ("--no-tui", {"action": "store_true"}),
        ("--headless", {"action": "store_true"}),
    ),
    Command("spectra say", "drive", "spectra:tell", _TEXT, ("--cli", {"action": "store_true"}), _DIR),
    Command(
        "spectra answer",
        "drive",
        "spectra:answer",
        ("answer", {"choices": ("y", "n", "yes", "no")}),
        ("--approval", {"metavar": "ID", "default": ""}),
        _REASON,
        _DIR,
    ),
    Command("spectra stop", "drive", "spectra:stop", ("--exit", {"action": "store_true"}), _DIR),
    Command("spectra status", "drive", "spectra:status", _DIR),
    Command("spectra undo", "drive", "spectra:undo", _DIR),
    Command(
        "spectra secret",
        "drive",
        "spectra:secret",
        ("name", {"metavar": "NAME"}),
        ("--remove", {"action": "store_true"}),
    ),
    Command(
        "spectra rules",
        "drive",
        "spectra:rules",
        ("key", {"metavar": "KEY", "nargs": "?", "default": ""}),
        ("value", {"metavar": "VALUE", "nargs": "*", "default": ()}),
        ("--remove", {"action": "store_true"}),
        _DIR,
    ),
    Command(
        "demo",
        "trial",
        "trying:demo",
        ("--team", {"action": "store_true"}),
        ("--scenario", {"metavar": "NAME", "default": ""}),
        ("--list", {"action": "store_true"}),
        ("--speed", {"metavar": "N", "type": float, "default": 1.0}),
        _NO_WAIT,
    ),
    Command(
        "eval",
        "trial",
        "trying:evaluate",
        ("file", {"metavar": "FILE"}),
        ("--mind", {"metavar": "MIND", "default": "rules"}),
    ),
    Command(
        "bench",
        "trial",
        "trying:bench",
        (
            "name",
            {
                "choices": (
                    "pipeline",
                    "latency",
                    "parked",
                    "slack",
                    "hydrate",
                    "fanout",
                    "paint",
                    "settle",
                    "tools",
                    "spectra",
                )
            },
        ),
    ),
)
GROUPS = ("work", "decide", "drive", "proof", "house", "trial")
PASSES_ON = "bench"
"""Hands every argument it does not know to the benchmark itself."""
DEFAULTS = {
    "settings": "settings get",
    "users": "users list",
    "tools": "tools list",
    "queue": "queue",
    "slack": "slack",
    "vault": "vault status",
    "spectra": "spectra",
}
ALIASES = {"tools forbid": "tools deny", "tools trust": "tools accept"}
"""What commands were called before; still understood."""
VALUED = frozenset(
    {
        *("--home", "--as", "--lang", "--session", "--delivery-id", "--file", "--limit", "--mind", "--reason"),
        *("--digest", "--append", "--post", "--heads"),
        *("--input", "--bearer-file", "--seconds", "--projection", "--save-projection"),
        *("--note", "--after", "--max", "--action", "--task", "--port", "--host", "--role", "--display-name"),
        *("--content", "--url", "--name", "--workspace", "--call", "--scenario", "--speed", "--disconnect"),
        *(
            "--command",
            "--bearer-env",
            "--env",
            "--cwd",
            "--tool",
            "--read",
            "--write",
            "--destructive",
            "--idempotent",
        ),
        *("--timeout", "--only", "--most", "--dir", "--purpose", "--approval", "--theme"),
    }
)
"""Options whose next word is their value, so that it is not taken for the command."""


# -- finding the command ---------------------------------------------------------------------------------------------


def next_word(argv: Sequence[str], start: int = 0) -> int:
    """Position of the next word that is no option and no option's value; -1 when there is none."""
    at = start
    while at < len(argv):
        word = argv[at]
        if word == "--":
            return -1
        if word in VALUED:
            at += 2
        elif word.startswith("-") and word != "-":
            at += 1
        else:
            return at
    return -1


def find(argv: Sequence[str]) -> tuple[Command | None, list[str]]:
    """The command that is meant and everything else that was typed; (None, …) when no command was."""
    at = next_word(argv)
    if at < 0:
        return None, list(argv)
    name = argv[at]
    rest = [*argv[:at], *argv[at + 1 :]]
    verb_at = next_word(rest, at)
    if verb_at >= 0 and f"{name} {rest[verb_at]}" in {**COMMANDS, **ALIASES}:
        name = f"{name} {rest.pop(verb_at)}"
        name = ALIASES.get(name, name)
    elif name in DEFAULTS and (name in COMMANDS or verb_at < 0):
        name = DEFAULTS[name]
    elif name not in COMMANDS:
        from ringi.errors import Invalid

        verbs = [known.split()[1] for known in COMMANDS if known.startswith(f"{name} ")]
        if verbs:
            raise Invalid("RINGI-601", command=name, verbs=", ".join(verbs))
        close = _close(name)
        raise Invalid("RINGI-600" if close else "RINGI-609", command=name[:40], **({"close": close} if close else {}))
    return COMMANDS[name], rest


def _close(name: str) -> str:
    from difflib import get_close_matches

    return ", ".join(f"`ringi {one}`" for one in get_close_matches(name, list(COMMANDS), n=2))


# -- parsing ---------------------------------------------------------------------------------------------------------


def parse(command: Command, argv: Sequence[str], lang: str) -> Namespace:
    """The arguments of one command. Prints its help and leaves when that is asked for."""
    parser = parser_for(command, lang, explained="-h" in argv or "--help" in argv)
    if command.name == PASSES_ON:
        given, unknown = parser.parse_known_args(argv)
        given.rest = unknown
        return given
    return parser.parse_args(argv)


def parser_for(command: Command, lang: str, *, explained: bool = True) -> ArgumentParser:
    """The command's parser; with explanations only when somebody is going to read them."""
    from ringi.cli.parser import Parser

    return Parser(command, lang, explained=explained)
