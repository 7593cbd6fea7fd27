"""The `chronik` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType

import chronik
from chronik.domain.engine.facts import BadFacts
from chronik.service.cli.command import (
    Parser,
    Run,
    add_named,
    check_words,
    drop_output,
    prepare_output,
    to_sentence,
    tolerate_closed_output,
)
from chronik.service.cli.missing import missing
from chronik.service.running.user_error import UserError

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "serve": "run the service",
        "demo": "let bots play a whole match on a running service",
        "simulate": "let bots play many matches without a service",
        "arena": "let bots play each other, and estimate their strength",
        "bot": "let your bot play on a running service",
        "export": "save a finished match, or a whole tournament, as a file",
        "verify": "check exported matches and tournaments without a service",
        "analyse": "show win chances, better decisions and luck in an exported match",
        "tournament": "let bots play a whole tournament",
        "deck": "check a card list, write it as a code, or show the list of a code",
        "rebuild": "rebuild the SQL tables from the logs and archives",
        "fsck": "check the stored form of every match",
        "backup": "copy everything that the service stores, while it runs",
        "restore": "restore a backup into an empty service",
        "doctor": "check settings, servers, disk, clocks and versions for anything unsafe",
        "settings": "list every setting of the service, with its default and meaning",
        "openapi": "print the OpenAPI document",
        "admin": "create administrators, export or erase personal data, and manage signing keys",
        "completion": "print a script with which a shell completes this command",
    }
)
"""The purpose of each command in one line. Its module has the same name, and a function `add_arguments(parser)`.

Only the module of the requested command is imported, because the others may need packages that are not installed.
"""


def main(arguments: Sequence[str] | None = None, ready_parser: Parser | None = None) -> int:
    """Runs the command; returns 0 on success, 1 on failure, 2 for wrong arguments or a missing package.

    `ready_parser` is the parser of these arguments, if it is already built.
    """
    prepare_output()
    words = sys.argv[1:] if arguments is None else arguments
    ready_parser = ready_parser or parser(words)
    check_words(ready_parser, words)
    asked = ready_parser.parse_args(words)
    run: Run = asked.run
    try:
        code = run(asked)
        with tolerate_closed_output():
            sys.stdout.flush()
        return code
    except (UserError, BadFacts) as error:
        print(to_sentence(error), file=sys.stderr)
    except ModuleNotFoundError as error:
        print(missing(error), file=sys.stderr)
        return 2
    except BrokenPipeError:
        drop_output()  # otherwise Python reports the closed pipe again when it exits
    except Exception as error:
        if _is_directory_gone():
            print("The working directory no longer exists. Change to another one and try again.", file=sys.stderr)
        elif _is_database_error(error):
            print(import_module("chronik.service.sql.database").no_database_error(error), file=sys.stderr)
        else:
            raise
    return 1


def parser(words: Sequence[str] | None = None) -> Parser:
    """Returns the parser of the whole command, or only of the part that these words need."""
    top = Parser(
        prog="chronik",
        description="A board-game service that never forgets: play, replay and verify.",
        epilog="Start with `chronik serve`, then in another shell `chronik demo katharina --seats 4`. "
        "Settings are environment variables, CHRONIK_…; service/running/settings.py lists them.",
    )
    top.add_argument("--version", action=_PrintVersion, nargs=0, help="show the version and exit")
    commands = top.add_commands("commands", "COMMAND")
    asked = next((word for word in words or () if not word.startswith("-")), None)
    for name, says in COMMANDS.items():
        made = add_named(commands, name, says)
        if words is None or name == asked:
            _load_arguments(made, name)
    return top


class _PrintVersion(argparse.Action):
    """Prints the version; only then it is looked up, because that takes 50 ms."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"chronik {chronik.__version__}")
        parser.exit()


def _load_arguments(made: Parser, name: str) -> None:
    """Adds the arguments of a command from its module; if that cannot be imported, `lacks` says why."""
    try:
        import_module(f"chronik.service.cli.{name}").add_arguments(made)
    except ModuleNotFoundError as error:
        made.lacks = missing(error)


def _is_directory_gone() -> bool:
    """Returns whether the working directory has been removed."""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def _is_database_error(error: Exception) -> bool:
    """Returns whether SQLAlchemy raised an exception, without importing SQLAlchemy."""
    return any(kind.__name__ == "SQLAlchemyError" for kind in type(error).__mro__)
