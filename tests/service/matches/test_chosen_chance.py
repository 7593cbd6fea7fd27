"""An organiser cannot choose chance over HTTP: neither another player's entropy, nor a pairing seen in advance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from chronik.domain.tournament.record.commands import Finish, PairRound
from chronik.domain.tournament.record.events import Finished, LotDrawn, RoundPaired, TournamentEvent
from tests.service.tournaments.test_tournaments import SWISS, Caller, TournamentApp, code
from tests.support.service.tables import ONE_LOOP, House

pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """One application for all tests of this file."""
    return shared_house


@pytest.fixture
def app(house: House) -> TournamentApp:
    return TournamentApp(house)


async def bots(app: TournamentApp, count: int, **plan: Any) -> tuple[Caller, str]:
    """Returns an organiser and the address of a tournament with bots."""
    olga = await app.register("Olga")
    at = await app.event(olga, **plan)
    entrants = [{"t": "bot", "level": "random"}] * count
    assert (await olga.post(f"{at}/entrants/list", {"entrants": entrants})).status_code == 200
    return olga, at


async def test_an_organiser_cannot_set_the_entropy_of_another_player(app: TournamentApp) -> None:
    """Otherwise an operator who organises could try which entropy deals the wanted hands."""
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    chosen = {"t": "player", "player": ben.player, "entropy": "5eed"}
    assert code(await olga.post(f"{at}/entrants", chosen)) == (403, "not-your-entropy")
    own = {"t": "player", "player": olga.player, "entropy": "01"}
    refused = await olga.post(f"{at}/entrants/list", {"entrants": [own, chosen]})
    assert code(refused) == (422, "list-refused")
    (fault,) = refused.json()["facts"]["lines"]
    assert (fault["line"], fault["field"], fault["code"]) == (2, "entropy", "not-your-entropy")
    assert "entrants/{entrant}/entropy" in fault["detail"]
    shown = await olga.change(f"{at}/entrants", own)
    assert [(one["number"], one["entropy"]) for one in shown["entrants"]] == [(1, "01")]


async def test_a_player_entered_by_an_organiser_can_add_entropy_once(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga)
    for one in (ben, cleo):
        await olga.post(f"{at}/entrants", {"t": "player", "player": one.player})
    assert (await ben.get(at))["yours"]["may_add_entropy"] is True
    assert (await olga.get(at))["yours"]["may_add_entropy"] is False
    added = f"{at}/entrants/1/entropy"
    for one in (olga, cleo):
        assert code(await one.post(added, {"entropy": "5eed"})) == (403, "not-your-entropy")
    assert code(await ben.post(added, {"entropy": ""})) == (422, "entropy")
    shown = await ben.change(added, {"entropy": "5EED"})
    assert (shown["entrants"][0]["entropy"], shown["yours"]["may_add_entropy"]) == ("5eed", False)
    again = await ben.post(added, {"entropy": "5eed"})
    assert (again.status_code, again.json()["entries"]) == (200, [])
    assert code(await ben.post(added, {"entropy": "00"})) == (422, "entropy-added")
    assert code(await ben.post(f"{at}/entrants", {"t": "me", "entropy": "00"})) == (422, "entropy-added")
    assert (await olga.post(f"{at}/rounds", {"round": 1})).status_code == 200
    assert (await cleo.get(at))["yours"]["may_add_entropy"] is False
    assert code(await cleo.post(f"{at}/entrants/2/entropy", {"entropy": "00"})) == (422, "entropy-late")


async def test_an_entered_player_who_registers_with_entropy_adds_it(app: TournamentApp) -> None:
    """The entropy of such a request must not be dropped without an error."""
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    await olga.post(f"{at}/entrants", {"t": "player", "player": ben.player})
    entries = (await ben.post(f"{at}/entrants", {"t": "me", "entropy": "5eed"})).json()["entries"]
    assert [one["e"] for one in entries] == [{"t": "entropy-added", "entrant": 1, "entropy": "5eed"}]


async def test_a_preview_of_a_pairing_is_a_fixed_example_and_never_the_real_draw(app: TournamentApp) -> None:
    """Otherwise an organiser could enter and withdraw a bot until the preview shows the wanted pairing."""
    olga, at = await bots(app, 10)
    before = (await olga.get(at))["version"]
    previews = [(await olga.post(f"{at}/rounds/preview", {"round": 1})).json() for _ in range(2)]
    for one in previews:
        assert one["example"] is True
        assert one["note"] == "An example. The round is drawn when you pair it."
    seen = [tables(one) for one in previews]
    assert (await olga.get(at))["version"] == before
    shown = await olga.change(f"{at}/rounds", {"round": 1})
    assert tables(shown["rounds"][0]) not in seen
    assert seen[0] == seen[1]
    again = (await olga.post(f"{at}/rounds/preview", {"round": 1, "again": True})).json()
    shown = await olga.change(f"{at}/rounds", {"round": 1, "again": True})
    assert (shown["rounds"][0]["attempt"], tables(shown["rounds"][0]) == tables(again)) == (1, False)


def tables(drawn: Any) -> list[list[int]]:
    """Returns the entrants of each table of a round or a preview."""
    return [one["entrants"] for one in drawn["tables"]]


async def test_no_dry_run_uses_a_seed_of_a_real_draw(app: TournamentApp) -> None:
    """This holds for the first seeding and its groups, for pairings, and for lots for a cut or for prizes."""
    stages = [SWISS | {"rounds": 1, "groups": 2}, SWISS | {"rounds": 1, "cut": 4}]
    olga, at = await bots(app, 12, stages=stages, prizes=6, elsewhere=False)
    tournament = at.rpartition("/")[2]

    async def count_seeds(command: Any, kind: type) -> int:
        known = await app.tournaments.find(tournament)
        assert known is not None
        examples = [await app.tournaments.decisions.dry_run(known, olga.player, command) for _ in range(2)]
        examples.append(await app.tournaments.decisions.preview(known, olga.player, lambda dry: dry(command)))
        recorded = await app.tournaments.submit(tournament, olga.player, command)
        assert recorded is not None
        counted = seeds_of([one.e for one in recorded.entries], kind)
        for events in examples:
            assert counted.isdisjoint(seeds_of(events, kind))
        return len(counted)

    assert await count_seeds(PairRound(1), RoundPaired) == 3, "the round, and a lot in each group"
    await olga.change(f"{at}/rounds/1/start")
    for table in (await olga.get(at))["rounds"][0]["tables"]:
        draw = {"points": [5, 5], "places": [1, 1]}
        assert (await olga.post(f"{at}/rounds/1/tables/{table['table']}/rulings", draw)).status_code == 200
    assert await count_seeds(PairRound(2), RoundPaired) >= 3, "the round, and lots of the cut"
    await olga.change(f"{at}/rounds/2/start")
    for table in (await olga.get(at))["rounds"][1]["tables"]:
        assert (await olga.post(f"{at}/rounds/2/tables/{table['table']}/rulings", draw)).status_code == 200
    assert await count_seeds(Finish(), Finished) >= 1, "lots for prizes"


def seeds_of(events: Iterable[TournamentEvent], last: type) -> set[str]:
    """Returns the seeds of all draws among some events; the last event must have the given type."""
    found = list(events)
    assert isinstance(found[-1], last)
    return {one.seed for one in found if isinstance(one, RoundPaired | LotDrawn)}
