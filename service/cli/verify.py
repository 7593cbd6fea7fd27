"""`chronik verify`: check files without any service."""

from __future__ import annotations

import argparse
import codecs
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

from chronik.domain.engine.facts import BadFacts
from chronik.domain.engine.proof.verification import PROVES
from chronik.domain.log.receipts import NO_HEADS, BadReceipt, KnownHeads, read_receipts
from chronik.domain.log.signature import NO_KEYS, Keyring
from chronik.domain.log.verdict import Status, Verdict
from chronik.service.cli.command import Parser, Wrong, add_data_set, data_sets_of, say, to_sentence
from chronik.service.cli.progress import reporting_progress
from chronik.service.matches.catalogue import Catalogue
from chronik.service.running.input import read_input
from chronik.service.running.user_error import UserError
from chronik.service.signing.keys import BadKeys, read_keyring
from chronik.service.tournaments.proof_file import verify_file

UNCHECKED = 2
CODES = {
    Status.GOOD: 0,
    Status.ALTERED: 1,
    Status.DAMAGED: 1,
    Status.OTHER: 1,
    Status.UNVERIFIED: 1,
    Status.UNREADABLE: UNCHECKED,
    Status.UNKNOWN_FACTS: UNCHECKED,
    Status.UNPUBLISHED: 3,
}
"""The exit code of each verdict. For several files, the lowest code other than 0 counts."""
HEAD = re.compile(r"[0-9a-f]{64}")


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik verify`."""
    made.set_run(
        _verify,
        f"{PROVES} For a match it recomputes the hash chain, folds the log, decides every command again from the seed, "
        "and compares. For a tournament it decides every command and draws every round again, checks the origin of "
        "each match's secret, and recomputes the standings. "
        "Prints the head of each file, which covers everything before it, including times; for a tournament it is the "
        "digest of its log. Says whether a file is signed, and with which of the given keys (--keys). "
        "The verdict begins with the progress of the match or tournament, and names the first bad entry if it can. "
        "Exits with 0 if every file is good. Exits with 1 if a file was altered or damaged, differs from a known head, "
        "or is not signed with a given key. Otherwise exits with 2 if a file could not be checked, or with 3 if a "
        "tournament is over but its secret is not published.",
    )
    made.add_argument(
        "files", metavar="FILE", type=Path, nargs="+", help="a file of `chronik export`; - is the standard input"
    )
    made.add_argument(
        "--head", metavar="HEX", default="", help="a head that you know from another source; only with one FILE"
    )
    made.add_argument(
        "--receipt",
        metavar="FILE",
        type=Path,
        help="a file of heads that you saved while matches were played, as the match pages offer: "
        'one line {"match": …, "version": …, "head": …} for each',
    )
    made.add_argument(
        "--keys",
        metavar="FILE|URL",
        default="",
        help="the public keys that you trust: a file that you have saved, or the address of a service, which publishes "
        "them at /.well-known/chronik-keys.json. Keys are never taken from the files that are checked. A signature by "
        "a revoked key counts only if --receipt or --head covers the whole file. A saved file of keys lacks later "
        "revocations: fetch it again",
    )
    add_data_set(made)


def _verify(asked: argparse.Namespace) -> int:
    try:
        catalogue, known, keyring = Catalogue(data_sets_of(asked)), _read_known(asked), _read_keyring(asked.keys)
    except (UserError, BadFacts) as error:
        print(to_sentence(error), file=sys.stderr)
        return UNCHECKED
    shown = [verify_and_say(path, catalogue, known, keyring) for path in asked.files]
    if known == NO_HEADS and any(one.ok and one.seeded for one in shown):
        say(PROVES)
    return min((CODES[one.status] for one in shown if not one.ok), default=0)


def _read_known(asked: argparse.Namespace) -> KnownHeads:
    """Returns the heads that the caller knows; raises `Wrong`."""
    head = asked.head.lower()
    if head and not HEAD.fullmatch(head):
        raise Wrong("--head must have 64 hexadecimal digits.")
    if head and len(asked.files) > 1:
        raise Wrong("--head is for one file; use --receipt for several.")
    if asked.receipt is None:
        return KnownHeads(head=head)
    try:
        return KnownHeads(read_receipts(_read_text(asked.receipt)), head)
    except (OSError, BadReceipt) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise Wrong(f"The file {asked.receipt} cannot be read: {said}.") from error


def _read_keyring(named: str) -> Keyring:
    """Returns the keys that the caller trusts, from a file or an address; raises `Wrong`."""
    if not named:
        return NO_KEYS
    try:
        if urlsplit(named).scheme not in ("http", "https"):
            return read_keyring(_read_text(named))
        from chronik.service.cli.client import fetch_keys  # this takes 60 ms, so only a process that needs it does it

        return read_keyring(fetch_keys(named))
    except (OSError, BadKeys) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise Wrong(f"{named} cannot be used: {said}") from error


def _read_text(file: Path | str) -> bytes:
    """Returns the content of a text file without a byte order mark."""
    return read_input(file).removeprefix(codecs.BOM_UTF8)


def verify_and_say(
    path: Path, catalogue: Catalogue, known: KnownHeads = NO_HEADS, keyring: Keyring = NO_KEYS
) -> Verdict:
    """Verifies a file, and prints the verdict; the parts that no signature covers are listed last."""
    with reporting_progress("matches") as report_progress:
        shown = verify_file(path, catalogue, known, keyring, report_progress)
    where = f" (entry {shown.entry})" if shown.entry is not None else ""
    say(f"{path}: {shown.status.value}{where}: {shown.sentence}")
    if shown.head:
        say(f"  The head at entry {shown.entries} is {shown.head}.")
        if shown.signature is not None:
            say(f"  {shown.signature.sentence}")
    for note in shown.notes:
        say(f"  {note}")
    return shown
