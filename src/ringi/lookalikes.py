"""Addresses that are not what they look like: letters of other scripts, names around addresses, encoded domains. Pure.

The mechanism is that of Unicode's UTS #39: a name has a skeleton, which is what a reader takes it for (`skeleton`), and
honest names do not mix certain scripts. Japanese, Chinese and Korean mix with Latin as they like. `find_lookalikes`
decides for all surfaces; `mark_lookalikes` writes behind each place what was found, and `unseen.seen` calls it for
everything that is drawn. Imports nothing but the standard library.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from ringi.letter_shapes import LONG_VOWEL, SHAPES, skeleton

LOOKALIKE, DECODED, ELSEWHERE = "lookalike", "decoded", "elsewhere"
MOST = 100
"""Places of one text that are found; nobody reads more of them."""
_LETTERS = 4
"""Letters of one place that are named."""

_ALIKE_SCRIPTS = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "LISU", "COPTIC", "CANADIAN", "DESERET"})
"""Scripts with letters of Latin shape: a name that mixes one of them with any other is doubtful."""
_MIXED_IN_WORDS = _ALIKE_SCRIPTS - {"GREEK", "CANADIAN"}
"""The same for words of a text, where µm and Ω are at home."""

_CJK = "\u2e80-\u30fb\u30fd-\u9fff\uac00-\ud7af\uf900-\ufaff\uff61-\uff9f\U00020000-\U0003ffff"
_ENDS = r"\s<>\"'`,;()\[\]{}|\\⟨⟩“”‘’„«»！？：；，（）［］｛｝"
_RUN = re.compile(f"[^{_ENDS}{_CJK}]+")
"""A piece of text that may be an address: what honest CJK text around it is made of stays outside."""
_AT = "@＠﹫"
_DOTS = ".．․·‧ꓸ"
_AROUND = f"{_DOTS}-_/:*#&=+~$!%^\u2010\u2011\u2012\u2013\u2014\u2015\u30fc"
"""What may stand before and behind an address and is no part of it."""
_HOST_ENDS = re.compile("[/?#\\\\]")
_BETWEEN_LABELS = re.compile(f"[{re.escape(_AT + _DOTS)}:/_+%#?&=~*$!-]+")
_HIDES = re.compile(r"[^\x00-\x7f]")
_ADDRESS = rf"[^\s<>⟨⟩\"(),;:{_AT}]{{1,64}}[{_AT}][^\s<>⟨⟩\"(),;:{_AT}]{{1,255}}"
_NAMED = re.compile(
    rf"(?P<name>\"[^\"\n]{{0,320}}[{_AT}][^\"\n]{{0,320}}\"|{_ADDRESS})\s{{0,8}}[<＜](?P<real>{_ADDRESS})[>＞]"
)
"""`"boss@corp.example" <evil@example.net>`: mail goes to what stands in the angle brackets."""
_COMMENTED = re.compile(rf"(?P<real>{_ADDRESS})\s{{0,8}}[(（](?P<name>{_ADDRESS})[)）]")
_QUOTED = re.compile(rf"\"(?P<name>[^\"\s]{{1,64}}[{_AT}][^\"\s]{{1,255}})\"[{_AT}](?P<real>[^\s<>⟨⟩\"(),;:]{{1,255}})")
_TWICE = re.compile(rf"(?P<name>{_ADDRESS})[{_AT}](?P<real>[^\s<>⟨⟩\"(),;:{_AT}]{{1,255}})")
_ROUTED = re.compile(
    rf"(?P<name>[^\s<>⟨⟩\"(),;:{_AT}%]{{1,64}}%[\w-]{{1,63}}(?:\.[\w-]{{1,63}})+)[{_AT}](?P<real>[\w.-]{{1,255}})"
)
_AROUND_ADDRESSES = ((("<", "＜"), _NAMED), (('"',), _QUOTED), (("(", "（"), _COMMENTED), (("%",), _ROUTED))
"""Each with what must be in a text for it to be tried: most addresses stand alone."""
_USER_OF_URL = re.compile(
    rf"(?i)\b[a-z][a-z0-9+.-]{{0,15}}://(?P<name>[^\s/{_AT}?#]{{0,255}})[{_AT}](?P<real>[^\s/?#⟨⟩]{{1,255}})"
)
_SLASHED = re.compile(
    "(?i)(?<![a-z0-9-])[a-z0-9-]{1,63}\\.[a-z]{2,24}(?P<slash>[ノﾉ丿〳⁄∕⧸╱⟋／])[a-z0-9][a-z0-9.-]{3,253}"
)
_LABEL = re.compile(r"[\w\u2010-\u2015\u2212-]{1,63}")
_LABELS = re.compile(f"[{_DOTS}]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SUSPECT = re.compile(
    f"[{''.join(set(SHAPES) - {LONG_VOWEL})}"
    "\u0300-\u036f\u0660-\u0669\u06f0-\u06f9\u2100-\u214f\u2160-\u217f\u2460-\u24ff\ufe6b\uff03-\uff5a"
    "\U0001d400-\U0001d7ff]"
    "|[A-Za-z0-9][ノﾉ丿〳／ー][A-Za-z0-9]"
)
"""Without one of these there is nothing to find, unless there is an @ or an encoded name."""
_UNUSUAL = re.compile("[^\x00-\x7f\u3000-\u30ff\u4e00-\u9fff\uff01\uff08\uff09\uff0c\uff1a\uff1f]")
_STROKE = re.compile("[ノ丿〳ー][A-Za-z0-9]")
"""The two together pass over Japanese and Chinese text ten times as fast."""


class Lookalike(NamedTuple):
    """One place of a text that a reader may take for something else."""

    start: int
    end: int
    text: str
    kind: str
    """`lookalike`: its letters are others; `decoded`: what an `xn--` name says; `elsewhere`: it leads to `meant`."""
    meant: str
    """What a reader would take it for; of a `decoded` one what it says, of one `elsewhere` the real address."""
    letters: tuple[str, ...] = ()
    """The letters that are not what they look like: `о U+043E`."""

    def as_data(self) -> dict[str, Any]:
        return {"text": self.text, "kind": self.kind, "meant": self.meant, "letters": list(self.letters)}


def find_lookalikes(text: str) -> tuple[Lookalike, ...]:
    """Every such place, in order; none of them inside another."""
    if not _worth_a_look(text):
        return ()
    found: list[Lookalike] = []
    for one in sorted((*_names_around(text), *_runs(text)), key=lambda one: (one.start, -one.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return tuple(found[:MOST])


def mark_lookalikes(text: str) -> str:
    """The same text with a mark behind each such place: ⟨≠ …⟩ looks like …, ⟨= …⟩ says …, ⟨→ …⟩ leads to …."""
    kept, at, marked = [], 0, 0
    for one in find_lookalikes(text):
        mark = _mark(one)
        if text.startswith(mark, one.end):  # a text that passes through here twice is marked once
            marked = one.end + len(mark)
        elif one.start >= marked:
            kept += [text[at : one.end], mark]
            at = one.end
    return "".join(kept) + text[at:] if kept else text


def lookalikes_in(value: Any, path: str = "") -> list[dict[str, Any]]:
    """All places inside a value with the path to each, as data for programs that draw by themselves."""
    if isinstance(value, str):
        return [{"path": path, **one.as_data()} for one in find_lookalikes(value)]
    inner: Iterator[tuple[str, Any]] = iter(())
    if isinstance(value, dict):
        inner = ((f"{path}.{key}" if path else str(key), one) for key, one in value.items())
    elif isinstance(value, list | tuple):
        inner = ((f"{path}[{index}]", one) for index, one in enumerate(value))
    return [one for at, part in inner for one in lookalikes_in(part, at)][:MOST]


@lru_cache(maxsize=4096)
def _script(one: str) -> str:
    """The script of a letter by its name; empty for what every script has."""
    if not one.isalpha():
        return ""
    name = unicodedata.name(unicodedata.normalize("NFKC", one)[:1], "")
    first = name.partition(" ")[0]
    return "" if first in ("MODIFIER", "FEMININE", "MASCULINE") else "CJK" if first in _CJK_SCRIPTS else first


_CJK_SCRIPTS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"})


def _worth_a_look(text: str) -> bool:
    """Nearly every text is plain, and is passed over at once."""
    if "@" in text or "xn--" in text or "XN--" in text:
        return True
    if text.isascii() or (_UNUSUAL.search(text) is None and _STROKE.search(text) is None):
        return False
    return _SUSPECT.search(text) is not None


# -- names around addresses ------------------------------------------------------------------------------------------


def _names_around(text: str) -> Iterator[Lookalike]:
    """Where an address is shown and another one is meant."""
    several = sum(map(text.count, _AT)) > 1
    patterns = [pattern for signs, pattern in _AROUND_ADDRESSES if any(sign in text for sign in signs)]
    for pattern in [*patterns, *([_TWICE] if several else [])]:
        for found in pattern.finditer(text):
            real = found["real"]
            if not _same(found["name"], real):
                yield Lookalike(found.start(), found.end(), found[0], ELSEWHERE, real)
    for found in _USER_OF_URL.finditer(text) if "://" in text else ():
        name = found["name"].partition(":")[0]
        if _is_domain(name) or "@" in found["name"]:
            yield Lookalike(found.start(), found.end(), found[0], ELSEWHERE, found["real"])


def _same(name: str, real: str) -> bool:
    """Whether the address that is shown is the one that is meant."""
    shown = re.findall(_ADDRESS, name)
    return bool(shown) and all(one.strip(".").casefold() == real.strip(".").casefold() for one in shown)


# -- letters ---------------------------------------------------------------------------------------------------------


def _runs(text: str) -> Iterator[Lookalike]:
    if text.isascii() and "xn--" not in text.lower():
        return
    for found in _SLASHED.finditer(text):
        slash = found["slash"]
        yield _letters_of(found.start(), found[0], found[0].replace(slash, "/"), [slash])
    for found in _RUN.finditer(text):
        run = found[0].strip(_AROUND)
        start = found.start() + found[0].find(run)
        if not run or (run.isascii() and "xn--" not in run.lower()):
            continue
        if (host := _address(run)) is not None:
            at, address = host
            yield from _address_alike(start + at, address)
        elif _HIDES.search(run):
            yield from _words_alike(start, run)


def _address(run: str) -> tuple[int, str] | None:
    """The part of a run that is an address or a domain, and where it begins; None when there is none."""
    at = run.find("://")
    if at > 0:
        host = _HOST_ENDS.split(run[at + 3 :], maxsplit=1)[0]
        return (at + 3, host) if host else None
    head = _HOST_ENDS.split(run, maxsplit=1)[0]
    if any(one in head for one in _AT):
        return (0, head)
    return (0, head) if _is_domain(head) else None


def _is_domain(text: str) -> bool:
    """Whether it reads as a domain: labels with dots between them, of which the last is a word or encoded."""
    labels = _LABELS.split(text)
    last = labels[-1]
    ending = last.lower().startswith("xn--") or (last.isalpha() and len(last) > 1)
    return len(labels) > 1 and ending and text[0].isalnum() and all(map(_LABEL.fullmatch, labels))


def _address_alike(start: int, address: str) -> Iterator[Lookalike]:
    said = _decoded(address)
    odd = _odd_letters(said)
    if said != address:
        read = f"{said} ≠ {skeleton(said)}" if odd else said
        yield Lookalike(start, start + len(address), address, DECODED, read, tuple(map(_name, odd[:_LETTERS])))
    elif odd:
        yield _letters_of(start, address, skeleton(address), odd)


def _letters_of(start: int, text: str, meant: str, odd: list[str]) -> Lookalike:
    return Lookalike(start, start + len(text), text, LOOKALIKE, meant, tuple(map(_name, odd[:_LETTERS])))


def _odd_letters(address: str) -> list[str]:
    """The letters of an address that are not what they look like, each once."""
    labels = [label for label in _BETWEEN_LABELS.split(address) if label]
    odd = [one for label in labels for one in _odd_in(label, labels[-1])]
    odd += [one for one in address if one in SHAPES and not one.isalpha()]
    odd += [one for one in address[1:] if one in "＠﹫．․"]  # as its first sign it keeps a name from being called
    return list(dict.fromkeys(odd))


def _odd_in(label: str, last: str) -> list[str]:
    if label.isascii():
        return []
    scripts = {script for one in label if (script := _script(one))}
    foreign = [one for one in label if not one.isascii()]
    if (read := skeleton(label)).isascii():
        at_home = len(scripts) == 1 and "LATIN" not in scripts and {_script(one) for one in last} == scripts
        return [] if at_home or not read.strip("-") else foreign
    if scripts & _ALIKE_SCRIPTS and len(scripts) > 1:
        return [one for one in foreign if _script(one) in _ALIKE_SCRIPTS]
    loose = unicodedata.normalize("NFC", label)
    return [two for one, two in pairwise(loose) if one.isascii() and unicodedata.combining(two)]


def _words_alike(start: int, run: str) -> Iterator[Lookalike]:
    """Words of a text that read as Latin ones and are not: `Ваnk`, `pаypal`."""
    for found in _WORD.finditer(run):
        word = found[0]
        if word.isascii() or not skeleton(word).isascii():
            continue
        scripts = {script for one in word if (script := _script(one))}
        latin = sum(one.isascii() for one in word)
        if latin and (scripts & _MIXED_IN_WORDS or ("GREEK" in scripts and latin > 2)):
            odd = [one for one in dict.fromkeys(word) if not one.isascii()]
            yield _letters_of(start + found.start(), word, skeleton(word), odd)


def _decoded(address: str) -> str:
    """With every `xn--` label as it is meant."""
    if "xn--" not in address.lower():
        return address
    return re.sub(r"(?i)xn--[a-z0-9-]+", _plain_label, address)


def _plain_label(found: re.Match[str]) -> str:
    try:
        return found[0][4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return found[0]


def _name(one: str) -> str:
    return f"{one} U+{ord(one):04X}"


def _mark(one: Lookalike) -> str:
    sign = {LOOKALIKE: "≠", DECODED: "=", ELSEWHERE: "→"}[one.kind]
    return f"⟨{sign} {one.meant}{' · ' if one.letters else ''}{', '.join(one.letters)}⟩"
