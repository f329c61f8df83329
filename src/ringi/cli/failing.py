"""How a command says that it failed: code, message and next step on standard error, and the exit code of its kind."""

from __future__ import annotations

import os
import sys

from ringi.cli.screen import Screen, document
from ringi.cli.text import clean, clean_lines
from ringi.errors import RingiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def tell(error: Exception, argv: list[str]) -> int:
    """Print one error, as JSON when JSON was asked for."""
    from ringi.cli import spoken
    from ringi.settings import colour, language

    lang = spoken(argv) or language()
    known = error if isinstance(error, RingiError) else RingiError("RINGI-100", detail=where(error))
    if "--json" in argv:
        sys.stderr.write(document({"error": in_words(known, lang)}) + "\n")
        return known.exit_code
    show(known, Screen(lang, colour="" if "--no-color" in argv else colour(), out=sys.stderr))
    return known.exit_code


def show(error: RingiError, screen: Screen) -> None:
    told = in_words(error, screen.lang)
    mark = screen.paint(f"✗ {error.code}", "bad")
    screen.line(f"{mark}  {clean_lines(told['message'])}")
    if error.code == "RINGI-100" and error.values.get("detail"):
        screen.line(f"  {clean(error.values['detail'])}")
    for flaw in error.values.get("flaws") or ():
        screen.lines(screen.wrapped(f"- {clean(_flaw(flaw, screen.lang))}", "  "))
    screen.lines(screen.wrapped(clean_lines(told["next"]), "  "))


def in_words(error: RingiError, lang: str) -> dict[str, Any]:
    """The error as every surface shows it. A newer server may know codes that we do not: then its own words count."""
    from ringi.words.errors import known

    told = getattr(error, "told", None)
    if told and not known(error.code):
        return {"code": error.code, "message": str(told.get("message", "")), "next": str(told.get("next", ""))}
    return error.as_dict(lang)


def _flaw(flaw: Any, lang: str) -> str:
    """One mistake in a plan: its words come in every language, because the server does not know the reader's."""
    if not isinstance(flaw, dict):
        return str(flaw)
    words = flaw.get("message")
    text = str(words.get(lang) or words.get("en")) if isinstance(words, dict) else str(words)
    return f"{flaw['step']}: {text}" if flaw.get("step") else text


def where(error: BaseException) -> str:
    """An unexpected error in one line: kind, text and the place it came from."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f" ({os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno})" if at is not None else ""  # noqa: PTH119
    return f"{type(error).__name__}: {error}{place}"
