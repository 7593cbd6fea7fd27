"""The `chronik` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from sqlalchemy.exc import SQLAlchemyError

from domain.engine.facts import BadFacts
from service.commands.admin import add_admin
from service.commands.client import CallError
from service.commands.command import Parser, Run, Wrong, expect_known, worded
from service.commands.deck import add_deck
from service.commands.demo import add_demo
from service.commands.demo_match import DemoError
from service.commands.export import add_export
from service.commands.fsck import add_fsck
from service.commands.openapi import add_openapi
from service.commands.rebuild import add_rebuild
from service.commands.serve import add_serve
from service.commands.simulate import add_simulate
from service.commands.tournament import add_tournament
from service.commands.verify import add_verify
from service.log.data_directory import BundledValkeyError
from service.log.durability import Unsupported
from service.log.outcomes import Unavailable
from service.serve import NoAddress, Weak
from service.settings import SettingsError
from service.signing.keys import BadKeys
from service.sql.database import NoDatabase

SENTENCES = (
    Wrong,
    DemoError,
    CallError,
    SettingsError,
    BundledValkeyError,
    NoAddress,
    NoDatabase,
    Weak,
    BadFacts,
    BadKeys,
    Unavailable,
    Unsupported,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; 0 when it did what was asked, 1 when not, 2 when it was asked wrongly."""
    words, understood = sys.argv[1:] if arguments is None else arguments, parser()
    expect_known(understood, words)
    asked = understood.parse_args(words)
    run: Run = asked.run
    try:
        code = run(asked)
        sys.stdout.flush()
        return code
    except SENTENCES as error:
        print(worded(error), file=sys.stderr)
    except SQLAlchemyError as error:
        print(f"The database does not answer ({type(error).__name__}).", file=sys.stderr)
    except BrokenPipeError:
        # Whoever read our output has enough; without this, Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def parser() -> Parser:
    """Everything the command understands."""
    top = Parser(
        prog="chronik",
        description="A board-game service that never forgets: play, watch again, and verify.",
        epilog="Start with `chronik serve`, then in another shell `chronik demo katharina --seats 4`. "
        "Settings are environment variables, CHRONIK_…; service/settings.py lists them.",
    )
    top.add_argument("--version", action="version", version=f"chronik {version('chronik')}")
    commands = top.add_commands("commands", "COMMAND")
    add_serve(commands)
    add_demo(commands)
    add_simulate(commands)
    add_export(commands)
    add_verify(commands)
    add_tournament(commands)
    add_deck(commands)
    add_rebuild(commands)
    add_fsck(commands)
    add_openapi(commands)
    add_admin(commands)
    return top
