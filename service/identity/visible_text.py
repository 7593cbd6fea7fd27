"""Visible text: which characters a reader can see, and where a script or an emoji needs an invisible one."""

from __future__ import annotations

import unicodedata

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
"""General categories of characters that show nothing, or have no agreed shape."""
BLANKS = frozenset("\u2800\ufffc\U0001d159\U00013441\U00013442")
"""Characters that are drawn as empty space although their category counts as visible."""
IGNORABLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
"""Default-ignorable code points whose category counts as visible (Unicode, DerivedCoreProperties)."""
NON_JOINER, JOINER = "\u200c", "\u200d"
VIRAMA = 9
"""The combining class of the signs that join consonants in Indic scripts."""
JOINING = ("ARABIC LETTER", "SYRIAC LETTER", "MONGOLIAN LETTER", "NKO LETTER", "MANDAIC LETTER")
KEYCAPS = frozenset("#*0123456789")


def is_visible(text: str) -> bool:
    """Returns whether a reader can see every character of a text, apart from invisible ones that its script needs."""
    return all(_can_stand(text, at) for at in range(len(text)))


def has_letter(text: str) -> bool:
    """Returns whether a text has a visible letter or digit."""
    return any(unicodedata.category(sign)[0] in "LN" and not _is_blank(sign) for sign in text)


def _can_stand(text: str, at: int) -> bool:
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if sign == " ":
        return True
    if sign == NON_JOINER:  # RFC 5892, appendix A.1
        return _joins(before) or (_is_joining(before) and _is_joining(after))
    if sign == JOINER:  # RFC 5892, appendix A.2; it also joins two emoji
        return _joins(before) or (_is_emoji(before) and _is_emoji(after))
    if "\ufe0e" <= sign <= "\ufe0f":
        return _is_symbol(before) or before in KEYCAPS
    if "\ufe00" <= sign <= "\ufe0d" or "\U000e0100" <= sign <= "\U000e01ef":
        return _is_named(before, "CJK")
    if "\u180b" <= sign <= "\u180f" and sign != "\u180e":
        return _is_named(before, "MONGOLIAN LETTER")
    return unicodedata.category(sign) not in UNSEEN and not _is_blank(sign)


def _is_blank(sign: str) -> bool:
    return sign in BLANKS or any(first <= ord(sign) <= last for first, last in IGNORABLE)


def _joins(sign: str) -> bool:
    return bool(sign) and unicodedata.combining(sign) == VIRAMA


def _is_joining(sign: str) -> bool:
    return _is_named(sign, *JOINING)


def _is_named(sign: str, *beginnings: str) -> bool:
    return bool(sign) and unicodedata.name(sign, "").startswith(beginnings)


def _is_symbol(sign: str) -> bool:
    return bool(sign) and unicodedata.category(sign) == "So" and sign not in BLANKS


def _is_emoji(sign: str) -> bool:
    """Returns whether a character can be part of an emoji: a symbol, a skin tone, or a variation selector."""
    return _is_symbol(sign) or (bool(sign) and (sign == "\ufe0f" or "\U0001f3fb" <= sign <= "\U0001f3ff"))
