"""Verification: a match as it was played passes, anything else is caught, and nothing crashes it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

import pytest
from msgspec.structs import replace

from domain.engine.game import Outcome
from domain.engine.match.chain import Keys
from domain.engine.match.seating import seeded
from domain.engine.proof import verification
from domain.engine.proof.archive import MAGIC, Archive, BadArchive, packed, unpack
from domain.engine.proof.outline import outline
from domain.engine.proof.verification import Check, Signature, Status, Verification, chain_head, verify, verify_log
from tests.support.engine.sittings import KATHARINA, LOADED, Loaded, Sitting

FUZZED = 10_000 if os.environ.get("CHRONIK_LONG") else 1_000
FUZZERS = 4

SITTINGS = [Sitting(1, 2).play(), Sitting(2, 3).play(undos=2), Sitting(3, 4).play(undos=1), Sitting(4, 2).play(undos=3)]
ARCHIVES = [unpack(sitting.archive()) for sitting in SITTINGS]
PLAIN = ARCHIVES[0]


def edited(archive: Archive, n: int, old: bytes, new: bytes, count: int = 1) -> Archive:
    """An archive with something else in the stored bytes of an entry."""
    stored = archive.entries[n - 1]
    assert old in stored
    return with_entries(archive, [*archive.entries[: n - 1], stored.replace(old, new, count), *archive.entries[n:]])


def with_entries(archive: Archive, entries: Sequence[bytes]) -> Archive:
    return replace(archive, manifest=replace(archive.manifest, n=len(entries)), entries=tuple(entries))


def forged(archive: Archive) -> Archive:
    """An archive whose forger has computed the whole chain anew."""
    keys = Keys.of(archive.manifest.match, bytes.fromhex(archive.manifest.secret))
    head = chain_head(outline(archive.entries), keys)
    return replace(archive, manifest=replace(archive.manifest, head=head.hex()))


def entry_with(archive: Archive, part: bytes, after: int = 0) -> int:
    """The version of the first entry with something in its stored bytes."""
    return next(n for n, stored in enumerate(archive.entries, 1) if n > after and part in stored)


def refused(archive: Archive) -> Verification:
    found = verify(unpack(packed(archive)), LOADED)
    assert found.status is Status.ALTERED
    assert found.sentence.endswith(".")
    return found


@pytest.mark.parametrize("archive", ARCHIVES)
def test_a_match_as_it_was_played_passes(archive: Archive) -> None:
    found = verify(archive, LOADED)
    assert found.sentence.startswith(f"All {archive.manifest.n} entries are whole, follow the rules and follow their")
    assert found.head == archive.manifest.head
    assert set(found.passed) == set(Check)
    assert (found.ok, found.entry, found.signature) == (True, None, Signature.NONE)


def test_the_sittings_hold_what_they_are_for() -> None:
    everything = b"".join(entry for archive in ARCHIVES for entry in archive.entries)
    for tag in (
        b"seat-left",
        b"undo-asked",
        b"undone",
        b"inspected",
        b"stock-shuffled",
        b"discard-shuffled",
        b"closed",
    ):
        assert b'"t":"%s"' % tag in everything


def test_a_match_that_grew_too_long_passes_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.engine.match.decide.MAX_ENTRIES", 60)
    sitting = Sitting(5, 2).play()
    archive = unpack(sitting.archive())
    assert (len(archive.entries) <= 60, archive.manifest.result) == (True, None)
    assert verify(archive, LOADED).ok


@pytest.mark.parametrize("sitting", SITTINGS)
def test_a_running_match_passes_at_any_version(sitting: Sitting) -> None:
    log = outline(sitting.stored)
    for versions in log.batches[::7]:
        stored = sitting.stored[: versions.stop]
        head = chain_head(outline(stored), sitting.keys)
        found = verify_log(sitting.match.id, stored, sitting.keys.secret, head, LOADED)
        assert found.ok, found
        assert not verify_log(sitting.match.id, stored, sitting.keys.secret, bytes(32), LOADED).ok


def test_a_thousand_entries_take_less_than_a_tenth_of_a_second() -> None:
    seconds: list[float] = []
    for _ in range(5):
        began = time.process_time()
        for archive in ARCHIVES:
            verify(archive, LOADED)
        seconds.append(time.process_time() - began)
    assert min(seconds) / sum(len(archive.entries) for archive in ARCHIVES) * 1000 < 0.1


# What only the chain tells.


def at_changed(archive: Archive) -> Archive:
    n = entry_with(archive, b'"committed"', after=20)
    while b'"cmd":' in archive.entries[n] or archive.entries[n].count(b'"at":') != 1:
        n += 1
    batch = next(versions for versions in outline(archive.entries).batches if n - 1 in versions)
    (at,) = re.findall(rb'"at":(\d+)', archive.entries[n - 1])
    for index in batch:
        archive = edited(archive, index + 1, b'"at":' + at, b'"at":%d' % (int(at) + 1))
    return archive


def test_a_changed_time_is_told_by_the_chain_alone() -> None:
    found = refused(at_changed(PLAIN))
    assert found.sentence.startswith("Only the chain tells")
    assert found.entry is None
    assert set(Check) - set(found.passed) == {Check.CHAIN, Check.RESULT}


def test_a_verifier_without_the_chain_accepts_a_changed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    head = bytes.fromhex(PLAIN.manifest.head)
    monkeypatch.setattr(verification, "chain_head", lambda log, keys: head)
    assert verify(at_changed(PLAIN), LOADED).ok


def test_a_changed_head_is_told_by_the_chain_alone() -> None:
    found = refused(replace(PLAIN, manifest=replace(PLAIN.manifest, head="0" * 64)))
    assert found.sentence.startswith("Only the chain tells")


# What a forger who computes the chain anew cannot do.


@pytest.mark.parametrize("forge", [lambda archive: archive, forged])
@pytest.mark.parametrize("archive", ARCHIVES)
def test_changed_cards_are_named(archive: Archive, forge: Callable[[Archive], Archive]) -> None:
    for tag in (
        b'"stock-shuffled"',
        b'"cards-drawn"',
        b'"displays-shown"',
        b'"cards-revealed"',
        b'"drawn"',
        b'"orders":',
    ):
        n = entry_with(archive, tag)
        cards = re.findall(rb'"[OP]\d+"', archive.entries[n - 1])
        other = re.findall(rb'"%c\d+"' % cards[0][1], b"".join(archive.entries))
        card = next(card for card in other if card not in cards[:1])
        found = refused(forge(edited(archive, n, cards[0], card)))
        assert found.entry == n
        assert f"Entry {n} is not what the command of entry" in found.sentence
        assert (Check.CHAIN in found.passed) == (forge is forged)


def test_a_changed_command_is_named() -> None:
    n = entry_with(PLAIN, b'"cmd":{"t":"play-cards"')
    found = refused(forged(edited(PLAIN, n, b'"slot":', b'"slot":1')))
    assert found.entry == n
    found = refused(forged(edited(PLAIN, n, b'"t":"play-cards"', b'"t":"play-card"')))
    assert (found.entry, found.sentence) == (n, f"The command of entry {n} cannot be read.")


def test_a_changed_seat_or_an_absent_one_is_named() -> None:
    n = entry_with(PLAIN, b'"cmd":{"t":"play-cards"')
    for seat in (b'"seat":7,"', b'"seat":-1,"', b'"'):
        stored = re.sub(rb'"seat":\d,"', seat, PLAIN.entries[n - 1], count=1)
        found = refused(with_entries(PLAIN, [*PLAIN.entries[: n - 1], stored, *PLAIN.entries[n:]]))
        assert found.entry == n


def test_a_match_for_a_thousand_million_seats_takes_no_memory() -> None:
    found = refused(replace(edited(PLAIN, 1, b'"seats":2', b'"seats":1000000000')))
    assert found.entry == 1
    header = replace(PLAIN.manifest.header, seats=10**9)
    huge = replace(
        edited(PLAIN, 1, b'"seats":2', b'"seats":1000000000'), manifest=replace(PLAIN.manifest, header=header)
    )
    found = refused(forged(huge))
    assert (found.entry, found.sentence) == (1, "Entry 1 is not what the command of entry 1 brings.")


# Secrets, manifests, framing.


def test_a_changed_secret_is_caught_by_the_commitment() -> None:
    other = "7" * 64
    manifest = replace(PLAIN.manifest, secret=other)
    assert "publish different secrets" in refused(replace(PLAIN, manifest=manifest)).sentence
    last = len(PLAIN.entries)
    both = replace(edited(PLAIN, last, PLAIN.manifest.secret.encode(), other.encode()), manifest=manifest)
    assert refused(forged(both)).sentence == "The secret is not the one that entry 1 committed to."
    found = verify_log(PLAIN.manifest.match, both.entries, bytes.fromhex(PLAIN.manifest.secret), bytes(32), LOADED)
    assert (found.entry, found.sentence) == (last, "The last entry publishes another secret.")


def test_the_manifest_must_agree_with_the_log() -> None:
    manifest = PLAIN.manifest
    result = manifest.result
    assert result is not None
    for changed, sentence in (
        (
            replace(manifest, result=Outcome((result.points[0] + 1, *result.points[1:]), result.places)),
            "another result",
        ),
        (replace(manifest, result=None), "another result"),
        (replace(manifest, closed_at_ms=manifest.closed_at_ms + 1), "different times"),
        (replace(manifest, header=replace(manifest.header, opener="x")), "open the match differently"),
        (replace(manifest, match="0" * 32), "committed to"),
    ):
        assert sentence in refused(replace(PLAIN, manifest=changed)).sentence


@pytest.mark.parametrize("archive", ARCHIVES[:2])
def test_framing_is_held(archive: Archive) -> None:
    entries = archive.entries
    assert refused(with_entries(archive, entries[1:])).entry == 1
    assert "cut short" in refused(with_entries(archive, entries[:-1])).sentence
    found = refused(with_entries(archive, [*entries[:30], *entries[31:]]))
    assert (found.entry, found.sentence) == (31, "Where entry 31 should stand, there is one with the number 32.")
    again = entries[-1].replace(b'"n":%d' % len(entries), b'"n":%d' % (len(entries) + 1))
    assert refused(with_entries(archive, [*entries, again])).entry == len(entries) + 1
    start = next(batch for batch in outline(entries).batches if len(batch) > 2 and batch.start > 20).start
    found = refused(edited(archive, start + 2, b'"cause":%d' % start, b'"cause":%d' % (start + 1)))
    assert found.entry == start + 2
    assert "its cause" in found.sentence


def test_an_entry_missing_at_the_end_of_a_running_log_is_named() -> None:
    sitting = Sitting(9, 2).play(upto=2)
    found = verify_log(sitting.match.id, sitting.stored[:-1], sitting.keys.secret, sitting.head, LOADED)
    assert found.entry == len(sitting.stored)
    assert "is missing" in found.sentence
    assert not verify_log(sitting.match.id, (), sitting.keys.secret, sitting.head, LOADED).ok


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"n":', b'{ "n":'),
        (b'"seat":', b'"by":"seat","seat":'),
        (b'"e":{', b'"e":{"more":1,'),
        (b'"slot":', b'"slot":-'),
        (b'"at":', b'"at":1.'),
        (b'"at":', b'"at":9999999'),
        (b'"committed"', b'"committed","t":"committed"'),
        (b'"cmd":{', b'"cmd":{ '),
        (b'"cmd":{', b'"cmd":{"more":1,'),
        (b'"slot":', b'"slot":NaN,"slot":'),
    ],
)
def test_entries_that_are_not_canonical_are_named(old: bytes, new: bytes) -> None:
    n = entry_with(PLAIN, b'"cmd":{"t":"play-cards"')
    assert refused(edited(PLAIN, n, old, new)).entry == n


# What cannot be told.


def test_a_game_that_is_not_loaded_is_said() -> None:
    found = verify(PLAIN, Loaded(()))
    assert found.status is Status.UNKNOWN_FACTS
    assert not found.ok
    assert "can be read, but not decided again" in found.sentence
    assert KATHARINA.facts in found.sentence
    assert set(found.passed) == {Check.ENTRIES, Check.MANIFEST, Check.SECRET, Check.CHAIN}
    assert verify(at_changed(PLAIN), Loaded(())).status is Status.ALTERED


def test_a_signature_of_an_unknown_key_is_no_error() -> None:
    signed = replace(PLAIN, manifest=replace(PLAIN.manifest, key_id="0123456789abcdef"), signature=b"s" * 64)
    found = verify(unpack(packed(signed)), LOADED)
    assert (found.ok, found.signature) == (True, Signature.UNVERIFIED)


# Ten thousand edits.


def flipped(random: Random, stored: bytes) -> bytes:
    at = random.randrange(len(stored))
    return stored[:at] + bytes((stored[at] ^ 1 << random.randrange(8),)) + stored[at + 1 :]


def renumbered(entries: Sequence[bytes], first: int, by: int) -> list[bytes]:
    """The entries, those after a version with their numbers and causes moved: the careful forger's drop or insert."""

    def moved(found: re.Match[bytes]) -> bytes:
        number = int(found[2])
        return found[1] + b"%d" % (number + by if number >= first else number)

    tail = (re.sub(rb'("n":|"cause":)(\d+)', moved, stored, count=2) for stored in entries[first - 1 :])
    return [*entries[: first - 1], *tail]


