"""Verification: a match as it was played passes, anything else is caught, and nothing crashes it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import Game, Outcome
from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from chronik.domain.engine.proof import verification
from chronik.domain.engine.proof.archive import MAGIC, Archive, BadArchive, pack, unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_head, verify, verify_log
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import MAX_PART
from chronik.domain.log.signature import Signature, Signed
from chronik.domain.log.verdict import Altered, Check, Status, Verdict
from tests.every_game.playout import NO_OPTIONS, Table
from tests.golden import record as golden
from tests.support.cases import for_each
from tests.support.engine import edits
from tests.support.engine.edits import events_of, firsts, joined, parts, place, with_batches
from tests.support.engine.sittings import KATHARINA, LOADED, Loaded, Sitting
from tests.support.engine.timed import Timed

FUZZED = 10_000 if os.environ.get("CHRONIK_LONG") else 300
FUZZERS = 4

SITTINGS = [Sitting(1, 2).play(), Sitting(2, 3).play(undos=2), Sitting(3, 4).play(undos=1), Sitting(4, 2).play(undos=3)]
ARCHIVES = [unpack(sitting.archive()) for sitting in SITTINGS]
PLAIN = ARCHIVES[0]


def edited(archive: Archive, n: int, old: bytes, new: bytes, count: int = 1) -> Archive:
    """Returns an archive with `old` replaced by `new` in the stored bytes of an entry."""
    return with_batches(archive, edits.edited(archive.batches, n, old, new, count))


def forged(archive: Archive) -> Archive:
    """Returns an archive whose forger has recomputed the whole chain."""
    keys = Keys.of(archive.manifest.match, bytes.fromhex(archive.manifest.secret))
    head = chain_head(outline(archive.batches), keys)
    return replace(archive, manifest=replace(archive.manifest, head=head.hex()))


def changed(archive: Archive, tag: str, change: Callable[[dict[str, Any]], Any]) -> tuple[int, Archive]:
    """Changes the first event of a kind; returns its version and an archive with a chain that fits."""
    begin = b'{"t":"%s"' % tag.encode()
    number = next(n for n, event in enumerate(events_of(archive.batches), 1) if event.startswith(begin))
    index, at = place(archive.batches, number)
    before, stored = parts(archive.batches[index])
    stored[at] = msgspec.json.encode(change(msgspec.json.decode(stored[at])))
    log = [*archive.batches[:index], joined(before, stored), *archive.batches[index + 1 :]]
    return number, forged(replace(archive, batches=tuple(log)))


def entry_with(archive: Archive, part: bytes, after: int = 0) -> int:
    """Returns the version of the first entry whose event contains some bytes."""
    return next(n for n, event in enumerate(events_of(archive.batches), 1) if n > after and part in event)


def commanded(archive: Archive, part: bytes) -> int:
    """Returns the version of the first entry whose batch contains some bytes in its command."""
    before = [parts(stored)[0] for stored in archive.batches]
    return next(n for n, told in zip(firsts(archive.batches), before, strict=True) if part in told)


def refused(archive: Archive) -> Verdict:
    found = verify(unpack(pack(archive)), LOADED)
    assert found.status is Status.ALTERED
    assert found.sentence.endswith(".")
    return found


@for_each("archive", ARCHIVES)
def test_an_unaltered_match_passes(archive: Archive) -> None:
    found = verify(archive, LOADED)
    told = f"Played to its end. All {archive.manifest.n} entries are whole, follow the rules and follow their seed,"
    assert found.sentence.startswith(told)
    assert found.head == archive.manifest.head
    assert set(found.passed) == set(Check)
    assert (found.ok, found.entry, found.signature) == (True, None, Signature(Signed.UNSIGNED))


def test_the_sample_matches_contain_every_kind_of_event_that_the_tests_edit() -> None:
    everything = b"".join(stored for archive in ARCHIVES for stored in archive.batches)
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


def test_a_match_that_was_closed_as_too_long_passes_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.domain.engine.match.decide.MAX_ENTRIES", 60)
    sitting = Sitting(5, 2).play()
    archive = unpack(sitting.archive())
    assert (archive.manifest.n <= 60, archive.manifest.result) == (True, None)
    found = verify(archive, LOADED)
    assert found.ok
    assert found.sentence.startswith(f"Ended without a result: its log was full. All {archive.manifest.n} entries are")


def test_the_verdict_on_a_match_without_a_seed_does_not_claim_to_check_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no seed until all seats are taken, and a log can be full before that."""
    monkeypatch.setattr("chronik.domain.engine.match.decide.MAX_ENTRIES", 4)
    table = Table(KATHARINA, "ab" * 16, bytes(32))
    table.do(OpenMatch((SeatHolder("a" * 32), SeatHolder(), SeatHolder()), NO_OPTIONS))
    while table.match.closed is None:
        table.do(LeaveSeat(1) if table.match.chairs[1].taken else TakeSeat(1, "b" * 32))
    found = verify_log(table.match.id, table.stored, table.keys.secret, table.head, LOADED)
    assert (found.ok, found.seeded) == (True, False)
    assert "seed" not in found.sentence.removesuffix(" There is no seed: not every seat was taken.")


