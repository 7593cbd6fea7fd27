"""Which knights are ready, as everybody is shown it, beside a recount from the events alone (R1.7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.cities_knights.events import (
    ActionBegan,
    BarbariansLeft,
    CityPillaged,
    DeserterPlaced,
    Finished,
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightRecruited,
    KnightRetreated,
    KnightsRoused,
    KnightSurrendered,
    RoadRemoved,
    RobberMoved,
    TurnBegan,
)
from domain.cities_knights.facts.rulesets import DeserterKnightMayAct, Ruleset
from domain.engine.match.events import Undone
from domain.engine.match.fold import walk
from domain.engine.match.match import Match
from domain.engine.seats import Spectator
from projections.games import projection
from tests.support.every_game.games import EachTable

READ = projection("cities_knights")


class Soldier(Struct, frozen=True):
    """A knight: whose it is, whether it is active, and whether it is so only since this turn."""

    seat: int
    active: bool = False
    woke: bool = False


class Recount(Struct, frozen=True):
    """All knights by corner, and whose action phase it is, if anybody's."""

    soldiers: dict[int, Soldier] = {}
    turn: int = 0
    acting: bool = False

    @property
    def ready(self) -> set[int]:
        return {
            corner
            for corner, one in self.soldiers.items()
            if self.acting and one.seat == self.turn and one.active and not one.woke
        }

    def after(self, event: Any, options: Ruleset) -> Recount:  # noqa: C901  one case per event
        match event:
            case TurnBegan():
                rested = {corner: replace(one, woke=False) for corner, one in self.soldiers.items()}
                return Recount(rested, event.seat)
            case ActionBegan():
                return replace(self, acting=True)
            case Finished():
                return replace(self, acting=False)
            case BarbariansLeft():
                return self.standing({corner: Soldier(one.seat) for corner, one in self.soldiers.items()})
            case KnightRecruited():
                return self.standing({event.corner: Soldier(event.seat)})
            case KnightActivated():
                return self.standing({event.corner: Soldier(event.seat, active=True, woke=True)})
            case KnightsRoused():
                asleep = [corner for corner, one in self.soldiers.items() if one == Soldier(event.seat)]
                return self.standing({corner: Soldier(event.seat, active=True, woke=True) for corner in asleep})
            case KnightMoved():
                return self.gone(event.start).standing({event.corner: Soldier(event.seat)})
            case RobberMoved() if event.knight is not None:
                return self.standing({event.knight: Soldier(event.seat)})
            case KnightRetreated():
                return self.standing({event.corner: Soldier(event.seat, event.active)})
            case DeserterPlaced() if event.corner is not None:
                woke = options.deserter_knight_may_act is DeserterKnightMayAct.NO
                return self.standing({event.corner: Soldier(event.seat, event.active, woke)})
            case KnightDisplaced() | KnightSurrendered():
                return self.gone(event.corner)
            case CityPillaged() | RoadRemoved():
                return self.gone(*event.knights)
            case _:
                return self

    def standing(self, soldiers: dict[int, Soldier]) -> Recount:
        return replace(self, soldiers=self.soldiers | soldiers)

    def gone(self, *corners: int) -> Recount:
        left = {corner: one for corner, one in self.soldiers.items() if corner not in corners}
        return replace(self, soldiers=left)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_knight_is_shown_as_ready_while_it_may_act_and_at_no_other_time(seats: int) -> None:
    """R1.7, R11.2, R11.4: at every event of whole matches, those taken back too."""
    table, seen = EachTable("cities_knights", seats), Counter[bool]()
    for match in table.matches:
        recounts = [Recount()]
        for entry, after in walk(table.game, Match(id="00"), match.log):
            if after.state is None:
                recounts.append(recounts[-1])
                continue
            undone = isinstance(entry.e, Undone)
            recounts.append(recounts[entry.e.to] if undone else recounts[-1].after(entry.e, after.state.options))
            seats_shown = READ.view(after.state, Spectator()).seats.values()
            knights = {corner: one for seat in seats_shown for corner, one in seat.knights.items()}
            active = {corner for corner, one in knights.items() if one.active}
            ready = {corner for corner, one in knights.items() if one.ready}
            assert active == {corner for corner, one in recounts[-1].soldiers.items() if one.active}
            assert ready == recounts[-1].ready, entry
            seen.update(corner in ready for corner in active)
    assert min(seen[True], seen[False]) > 20
