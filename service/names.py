"""Names that people give themselves and their tokens: short text, shown as text and nothing else."""

import unicodedata

from service.errors import Problem
from service.problems import MALFORMED

LONGEST = 40
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
JOINERS = "\u200c\u200d"


def clean_name(text: str, field: str, *, empty: bool = False) -> str:
    """The name in its canonical form (NFC, single spaces), or a problem that says what a name is.

    Joiners between letters are part of some scripts and of emoji; everything else unseen could forge another name.
    """
    name = " ".join(word for word in unicodedata.normalize("NFC", text).split(" ") if word)
    signs = [sign for sign in name if sign not in JOINERS]
    if not (signs or (empty and not name)) or len(name) > LONGEST or not all(visible(sign) for sign in signs):
        raise Problem(MALFORMED, f"A name has 1 to {LONGEST} visible characters.", at=f"$.{field}")
    return name


def visible(sign: str) -> bool:
    return sign == " " or unicodedata.category(sign) not in UNSEEN
