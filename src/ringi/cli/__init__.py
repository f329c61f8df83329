"""The commands a person types. `main` finds the one that is meant, and loads nothing that it does not need.

Results go to standard output, errors to standard error; the exit code says what kind of error it was.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ringi.cli.call import Opener

INTERRUPTED = 130
NOBODY_READS = 141


def main(argv: Sequence[str] | None = None, opener: Opener | None = None) -> int:
    """Run one command and return its exit code. Never raises what a person could meet.

    `opener` is another way to get a desk than looking for a server and then opening the store.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace", **({"encoding": "utf-8"} if "--json" in words else {}))
    try:
        code = _run(words, opener)
        sys.stdout.flush()
        return code
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone (`ringi audit | head`). Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    except Exception as error:
        from ringi.cli.failing import tell

        return tell(error, words)


def _run(argv: list[str], opener: Opener | None) -> int:
    from ringi.cli import grammar
    from ringi.settings import language, load

    lang = spoken(argv) or language()
    command, rest = grammar.find(argv)
    if command is None:
        return _without_command(rest, lang)
    args = grammar.parse(command, rest, lang)

    from ringi.cli.call import Call

    call = Call(args, load(home=args.home, lang=args.lang, workspace=args.workspace), opener)
    try:
        return call.answer(command.handler)
    finally:
        call.close()


def _without_command(rest: list[str], lang: str) -> int:
    if "--version" in rest:
        from ringi import __version__

        print(f"ringi {__version__}")
        return 0
    unknown = strange(rest)
    if unknown and not {"-h", "--help"} & set(rest):
        from ringi.errors import Invalid

        raise Invalid("RINGI-603", command="ringi", words=unknown)
    from ringi.cli.overview import overview

    sys.stdout.write(overview(lang))
    return 0


def strange(argv: Sequence[str]) -> str:
    """The first option that is none of the common ones; nothing else is there when no command is."""
    from ringi.cli.grammar import GLOBAL, VALUED

    known = {name for name, _ in GLOBAL} | {"-h", "--help", "--version"}
    for at, word in enumerate(argv):
        is_value = at > 0 and argv[at - 1] in VALUED
        if not is_value and word.partition("=")[0] not in known:
            return word
    return ""


def spoken(argv: Sequence[str]) -> str:
    """The language asked for, before anything is parsed: mistakes are told in it as well."""
    for at, word in enumerate(argv):
        wanted = argv[at + 1] if word == "--lang" and at + 1 < len(argv) else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in ("ja", "en", "zh"):
            return wanted
    return ""