def edit_entries(random: Random, archive: Archive) -> Archive:  # noqa: C901  one case per edit
    entries, other = list(archive.entries), random.choice(ARCHIVES).entries
    i, j = random.randrange(len(entries)), random.randrange(len(entries))
    match random.randrange(11):
        case 0:
            entries[i] = flipped(random, entries[i])
        case 1:
            del entries[i]
        case 2:
            entries[i], entries[j] = entries[j], entries[i]
        case 3:
            entries.insert(j, entries[i])
        case 4:
            del entries[i:]
        case 5:
            entries[i] = other[min(i, len(other) - 1)]
        case 6:
            entries[i:] = other[i:]
        case 7:
            del entries[i]
            entries = renumbered(entries, i + 1, -1)
        case 8:
            entries.insert(i, entries[i])
            entries = renumbered(entries, i + 2, 1)
        case 9:
            numbers = list(re.finditer(rb"\d+", entries[i]))
            found = random.choice(numbers)
            digits = b"%d" % max(0, int(found[0]) + random.choice((-1, 1, 10)))
            entries[i] = entries[i][: found.start()] + digits.zfill(len(found[0])) + entries[i][found.end() :]
        case _:
            words = sorted(set(re.findall(rb'"[^"]*"', b"".join(entries[:40] + entries[i : i + 1]))))
            old = random.choice(re.findall(rb'"[^"]*"', entries[i]))
            entries[i] = entries[i].replace(old, random.choice(words))
    return with_entries(archive, entries)


