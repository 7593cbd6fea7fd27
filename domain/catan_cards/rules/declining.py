"""Declining what is optional (R85); what follows depends on the question."""

from __future__ import annotations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Decline
from chronik.domain.catan_cards.events import Declined
from chronik.domain.catan_cards.prompts import (
    OfferPrompt,
    ProtectPrompt,
    SearchPrompt,
    StarPrompt,
    SwapPrompt,
    TakePrompt,
)
from chronik.domain.engine.area import Answer, Area
from chronik.domain.engine.game import Rejected

Declinable = StarPrompt | ProtectPrompt | SearchPrompt | SwapPrompt | OfferPrompt | TakePrompt


def decline(batch: Batch, prompt: Declinable, command: Decline) -> None:
    """Declines what the question offers; raises `Rejected` if a resource must be taken."""
    if isinstance(prompt, TakePrompt) and not prompt.optional:
        raise Rejected("compulsory")
    batch.add(Declined(prompt.seat))


AREA = Area(
    answers=(Answer(Decline, (StarPrompt, ProtectPrompt, SearchPrompt, SwapPrompt, OfferPrompt, TakePrompt), decline),),
)