@pytest.mark.parametrize(
    ("played", "told"),
    [
        (golden.forfeited, "Forfeited: all seats but one were out."),
        (golden.ruled, "Ended by a referee's ruling."),
        (golden.called_off, "Called off without a result."),
    ],
)
def test_the_verdict_on_a_match_begins_with_how_it_ended(played: Callable[[Game], Timed], told: str) -> None:
    table = played(KATHARINA)
    assert verify(unpack(table.archive()), LOADED).sentence.startswith(f"{told} All {table.log[-1].n} entries are")
    log = table.stored[:3]
    running = verify_log(table.match.id, log, table.keys.secret, chain_head(outline(log), table.keys), LOADED)
    assert running.sentence.startswith("Still open. All ")


@for_each("sitting", SITTINGS)
def test_a_running_match_passes_verification_at_any_version(sitting: Sitting) -> None:
    for count in range(1, len(sitting.stored) + 1, 7):
        stored = sitting.stored[:count]
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
    assert min(seconds) / sum(archive.manifest.n for archive in ARCHIVES) * 1000 < 0.1


# What only the chain shows.


def at_changed(archive: Archive) -> Archive:
    n = entry_with(archive, b'"committed"', after=20)
    (at,) = re.findall(rb'"at":(\d+)', parts(archive.batches[place(archive.batches, n)[0]])[0])
    return edited(archive, n, b'"at":' + at, b'"at":%d' % (int(at) + 1))


def test_only_the_chain_reveals_a_changed_time() -> None:
    found = refused(at_changed(PLAIN))
    assert found.sentence.startswith("Only the chain shows")
    assert found.entry is None
    assert set(Check) - set(found.passed) == {Check.CHAIN, Check.RESULT}


def test_control_without_the_chain_a_changed_time_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    head = bytes.fromhex(PLAIN.manifest.head)
    monkeypatch.setattr(verification, "chain_head", lambda log, keys: head)
    assert verify(at_changed(PLAIN), LOADED).ok


def test_only_the_chain_reveals_a_changed_head() -> None:
    found = refused(replace(PLAIN, manifest=replace(PLAIN.manifest, head="0" * 64)))
    assert found.sentence.startswith("Only the chain shows")


# What a forger cannot do, even with a recomputed chain.


@for_each("forge", [lambda archive: archive, forged])
@for_each("archive", ARCHIVES)
def test_the_entry_with_a_changed_card_is_named(archive: Archive, forge: Callable[[Archive], Archive]) -> None:
    for tag in (
        b'"stock-shuffled"',
        b'"cards-drawn"',
        b'"displays-shown"',
        b'"cards-revealed"',
        b'"drawn"',
        b'"orders":',
    ):
        n = entry_with(archive, tag)
        events = events_of(archive.batches)
        cards = re.findall(rb'"[OP]\d+"', events[n - 1])
        other = re.findall(rb'"%c\d+"' % cards[0][1], b"".join(events))
        card = next(card for card in other if card not in cards[:1])
        found = refused(forge(edited(archive, n, cards[0], card)))
        assert found.entry == n
        assert found.sentence.startswith(f"Entry {n} (")
        assert "does not follow from the command of entry" in found.sentence
        assert (Check.CHAIN in found.passed) == (forge is forged)


