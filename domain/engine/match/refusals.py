"""The sentences for the engine's refusals. The rules that they cite are on the service's documentation page."""

from __future__ import annotations

from chronik.domain.engine.game import Refusal
from chronik.domain.engine.sealing import MAX_REPLACED

REFUSALS = {
    "seats": Refusal("/docs#open_match", "This game cannot be played with this number of seats."),
    "first-commands": Refusal(
        "/docs#open_match",
        "First commands must be game commands, at most one for each seat, in seat order. All seats must be taken.",
    ),
    "tutorial": Refusal(
        "/docs#open_tutorial", "In a tutorial all seats are taken from the start, and no seat adds entropy."
    ),
    "fork": Refusal(
        "/docs#fork_match",
        "A match can begin only with a position from the same game, and then it cannot have first commands.",
    ),
    "fork-moment": Refusal(
        "/docs#fork_match",
        "The match cannot be played on from here: choose a moment in a turn when no seat has a secret choice to make.",
    ),
    "fork-version": Refusal(
        "/docs#fork_match", "The match had not begun at this version, or has not reached this version yet."
    ),
    "fork-running": Refusal(
        "/docs#fork_match", "The match is still being played: you can play on from it after it is closed."
    ),
    "fork-held": Refusal(
        "/docs#fork_match", "The match is withheld, either until its tournament is over or permanently."
    ),
    "fork-undisclosed": Refusal(
        "/docs#fork_match", "Only the players of this match may see all of it and play on from it."
    ),
    "fork-rules": Refusal(
        "/docs#fork_match", "The match was played with printed facts that differ from today's, or with newer rules."
    ),
    "no-forks": Refusal("/docs#fork_match", "A match of this game cannot begin with a position from another match."),
    "seated-already": Refusal("/docs#take_seat", "This player already has a seat in the match."),
    "started-already": Refusal(
        "/docs#take_seat", "The match has started: a seat changes hands only if its person offers it and all agree."
    ),
    "not-started": Refusal("/docs#take_seat", "The match has not started: it is waiting for its seats to be taken."),
    "no-such-seat": Refusal("/docs#take_seat", "The match does not have a seat with this number."),
    "seat-taken": Refusal("/docs#take_seat", "This seat is already taken: choose an open one."),
    "entropy": Refusal("/docs#take_seat", "Entropy may be at most 64 bytes long, written as hex digits."),
    "size": Refusal("/docs#match", "A command may be at most 16 KiB long, and so may each of its events."),
    "match-closed": Refusal("/docs#match", "The match is closed."),
    "replaced-too-often": Refusal(
        "/docs#limits", f"A sealed choice may be replaced at most {MAX_REPLACED} times. This one is now final."
    ),
    "sealed-choice": Refusal("/docs#undo", "A sealed choice cannot be taken back: replace it with another one."),
    "undo-blocked": Refusal(
        "/docs#undo", "A player has learned something since then, or another seat has acted: ask the other seats."
    ),
    "undo-asked-already": Refusal("/docs#undo", "A request to go back is already open."),
    "undo-too-often": Refusal(
        "/docs#undo", "This seat has already gone back or asked to go back 200 times, the limit for a match."
    ),
    "no-such-moment": Refusal(
        "/docs#undo", "Choose the end of a batch that came after the deal and has not been undone."
    ),
    "nothing-to-undo": Refusal("/docs#undo", "Nothing has been played since that moment."),
    "no-such-request": Refusal(
        "/docs#vote_on_undo",
        "There is no open request with this number. A request lapses when the next command is played.",
    ),
    "answered-already": Refusal("/docs#vote_on_undo", "This seat has already answered the request."),
    "undo-own-only": Refusal("/docs#undo", "In this match, a seat can take back only what needs no consent."),
    "seat-stays": Refusal(
        "/docs#offer_seat",
        "No other person can take a seat in this match: it is a tutorial, belongs to a tournament, or was opened "
        "without undos by agreement.",
    ),
    "seat-offered-already": Refusal("/docs#offer_seat", "A seat is offered already: wait until it is taken."),
    "no-such-seat-offer": Refusal("/docs#answer_seat_offer", "There is no open offer of a seat with this number."),
    "seat-offer-answered": Refusal("/docs#answer_seat_offer", "This seat has already answered the offer."),
    "seat-for-person": Refusal(
        "/docs#take_seat", "During play only a person can take a seat, and adds no entropy, because the seed is fixed."
    ),
    "knows-hidden-cards": Refusal(
        "/docs#take_seat", "This player was at another seat or looked as a referee, and so knows hidden cards."
    ),
    "clock": Refusal(
        "/docs#open_match",
        "Set at least one limit. `increment` needs `match`. If `at_zero` is `bot`, name a bot; if it is `forfeit`, "
        "leave `bot` out.",
    ),
    "time-over": Refusal("/docs#match", "This seat has run out of time."),
    "time-left": Refusal("/docs#match", "No seat has run out of time yet."),
    "silence-passed": Refusal("/docs#match", "This outage has already been left out of the clocks."),
    "paused": Refusal("/docs#pause_match", "A referee has paused the match."),
    "paused-already": Refusal("/docs#pause_match", "The match is already paused."),
    "not-paused": Refusal("/docs#pause_match", "The match is not paused."),
    "no-clock": Refusal(
        "/docs#extend_time",
        "There is no clock to extend: the match is played without one, a bot plays the seat, or the seat is out.",
    ),
    "forfeited": Refusal("/docs#resign", "This seat is out of the match."),
    "bot-plays": Refusal("/docs#match", "This seat's time ran out, so a bot is playing it to the end."),
    "result-size": Refusal("/docs#rule_result", "Give points and a place for every seat."),
    "result-places": Refusal(
        "/docs#rule_result",
        "Places count as in a race: seats that are level share the better place, and the next place is skipped.",
    ),
    "one-winner": Refusal(
        "/docs#rule_result", "This game has one winner: give first place to one seat only, whatever the points."
    ),
}
