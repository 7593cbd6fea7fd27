"""Victory: which player has won (B42, X10)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.events import Finished
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.totals import TOKENS, add_tokens, both_totals, tokens
from chronik.domain.catan_cards.rules.in_turn import roller_first
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.seats import is_out, with_out

BASE = Mode.BASE


def check_victory(batch: Batch) -> None:
    """Ends the match if a player has enough points; called after production and after each complete action (R9).

    If both have enough, the active player wins, whatever the totals are (X10). In the base game only the active player
    can win (R80). A seat that is out does not win (R100).
    """
    state, options = batch.state, batch.state.options
    one, other = both_totals(batch.facts, state)
    enough = batch.facts.constants.victory[options.mode]
    if max(one.points, other.points) + TOKENS < enough:
        return
    totals = add_tokens(one, other, tokens(state, one, other))
    may_win = (state.active,) if options.mode is BASE else roller_first(state)
    for seat in may_win:
        if totals[seat] >= enough and not is_out(state.out, seat):
            batch.add(Finished(totals, (1, 2) if seat == 0 else (2, 1)))
            return


def retire(state: State, seat: int) -> State:
    """Returns the state with a seat marked as out, so that it can no longer win (R100)."""
    return replace(state, out=with_out(state.out, seat))