def test_the_entry_with_a_changed_command_is_named() -> None:
    n = commanded(PLAIN, b'"cmd":{"t":"play-cards"')
    found = refused(forged(edited(PLAIN, n, b'"slot":', b'"slot":1')))
    assert found.entry == n
    found = refused(forged(edited(PLAIN, n, b'"t":"play-cards"', b'"t":"play-card"')))
    assert (found.entry, found.sentence) == (n, f"The command of entry {n} cannot be read.")


def test_the_entry_with_a_changed_or_missing_seat_is_named() -> None:
    n = commanded(PLAIN, b'"cmd":{"t":"play-cards"')
    (asked,) = re.findall(rb'"seat":\d,', parts(PLAIN.batches[place(PLAIN.batches, n)[0]])[0])
    for seat in (b'"seat":7,', b'"seat":-1,', b""):
        assert refused(edited(PLAIN, n, asked, seat)).entry == n


def test_a_match_with_a_billion_seats_is_refused_without_using_much_memory() -> None:
    found = refused(replace(edited(PLAIN, 1, b'"seats":2', b'"seats":1000000000')))
    assert found.entry == 1
    header = replace(PLAIN.manifest.header, seats=10**9)
    huge = replace(
        edited(PLAIN, 1, b'"seats":2', b'"seats":1000000000'), manifest=replace(PLAIN.manifest, header=header)
    )
    found = refused(forged(huge))
    assert (found.entry, found.sentence) == (1, "Entry 1 (opened) does not follow from the command of entry 1.")


# Secrets, manifests, framing.


def test_the_commitment_reveals_a_changed_secret() -> None:
    other = "7" * 64
    manifest = replace(PLAIN.manifest, secret=other)
    assert "publish different secrets" in refused(replace(PLAIN, manifest=manifest)).sentence
    last = PLAIN.manifest.n
    both = replace(edited(PLAIN, last, PLAIN.manifest.secret.encode(), other.encode()), manifest=manifest)
    assert refused(forged(both)).sentence == "The secret is not the one that entry 1 committed to."
    found = verify_log(PLAIN.manifest.match, both.batches, bytes.fromhex(PLAIN.manifest.secret), bytes(32), LOADED)
    assert (found.entry, found.sentence) == (last, "The last entry publishes another secret.")


def test_the_manifest_must_agree_with_the_log() -> None:
    manifest = PLAIN.manifest
    result = manifest.result
    assert result is not None
    for changed, sentence in (
        (
            replace(manifest, result=Outcome((result.points[0] + 1, *result.points[1:]), result.places)),
            "The result in the manifest",
        ),
        (replace(manifest, result=None), "The result in the manifest"),
        (replace(manifest, closed_at_ms=manifest.closed_at_ms + 1), "different times"),
        (replace(manifest, header=replace(manifest.header, opener="x")), "open the match differently"),
        (replace(manifest, match="0" * 32), "committed to"),
    ):
        assert sentence in refused(replace(PLAIN, manifest=changed)).sentence


@pytest.mark.parametrize("archive", ARCHIVES[:2])
def test_missing_repeated_or_extra_batches_are_found(archive: Archive) -> None:
    log, n = archive.batches, archive.manifest.n
    assert refused(with_batches(archive, log[1:])).entry == 1
    assert "cut short" in refused(with_batches(archive, log[:-1])).sentence
    assert refused(with_batches(archive, [*log[:9], *log[10:]])).entry is not None
    assert refused(with_batches(archive, [*log, log[-1]])).entry == n + 1
    assert refused(with_batches(archive, [log[0], log[0], *log[1:]])).entry == firsts(log)[1]
    wrong = replace(archive, manifest=replace(archive.manifest, n=n - 1))
    assert refused(wrong).sentence == f"The manifest counts {n - 1:,} entries, but there are {n:,}."
    assert refused(replace(archive, batches=())).sentence == "A log has at least one entry."


