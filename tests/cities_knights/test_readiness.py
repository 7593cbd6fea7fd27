"""The public readiness of knights, compared with a recount from the events alone (R1.7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.facts.rulesets import DeserterKnightMayAct, Ruleset
from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.seats import Spectator
from chronik.projections.games import projection
from tests.every_game.games import EachTable

READ = projection("cities_knights")


class Soldier(Struct, frozen=True):
    """A knight: its owner, whether it is active, and whether it became active this turn."""

    seat: int
    active: bool = False
    activated: bool = False


class Recount(Struct, frozen=True):
    """All knights by corner, and the seat whose action phase it is, if any."""

    soldiers: dict[int, Soldier] = {}
    turn: int = 0
    acting: bool = False

    @property
    def ready(self) -> set[int]:
        return {
            corner
            for corner, one in self.soldiers.items()
            if self.acting and one.seat == self.turn and one.active and not one.activated
        }

    def after(self, event: Any, options: Ruleset) -> Recount:  # noqa: C901  one case per event
        match event:
            case TurnBegan():
                rested = {corner: replace(one, activated=False) for corner, one in self.soldiers.items()}
                return Recount(rested, event.seat)
            case ActionBegan():
                return replace(self, acting=True)
            case Finished():
                return replace(self, acting=False)
            case BarbariansLeft():
                return self.with_soldiers({corner: Soldier(one.seat) for corner, one in self.soldiers.items()})
            case KnightRecruited():
                return self.with_soldiers({event.corner: Soldier(event.seat)})
            case KnightActivated():
                return self.with_soldiers({event.corner: Soldier(event.seat, active=True, activated=True)})
            case KnightsRoused():
                asleep = [corner for corner, one in self.soldiers.items() if one == Soldier(event.seat)]
                return self.with_soldiers(
                    {corner: Soldier(event.seat, active=True, activated=True) for corner in asleep}
                )
            case KnightMoved():
                return self.without(event.start).with_soldiers({event.corner: Soldier(event.seat)})
            case RobberMoved() if event.knight is not None:
                return self.with_soldiers({event.knight: Soldier(event.seat)})
            case KnightRetreated():
                return self.with_soldiers({event.corner: Soldier(event.seat, event.active)})
            case DeserterPlaced() if event.corner is not None:
                activated = options.deserter_knight_may_act is DeserterKnightMayAct.NO
                return self.with_soldiers({event.corner: Soldier(event.seat, event.active, activated)})
            case KnightDisplaced() | KnightSurrendered():
                return self.without(event.corner)
            case CityPillaged() | RoadRemoved():
                return self.without(*event.knights)
            case _:
                return self

    def with_soldiers(self, soldiers: dict[int, Soldier]) -> Recount:
        return replace(self, soldiers=self.soldiers | soldiers)

    def without(self, *corners: int) -> Recount:
        left = {corner: one for corner, one in self.soldiers.items() if corner not in corners}
        return replace(self, soldiers=left)


def test_views_show_a_knight_as_ready_if_and_only_if_it_can_act() -> None:
    """R1.7, R11.2, R11.4: at every event of whole matches, also undone ones."""
    table, seen = EachTable("cities_knights", 3), Counter[bool]()
    for walked in table.walks:
        recounts = [Recount()]
        for entry, after in walked:
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
