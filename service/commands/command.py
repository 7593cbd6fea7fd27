"""What the commands have in common: how one is added, settings, files, and the bar of what takes long."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from service.bots.levels import LEVELS
from service.settings import Settings

URL = "http://127.0.0.1:8000"

Run = Callable[[argparse.Namespace], int]


class Wrong(Exception):
    """The command cannot be carried out; one sentence says why."""


# argparse has no public name for what `add_subparsers` gives.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # pyright: ignore[reportPrivateUsage]


def add_command(commands: Commands, name: str, run: Run, says: str, more: str = "") -> argparse.ArgumentParser:
    """A command by its name: what runs it, what it does in a line, and what more there is to know."""
    made = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}. {more}".strip())
    made.set_defaults(run=run)
    return made


def worded(error: object) -> str:
    """What went wrong, as a sentence."""
    said = str(error)
    return f"{said[:1].upper()}{said[1:].removesuffix('.')}."


def save(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    save_all(path, (content,))


def save_all(path: Path, content: Iterable[bytes]) -> None:
    """Writes a file of several pieces."""
    beside = path.with_name(path.name + ".part")
    try:
        try:
            with beside.open("wb") as file:
                file.writelines(content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror}.") from error


def configured() -> Settings:
    """The settings of the environment; raises `SettingsError`."""
    return Settings.from_environment(os.environ)


def add_url(made: argparse.ArgumentParser) -> None:
    """Lets a command be told which service to ask."""
    default = os.environ.get("CHRONIK_URL", URL)
    made.add_argument("--url", default=default, metavar="URL", help=f"the service ({default}; CHRONIK_URL)")


def add_data_set(made: argparse.ArgumentParser) -> None:
    """Lets a command be told of other printed facts."""
    made.add_argument(
        "--data-set",
        action="append",
        default=[],
        metavar="GAME=DIR",
        help="printed facts of a game to use instead of the bundled ones (CHRONIK_DATA_<GAME>)",
    )


def data_sets_of(asked: argparse.Namespace) -> dict[str, Path]:
    """The directories of printed facts by game, from the environment and the command line; raises `Wrong`."""
    data_sets = dict(configured().data_sets)
    for pair in asked.data_set:
        game, _, directory = pair.partition("=")
        if not directory or not Path(directory).is_dir():
            raise Wrong(f"{pair} is not GAME=DIR with a directory that exists.")
        data_sets[game] = Path(directory)
    return data_sets


def check_level(game: str, level: str) -> None:
    """Raises `Wrong` unless bots of this level play the game."""
    if game not in LEVELS:
        raise Wrong(f"There is no game {game}; try one of: {', '.join(LEVELS)}.")
    if level not in LEVELS[game]:
        raise Wrong(f"There is no bot {level} for {game}; try one of: {', '.join(LEVELS[game])}.")


def progress_bar() -> Progress:
    """A bar on the error output where somebody looks at it, gone when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
