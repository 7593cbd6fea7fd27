"""Names that people give themselves and their tokens, and how to reach them: short text, shown as text only."""

import unicodedata

from service.problems.kinds import MALFORMED
from service.problems.problem import Problem

LONGEST = 40
LONGEST_CONTACT = 200
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
JOINERS = "\u200c\u200d"


def clean_name(text: str, field: str, *, empty: bool = False) -> str:
    """The name in its canonical form (NFC, single spaces), or a problem that says what a name is."""
    name = canonical(text)
    if name is None or not (name or empty) or len(name) > LONGEST:
        raise Problem(MALFORMED, f"A name has 1 to {LONGEST} visible characters.", at=f"$.{field}")
    return name


def clean_contact(text: str | None, field: str) -> str | None:
    """How to reach somebody, in canonical form; nothing when nothing is said."""
    contact = canonical(text or "")
    if contact is None or len(contact) > LONGEST_CONTACT:
        raise Problem(MALFORMED, f"A contact has up to {LONGEST_CONTACT} visible characters.", at=f"$.{field}")
    return contact or None


def canonical(text: str) -> str | None:
    """A line of text in NFC with single spaces; None when something in it cannot be seen.

    Joiners between letters are part of some scripts and of emoji; everything else unseen could forge another name.
    """
    line = " ".join(word for word in unicodedata.normalize("NFC", text).split(" ") if word)
    signs = [sign for sign in line if sign not in JOINERS]
    return line if (signs or not line) and all(visible(sign) for sign in signs) else None


def visible(sign: str) -> bool:
    return sign == " " or unicodedata.category(sign) not in UNSEEN
