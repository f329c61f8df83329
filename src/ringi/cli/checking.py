"""`ringi check`: a stream from a file or from a live address, judged line by line and point by point, and told."""

from __future__ import annotations

from ringi.cli.screen import document
from ringi.cli.text import clean
from ringi.errors import Invalid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ringi.checking.report import Judge, Point
    from ringi.cli.call import Call
    from ringi.facts.conformance import Judged, Violation

SHOWN = 5
"""Places of one broken point that are told."""
PROJECTION_LIMIT = 64 * 2**20


def checked(call: Call) -> int:
    args = call.args
    if bool(args.file) == bool(args.url):
        raise Invalid("RINGI-903")
    theirs = _projection(args.projection) if args.projection else None
    if args.url:
        from ringi.cli.listening import listened

        return _told(call, _Checking(call), listened(call), theirs)
    from ringi.cli.reading import opened

    with opened(args.file) as file:
        return _told(call, _Checking(call), file, theirs)


class _Checking:
    """One stream on its way through the judges."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.judge: Judge | None = None
        if not call.args.rules_only:
            from ringi.checking.report import Judge

            self.judge = Judge()
        self.count = 0
        self.lines = 0
        self.format = "facts"
        self.found: list[dict[str, Any]] = []

    def run(self, raw: Iterable[bytes]) -> None:
        from ringi.web.ag_ui.lines import objects

        # A named event of a stream is about the stream itself (its end, a greeting), not a line of it.
        lines = (line for line in objects(raw) if line.name in ("", "message", "fact"))
        first = next(lines, None)
        if first is None:
            return
        every = _chained(first, lines)
        if _is_event(first.text):
            self.format = "ag-ui"
            self._events(every)
        else:
            self._facts(every)

    def _facts(self, lines: Iterator[Any]) -> None:
        from ringi.facts.conformance import Checker

        checker = Checker()
        for line in lines:
            self.lines += 1
            self._judged(checker.line(line.number, line.text))
        self._judged(checker.rest())

    def _judged(self, judged: list[Judged]) -> None:
        """The points hear the facts as they should have come, people read of the lines as they stand in the file."""
        for one in judged:
            if one.fact is not None and self.judge is not None:
                self.judge.fact(one.line, one.fact)
        for one in sorted(judged, key=lambda one: one.line):
            for violation in one.violations:
                self._violated(violation)

    def _events(self, lines: Iterator[Any]) -> None:
        """AG-UI's own rules by its verifier; the points by the facts that the events say."""
        from ringi.facts.conformance import Checker, violation
        from ringi.web.ag_ui.inward import Inward
        from ringi.web.ag_ui.verify import Verifier

        checker, verifier, inward, number = Checker(), Verifier(), Inward(), 0
        for line in lines:
            self.lines += 1
            event, problems = checker.object(line.number, line.text)
            for one in problems:
                self._violated(one)
            if event is None:
                continue
            for rule, detail in verifier.follow(event):
                self._violated(violation(line.number, rule, detail))
            for fact in inward.facts(event) if self.judge is not None else ():
                number += 1
                if self.judge is not None:
                    self.judge.fact(line.number, {"sequence": number, **fact})

    def _violated(self, one: Violation) -> None:
        self.count += 1
        if self.judge is not None:
            self.judge.violated(one)
        if self.count > self.call.args.max:
            return
        screen, args = self.call.screen, self.call.args
        if args.json:
            said = one.said(screen.lang)
            self.found.append({"line": one.line, "rule": one.rule, "reason": said, "sequence": one.sequence})
        else:
            rule = screen.paint(one.rule, "bad")
            screen.line(f"{clean(args.file or args.url)}:{one.line}: {rule}: {clean(one.said(screen.lang))}")