def edit_manifest(random: Random, archive: Archive) -> Archive:
    manifest, other = archive.manifest, random.choice(ARCHIVES).manifest
    field = random.choice(("match", "header", "head", "closed_at_ms", "secret", "result"))
    return replace(archive, manifest=replace(manifest, **{field: getattr(other, field)}))


def edit_file(random: Random, file: bytes) -> bytes:
    body, i = file[50:], random.randrange(len(file))
    match random.randrange(4):
        case 0:
            return flipped(random, file)
        case 1:
            return file[:i]
        case 2:
            return file[:i] + random.randbytes(random.randrange(1, 9)) + file[i:]
        case _:
            body = flipped(random, body)
            return MAGIC + sha256(body).digest() + body


@pytest.mark.parametrize("fuzzer", range(FUZZERS))
def test_no_edit_is_accepted_and_none_crashes(fuzzer: int) -> None:
    random = Random(fuzzer)
    caught = 0
    for _ in range(FUZZED // FUZZERS):
        archive = random.choice(ARCHIVES)
        match random.randrange(5):
            case 0:
                file = edit_file(random, packed(archive))
            case 1:
                file = packed(edit_manifest(random, archive))
            case _:
                file = packed(edit_entries(random, archive))
        try:
            read = unpack(file)
        except BadArchive:
            caught += 1
            continue
        found = verify(read, LOADED)
        assert found.ok == (read == archive), (fuzzer, found)
        caught += not found.ok
    assert caught > 0.8 * FUZZED / FUZZERS  # the rest has changed nothing


@pytest.mark.parametrize("archive", ARCHIVES)
def test_a_forger_changes_no_event(archive: Archive) -> None:
    """Any change within an event is caught, though the whole chain is computed anew."""
    random = Random(archive.manifest.match)
    for _ in range(FUZZED // 50):
        n = random.randrange(1, len(archive.entries) + 1)
        before, mark, event = archive.entries[n - 1].partition(b'"e":')
        found = random.choice(list(re.finditer(rb'\d+|"[a-zP][^"]*"(?!:)', event)))
        others = re.findall(rb'\d+|"[a-zP][^"]*"(?!:)', random.choice(archive.entries))
        stored = before + mark + event[: found.start()] + random.choice(others) + event[found.end() :]
        if stored == archive.entries[n - 1]:
            continue
        try:
            forgery = forged(with_entries(archive, [*archive.entries[: n - 1], stored, *archive.entries[n:]]))
        except Exception:
            continue  # not even an outline
        assert not verify(forgery, LOADED).ok, (n, stored)


def test_the_seed_needs_what_the_seats_added() -> None:
    sitting = SITTINGS[1]
    assert seeded(sitting.match.chairs, sitting.keys).seed != sitting.keys.seeded(()).seed
    n = entry_with(ARCHIVES[1], b'"entropy":')
    (entropy,) = set(re.findall(rb'"entropy":"(\w+)"', ARCHIVES[1].entries[n - 1]))
    found = refused(forged(edited(ARCHIVES[1], n, entropy, entropy[::-1], count=2)))
    assert found.entry is not None
    assert found.entry > n
