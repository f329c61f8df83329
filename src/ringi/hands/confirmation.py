"""What an administrator has confirmed about one tool of another's server, and the tool with that applied.

A server's own word (`Claims`) only says what to propose. Unconfirmed a tool writes, cannot be repeated, has no content
argument and is shown under the real names of its arguments. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ringi.catalog import Catalog, Claims, JsonObject, Tool
from ringi.errors import Invalid
from ringi.hands.content import ALL, Keys, covers, names_inside, parse_path, places, schemas_at
from ringi.hands.reach import is_named_target

LABELS, PROVENANCE, CONTENT = "ringi/labels", "ringi/provenance", "ringi/content"
HINTS = (LABELS, PROVENANCE, CONTENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """The administrator's word about one tool; the empty one widens nothing."""

    reads: bool = False
    repeatable: bool = False
    labels: bool = False
    content: tuple[str, ...] = ()

    def as_dict(self) -> JsonObject:
        kept: JsonObject = {name: True for name in ("reads", "repeatable", "labels") if getattr(self, name)}
        return {**kept, "content": list(self.content)} if self.content else kept


NOTHING = Confirmation()


def read_confirmation(kept: Any) -> Confirmation:
    """The confirmation of a record; whatever is not understood confirms nothing."""
    if not isinstance(kept, Mapping):
        return NOTHING
    content = kept.get("content")
    return Confirmation(
        reads=kept.get("reads") is True,
        repeatable=kept.get("repeatable") is True,
        labels=kept.get("labels") is True,
        content=tuple(one for one in content if isinstance(one, str)) if isinstance(content, list) else (),
    )


def check_confirmation(tool: Tool, given: Confirmation) -> Confirmation:
    """The confirmation with its paths in order.

    Raises:
        Invalid: `RINGI-687` for a path that the tool does not have, `RINGI-688` for one that says who or what is
            reached, `RINGI-689` for an object that could hold such a one.
    """
    for path in given.content:
        keys, whole = parse_path(path)
        found = schemas_at(tool.input_schema, keys) if keys else None
        if not found:
            raise Invalid("RINGI-687", tool=tool.name, path=path[:80], known=", ".join(_names(tool))[:400])
        inside = names_inside(found, tool.input_schema) if whole else set()
        if reached := sorted(name for name in {*keys, *inside} if is_named_target(name)):
            raise Invalid("RINGI-688", tool=tool.name, path=path[:80], name=reached[0][:80])
        if not whole and not covers((path,), keys, tool.input_schema):
            raise Invalid("RINGI-689", tool=tool.name, path=path[:80])
    return replace(given, content=tuple(sorted(set(given.content))))


def _names(tool: Tool) -> list[str]:
    return [".".join(keys) for keys, _ in places(tool.input_schema, tool.input_schema)]


def unconfirmed(tool: Tool, claims: Claims) -> Tool:
    """A tool as it counts before anybody has confirmed anything: what its server claims is kept beside it."""
    return apply_confirmation(replace(tool, claims=claims), NOTHING)


def apply_confirmation(tool: Tool, confirmed: Confirmation) -> Tool:
    """The tool as it counts. What comes with the house has no claims and stays as it is."""
    claims = tool.claims
    if claims is None:
        return tool
    meta = {name: value for name, value in tool.meta.items() if name not in HINTS}
    if confirmed.labels and claims.labels:
        meta[LABELS] = claims.labels
    reads = claims.file_reads or (confirmed.reads and not claims.file_writes)
    return replace(
        tool,
        effect="read" if reads else "write",
        destructive=claims.destructive and not reads,
        idempotent=claims.file_repeatable or confirmed.repeatable,
        content=confirmed.content,
        meta=meta,
    )


def narrow(tool: Tool, approved: Mapping[str, Any]) -> Tool:
    """The tool as the stricter of what it counts as now and what it was approved as: neither widens the other."""
    writes = "write" in (tool.effect, approved["effect"])
    agreed = approved.get("content", tool.content)  # approvals from before this was said in them
    return replace(
        tool,
        effect="write" if writes else "read",
        destructive=tool.destructive or (writes and tool.claims is not None and tool.claims.destructive),
        idempotent=tool.idempotent and bool(approved["idempotent"]),
        content=tuple(path for path in tool.content if path in agreed),
    )


def as_claimed(catalog: Catalog) -> Catalog:
    """The catalogue as a mind plans with it: a tool that says it reads is proposed as one that reads. What it is shown
    as, asked about and repeated as is decided by what was confirmed.
    """
    if all(tool.claims is None for tool in catalog):
        return catalog
    return replace(catalog, tools=tuple(_claimed(tool) for tool in catalog))


def _claimed(tool: Tool) -> Tool:
    if tool.claims is None or not tool.claims.reads or tool.claims.file_writes:
        return tool
    return replace(tool, effect="read", destructive=False)


def claims_of(meta: Mapping[str, Any], **said: bool) -> Claims:
    """What a server says about one of its tools, of which only the well-formed is kept."""
    labels, declared, content = meta.get(LABELS), meta.get(PROVENANCE), meta.get(CONTENT)
    paths = [name for name, origin in declared.items() if origin == "any"] if isinstance(declared, Mapping) else []
    paths += [one for one in content if isinstance(one, str)] if isinstance(content, list) else []
    return Claims(labels=dict(labels) if isinstance(labels, Mapping) else {}, content=tuple(sorted(set(paths))), **said)


def unconfirmed_claims(tool: Tool) -> list[str]:
    """What a server claims and nobody has confirmed: `reads`, `repeatable`, `labels`, or the path of an argument."""
    claims = tool.claims
    if claims is None:
        return []
    said = {
        "reads": claims.reads and tool.effect != "read" and not claims.file_writes,
        "repeatable": claims.repeatable and not tool.idempotent,
        "labels": bool(claims.labels) and LABELS not in tool.meta,
    }
    paths = sorted(path for path in set(claims.content) - set(tool.content) if _confirmable(tool, path))
    return [*(name for name, unsaid in said.items() if unsaid), *paths]


def _confirmable(tool: Tool, path: str) -> bool:
    try:
        check_confirmation(tool, Confirmation(content=(path,)))
    except Invalid:
        return False
    return True


class ArgumentProposal(NamedTuple):
    """One argument as an administrator is asked about it."""

    path: str
    """As `--content` takes it; with `:all` where it has fields of its own."""
    claimed: bool
    """The server says that it is content."""
    confirmed: bool
    target: bool
    """By its name it says who or what is reached: it is always asked about."""


def propose_arguments(tool: Tool) -> list[ArgumentProposal]:
    """Every argument of a tool, and every field of one, for an administrator to look at one by one."""
    claimed = tool.claims.content if tool.claims is not None else ()
    return [_proposal(tool, keys, plain, claimed) for keys, plain in places(tool.input_schema, tool.input_schema)]


def _proposal(tool: Tool, keys: Keys, plain: bool, claimed: tuple[str, ...]) -> ArgumentProposal:
    path, root = ".".join(keys), tool.input_schema
    inside = set() if plain else names_inside(schemas_at(root, keys), root)
    return ArgumentProposal(
        path=path if plain else f"{path}{ALL}",
        claimed=keys[0] in claimed or covers(claimed, keys, root),
        confirmed=covers(tool.content, keys, root),
        target=any(is_named_target(name) for name in {*keys, *inside}),
    )
