"""Check files without any service."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from urllib.parse import urlsplit

from domain.engine.proof.receipts import NOTHING, BadReceipt, Known, read_receipts
from domain.engine.proof.signature import NO_KEYS, Keyring, Signature
from domain.engine.proof.verification import PROVES
from service.commands.client import fetch_keys
from service.commands.command import Parser, Wrong, add_data_set, data_sets_of, progress_bar
from service.matches.archives import verify_file
from service.matches.catalogue import Catalogue
from service.signing.keys import BadKeys, read_keyring
from service.tournaments.bundle_file import is_bundle, verify_bundle

HEAD = re.compile(r"[0-9a-f]{64}")


def understand(made: Parser) -> None:
    """What `chronik verify` understands."""
    made.runs(
        _verify,
        f"{PROVES} It hashes the chain again, folds the log, decides every command again from the seed, and compares. "
        "Of a tournament it decides every command again, draws every round again, checks what the secret of each match "
        "follows from, and counts the standings again. "
        "Prints the head of each file: that covers everything before it, times too, and of a tournament is the digest "
        "of its log. Says whether a file is signed, and with which of the keys that were given (--keys). "
        "Ends with 1 when anything was altered, is not what was noted, or is not signed with a given key, and names "
        "the first bad entry where one can be named.",
    )
    made.add_argument("files", metavar="FILE", type=Path, nargs="+", help="what `chronik export` has saved")
    made.add_argument("--head", metavar="HEX", default="", help="a head of the one FILE, known from elsewhere")
    made.add_argument(
        "--receipt",
        metavar="FILE",
        type=Path,
        help="heads that were kept while matches were played, as their pages hand them out: "
        'a line {"match": …, "version": …, "head": …} for each',
    )
    made.add_argument(
        "--keys",
        metavar="FILE|URL",
        default="",
        help="the public keys that you trust: a file that you have kept, or the address of a service, which publishes "
        "them at /.well-known/chronik-keys.json; none is ever taken from the files that are checked",
    )
    add_data_set(made)


def _verify(asked: argparse.Namespace) -> int:
    catalogue, known, keyring = Catalogue(data_sets_of(asked)), _known(asked), _keyring(asked.keys)
    good = [
        (verify_tournament if is_bundle(path) else _verify_match)(path, catalogue, known, keyring)
        for path in asked.files
    ]
    if known == NOTHING and any(good):
        print(PROVES)
    return 0 if all(good) else 1


def _known(asked: argparse.Namespace) -> Known:
    """What the caller knows from elsewhere; raises `Wrong`."""
    head = asked.head.lower()
    if head and not HEAD.fullmatch(head):
        raise Wrong("A head is 64 hexadecimal digits.")
    if head and len(asked.files) > 1:
        raise Wrong("A head is that of one file; for several there are receipts.")
    if asked.receipt is None:
        return Known(head=head)
    try:
        return Known(read_receipts(asked.receipt.read_bytes()), head)
    except (OSError, BadReceipt) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise Wrong(f"The file {asked.receipt} cannot be read: {said}.") from error


def _keyring(named: str) -> Keyring:
    """The keys that the caller trusts, from a file or an address; raises `Wrong`."""
    if not named:
        return NO_KEYS
    try:
        content = fetch_keys(named) if urlsplit(named).scheme in ("http", "https") else Path(named).read_bytes()
        return read_keyring(content)
    except (OSError, BadKeys) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise Wrong(f"{named} cannot be used: {said}") from error


def _verify_match(path: Path, catalogue: Catalogue, known: Known, keyring: Keyring) -> bool:
    """Whether an archive is good; says what was found."""
    shown = verify_file(path, catalogue, known, keyring)
    where = f" (entry {shown.entry})" if shown.entry is not None else ""
    print(f"{path}: {shown.status.value}{where}: {shown.sentence}")
    if shown.head:
        print(f"  The head at entry {shown.entries} is {shown.head}.")
        _tell_signature(shown.signature)
    return shown.ok


def _tell_signature(signature: Signature | None) -> None:
    if signature is not None:
        print(f"  {signature.sentence}")


def verify_tournament(path: Path, catalogue: Catalogue, known: Known = NOTHING, keyring: Keyring = NO_KEYS) -> bool:
    """Whether a bundle is good; says what was found."""
    with progress_bar() as bar:
        task = bar.add_task("matches", total=None)
        shown = verify_bundle(
            path, catalogue, lambda done, of: bar.update(task, completed=done, total=of), known, keyring
        )
    where = f" (entry {shown.entry})" if shown.entry is not None else ""
    print(f"{path}: {shown.status.value}{where}: {shown.sentence}")
    if shown.head:
        print(f"  The head at entry {shown.entries} is {shown.head}.")
        _tell_signature(shown.signature)
    for note in shown.notes:
        print(f"  {note}")
    return shown.ok
