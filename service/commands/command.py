"""What the commands have in common: how one is added, settings, files, and the bar of what takes long."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from service.bots.levels import LEVELS
from service.sentence import Sentence
from service.settings import PREFIX, Environment, Settings

Run = Callable[[argparse.Namespace], int]


class Wrong(Sentence):
    """The command cannot be carried out; one sentence says why."""


def expect_log(data: Path) -> None:
    """Raises `Wrong` where no bundled Valkey has kept a log in a directory: who mistypes it must not get a new one."""
    if not (data / "engine.json").exists():
        raise Wrong(f"There is no log in {data}.")


# argparse has no public name for what `add_subparsers` gives.
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # pyright: ignore[reportPrivateUsage]


class Parser(argparse.ArgumentParser):
    """A parser that takes words only as they are written out, and can tell which ones it knows.

    `lacks` is a sentence where what it would run is not installed: then it takes no word at all.
    """

    def __init__(self, **named: Any) -> None:
        self.lacks = ""
        self.options: list[str] = []
        self.files: list[argparse.Action] = []
        self.commands: Commands | None = None
        super().__init__(allow_abbrev=False, **named)

    def add_argument(self, *names: Any, **named: Any) -> argparse.Action:
        added = super().add_argument(*names, **named)
        self.options += added.option_strings
        if added.type is Path:
            self.files.append(added)
        return added

    def add_commands(self, title: str, metavar: str) -> Commands:
        """Lets one of several commands follow, and insists on it."""
        added = self.add_subparsers(title=title, metavar=metavar, required=True, parser_class=Parser)
        self.commands = added
        return added

    def runs(self, run: Run, more: str = "") -> None:
        """What is run, and what there is to know about it beyond the line that says what it does."""
        self.set_defaults(run=run)
        self.description = f"{self.description} {more}".strip()


def expect_known(parser: Parser, words: Sequence[str]) -> None:
    """Ends the process at the first command or option that there is not, and names the nearest one that there is.

    And where what a command needs is not installed.
    """
    if parser.lacks:
        parser.exit(2, f"{parser.lacks}\n")
    for place, word in enumerate(words):
        if word == "--":
            break
        if word.startswith("-") and not word[1:2].isdigit():
            _expect(parser, "option", word.partition("=")[0], parser.options)
        elif parser.commands is not None:
            _expect(parser, "command", word, parser.commands.choices)
            expect_known(parser.commands.choices[word], words[place + 1 :])
            break


def _expect(parser: Parser, kind: str, word: str, known: Collection[str]) -> None:
    if word not in known:
        (nearest,) = get_close_matches(word, known, n=1, cutoff=0)
        parser.error(f"there is no {kind} {word}; the nearest is {nearest}")


def add_named(commands: Commands, name: str, says: str) -> Parser:
    """A command by its name, and what it does in a line; who knows more says so to its parser."""
    return commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")


def add_command(commands: Commands, name: str, run: Run, says: str, more: str = "") -> Parser:
    """A command by its name: what runs it, what it does in a line, and what more there is to know."""
    made = add_named(commands, name, says)
    made.runs(run, more)
    return made


def worded(error: object) -> str:
    """What went wrong, as a sentence."""
    said = str(error)
    return f"{said[:1].upper()}{said[1:].removesuffix('.')}."


def save(path: Path, content: bytes, *, private: bool = False) -> None:
    """Writes a file whole or not at all; a private one for its owner alone."""
    save_all(path, (content,), private=private)


def save_all(path: Path, content: Iterable[bytes], *, private: bool = False) -> None:
    """Writes a file of several pieces, as `save` does."""
    beside = path.with_name(path.name + ".part")
    mode = 0o600 if private else 0o666  # but for what the umask takes away
    try:
        beside.unlink(missing_ok=True)  # of a command that was killed
        try:
            with open(beside, "xb", opener=lambda file, flags: os.open(file, flags, mode)) as file:
                file.writelines(content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Wrong(f"The file {path} cannot be written: {error.strerror}.") from error


def configured() -> Settings:
    """The settings of the environment; raises `SettingsError`."""
    return Settings.from_environment(os.environ)


def add_data(made: argparse.ArgumentParser) -> None:
    """Lets a command be told which data directory the settings are to name."""
    made.add_argument("--data", type=Path, metavar="DIR", help="the data directory (CHRONIK_DATA; ./data)")


def configured_with_data(asked: argparse.Namespace) -> Settings:
    """The settings of the environment, over the data directory that was named; raises `SettingsError`."""
    return Settings.from_environment(environment_with_data(asked))


def environment_with_data(asked: argparse.Namespace) -> dict[str, str]:
    """The environment, with the data directory that was named."""
    return {**os.environ, **({} if asked.data is None else {f"{PREFIX}DATA": str(asked.data)})}


def add_url(made: argparse.ArgumentParser) -> None:
    """Lets a command be told which service to ask."""
    made.add_argument(
        "--url", metavar="URL", help="the service (CHRONIK_URL; without it the one at CHRONIK_HOST and CHRONIK_PORT)"
    )


def url_of(asked: argparse.Namespace) -> str:
    """The service to ask: the one that was named, or the one that would be served with the same settings."""
    named: str = asked.url or os.environ.get("CHRONIK_URL", "")
    if named:
        return named
    settings = configured()
    return f"http://{_reachable(settings.host)}:{settings.port or Settings.port}"


def _reachable(host: str) -> str:
    """Where a service that listens at a host is found from here: one that listens everywhere, nearby."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        address = ip_address("127.0.0.1" if address.version == 4 else "::1")
    return f"[{address}]" if address.version == 6 else str(address)


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
    data_sets = dict(Environment(os.environ).data_sets())
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
