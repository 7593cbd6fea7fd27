"""What the refusals of the engine mean; the rule they cite stands on the service's documentation page."""

from __future__ import annotations

from domain.engine.game import Refusal

REFUSALS = {
    "seats": Refusal("/docs#open_match", "This game is not played by so many seats."),
    "first-commands": Refusal(
        "/docs#open_match",
        "First commands are commands of the game, one of a seat, in the order of the seats, which are all taken.",
    ),
    "fork": Refusal(
        "/docs#fork_match", "A match begins with a position of its own game, and brings no first commands besides."
    ),
    "fork-moment": Refusal(
        "/docs#fork_match", "From here nobody can play on: take a moment of a turn at which nothing secret is asked."
    ),
    "fork-version": Refusal("/docs#fork_match", "The match has not come so far, or had not begun there."),
    "fork-running": Refusal("/docs#fork_match", "The match is still being played: play on from it when it is closed."),
    "fork-held": Refusal("/docs#fork_match", "The match is held back until its tournament is over, or for good."),
    "fork-undisclosed": Refusal(
        "/docs#fork_match", "Only those who played this match may see all of it, and play on from it."
    ),
    "fork-rules": Refusal("/docs#fork_match", "The match was played by other rules or facts than those of today."),
    "no-forks": Refusal("/docs#fork_match", "This game cannot be played on from a moment of another match."),
    "seated-already": Refusal("/docs#take_seat", "This player already sits at the table."),
    "started-already": Refusal("/docs#take_seat", "The match has started; its seats stay as they are."),
    "not-started": Refusal("/docs#take_seat", "The match waits for its seats to be taken."),
    "no-such-seat": Refusal("/docs#take_seat", "The table has no seat with this number."),
    "seat-taken": Refusal("/docs#take_seat", "Somebody sits there already."),
    "entropy": Refusal("/docs#take_seat", "Entropy is at most 64 bytes, written as hex digits."),
    "size": Refusal("/docs#match", "A command has at most 16 KiB, and so has each event that it brings."),
    "match-closed": Refusal("/docs#match", "The match is closed."),
    "sealed-choice": Refusal("/docs#undo", "A sealed choice is replaced by another one, never taken back."),
    "undo-blocked": Refusal("/docs#undo", "Somebody has learned something since, or has acted: ask the other seats."),
    "undo-asked-already": Refusal("/docs#undo", "A request to go back is open already."),
    "undo-too-often": Refusal("/docs#undo", "A seat may go back, or ask to, 200 times in a match."),
    "no-such-moment": Refusal("/docs#undo", "Go back to the end of a batch that counts, after the deal."),
    "nothing-to-undo": Refusal("/docs#undo", "Nothing was played since."),
    "no-such-request": Refusal("/docs#vote_on_undo", "No such request is open; one lapses with the next command."),
    "answered-already": Refusal("/docs#vote_on_undo", "This seat has answered the request already."),
    "undo-own-only": Refusal("/docs#undo", "In this match only what is free can be taken back."),
    "clock": Refusal(
        "/docs#open_match",
        "Set at least one limit. `increment` needs `match`; at_zero `bot` needs a bot, and `forfeit` takes none.",
    ),
    "time-over": Refusal("/docs#match", "The time of this seat is over."),
    "time-left": Refusal("/docs#match", "Nobody's time is over yet."),
    "silence-passed": Refusal("/docs#match", "The clocks have left out this silence already."),
    "paused": Refusal("/docs#pause_match", "A referee has paused the match."),
    "paused-already": Refusal("/docs#pause_match", "The match is paused already."),
    "not-paused": Refusal("/docs#pause_match", "The match is not paused."),
    "no-clock": Refusal(
        "/docs#extend_time",
        "There is no clock to extend: the match has none, or the seat is a bot's or out.",
    ),
    "forfeited": Refusal("/docs#resign", "This seat is out of the match."),
    "bot-plays": Refusal("/docs#match", "The time of this seat was over, and a bot plays it to the end."),
    "result-size": Refusal("/docs#rule_result", "A result gives every seat its points and its place."),
    "result-places": Refusal(
        "/docs#rule_result",
        "Places count like a race: equal ones share the better place, and the next one is left out.",
    ),
    "one-winner": Refusal(
        "/docs#rule_result", "This game has one winner: give the first place to one seat only, whatever the points."
    ),
}
