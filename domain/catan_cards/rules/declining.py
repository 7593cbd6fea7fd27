"""Declining what may be declined (R85); what then goes on follows from the question."""

from __future__ import annotations

from domain.catan_cards.commands import Decline
from domain.catan_cards.events import Declined
from domain.catan_cards.making import Batch
from domain.catan_cards.prompts import OfferPrompt, ProtectPrompt, SearchPrompt, StarPrompt, SwapPrompt, TakePrompt
from domain.engine.area import Answer, Area
from domain.engine.game import Rejected

Optional = StarPrompt | ProtectPrompt | SearchPrompt | SwapPrompt | OfferPrompt | TakePrompt


def decline(batch: Batch, prompt: Optional, command: Decline) -> None:
    """Nothing is done; only the first resource of a Merchant, and what others take, cannot be declined."""
    if isinstance(prompt, TakePrompt) and not prompt.optional:
        raise Rejected("compulsory")
    batch.happen(Declined(prompt.seat))


AREA = Area(
    answers=(Answer(Decline, (StarPrompt, ProtectPrompt, SearchPrompt, SwapPrompt, OfferPrompt, TakePrompt), decline),),
)
