"""`chronik bot`: let your bot class play on a running service."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import httpx
from msgspec import Struct

from chronik.service.cli.bot_runner import Runner
from chronik.service.cli.client import Player, call, connect, decode, register
from chronik.service.cli.command import Parser, Wrong, add_command, add_url, url_of
from chronik.service.cli.own_bot import TRIES, load_mind


class _Seat(Struct, frozen=True):
    player: str | None = None


class _Match(Struct, frozen=True):
    id: str
    status: str
    seats: tuple[_Seat, ...]


def add_arguments(made: Parser) -> None:
    """Adds the verbs of `chronik bot`."""
    made.set_run(_run, "The bot plays over HTTP, as any client does.")
    verbs = made.add_commands("verbs", "VERB")
    run = add_command(
        verbs,
        "run",
        _run,
        "run your class, which plays for an account",
        "One object of the class is created, without arguments. Its method choose(game, view, prompt, options) is "
        "called for each question in each match of the account, one after another, and returns a command. `view` and "
        "`options` are the answers of the service; `prompt` is the open question. Its `forms` describe commands that "
        "are too many to list; the method may build one of these too. Without --match this runs until Ctrl-C. If the "
        f"class fails {TRIES} times at a question, the first option is played.",
    )
    run.add_argument(
        "bot",
        metavar="MODULE:CLASS",
        help="a class in a module that is in this directory or installed, for example mine:Bot",
    )
    add_url(run)
    run.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="a file with the token of the account (by default CHRONIK_TOKEN is used)",
    )
    run.add_argument(
        "--register",
        metavar="NAME",
        help="if that file does not exist, register a bot account with this name and store its token there",
    )
    run.add_argument(
        "--match", action="append", default=[], metavar="ID", help="play only this match to its end (may be repeated)"
    )


def _run(asked: argparse.Namespace) -> int:
    mind, url = load_mind(asked.bot), url_of(asked)
    if asked.register is not None and asked.token_file is None:
        raise Wrong("--register needs a file for the token; add --token-file FILE.")
    with connect(url) as client:
        if asked.register is not None and not asked.token_file.exists():
            _register(client, asked.register, asked.token_file)
        token = _read_token(asked.token_file)
        player = decode(call(client, "GET", "/me", token), Player).player
        matches: list[str] = asked.match
        for match in matches:
            _check_seat(decode(call(client, "GET", f"/matches/{match}", token), _Match), player)
        client.headers["Authorization"] = f"Bearer {token}"
        Runner(client, mind, frozenset(matches)).play()
    return 0


def _check_seat(match: _Match, player: str) -> None:
    """Raises `Wrong` if the account has no seat in a match, unless a seat is open."""
    if match.status != "open" and all(seat.player != player for seat in match.seats):
        raise Wrong(f"The account has no seat in the match {match.id}.")


def _register(client: httpx.Client, name: str, file: Path) -> None:
    """Registers a bot account, and stores its token in a file that only its owner can read."""
    made = register(client, name, bot=True)
    try:
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(f"{made.token}\n", "utf-8")
    except OSError as error:
        raise Wrong(f"The token cannot be written to {file}; choose another --token-file.") from error


def _read_token(file: Path | None) -> str:
    """Returns the token of the account, from a file or the environment; raises `Wrong`."""
    if file is None:
        token = os.environ.get("CHRONIK_TOKEN", "").strip()
    else:
        try:
            token = file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise Wrong(f"{file} does not contain a token.") from error
    if not token or not token.isascii() or not token.isprintable():
        raise Wrong("A bot needs the token of its account: set CHRONIK_TOKEN, or use --token-file.")
    return token
