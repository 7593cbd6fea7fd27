"""`chronik admin`: create administrators, export or erase personal data, and manage signing keys."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from chronik.service.cli.command import (
    Commands,
    Parser,
    Wrong,
    add_command,
    add_data,
    read_settings_with_data,
    save,
)
from chronik.service.cli.databases import expect_database, report_new_database
from chronik.service.cli.keys import add_keys
from chronik.service.identity.auth import Scope
from chronik.service.identity.names import clean_name
from chronik.service.identity.register import Issued, People
from chronik.service.people.erasure import Export, erase, export, sweep
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.running.interrupt import run_async
from chronik.service.running.settings import Settings
from chronik.service.sql.database import open_records
from chronik.service.web.problems.problem import Problem


def add_arguments(made: Parser) -> None:
    """Adds the duties of `chronik admin`."""
    made.set_run(
        _create_player,
        "Works directly on the database, so it can create the first administrator: `chronik admin create`. "
        "Signing keys are in a separate file: `chronik admin keys create`.",
    )
    duties = made.add_commands("duties", "DUTY")
    _add_create(duties)
    _add_export_player(duties)
    _add_erase_player(duties)
    add_keys(duties)


def _add_create(duties: Commands) -> None:
    made = add_command(
        duties,
        "create",
        _create_player,
        "create a player with a token of the given scopes",
        "Prints the token, which cannot be shown again.",
    )
    made.add_argument("--name", required=True, metavar="NAME", help="the name of the player")
    made.add_argument(
        "--scopes",
        default="play,referee,organise,admin",
        metavar="LIST",
        help="the scopes, separated by commas (play,referee,organise,admin)",
    )
    add_data(made)


def _create_player(asked: argparse.Namespace) -> int:
    try:
        scopes = frozenset(Scope(word) for word in asked.scopes.split(","))
        name = clean_name(asked.name, "name")
    except ValueError as error:
        raise Wrong(
            f"--scopes has an unknown scope; the scopes are {', '.join(scope.value for scope in Scope)}."
        ) from error
    except Problem as error:
        raise Wrong(error.detail or "This name is not allowed; choose another one.") from error
    settings = read_settings_with_data(asked)
    with report_new_database(settings):
        issued = run_async(_register(settings, name, scopes))
    print(f"player {issued.player}")
    print(f"token {issued.token}")
    return 0


async def _register(settings: Settings, name: str, scopes: frozenset[Scope]) -> Issued:
    async with open_records(settings.database_url) as records:
        return await People(records).register(name, scopes)


def _add_export_player(duties: Commands) -> None:
    made = add_command(
        duties,
        "export-player",
        _export_player,
        "save everything that is stored about a player",
        "The document is the same as that of `POST /api/v1/me/exports`, for players who have lost their token.",
    )
    made.add_argument("player", metavar="ID", help="the id of the player")
    made.add_argument("file", metavar="FILE", type=Path, help="where to write the JSON")
    add_data(made)


def _export_player(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    expect_database(settings)
    kept = run_async(_read_export(settings, asked.player))
    if kept is None:
        raise Wrong(f"There is no player {asked.player}.")
    save(asked.file, msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n", private=True)
    return 0


async def _read_export(settings: Settings, player: str) -> Export | None:
    async with open_records(settings.database_url) as records:
        return await export(records, HOLDINGS, player)


def _add_erase_player(duties: Commands) -> None:
    made = add_command(
        duties,
        "erase-player",
        _erase_player,
        "replace a player with a ghost",
        "Erases the player's name, contact, tokens and texts for good; results, logs and archives stay, under a "
        "random id. A running service may accept a token for five more seconds. With SQLite, this waits until no "
        "other process is reading the file, because old texts stay in it until then. Remove the player from your "
        "backups yourself, and run VACUUM on Postgres, which keeps old rows in its files until then.",
    )
    made.add_argument("player", metavar="ID", help="the id of the player")
    add_data(made)


def _erase_player(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    expect_database(settings)
    run_async(_erase(settings, asked.player))
    return 0


async def _erase(settings: Settings, player: str) -> None:
    async with open_records(settings.database_url) as records:
        ghost = await erase(records, HOLDINGS, player)
        if ghost is None:
            raise Wrong(f"There is no player {player}.")
        print(f"player {ghost.player}")
        print(f"name {ghost.name}")
        print(f"erased {ghost.erased_at:%Y-%m-%dT%H:%M:%SZ}", flush=True)
        if not ghost.swept:
            print(
                "Another process is reading the database: waiting to remove old texts from its files.", file=sys.stderr
            )
            await sweep(records)
