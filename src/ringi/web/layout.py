"""How a page is put together: templates with every text escaped, the words of one language, the look of an error."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from ringi.errors import NotFound, RingiError
from ringi.hands.values import who
from ringi.unseen import seen
from ringi.web import times
from ringi.web.decision import Me
from ringi.web.marks import core, tone
from ringi.words import say
from ringi.words.web import WORDS
from ringi.words.workbench import WORDS as WORKBENCH

HERE = Path(__file__).parent
STATIC = HERE / "static"
LANG_NAMES = {"ja": "日本語", "en": "English", "zh": "中文"}
HTML_LANGS = {"ja": "ja", "en": "en", "zh": "zh-Hans"}
SCRIPT_WORDS = ("just_now", "minutes_ago", "hours_ago", "span_s", "span_m", "span_h", "span_d", "lost")


@lru_cache(maxsize=1)
def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_seen,
    )
    made.filters["as_typed"] = escape
    made.filters["versioned"] = versioned
    made.globals["fingerprint"] = fingerprint
    made.globals["static"] = static
    made.globals["theme"] = ""
    return made


def versioned(value: Any) -> str:
    """A version as people say it: `v2` for 2, and as it is what its owner calls by a name of its own."""
    text = str(value or "")
    return f"v{text}" if text[:1].isdigit() else text


def _seen(value: Any) -> Any:
    """Whatever a template prints: nothing from outside is there without being seen."""
    return seen(value) if isinstance(value, str) and not isinstance(value, Markup) else value


_PASSING = re.compile(r"(<time\b[^<>]*>|<span data-waited[^<>]*>)[^<]*")


def fingerprint(text: Markup | str) -> str:
    """Whether a part changed: one that did not keeps its place, its focus and the click that is on its way to it.

    Times go by without anything having changed; the page's script says them anew by itself.
    """
    return hashlib.sha256(_PASSING.sub(r"\1", str(text)).encode()).hexdigest()[:16]


@lru_cache(maxsize=32)
def static(name: str) -> str:
    """A file of ours under an address that changes with its content."""
    return f"/static/{name}?v={hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


def missing(what: str) -> RingiError:
    return NotFound("RINGI-659", what=what[:100])


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One answer to one reader."""

    lang: str
    me: Me
    tenant: str
    token: str
    path: str
    theme: str = ""
    """`light` or `dark` when the reader has chosen one."""

    def answer(self, template: str, *, error: RingiError | None = None, **context: Any) -> HTMLResponse:
        said = shown_error(error, self.lang) if error is not None else None
        return html(self.drawn(template, error=said, **context), error.http_status if error is not None else 200)

    def drawn(self, template: str, now: datetime | None = None, **context: Any) -> str:
        """A template for this reader; times are told as seen from `now`."""
        return (
            environment()
            .get_template(template)
            .render(
                **words_for(self.lang, now),
                lang=self.lang,
                me=self.me,
                tenant=self.tenant,
                form_token=self.token,
                path=self.path,
                theme=self.theme,
                **context,
            )
        )


def html(text: str, status: int = 200) -> HTMLResponse:
    # A lone surrogate cannot be sent; it was nothing anybody could read.
    answer = HTMLResponse(text.encode("utf-8", "replace"), status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def words_for(lang: str, at: datetime | None = None) -> dict[str, Any]:
    """What every template has at hand, in one language; times are told as seen from `at`, or from now."""
    now = at or datetime.now(UTC)

    def say_(key: str, /, **values: Any) -> str:
        return say("web", key, lang, **values)

    def ago(iso: str) -> Markup:
        """A time that reads well now and says exactly when to whoever asks."""
        if times.parse(iso) is None:
            return Markup.escape(say_("unknown"))
        return Markup('<time datetime="{}" title="{}" data-ago>{}</time>').format(
            iso, times.exact(iso, lang), times.ago(iso, now, lang)
        )

    def stood(iso: str, sentence: str = "") -> Markup:
        """How long something has lasted, in a sentence that the page's script can say again later."""
        pattern = say_(sentence, span="{span}") if sentence else "{span}"
        return Markup('<span data-waited="{}" data-pattern="{}">{}</span>').format(
            iso, pattern, pattern.replace("{span}", times.waited(iso, now, lang))
        )

    return {
        "t": say_,
        "w": lambda key, /, **values: say("workbench", key, lang, **values),
        "ask": lambda key: say("asked", key, lang),
        "stood": stood,
        "c": lambda key: core(key, lang),
        "tone": tone,
        "ago": ago,
        "exact": lambda iso: times.exact(iso, lang),
        "who": lambda identity: who(identity, lang),
        "html_lang": HTML_LANGS.get(lang, lang),
        "lang_names": LANG_NAMES,
        "html_langs": HTML_LANGS,
        "script_words": json.dumps({key: WORDS[key][("ja", "en", "zh").index(lang)] for key in SCRIPT_WORDS}),
    }


def shown_error(error: RingiError, lang: str) -> dict[str, Markup | str]:
    """An error for a reader: times and people in its values as pages write them. What to do next is said in the page's
    own words where the terminal's would not help (`next_…`).
    """
    values = dict(error.values)
    readable: dict[str, Callable[[str], str]] = {
        "when": lambda value: times.exact(value, lang),
        "who": lambda value: who(value, lang),
        "state": lambda value: core(f"approval.{value}", lang, value),
        "status": lambda value: core(f"state.{value}", lang, value),
        "control": lambda value: say("workbench", f"asked_{value}", lang) if f"asked_{value}" in WORKBENCH else value,
    }
    for name, said in readable.items():
        if isinstance(values.get(name), str) and values[name] != "?":
            values[name] = said(values[name])
    told = type(error)(error.code, **values) if type(error).__init__ is RingiError.__init__ else error
    following = say("web", f"next_{error.code}", lang) if f"next_{error.code}" in WORDS else told.next_step(lang)
    return {"code": error.code, "message": coded(told.message(lang)), "next": coded(following)}


def coded(text: str) -> Markup:
    """A sentence in which a command stands between backticks, as the terminal shows it too."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return Markup.escape(text)
    pieces = [
        Markup("<code>{}</code>" if number % 2 else "<bdi>{}</bdi>").format(part) for number, part in enumerate(parts)
    ]
    return Markup("").join(piece for piece, part in zip(pieces, parts, strict=True) if part)


def plain_page(lang: str, template: str, path: str = "/", status: int = 200, **context: Any) -> HTMLResponse:
    """A page for somebody who is not signed in, or for a place that does not exist."""
    drawn = environment().get_template(template).render(**words_for(lang), lang=lang, path=path, **context)
    return html(drawn, status)
