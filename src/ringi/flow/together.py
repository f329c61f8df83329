"""Several things at the desk in one go: one transition that carries all of them, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ringi.errors import RingiError
from ringi.flow.counter import Counter, JsonObject
from ringi.flow.people import Actor
from ringi.store.transaction import Tx

Act = Callable[[Tx, Actor], JsonObject]


class OneOf(Exception):
    """One of several was refused, and so nothing was done."""

    def __init__(self, number: int, error: RingiError) -> None:
        super().__init__(error.code)
        self.number = number
        """Which: they are counted from 0."""
        self.error = error


class Together(Counter):
    """A desk at which operations that write can be brought together. It is one caller's own, never shared."""

    _gathered: list[Act] | None = None

    def _write(self, act: Act) -> JsonObject:
        if self._gathered is None:
            return super()._write(act)
        self._gathered.append(act)
        return {}

    def together(self, calls: Iterable[tuple[str, JsonObject]]) -> list[JsonObject]:
        """Each operation with its arguments, all in one transaction. Raises `OneOf` where one of them is refused.

        What an operation reads before it writes it reads here first, so nothing of it may depend on the others.
        """
        acts: list[Act] = []
        for number, (operation, arguments) in enumerate(calls):
            with _counted(number), self._gathering(acts):
                self.call(operation, **arguments)

        def all_of_them(tx: Tx, actor: Actor) -> JsonObject:
            done = []
            for number, act in enumerate(acts):
                with _counted(number):
                    done.append(act(tx, actor))
            return {"done": done}

        return list(self._write(all_of_them)["done"])

    @contextmanager
    def _gathering(self, acts: list[Act]) -> Iterator[None]:
        self._gathered = acts
        try:
            yield
        finally:
            self._gathered = None


@contextmanager
def _counted(number: int) -> Iterator[None]:
    try:
        yield
    except RingiError as error:
        raise OneOf(number, error) from error
