"""The pages and `chronik verify` agree about a file, as far as this is possible without the rules."""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random
from typing import Any

from msgspec import Raw

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.commands import AnswerSeatOffer, OfferSeat, OpenMatch, Resign, TakeSeat
from chronik.domain.engine.match.entropy import read_entropy
from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.proof.archive import Archive, BadArchive, pack, unpack
from chronik.domain.engine.proof.verification import TUTORIAL, verify
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from chronik.domain.log.verdict import Altered, Status, Verdict
from tests.engine.test_verification import edit_batches, edit_file, edit_manifest, forged
from tests.every_game.playout import NO_OPTIONS, chosen
from tests.golden.record import forfeited, ruled
from tests.support.engine.sittings import KATHARINA, Loaded, Sitting, seated_by
from tests.support.engine.timed import Timed
from tests.viewer.archives import HERE, PLAYED, archive, box
from tests.viewer.said import Said, said

EVERY = Loaded((KATHARINA, game("katharina", 1)))
FRAMING = ("canonical", "unreadable", "opened", "after-end")
EDITED = 600 if os.environ.get("CHRONIK_LONG") else 100
DRAWN = ("broken-at", "other-shuffle", "not-on-top")


def verified(file: bytes) -> Verdict:
    """Returns the verdict of `chronik verify`."""
    try:
        return verify(unpack(file), EVERY)
    except BadArchive as bad:
        return Verdict(status=Status.UNREADABLE, sentence=str(bad))


def test_the_stored_archives_are_up_to_date() -> None:
    for name in PLAYED:
        assert unpack((HERE / f"{name}.chronik").read_bytes()) == unpack(archive(name))
    assert json.loads((HERE / "box.json").read_bytes()) == box()


def test_unedited_matches_pass_the_verification_of_the_pages() -> None:
    files = [Sitting(seed, 2 + seed % 3).play(undos=seed % 5).archive() for seed in range(100, 116)]
    found = said(files)
    assert [one for one in found if not one.whole] == []
    assert sum(one.shuffles for one in found) > 60


def test_pages_and_command_agree_about_the_entropy_of_each_seat() -> None:
    """A table of a tournament, a challenge, an open table, a seek, a match without entropy, and an older log."""
    chairs = (SeatHolder("a" * 32, entropy="aa"), SeatHolder("b" * 32, entropy="bb"))
    openings: list[tuple[Any, ...]] = [
        (OpenMatch(chairs, Raw(b"{}"), bound=True),),
        (OpenMatch(chairs, Raw(b"{}")),),
        (OpenMatch((chairs[0], SeatHolder()), Raw(b"{}")), TakeSeat(1, "b" * 32, "bb")),
        (OpenMatch((SeatHolder(), chairs[1]), Raw(b"{}")), TakeSeat(0, "a" * 32, "aa", sought=True)),
        (OpenMatch((SeatHolder("a" * 32), SeatHolder(bot="random")), Raw(b"{}")),),
    ]
    files = [seated_by(*commands).archive() for commands in openings]
    files.append((HERE / "2-seats-rules-1.chronik").read_bytes())
    for file, pages in zip(files, said(files), strict=True):
        assert pages.whole
        assert pages.added == tuple(one.value for one in read_entropy(KATHARINA, unpack(file).batches))
    assert [pages.added for pages in said(files)] == [
        ("registered", "registered"),
        ("before", "before"),
        ("before", "after"),
        ("before", "before"),
        ("nothing", "nothing"),
        ("nothing", "unknown"),
    ]


def test_pages_and_command_draw_a_tutorial_from_the_seed_of_its_lesson() -> None:
    chairs = (SeatHolder("a" * 32), SeatHolder(bot="greedy"))
    file = seated_by(OpenMatch(chairs, Raw(b"{}"), tutorial="katharina/1")).archive()
    [pages] = said([file])
    assert verified(file).notes == (TUTORIAL,)
    assert pages.whole
    assert pages.shuffles >= 2


def test_matches_with_a_clock_a_referee_and_a_seat_that_changed_hands_pass_verification() -> None:
    files = [clocked(KATHARINA).archive() for clocked in (forfeited, ruled, resigned, handed_over)]
    assert [verified(file).sentence for file in files if not verified(file).ok] == []
    assert [one for one in said(files) if not one.whole] == []


def resigned(rules: Game) -> Timed:
    """Plays a match of three that two play to its end after a resignation."""
    match, random = Timed(None, 3, rules, NO_OPTIONS), Random(3)
    match.do(Resign(), 1)
    while match.match.closed is None:
        seat = match.match.waiting[0]
        match.do(chosen(match, seat, random), seat)
    assert match.match.closed.reason is Ending.FINISHED
    return match


def handed_over(rules: Game) -> Timed:
    """Plays a match of two in which another person takes a seat and then wins by a resignation."""
    match = Timed(None, 2, rules, NO_OPTIONS)
    (offer,) = match.do(OfferSeat(), 0)
    match.do(AnswerSeatOffer(offer.n, grant=True), 1)
    match.do(TakeSeat(0, "e" * 32), 0)
    match.do(Resign(), 1)
    return match


def test_pages_and_command_agree_about_edited_files() -> None:
    random = Random(20260801)
    played = [unpack((HERE / f"{name}.chronik").read_bytes()) for name in PLAYED]
    files = [_edited(random, random.choice(played)) for _ in range(EDITED)]
    verdicts = Counter(_compared(file, verified(file), pages) for file, pages in zip(files, said(files), strict=True))
    assert verdicts["only the rules tell"] < 0.15 * EDITED
    assert min(verdicts[kind] for kind in ("unreadable", "altered", "altered, and named alike")) > EDITED // 30
    print(verdicts)


def _edited(random: Random, original: Archive) -> bytes:
    match random.randrange(4):
        case 0:
            return edit_file(random, pack(original))
        case 1:
            return pack(edit_manifest(random, original))
        case 2:
            return pack(edit_batches(random, original))
        case _:
            changed = edit_batches(random, original)
            try:
                return pack(forged(changed))
            except (Altered, ValueError):
                return pack(changed)


def _compared(file: bytes, python: Verdict, pages: Said) -> str:
    told = f"{python} but {pages}"
    if python.ok:
        assert pages.whole, told
        return "good"
    if python.status is Status.UNREADABLE:
        assert pages.check == "file", told
        return "unreadable"
    assert pages.check != "file", told
    if pages.whole:
        # The forger has recomputed the chain, so only the rules can reveal the edit.
        found = unpack(file)
        assert pack(forged(found)) == pack(found), told
        return "only the rules tell"
    assert pages.code != "failed", told
    if pages.code in FRAMING:
        assert pages.entry == python.entry, told
        return "altered, and named alike"
    if pages.code in DRAWN and python.entry is not None:
        assert pages.entry is not None
        assert python.entry <= pages.entry, told
        return "altered, and named alike" if python.entry == pages.entry else "altered, and named later"
    return "altered"
