"""What the refusals of the engine mean; the rule they cite is a section of the design."""

from __future__ import annotations

from domain.engine.game import Refusal

REFUSALS = {
    "seats": Refusal("DESIGN 7", "This game is not played by so many seats."),
    "seated-already": Refusal("DESIGN 7", "This player already sits at the table."),
    "started-already": Refusal("DESIGN 7", "The match has started; its seats stay as they are."),
    "not-started": Refusal("DESIGN 7", "The match waits for its seats to be taken."),
    "no-such-seat": Refusal("DESIGN 7", "The table has no seat with this number."),
    "seat-taken": Refusal("DESIGN 7", "Somebody sits there already."),
    "entropy": Refusal("DESIGN 4", "Entropy is at most 64 bytes, written as hex digits."),
    "match-closed": Refusal("DESIGN 4", "The match is closed."),
    "sealed-choice": Refusal("DESIGN 5", "A sealed choice is replaced by another one, never taken back."),
    "undo-blocked": Refusal("DESIGN 5", "Somebody has learned something since, or has acted: ask the other seats."),
    "undo-asked-already": Refusal("DESIGN 5", "A request to go back is open already."),
    "undo-too-often": Refusal("DESIGN 5", "A seat may go back, or ask to, 200 times in a match."),
    "no-such-moment": Refusal("DESIGN 5", "Go back to the end of a batch that counts, after the deal."),
    "nothing-to-undo": Refusal("DESIGN 5", "Nothing was played since."),
    "no-such-request": Refusal("DESIGN 5", "No such request is open; one lapses with the next command."),
    "answered-already": Refusal("DESIGN 5", "This seat has answered the request already."),
}
