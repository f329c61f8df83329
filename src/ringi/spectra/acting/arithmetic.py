"""Shell arithmetic, as far as it is certain: numbers, plain variables, operators. Pure; computes nothing.

A variable inside is evaluated again by the shell, so that its *value* may run a command (`a[$(…)]`): the names are
handed on, and `judging` looks where their values came from.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"\s+|(?P<number>\d+(?:#[0-9a-zA-Z]+)?|0[xX][0-9a-fA-F]+)"
    r"|\$\{#(?P<length>[A-Za-z_]\w*)(?:\[[@*]\])?\}|\$(?P<status>[?#$!])"
    r"|\$?(?P<name>[A-Za-z_]\w*)|\$\{(?P<braced>[A-Za-z_]\w*)\}"
    r"|(?P<open>\()|(?P<close>\))|(?P<step>\+\+|--)"
    r"|(?P<sign>\*\*|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||[-+*/%&|^<>=?:,])|(?P<prefix>[!~])"
)


def used_names(text: str) -> tuple[str, ...] | None:
    """The variables of an expression; None when it is not certainly one."""
    names: list[str] = []
    depth, operand, at = 0, False, 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        at, kind = token.end(), token.lastgroup
        if kind in ("number", "length", "status", "name", "braced"):
            if operand:
                return None
            operand = True
            names += [token[kind]] if kind in ("name", "braced") else []
        elif kind == "open":
            if operand:
                return None
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0 or not operand:
                return None
        elif kind == "sign":
            if not operand and token[0] not in ("-", "+"):
                return None
            operand = False
        elif kind == "prefix" and operand:
            return None
    return tuple(names) if depth == 0 and (operand or not text.strip()) else None


def closing(text: str, start: int) -> int:
    """Where the `))` begins that ends an expression which starts here; -1 when there is none."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            if depth == 0:
                return at if text.startswith("))", at) else -1
            depth -= 1
    return -1
