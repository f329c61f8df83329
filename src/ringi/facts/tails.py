"""The end of a growing text that may still become a secret, by the patterns of `redact`.

What has been shown cannot be taken back, so whoever takes in a text piece by piece holds this end back until the next
piece decides it. A word that only begins like a secret is held for a few characters; a value after `password:` until
it ends. `tests/flow/test_pieces.py` holds the two together: no secret of the list gets out in pieces.
"""

from __future__ import annotations

import re
from functools import cache
from string import ascii_letters, digits

from ringi.facts.redact import BARE, NAME, hinted
from ringi.facts.secrets import EDGE

_BEGINNINGS = (
    *("xox", "xapp-", "sk-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    *("github_pat_", "glpat-", "AKIA", "ASIA", "AIza", "ya29.", "GOCSPX-", "eyJ"),
)
_RUN = f"{ascii_letters}{digits}._-"
"""Of what every word that begins like a secret is made."""
_LABEL = r"(?: [A-Z0-9 ]{0,100}-{0,4})"
_HEADER = re.compile(r"-----BEGIN [A-Z0-9 ]{0,80}PRIVATE KEY(?: BLOCK)?-----")
KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,80}PRIVATE KEY(?: BLOCK)?-----")
_KEY_ENDING = re.compile(r"(?:-{1,5}|-----E|-----EN|-----END" + _LABEL + r"?)\Z")
_LETTERS = str.maketrans("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ123456789", "x" * 25 + "X" * 25 + "0" * 9)


def undecided(text: str) -> int:
    """Where the end begins that may become a secret; the text's length when no end of it may."""
    if not text:
        return 0
    found = _word().search(text, len(text.rstrip(_RUN)))
    at = found.start() if found else len(text)
    if text[-1] in "0123456789 -" and (found := _number().search(text, max(0, len(text) - 40))):
        at = min(at, found.start())
    if "-----BEGIN" in text and (found := _label().search(text, text.rfind("-----BEGIN"))):
        at = min(at, found.start())
    lower = text.lower()
    if not hinted(lower):
        return at
    for needs, pattern in _values():
        if needs.search(lower) and (found := pattern.search(text)):
            at = min(at, found.start(1))
    return at


def key_open(text: str) -> bool:
    """Whether a private key begins in it that does not end in it."""
    if "-----BEGIN" not in text:
        return False
    begun = [found.end() for found in _HEADER.finditer(text)]
    return bool(begun) and KEY_END.search(text, begun[-1]) is None


def key_ending(text: str) -> str:
    """What at the end of a private key's text may be the beginning of its last line."""
    found = _KEY_ENDING.search(text)
    return found.group(0) if found else ""


def blurred(text: str) -> str:
    """The text with another letter for each letter, so that only its form is left, but for what may begin a secret."""
    found = _beginnings().match(text)
    kept = found.end() if found else 0
    word, dashes, more = text[kept:].partition("-----")
    return text[:kept] + word.translate(_LETTERS) + dashes + more


@cache
def _beginnings() -> re.Pattern[str]:
    return re.compile("|".join(re.escape(one) for one in _BEGINNINGS))


def _begun(word: str) -> str:
    """Any beginning of this word, the whole one with whatever may follow."""
    made = re.escape(word[-1]) + "[A-Za-z0-9._-]*"
    for letter in reversed(word[:-1]):
        made = f"{re.escape(letter)}(?:{made})?"
    return made


@cache
def _word() -> re.Pattern[str]:
    words = "|".join(_begun(one) for one in _BEGINNINGS)
    return re.compile(rf"(?:{EDGE}(?:{words})|-----(?:B|BE|BEG|BEGI|BEGIN)|-{{1,5}})\Z")


@cache
def _number() -> re.Pattern[str]:
    """What may become the number of a payment card; its first four say only whose it is, and short numbers abound."""
    return re.compile(r"(?<![A-Za-z0-9_.-])[2-6](?:[ -]?[0-9]){4,18}[ -]?\Z")


@cache
def _label() -> re.Pattern[str]:
    return re.compile(r"-----BEGIN" + _LABEL + r"?\Z")


@cache
def _values() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """The value that a text ends in, after what says that it is a secret; and without what there is none."""
    begins = r"(?i)(?<![a-z0-9_.-])"
    spoken = r"(?:pass(?:word|wd|phrase|code)|pwd|secret|api[ _-]?key|パスワード|密码|口令)"
    names = "(?:pass|pwd|secret|token|credential|authorization|cookie|bearer|key|cvv|cvc|card)"
    needed = (
        ("://", r"://([^\s/]*)\Z"),
        ("slack", r"hooks\.slack\.com/([A-Za-z0-9/_-]*)\Z"),
        (r"bearer\s|basic\s", EDGE + r"(?i:bearer|basic)\s+([A-Za-z0-9._~+/=-]*)\Z"),
        (r"authorization\s*:", begins + r"(?:proxy-)?authorization\s*:\s*([^\s\[][^\r\n]*)\Z"),
        (r"cookie\s*:", begins + r"(?:set-)?cookie\s*:\s*([^\s=;:\[]+(?:=[^\r\n]*)?)\Z"),
        (rf"\A(?>.*?{names}).*=", begins + NAME + rf"""\s*=(?!=)\s*("[^"\r\n]*|'[^'\r\n]*|{BARE}[^\s"'&;,]*)\Z"""),
        (rf"\A(?>.*?{names}).*:", begins + NAME + r"""\\?["']?\s*:\s*\\?["'](?!\[redacted\])([^"'\\\r\n]*\\?)\Z"""),
        (r"\A(?>.*?(?:pass|pwd|secret|key|パスワード|密码|口令)).*[:：]", begins + spoken + r"\s*[:：]\s*([!-~]*)\Z"),
    )
    return tuple((re.compile(needs, re.DOTALL), re.compile(pattern)) for needs, pattern in needed)