def _chained(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _is_event(text: bytes) -> bool:
    """AG-UI's types are in capitals, the facts' are not."""
    import json

    from ringi.web.ag_ui.shapes import EVENTS

    try:
        first = json.loads(text)
    except (ValueError, RecursionError):
        return False
    kind = first.get("type") if isinstance(first, dict) else None
    return isinstance(kind, str) and (kind in EVENTS or (kind.isupper() and "." not in kind))


# -- telling ---------------------------------------------------------------------------------------------------------


def _told(call: Call, checking: _Checking, raw: Iterable[bytes], theirs: dict[str, Any] | None) -> int:
    checking.run(raw)
    args, screen = call.args, call.screen
    if not checking.lines:
        # Nothing was looked at, so nothing holds: a script that pipes an empty file must not read "passed".
        raise Invalid("RINGI-880", source=args.file or args.url)
    points: list[Point] = []
    compared: dict[str, Any] = {}
    if checking.judge is not None:
        points = checking.judge.points(theirs)
        if args.save_projection:
            _saved(args.save_projection, checking.judge.ours())
        if theirs is not None:
            compared = _compared(checking.judge.ours(), theirs)
    broken = any(point.status == "broken" for point in points) or bool(compared.get("differences"))
    ok = checking.count == 0 and not broken
    if args.json:
        told = {"ok": ok, "format": checking.format, "lines": checking.lines, "violations": checking.count}
        screen.document({**told, "found": checking.found, **_as_json(points, compared, screen.lang)})
    else:
        _table(call, points)
        _projection_told(call, compared)
        if checking.count > args.max:
            screen.remark(screen.say("more_violations", n=checking.count - args.max))
        if checking.count:
            screen.remark(screen.say("violations", n=checking.count, lines=checking.lines))
        else:
            screen.line(screen.say("conforms", lines=checking.lines))
    return 0 if ok else 1


def _as_json(points: list[Point], compared: dict[str, Any], lang: str) -> dict[str, Any]:
    if not points:
        return {}
    from ringi.checking.report import counted

    told: dict[str, Any] = {"points": [point.as_dict(lang) for point in points], "counts": counted(points)}
    return {**told, "projection": compared} if compared else told


def _table(call: Call, points: list[Point]) -> None:
    if not points:
        return
    from ringi.checking.report import counted
    from ringi.words import say

    screen = call.screen
    lang = screen.lang
    tones = {"passed": "good", "broken": "bad"}
    for key, some in (("seed", "S"), ("checks", "A")):
        screen.line(screen.paint(say("checking", key, lang), "bold"))
        rows = []
        for point in points:
            if point.id.startswith(some):
                status = say("checking", point.status, lang)
                rows.append([point.id, screen.paint(status, tones.get(point.status, "dim")), clean(point.title(lang))])
        screen.table([say("checking", name, lang) for name in ("point", "status", "what")], rows, flex=2)
        for point in points:
            if point.id.startswith(some) and point.wrong:
                _places(call, point)
        screen.line("")
    against = say("checking", "against_theirs" if call.args.projection else "against_ours", lang)
    screen.line(f"{say('checking', 'summary', lang, **counted(points))} ({against})")


def _places(call: Call, point: Point) -> None:
    from ringi.words import say

    lang = call.screen.lang
    for line, reason in point.wrong[:SHOWN]:
        where = say("checking", "line", lang, n=line) + ": " if line else ""
        call.screen.line(f"  {call.screen.paint(point.id, 'bad')} {where}{clean(reason)}")
    if len(point.wrong) > SHOWN:
        call.screen.line(f"  {point.id} {say('checking', 'more', lang, n=len(point.wrong) - SHOWN)}")


# -- another client's projection -------------------------------------------------------------------------------------


def _projection(path: str) -> dict[str, Any]:
    """A state by our names, or an object that has one under `state`."""
    import json

    from ringi.cli.reading import opened

    with opened(path) as file:
        raw = file.read(PROJECTION_LIMIT + 1)
    try:
        if len(raw) > PROJECTION_LIMIT:
            raise ValueError(f"> {PROJECTION_LIMIT // 2**20} MB")
        found = json.loads(raw)
        state = found.get("state", found) if isinstance(found, dict) else None
        if not isinstance(state, dict) or not state:
            raise ValueError("{…}")
    except (ValueError, RecursionError) as error:
        raise Invalid("RINGI-902", path=path, reason=str(error)[:100]) from None
    return state


def _compared(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    from ringi.checking.comparing import PARTS, differences

    found = [one.as_dict() for one in differences(ours, theirs)]
    return {"same": not found, "parts": [part for part in PARTS if part in theirs], "differences": found}


def _projection_told(call: Call, compared: dict[str, Any]) -> None:
    if not compared:
        return
    from ringi.words import say

    screen, lang = call.screen, call.screen.lang
    for one in sorted(compared["differences"], key=lambda one: str(one["path"]))[: call.args.max]:
        shown = {name: clean(document(one[name]))[:80] for name in ("ours", "theirs")}
        screen.line("  " + say("checking", "differs", lang, path=clean(one["path"]), **shown))
    if compared["same"]:
        screen.line(say("checking", "projection_same", lang, parts=", ".join(compared["parts"])))
    else:
        screen.remark(say("checking", "projection_differs", lang, n=len(compared["differences"])))


def _saved(path: str, state: dict[str, Any]) -> None:
    from ringi.private_files import open_private

    try:
        with open(path, "w", encoding="utf-8", opener=open_private) as file:
            file.write(document(state) + "\n")
    except OSError as error:
        raise Invalid("RINGI-607", path=path, reason=error.strerror or str(error)) from error
