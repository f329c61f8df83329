"""Makes `docs/reference/api.md` from the table of addresses: `python -m ringi.web.v1.reference`.

A test compares the file with what this prints, so the reference cannot fall behind.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ringi.flow.control_table import RULES, Rule
from ringi.web.v1.beside import BESIDE
from ringi.web.v1.openapi import described
from ringi.web.v1.table import GROUPS, Endpoint

_INTRODUCTION = """# The interface for programs

Made from its table by `python -m ringi.web.v1.reference` (`make docs`); do not edit by hand. The same as an OpenAPI 3.1
document: `GET /v1/openapi.json`.

**Who asks.** A program sends `Authorization: Bearer KEY` with a user's own key (`ringi users key NAME`) and acts as
that user, on the record as `api:NAME`. A signed-in browser uses its cookie; writes must then come from our own pages.

**Answers** are JSON. What is refused has a 4XX status and `{"error": {code, message, next, values}}`; the codes are
those of `ringi explain CODE`, the words follow `Accept-Language` (ja, en, zh). Nothing is half done.

**Cursors, not offsets.** Lists answer with `before` (null at the end) or `after`; give it back to go on.
"""
_CONTROLS = """What a control asks for shows only when its owner's fact has come. In a session of another runtime
every one but `open_detail` and the `export` of the record is handed to that runtime: its owner, approvers and admins
may ask, and a
decision (`approve`, and `reject`, `answer` or `rollback` of what is to be decided) is for whoever the question's route
names, as in our own tasks, and needs the `digest` of the question where it has one (422, RINGI-970). `open_detail`, and
`export` without `artifact_id` and `evidence_id`, only read, need no key, and answer as `GET …/detail` and
`GET …/export`; a file of our own is not exported, its `export` says where it lies. `attachments` and `steps` are
lists of objects. A body field in **bold** is needed. Where nobody owns a
control for our own tasks it is `unavailable` (409, RINGI-811).
"""
_BESIDE = """## Besides

Streams, AG-UI, and what the pages' own scripts ask for. It stands in the OpenAPI document too.
"""


def reference() -> str:
    lines = [_INTRODUCTION]
    for group, endpoints in GROUPS.items():
        lines += [f"## {group}", ""]
        lines += ["| address | for | in | answer |", "| --- | --- | --- | --- |"]
        lines += [_row(one) for one in endpoints]
        lines.append("")
        lines += [f"- `{one.method} {one.path}`: {one.more}" for one in endpoints if one.more]
        lines += [""] if any(one.more for one in endpoints) else []
        if group == "Controls":
            lines += [_CONTROLS, *_controls(), ""]
    lines += [_BESIDE, "| address | for | answer |", "| --- | --- | --- |"]
    lines += [f"| `{one.method} {one.path}` | {one.about} | `{one.answers}` |" for one in BESIDE]
    return "\n".join(lines).rstrip() + "\n"


def _row(endpoint: Endpoint) -> str:
    taken = described()["paths"].get(endpoint.path, {}).get(endpoint.method.lower(), {})
    query = [f"`{one['name']}`" for one in taken.get("parameters", ()) if one["in"] == "query"]
    body = [f"`{name}`" for name in endpoint.body]
    said = ("query " + ", ".join(query) if query else "") or ("body " + ", ".join(body) if body else "")
    told = ", ".join(f"`{name}`" for name in endpoint.answer)
    return f"| `{endpoint.method} {endpoint.path}` | {endpoint.about} | {said} | {told} |"


def _controls() -> Iterator[str]:
    yield "| control | write boundary | needs | body | for a task of ours |"
    yield "| --- | --- | --- | --- | --- |"
    for rule in RULES.values():
        yield f"| `{rule.name}` | {rule.boundary} | {rule.fact} | {_taken(rule)} | {_own(rule)} |"


def _taken(rule: Rule) -> str:
    return ", ".join(f"**`{name}`**" if needed else f"`{name}`" for name, (_, needed) in rule.takes.items())


def _own(rule: Rule) -> str:
    return f"`{rule.own}`: {rule.own_who}" if rule.own else "unavailable"


if __name__ == "__main__":
    sys.stdout.write(reference())
