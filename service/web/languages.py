"""The languages of answers: the choice of a language for a caller, and the query parameters that set it."""

import re
from enum import Enum
from typing import Annotated

from litestar.params import QueryParameter


class Language(Enum):
    """The languages of the pages; the first is the default."""

    EN = "en"
    DE = "de"
    NL = "nl"


SentenceLanguage = Annotated[
    Language | None, QueryParameter(description="The language of the sentences in a refusal; English by default.")
]
SheetLanguage = Annotated[
    Language | None,
    QueryParameter(
        name="lang",
        description="For a spreadsheet in this language: the file is marked as UTF-8, and in `de` and `nl` semicolons "
        "separate cells and numbers have a decimal comma. Without it the table is for programs (RFC 4180).",
    ),
]
"""The query parameter of a table that a spreadsheet program opens directly."""


def choose_language(wanted: Language | None, accepted: str) -> Language:
    """Returns the requested language, otherwise our language with the highest weight in an `Accept-Language`."""
    if wanted is not None:
        return wanted
    weighed: list[tuple[float, int, Language]] = []
    for at, part in enumerate(accepted.lower().split(",")):
        tag, _, parameter = part.strip().partition(";")
        known = next((one for one in Language if one.value == tag.partition("-")[0].strip()), None)
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", parameter) if parameter else None
        liking = 1.0 if not parameter else float(weight[1]) if weight else 0.0
        if known is not None and liking > 0:
            weighed.append((-liking, at, known))
    return min(weighed, key=lambda one: one[:2])[2] if weighed else Language.EN
