"""Somebody's own bot: a class that is asked questions in JSON, by a service or where none runs."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from service.commands.command import Wrong

Json = dict[str, Any]

TRIES = 3
"""How often the bot is asked the same question, before the first option is played for it."""


class Mind(Protocol):
    """What somebody's class must be able to do."""

    def choose(self, game: str, view: Json, prompt: Json, options: list[Json]) -> Json:
        """The command that answers a question: one of the options, or one made after a form of the prompt."""
        ...


class Question(Struct, frozen=True):
    """What a bot is asked: as the service says it, the view of its seat, the open prompt, and the options."""

    game: str
    view: Any
    prompt: Any
    options: tuple[Any, ...]


class OwnBot(Struct, frozen=True):
    """A bot of one's own at a seat of a match that no service runs: its name, MODULE:CLASS, and an object of it."""

    level: str
    mind: Mind

    def commands(self, asked: Question, type_: Any) -> Iterator[Any]:
        """What it answers each time it is asked again; where it fails that is said, and counts as one time."""
        for _ in range(TRIES):
            said = msgspec.json.decode(msgspec.json.encode(asked))
            try:
                chosen = self.mind.choose(said["game"], said["view"], said["prompt"], said["options"])
                yield msgspec.json.decode(msgspec.json.encode(chosen), type=type_)
            except Exception as error:
                complain(f"{self.level} fails: {failure(error)}.")


@cache
def complain(sentence: str) -> None:
    """Says on the error output what went wrong, each sentence once."""
    print(sentence, file=sys.stderr, flush=True)


def load_mind(name: str) -> Mind:
    """An object of a class, named as MODULE:CLASS; raises `Wrong`."""
    module, colon, kind = name.partition(":")
    if not (module and colon and kind):
        raise Wrong(f"{name} is not MODULE:CLASS, such as mine:Bot for the class Bot in mine.py.")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made: Any = getattr(import_module(module), kind, None)
    except ModuleNotFoundError as error:
        raise Wrong(f"There is no module {error.name}, neither here nor installed.") from error
    except Exception as error:
        raise Wrong(f"{module} cannot be read in: {failure(error)}.") from error
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise Wrong(f"{module} has no class {kind} with a method choose(game, view, prompt, options).")
    try:
        mind: Mind = made()
    except Exception as error:
        raise Wrong(f"{kind}() cannot be made: {failure(error)}.") from error
    return mind


def failure(error: Exception) -> str:
    """What went wrong in somebody else's code, and where."""
    ours = str(Path(__file__).parent)
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [
        one for one in frames if not one.filename.startswith(("<frozen", ours)) and "importlib" not in one.filename
    ]
    where = f" ({Path(theirs[-1].filename).name}:{theirs[-1].lineno})" if theirs else ""
    return f"{type(error).__name__}: {error}{where}"