@pytest.mark.parametrize("archive", ARCHIVES[:2])
def test_an_entry_with_a_missing_or_extra_event_is_named(archive: Archive) -> None:
    index = next(index for index, stored in enumerate(archive.batches) if index > 5 and len(parts(stored)[1]) > 2)
    first, (before, events) = firsts(archive.batches)[index], parts(archive.batches[index])

    def with_events(changed: Sequence[bytes]) -> Archive:
        log = [*archive.batches[:index], joined(before, changed), *archive.batches[index + 1 :]]
        return forged(with_batches(archive, log))

    missing = refused(with_events(events[:-1]))
    assert (missing.entry, "is missing" in missing.sentence) == (first + len(events) - 1, True)
    assert refused(with_events([*events, events[-1]])).entry == first + len(events)
    assert refused(with_events([events[1], events[0], *events[2:]])).entry in (first, first + 1)
    with pytest.raises(Altered, match=f"Entry {first} cannot be read"):
        with_events([])


def test_a_missing_entry_at_the_end_of_a_running_log_is_named() -> None:
    sitting = Sitting(9, 2).play(upto=2)
    before, events = parts(sitting.stored[-1])
    stored = [*sitting.stored[:-1], joined(before, events[:-1])]
    found = verify_log(sitting.match.id, stored, sitting.keys.secret, sitting.head, LOADED)
    assert found.entry == sitting.match.version
    assert "is missing" in found.sentence
    assert not verify_log(sitting.match.id, (), sitting.keys.secret, sitting.head, LOADED).ok


def test_an_entry_that_is_too_long_is_named() -> None:
    text = b"x" * MAX_PART
    n = commanded(PLAIN, b'"cmd":{"t":"play-cards"')
    for where in (b'"t":"play-cards"', b'"t":"committed"'):
        found = refused(edited(PLAIN, n, where, where + b',"more":"%b"' % text))
        assert (found.entry, found.sentence) == (n, f"Entry {n} is longer than 16 KiB.")


