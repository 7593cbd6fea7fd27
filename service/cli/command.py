"""The common parts of all commands: parsers, settings, files, output and progress bars."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeAlias

from chronik.service.running.input import STANDARD
from chronik.service.running.settings import PREFIX, Environment, Settings
from chronik.service.running.user_error import UserError

Run = Callable[[argparse.Namespace], int]


class Wrong(UserError):
    """The error if the command cannot do its work; the message says why."""


def expect_log(data: Path) -> None:
    """Raises `Wrong` for a directory without a log of the bundled Valkey: a typo must not create one."""
    if not (data / "engine.json").exists():
        raise Wrong(f"There is no log in {data}; check --data or CHRONIK_DATA.")


# argparse has no public name for the result of `add_subparsers`.
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # pyright: ignore[reportPrivateUsage]


class Parser(argparse.ArgumentParser):
    """A parser that accepts only unabbreviated words, and lists those that it knows.

    If a package is missing, `lacks` says which one, and the parser accepts no words.
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
        """Adds subcommands to a parser; the user must give one of them."""
        added = self.add_subparsers(title=title, metavar=metavar, required=True, parser_class=Parser)
        self.commands = added
        return added

    def set_run(self, run: Run, more: str = "") -> None:
        """Sets the function to run, and adds to the description."""
        self.set_defaults(run=run)
        self.description = f"{self.description} {more}".strip()


def check_words(parser: Parser, words: Sequence[str]) -> None:
    """Ends the process at the first unknown command or option, and suggests the most similar one.

    Also ends it if a package that the command needs is not installed.
    """
    if parser.lacks:
        parser.exit(2, f"{parser.lacks}\n")
    for place, word in enumerate(words):
        if word == "--":
            break
        if word.startswith("-") and word != STANDARD and not word[1:2].isdigit():
            _expect(parser, "option", word.partition("=")[0], parser.options)
        elif parser.commands is not None:
            _expect(parser, "command", word, parser.commands.choices)
            check_words(parser.commands.choices[word], words[place + 1 :])
            break


def _expect(parser: Parser, kind: str, word: str, known: Collection[str]) -> None:
    if word not in known:
        (nearest,) = get_close_matches(word, known, n=1, cutoff=0)
        parser.error(f"there is no {kind} {word}; did you mean {nearest}?")


def add_named(commands: Commands, name: str, says: str) -> Parser:
    """Adds a command with its purpose in one line; its arguments can be added later."""
    return commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")


def add_command(commands: Commands, name: str, run: Run, says: str, more: str = "") -> Parser:
    """Adds a command with the function to run, its purpose in one line, and a longer description."""
    made = add_named(commands, name, says)
    made.set_run(run, more)
    return made


def to_sentence(error: object) -> str:
    """Returns an error as a sentence with a capital letter and a full stop."""
    said = str(error)
    return f"{said[:1].upper()}{said[1:].removesuffix('.')}."


def save(path: Path, content: bytes, *, private: bool = False) -> None:
    """Writes a file whole or not at all; a private file is readable by its owner only."""
    save_all(path, (content,), private=private)


def save_all(path: Path, content: Iterable[bytes], *, private: bool = False) -> None:
    """Writes a file from several pieces, as `save` does."""
    part = path.with_name(path.name + ".part")
    mode = 0o600 if private else 0o666  # reduced by the umask
    try:
        part.unlink(missing_ok=True)  # left by a command that was killed
        try:
            with open(part, "xb", opener=lambda file, flags: os.open(file, flags, mode)) as file:
                file.writelines(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise Wrong(f"The file {path} cannot be written: {error.strerror}.") from error


def prepare_output() -> None:
    """Makes the outputs accept any text: characters that a terminal lacks are escaped.

    An output that was closed before the start discards all text.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Discards all further output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def tolerate_closed_output() -> Generator[None]:
    """Discards the block's output if it cannot be written, because the exit code still shows the result."""
    try:
        yield
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)


def say(text: str) -> None:
    """Prints one line of a result; escapes control characters, so that it stays one line."""
    with tolerate_closed_output():
        print("".join(one if one.isprintable() else repr(one)[1:-1] for one in text), flush=True)


def read_settings() -> Settings:
    """Reads the settings from the environment; raises `SettingsError`."""
    return Settings.from_environment(os.environ)


def add_data(made: argparse.ArgumentParser) -> None:
    """Adds the option `--data` for the data directory."""
    made.add_argument("--data", type=Path, metavar="DIR", help="the data directory (CHRONIK_DATA; ./data)")


def read_settings_with_data(asked: argparse.Namespace) -> Settings:
    """Reads the settings from the environment, with the data directory from `--data`; raises `SettingsError`."""
    return Settings.from_environment(environment_with_data(asked))


def environment_with_data(asked: argparse.Namespace) -> dict[str, str]:
    """Returns the environment, with the data directory from `--data`."""
    return {**os.environ, **({} if asked.data is None else {f"{PREFIX}DATA": str(asked.data)})}


def add_url(made: argparse.ArgumentParser) -> None:
    """Adds the option `--url` for the service."""
    made.add_argument(
        "--url", metavar="URL", help="the service (CHRONIK_URL; without it the one at CHRONIK_HOST and CHRONIK_PORT)"
    )


def url_of(asked: argparse.Namespace) -> str:
    """Returns the address of the service: the one that was given, or the one at which these settings would serve."""
    named: str = asked.url or os.environ.get("CHRONIK_URL", "")
    if named:
        return named
    settings = read_settings()
    return f"http://{_reachable(settings.host)}:{settings.port or Settings.port}"


def _reachable(host: str) -> str:
    """Returns the host under which a service is reachable from this machine."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        address = ip_address("127.0.0.1" if address.version == 4 else "::1")
    return f"[{address}]" if address.version == 6 else str(address)


def add_data_set(made: argparse.ArgumentParser) -> None:
    """Adds the option `--data-set` for other printed facts."""
    made.add_argument(
        "--data-set",
        action="append",
        default=[],
        metavar="GAME=DIR",
        help="printed facts of a game to use instead of the bundled ones (CHRONIK_DATA_<GAME>)",
    )


def data_sets_of(asked: argparse.Namespace) -> dict[str, Path]:
    """Returns the directories of printed facts by game, from the environment and the command line; raises `Wrong`."""
    data_sets = dict(Environment(os.environ).data_sets())
    for pair in asked.data_set:
        game, _, directory = pair.partition("=")
        if not directory or not Path(directory).is_dir():
            raise Wrong(f"--data-set {pair} must be GAME=DIR, where DIR is an existing directory.")
        data_sets[game] = Path(directory)
    return data_sets


def add_out(made: argparse.ArgumentParser) -> None:
    """Adds the option `--out` for a directory of archives."""
    made.add_argument("--out", type=Path, metavar="DIR", help="directory for the archives of the finished matches")


def make_out(asked: argparse.Namespace) -> Path | None:
    """Makes the directory of `--out` and returns it, or None without this option; raises `Wrong`."""
    out: Path | None = asked.out
    try:
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Wrong(f"--out {out} cannot be made: {error.strerror}.") from error
    return out
