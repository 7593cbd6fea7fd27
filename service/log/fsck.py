"""The check of one match's stored form: what an append leaves behind, and nothing else."""

from collections.abc import Iterator

from service.log.keys import entry, keys, known
from service.log.outcomes import Refused
from service.log.wire import Reply, Wire


async def fsck(wire: Wire, match: str) -> tuple[str, ...]:
    """What is wrong, in words; empty when nothing is."""
    at = keys(match)
    try:
        (exists,) = await wire.read(("EXISTS", at.log))
        if not exists:
            return ("there is no log",)
        facts, rows, head, table, secret = await wire.snapshot(
            ("XINFO", "STREAM", at.log),
            ("XRANGE", at.log, "-", "+"),
            ("GET", at.head),
            ("HGETALL", at.keys),
            ("GET", at.secret),
        )
    except Refused as error:
        return (f"a key holds something else ({error})",)
    return tuple(
        [
            *_counts(dict(zip(facts[::2], facts[1::2], strict=True)), len(rows)),
            *_versions(rows),
            *_table(table[1::2], len(rows)),
        ]
        + ([] if head is not None and len(head) == 32 else ["the head is missing"])
        + ([] if secret is not None else ["the secret is missing"])
    )


def _counts(facts: dict[bytes, Reply], length: int) -> Iterator[str]:
    last, added = bytes(facts[b"last-generated-id"]).decode(), facts[b"entries-added"]
    if last != f"{length}-0":
        yield f"there are {length} entries, but the last id ever used is {last}"
    if added != length:
        yield f"there are {length} entries, but {added} were added"


def _versions(rows: list[Reply]) -> Iterator[str]:
    for version, row in enumerate(rows, 1):
        try:
            entry(row, version)
        except ValueError as error:
            yield str(error)
            return


def _table(rows: list[bytes], length: int) -> Iterator[str]:
    """Every batch has a key, so the rows cover the versions without a gap."""
    try:
        batches = sorted((row.first, row.last) for row in map(known, rows))
    except ValueError as error:
        yield str(error)
        return
    covered = 0
    for first, last in batches:
        if first != covered + 1 or last < first:
            yield f"the key table goes from version {covered} to the batch {first} to {last}"
            return
        covered = last
    if covered != length:
        yield f"the key table ends at version {covered}, the log at {length}"
