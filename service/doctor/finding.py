"""Findings: each is a sentence of the doctor about one subject, and how much it matters."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Weight(Enum):
    """The importance of a finding."""

    GOOD = "good"
    NOTE = "note"
    UNSAFE = "unsafe"


class Finding(Struct, frozen=True):
    """A sentence about one subject; `UNSAFE` means that data may be lost, secrets may leak, or play may stop."""

    subject: str
    weight: Weight
    sentence: str


def good(subject: str, sentence: str) -> Finding:
    return Finding(subject, Weight.GOOD, sentence)


def note(subject: str, sentence: str) -> Finding:
    return Finding(subject, Weight.NOTE, sentence)


def unsafe(subject: str, sentence: str) -> Finding:
    return Finding(subject, Weight.UNSAFE, sentence)
