"""A stack of questions. The top question is open; the questions below wait until it is answered.

This is optional for a game. A game that uses it has a `stack` in its state and builds batches with
`QuestionBatchBuilder`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine import tagged_structs
from chronik.domain.engine.batch_builder import BatchBuilder, E, F

P = TypeVar("P", bound=tagged_structs.Prompt)
K = TypeVar("K", bound=Enum)


class Question(Struct, Generic[P, K], frozen=True, gc=False):
    """Prompts that may be answered in any order, and the continuation after the last answer.

    `rest` are the seats to ask afterwards. A question without prompts only waits for the questions above it.
    """

    asks: tuple[P, ...]
    then: K | None = None
    rest: tuple[int, ...] = ()


class Stacked(Protocol):
    """A state with a stack of questions; the last one is on top."""

    @property
    def stack(self) -> tuple[Question[Any, Any], ...]: ...


Q = TypeVar("Q", bound=Question[Any, Any])
S = TypeVar("S", bound=Stacked)


def remove_answered(stack: tuple[Q, ...], seat: int, *kinds: type) -> tuple[Q, ...]:
    """Removes a seat's prompts of these kinds from the top question, and the question itself if no prompt is left."""
    if not stack:
        return ()
    below, top = stack[:-1], stack[-1]
    asks = tuple([prompt for prompt in top.asks if not (prompt.seat == seat and isinstance(prompt, kinds))])
    if len(asks) == len(top.asks):
        return stack
    return (*below, replace(top, asks=asks)) if asks else below


def skip_seat(stack: tuple[Q, ...], seat: int) -> tuple[Q, ...]:
    """Removes all prompts of a seat from the top question. The question stays, so that its continuation still runs."""
    if not stack:
        return ()
    top = stack[-1]
    return (*stack[:-1], replace(top, asks=tuple([prompt for prompt in top.asks if prompt.seat != seat])))


class QuestionBatchBuilder(BatchBuilder[F, S, E], ABC, Generic[F, S, E, P, K]):
    """The events of a command so far, including the questions that they ask."""

    __slots__ = ()

    @staticmethod
    @abstractmethod
    def question_event(prompts: tuple[P, ...], then: K | None, rest: tuple[int, ...]) -> E:
        """Returns the event of this game that puts a question on the stack."""

    @staticmethod
    @abstractmethod
    def resume_event() -> E:
        """Returns the event of this game that removes a waiting question without prompts from the stack."""

    def ask(self, prompts: Iterable[P], then: K | None = None, rest: tuple[int, ...] = ()) -> None:
        """Puts a question on top of the stack."""
        self.add(self.question_event(tuple(prompts), then, rest))

    def resume(self, before: tuple[Question[P, K], ...], follows: Mapping[Enum, Callable[[Any, Any], None]]) -> None:
        """Runs the continuation of a question after its last answer; `before` is the stack before the answer.

        Then it resumes every question on top of the stack that has no prompts.
        """
        if not before and not self.state.stack:
            return
        if len(self.state.stack) < len(before):
            self._follow(before[-1], follows)
        while (stack := self.state.stack) and not stack[-1].asks:
            self.add(self.resume_event())
            self._follow(stack[-1], follows)

    def _follow(self, question: Question[P, K], follows: Mapping[Enum, Callable[[Any, Any], None]]) -> None:
        if question.then is not None:
            follows[question.then](self, question)
