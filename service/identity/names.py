"""Names of players and tokens, and contacts: short texts, shown as text only."""

import unicodedata

from chronik.service.identity.visible_text import has_letter, is_visible
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem

LONGEST = 40
A_NAME = f"1 to {LONGEST} visible characters, at least one of them a letter or digit."
LONGEST_CONTACT = 200


def clean_name(text: str, field: str, *, empty: bool = False) -> str:
    """Returns a name in canonical form (NFC, single spaces); raises a problem if it is not a valid name."""
    name = canonical(text)
    if name is None or not (has_letter(name) or (empty and not name)) or len(name) > LONGEST:
        raise Problem(MALFORMED, f"A name has {A_NAME}", at=f"$.{field}")
    return name


def clean_contact(text: str | None, field: str) -> str | None:
    """Returns a contact in canonical form; None if the text is empty or missing. Raises a problem if it is invalid."""
    contact = canonical(text or "")
    if contact is None or len(contact) > LONGEST_CONTACT:
        raise Problem(MALFORMED, f"A contact has up to {LONGEST_CONTACT} visible characters.", at=f"$.{field}")
    return contact or None


def canonical(text: str) -> str | None:
    """Returns a line of text in NFC with single spaces; None if it has a character that a reader cannot see.

    Invisible characters could be used to imitate another name. Some scripts and emoji need such characters in certain
    places; there they are allowed.
    """
    line = " ".join(word for word in unicodedata.normalize("NFC", text).split(" ") if word)
    return line if is_visible(line) else None
