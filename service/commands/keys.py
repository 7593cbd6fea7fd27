"""Make the keys that sign archives, and list them."""

from __future__ import annotations

import argparse

from service.clock import milliseconds, rfc3339
from service.commands.command import Commands, add_command, add_data, configured_with_data
from service.signing.keys import OwnKey, read_keys, write_keys


def add_keys(duties: Commands) -> None:
    """What `chronik admin keys` understands."""
    made = add_command(
        duties,
        "keys",
        _list_keys,
        "make and list the keys that sign archives and tournaments",
        "They lie in a file of their own, which CHRONIK_KEYS names; without it, in keys.json in the data directory.",
    )
    made.set_defaults(data=None)  # a verb says where; a place before it would be lost
    verbs = made.add_commands("verbs", "VERB")
    create = add_command(
        verbs,
        "create",
        _create_key,
        "make a key, which signs from now on",
        "Prints its name and where it lies. Keys from before stay published, and their secrets are forgotten. Running "
        "services sign with it once they were started again. Keep a copy of the file where nobody else can read it.",
    )
    add_data(create)
    listing = add_command(
        verbs,
        "list",
        _list_keys,
        "list the keys, from the oldest to the newest",
        "Shows no secret. The last one signs.",
    )
    add_data(listing)


def _create_key(asked: argparse.Namespace) -> int:
    path = configured_with_data(asked).keys_file
    keys = read_keys(path).with_new_key(rfc3339(milliseconds()))
    write_keys(path, keys)
    print(f"key {keys.keys[-1].key_id}")
    print(f"file {path}")
    return 0


def _list_keys(asked: argparse.Namespace) -> int:
    for key in read_keys(configured_with_data(asked).keys_file).keys:
        print(_line(key))
    return 0


def _line(key: OwnKey) -> str:
    return f"{key.key_id}  {key.created_at:%Y-%m-%dT%H:%M:%SZ}  {'signs' if key.secret_key else 'published'}"
