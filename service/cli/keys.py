"""`chronik admin keys`: create, list and revoke signing keys, and sign stored archives again."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from chronik.domain.log.signature import Signer
from chronik.service.cli.command import Commands, Wrong, add_command, add_data, read_settings_with_data, to_sentence
from chronik.service.cli.databases import expect_database
from chronik.service.cli.progress import progress_bar
from chronik.service.cold.archive_rows import find_archives_to_sign
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import ColdStorage
from chronik.service.log.retry import retry_until_available
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.signing_again import sign_again
from chronik.service.running.clock import milliseconds, rfc3339
from chronik.service.running.interrupt import run_async
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import OwnKey, load_keys, read_keys, write_keys
from chronik.service.sql.database import open_records


def add_keys(duties: Commands) -> None:
    """Adds the verbs of `chronik admin keys`."""
    made = add_command(
        duties,
        "keys",
        _list_keys,
        "create, list and revoke the keys that sign archives and tournaments, and sign stored archives again",
        "The keys are in the file that CHRONIK_KEYS names, or else in keys.json in the data directory.",
    )
    made.set_defaults(data=None)  # --data belongs after the verb, where it overrides this
    verbs = made.add_commands("verbs", "VERB")
    create = add_command(
        verbs,
        "create",
        _create_key,
        "create a key, which signs from now on",
        "Prints the name of the key and its file. Earlier keys stay published, but their secrets are deleted. Running "
        "services sign with the new key after a restart. Store a copy of the file where only you can read it.",
    )
    add_data(create)
    listing = add_command(
        verbs,
        "list",
        _list_keys,
        "list the keys, from the oldest to the newest",
        "Shows no secrets. The last key signs, unless it is revoked.",
    )
    add_data(listing)
    revoking = add_command(
        verbs,
        "revoke",
        _revoke_key,
        "mark a key as revoked, because another party may have its secret",
        "Nothing that it signed counts as signed any more, whatever the date. Its secret is deleted here. Then create "
        "a new key (`create`), restart the running services, and sign the stored archives again (`sign`).",
    )
    revoking.add_argument("key", metavar="KEY", help="the name of the key, as `list` shows it")
    add_data(revoking)
    signing = add_command(
        verbs,
        "sign",
        _sign_archives,
        "sign the stored archives again, with the key that signs now",
        "Replaces every archive in cold storage that is unsigned or signed with another key. The match and its head do "
        "not change. The service may keep running, but restart it with the new key first. If this is interrupted, the "
        "same command continues with the remaining archives. Exits with 1 if an archive cannot be signed, and says "
        "why. Tournaments need nothing: their files are signed when they are downloaded.",
    )
    add_data(signing)


def _create_key(asked: argparse.Namespace) -> int:
    path = read_settings_with_data(asked).keys_file
    keys = read_keys(path).with_new_key(rfc3339(milliseconds()))
    write_keys(path, keys)
    print(f"key {keys.keys[-1].key_id}")
    print(f"file {path}")
    return 0


def _list_keys(asked: argparse.Namespace) -> int:
    for key in read_keys(read_settings_with_data(asked).keys_file).keys:
        print(_line(key))
    return 0


def _line(key: OwnKey) -> str:
    use = "revoked" if key.revoked_at is not None else "signs" if key.secret_key else "published"
    return f"{key.key_id}  {key.created_at:%Y-%m-%dT%H:%M:%SZ}  {use}"


def _revoke_key(asked: argparse.Namespace) -> int:
    path = read_settings_with_data(asked).keys_file
    keys = read_keys(path).with_revoked_key(asked.key, rfc3339(milliseconds()))
    write_keys(path, keys)
    print(f"revoked {asked.key}")
    print(f"file {path}")
    if not keys.signer.key_id:
        print("No key signs now; `chronik admin keys create` creates one.", file=sys.stderr)
    return 0


def _sign_archives(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    signer = load_keys(settings).signer
    if not signer.key_id:
        raise Wrong("There is no key to sign with; `chronik admin keys create` creates one.")
    expect_database(settings)
    return run_async(_sign_again(settings, signer))


async def _sign_again(settings: Settings, signer: Signer) -> int:
    signed = failed = 0
    catalogue = Catalogue(settings.data_sets)
    async with open_records(settings.database_url) as records:
        cold = ColdStorage(records, Objects(settings.archives))
        waiting = await find_archives_to_sign(records, signer.key_id)
        with progress_bar() as bar:
            for one in bar.track(waiting, description="archives"):
                problem = await retry_until_available(partial(sign_again, cold, catalogue, signer, one))
                signed, failed = signed + (not problem), failed + bool(problem)
                if problem:
                    print(f"{one.match}: {to_sentence(problem)}")
    print(f"{signed} archives signed by {signer.key_id}" + (f", {failed} not signed" if failed else ""))
    return 1 if failed else 0