@for_each(
    ("old", "new"),
    [
        (b'{"at":', b'{ "at":'),
        (b'"cmd":', b'"by":"seat","cmd":'),
        (b'"t":"committed"', b'"t":"committed","more":1'),
        (b'"e":[', b'"e":[ '),
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
    n = commanded(PLAIN, b'"cmd":{"t":"play-cards"')
    assert refused(edited(PLAIN, n, old, new)).entry == n


# What cannot be checked.


def test_if_a_game_is_not_loaded_the_verdict_says_so() -> None:
    found = verify(PLAIN, Loaded(()))
    assert found.status is Status.UNKNOWN_FACTS
    assert not found.ok
    assert "can be read, but not decided again" in found.sentence
    assert KATHARINA.facts in found.sentence
    assert set(found.passed) == {Check.ENTRIES, Check.MANIFEST, Check.SECRET, Check.CHAIN}
    assert verify(at_changed(PLAIN), Loaded(())).status is Status.ALTERED


def test_a_signature_with_an_unknown_key_is_not_an_error() -> None:
    signed = replace(PLAIN, manifest=replace(PLAIN.manifest, key_id="0123456789abcdef"), signature=b"s" * 64)
    found = verify(unpack(pack(signed)), LOADED)
    assert (found.ok, found.signature) == (True, Signature(Signed.UNKNOWN, "0123456789abcdef"))


# Ten thousand edits.


def flipped(random: Random, stored: bytes) -> bytes:
    at = random.randrange(len(stored))
    return stored[:at] + bytes((stored[at] ^ 1 << random.randrange(8),)) + stored[at + 1 :]


def edit_batches(random: Random, archive: Archive) -> Archive:
    log, other = list(archive.batches), random.choice(ARCHIVES).batches
    i, j = random.randrange(len(log)), random.randrange(len(log))
    match random.randrange(12):
        case 0:
            log[i] = flipped(random, log[i])
        case 1:
            del log[i]
        case 2:
            log[i], log[j] = log[j], log[i]
        case 3:
            log.insert(j, log[i])
        case 4:
            del log[i:]
        case 5:
            log[i] = other[min(i, len(other) - 1)]
        case 6:
            log[i:] = other[i:]
        case 7 | 8 | 9 as how:
            log[i] = with_events_moved(random, log[i], how)
        case 10:
            numbers = list(re.finditer(rb"\d+", log[i]))
            found = random.choice(numbers)
            digits = b"%d" % max(0, int(found[0]) + random.choice((-1, 1, 10)))
            log[i] = log[i][: found.start()] + digits.zfill(len(found[0])) + log[i][found.end() :]
        case _:
            words = sorted(set(re.findall(rb'"[^"]*"', b"".join(log[:40] + log[i : i + 1]))))
            old = random.choice(re.findall(rb'"[^"]*"', log[i]))
            log[i] = log[i].replace(old, random.choice(words))
    return with_batches(archive, log)


def with_events_moved(random: Random, stored: bytes, how: int) -> bytes:
    """Returns a batch with one event missing, one repeated, or two swapped."""
    before, events = parts(stored)
    i, j = random.randrange(len(events)), random.randrange(len(events))
    if how == 7:
        del events[i]
    elif how == 8:
        events.insert(j, events[i])
    else:
        events[i], events[j] = events[j], events[i]
    return joined(before, events)


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
def test_every_random_edit_is_found_and_none_crashes_the_verifier(fuzzer: int) -> None:
    random = Random(fuzzer)
    caught = 0
    for _ in range(FUZZED // FUZZERS):
        archive = random.choice(ARCHIVES)
        match random.randrange(5):
            case 0:
                file = edit_file(random, pack(archive))
            case 1:
                file = pack(edit_manifest(random, archive))
            case _:
                file = pack(edit_batches(random, archive))
        try:
            read = unpack(file)
        except BadArchive:
            caught += 1
            continue
        found = verify(read, LOADED)
        assert found.ok == (read == archive), (fuzzer, found)
        caught += not found.ok
    assert caught > 0.8 * FUZZED / FUZZERS  # the other edits change nothing


@for_each("archive", ARCHIVES)
def test_an_edited_event_is_found_even_if_the_chain_is_recomputed(archive: Archive) -> None:
    """Any change within an event is found, even though the forger has recomputed the whole chain."""
    random = Random(archive.manifest.match)
    for _ in range(FUZZED // 50):
        i = random.randrange(len(archive.batches))
        before, mark, events = archive.batches[i].partition(b'"e":')
        found = random.choice(list(re.finditer(rb'\d+|"[a-zP][^"]*"(?!:)', events)))
        others = re.findall(rb'\d+|"[a-zP][^"]*"(?!:)', random.choice(archive.batches))
        stored = before + mark + events[: found.start()] + random.choice(others) + events[found.end() :]
        if stored == archive.batches[i]:
            continue
        try:
            forgery = forged(with_batches(archive, [*archive.batches[:i], stored, *archive.batches[i + 1 :]]))
        except Exception:
            continue  # not even an outline
        assert not verify(forgery, LOADED).ok, (i, stored)


def test_the_seed_depends_on_the_entropy_of_the_seats() -> None:
    sitting = SITTINGS[1]
    assert seed_keys(sitting.match.chairs, sitting.keys).seed != sitting.keys.with_seed(()).seed
    n = entry_with(ARCHIVES[1], b'"entropy":')
    (entropy,) = set(re.findall(rb'"entropy":"(\w+)"', events_of(ARCHIVES[1].batches)[n - 1]))
    taken = edited(ARCHIVES[1], n, entropy, entropy[::-1])
    found = refused(forged(edited(taken, n, b'"entropy":"' + entropy, b'"entropy":"' + entropy[::-1])))
    assert found.entry is not None
    assert found.entry > n
