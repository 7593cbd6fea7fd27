"""The `chronik` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from types import MappingProxyType

from domain.engine.facts import BadFacts
from service.commands.command import Parser, Run, add_named, expect_known, worded
from service.commands.missing import missing
from service.sentence import Sentence

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "serve": "run the service",
        "demo": "let bots play a whole match at a running service",
        "simulate": "play many matches of bots without a service",
        "arena": "let bots play each other, and say how strong they are",
        "bot": "let a bot of one's own play at a running service",
        "export": "save a finished match, or a whole tournament, as a file",
        "verify": "check exported matches and tournaments without any service",
        "tournament": "hold a tournament",
        "deck": "check a deck list, write it as a code, show what a code stands for",
        "rebuild": "make the SQL tables anew from the logs and archives",
        "fsck": "check everything that is stored of every match",
        "backup": "copy everything that the service keeps, while it runs",
        "restore": "bring a backup back into an empty service",
        "doctor": "say what of settings, servers, disk, clocks and versions is unsafe",
        "openapi": "print the OpenAPI document",
        "admin": "make somebody who may do more than play, look after people's data, and make the keys that sign",
        "completion": "print what lets a shell complete the words of this command",
    }
)
"""What each command does, in a line. Its module has its name, and `understand(parser)`: what else it understands.

Only the module of the command that is asked for is read in: the others may need what is not installed.
"""


def main(arguments: Sequence[str] | None = None, understood: Parser | None = None) -> int:
    """Runs the command; 0 when it did what was asked, 1 when not, 2 when it was asked wrongly or something is missing.

    `understood` is the parser of these arguments, where it was made before.
    """
    words = sys.argv[1:] if arguments is None else arguments
    understood = understood or parser(words)
    expect_known(understood, words)
    asked = understood.parse_args(words)
    run: Run = asked.run
    try:
        code = run(asked)
        sys.stdout.flush()
        return code
    except (Sentence, BadFacts) as error:
        print(worded(error), file=sys.stderr)
    except ModuleNotFoundError as error:
        print(missing(error), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has enough; without this, Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        if not _of_the_database(error):
            raise
        print(import_module("service.sql.database").unanswered(error), file=sys.stderr)
    return 1


def parser(words: Sequence[str] | None = None) -> Parser:
    """Everything the command understands, or as much of it as some words ask for."""
    top = Parser(
        prog="chronik",
        description="A board-game service that never forgets: play, watch again, and verify.",
        epilog="Start with `chronik serve`, then in another shell `chronik demo katharina --seats 4`. "
        "Settings are environment variables, CHRONIK_…; service/settings.py lists them.",
    )
    top.add_argument("--version", action="version", version=f"chronik {version('chronik')}")
    commands = top.add_commands("commands", "COMMAND")
    asked = next((word for word in words or () if not word.startswith("-")), None)
    for name, says in COMMANDS.items():
        made = add_named(commands, name, says)
        if words is None or name == asked:
            _understand(made, name)
    return top


def _understand(made: Parser, name: str) -> None:
    """Lets a command's own module say what else it understands; where that cannot be read in, the parser says why."""
    try:
        import_module(f"service.commands.{name}").understand(made)
    except ModuleNotFoundError as error:
        made.lacks = missing(error)


def _of_the_database(error: Exception) -> bool:
    """Whether SQLAlchemy has raised it, which is not read in where no command needs it."""
    return any(kind.__name__ == "SQLAlchemyError" for kind in type(error).__mro__)
