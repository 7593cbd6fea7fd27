"""Questions on a stack: the top one is asked now, and what it interrupted waits underneath until it is answered.

A game may ask like this; its state then has a `stack`, and its batches are `QuestionsSoFar`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.engine import words
from domain.engine.making import E, EventsSoFar, F

P = TypeVar("P", bound=words.Prompt)
K = TypeVar("K", bound=Enum)


class Question(Struct, Generic[P, K], frozen=True, gc=False):
    """Who is asked now, in any order, and what follows on the last answer; `rest` are seats still to be asked.

    One that asks nobody waits for those above it.
    """

    asks: tuple[P, ...]
    then: K | None = None
    rest: tuple[int, ...] = ()


class Stacked(Protocol):
    """A state with questions on a stack, the last one on top."""

    @property
    def stack(self) -> tuple[Question[Any, Any], ...]: ...


Q = TypeVar("Q", bound=Question[Any, Any])
S = TypeVar("S", bound=Stacked)


def answered(stack: tuple[Q, ...], seat: int, *kinds: type) -> tuple[Q, ...]:
    """The stack after a seat has answered such a prompt; a question of which nothing is asked any more is gone."""
    if not stack:
        return ()
    below, top = stack[:-1], stack[-1]
    asks = tuple([prompt for prompt in top.asks if not (prompt.seat == seat and isinstance(prompt, kinds))])
    if len(asks) == len(top.asks):
        return stack
    return (*below, replace(top, asks=asks)) if asks else below


def spared(stack: tuple[Q, ...], seat: int) -> tuple[Q, ...]:
    """The stack of which the top question asks nothing of a seat any more, but stays to be gone on with."""
    if not stack:
        return ()
    top = stack[-1]
    return (*stack[:-1], replace(top, asks=tuple([prompt for prompt in top.asks if prompt.seat != seat])))


class QuestionsSoFar(EventsSoFar[F, S, E], Generic[F, S, E, P, K]):
    """What a command has brought so far, the questions it asks among it."""

    __slots__ = ()

    @staticmethod
    @abstractmethod
    def asked(prompts: tuple[P, ...], then: K | None, rest: tuple[int, ...]) -> E:
        """The event of this game that puts a question on the stack."""

    @staticmethod
    @abstractmethod
    def resumed() -> E:
        """The event of this game that takes a question off the stack that has waited there and asks nobody."""

    def ask(self, prompts: Iterable[P], then: K | None = None, rest: tuple[int, ...] = ()) -> None:
        """A question on top of the stack."""
        self.happen(self.asked(tuple(prompts), then, rest))

    def go_on(self, before: tuple[Question[P, K], ...], follows: Mapping[Enum, Callable[[Any, Any], None]]) -> None:
        """After an answer to the stack as it was before: what it held up goes on, if that was the last answer.

        So does whatever then lies on top and asks nobody.
        """
        if len(self.state.stack) < len(before):
            self._follow(before[-1], follows)
        while self.state.stack and not self.state.stack[-1].asks:
            waiting = self.state.stack[-1]
            self.happen(self.resumed())
            self._follow(waiting, follows)

    def _follow(self, question: Question[P, K], follows: Mapping[Enum, Callable[[Any, Any], None]]) -> None:
        if question.then is not None:
            follows[question.then](self, question)
