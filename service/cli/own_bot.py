"""Users' bot classes, which get their questions as JSON, with or without a service."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from chronik.service.cli.command import Wrong

Json = dict[str, Any]

TRIES = 3
"""How many attempts a bot has at one question before the first option is played instead."""


class Mind(Protocol):
    """The method that a bot class must have. It may also have `ended(result)`, which is called after a match."""

    def choose(self, game: str, view: Json, prompt: Json, options: list[Json]) -> Json:
        """Returns the command that answers a question: an option, or a command built from a form of the prompt."""
        ...


class Question(Struct, frozen=True):
    """A question for a bot, in the service's format: the view of its seat, the open prompt, and the options."""

    game: str
    view: Any
    prompt: Any
    options: tuple[Any, ...]


class OwnBot(Struct, frozen=True):
    """A user's bot in a seat of a match without a service: its name, MODULE:CLASS, and an object of the class."""

    level: str
    mind: Mind

    def commands(self, question: Question, type_: Any, times: list[int]) -> Iterator[Any]:
        """Yields the bot's answer at each attempt, and adds its nanoseconds to `times`.

        A failure is reported and counts as an attempt.
        """
        for _ in range(TRIES):
            fields = msgspec.json.decode(msgspec.json.encode(question))
            began = perf_counter_ns()
            try:
                chosen = self.mind.choose(fields["game"], fields["view"], fields["prompt"], fields["options"])
                times.append(perf_counter_ns() - began)
                yield msgspec.json.decode(msgspec.json.encode(chosen), type=type_)
            except Exception as error:
                complain(f"{self.level} failed: {failure(error)}.")

    def end(self, result: Json) -> None:
        """Gives the bot the result of its match."""
        if said := report_end(self.mind, msgspec.json.decode(msgspec.json.encode(result))):
            complain(f"{self.level} {said}")


def report_end(mind: Mind, result: Json) -> str:
    """Calls `ended` of a bot, if its class has this method; returns a sentence on its failure, without the subject."""
    ended = getattr(mind, "ended", None)
    if ended is None:
        return ""
    try:
        ended(result)
    except Exception as error:
        return f"failed after a match: {failure(error)}."
    return ""


@cache
def complain(sentence: str) -> None:
    """Prints a sentence on standard error, but each sentence only once."""
    print(sentence, file=sys.stderr, flush=True)


def load_mind(name: str) -> Mind:
    """Returns an object of the class that MODULE:CLASS names; raises `Wrong`."""
    module, colon, kind = name.partition(":")
    if not (module and colon and kind):
        raise Wrong(f"{name} is not MODULE:CLASS; for example, use mine:Bot for the class Bot in mine.py.")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made: Any = getattr(import_module(module), kind, None)
    except ModuleNotFoundError as error:
        raise Wrong(f"There is no module {error.name}, neither in this directory nor installed.") from error
    except Exception as error:
        raise Wrong(f"{module} cannot be imported: {failure(error)}.") from error
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise Wrong(f"{module} has no class {kind} with a method choose(game, view, prompt, options).")
    try:
        mind: Mind = made()
    except Exception as error:
        raise Wrong(f"{kind}() cannot be created: {failure(error)}.") from error
    return mind


def failure(error: Exception) -> str:
    """Returns a sentence on what failed in a user's code, and on which line."""
    ours = str(Path(__file__).parent)
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [
        one for one in frames if not one.filename.startswith(("<frozen", ours)) and "importlib" not in one.filename
    ]
    where = f" ({Path(theirs[-1].filename).name}:{theirs[-1].lineno})" if theirs else ""
    return f"{type(error).__name__}: {error}{where}"
