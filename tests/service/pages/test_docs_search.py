"""The search of `/docs`: what it finds, and where that stands."""

from __future__ import annotations

from typing import Any

from service.openapi.docs_page import page as interface_page
from service.pages.books import all_books, book
from service.pages.docs_search import found, passages, results
from tests.support.service.promised import DOCUMENT

RULES = tuple(passages("/docs/rules/cities_knights", book("cities_knights")))


def test_a_rule_is_found_by_its_words_and_by_its_number() -> None:
    assert any(one.address.endswith("#R8.2") for one in found(RULES, "R8.2"))
    both = found(RULES, "KNIGHT robber")
    assert both
    assert all("knight" in one.text.lower() and "robber" in one.text.lower() for one in both)
    assert not found(RULES, "")
    assert not found(RULES, "zeppelin")


def test_how_a_match_ends_and_how_a_tournament_is_held_is_found() -> None:
    told: dict[str, Any] = {"problems": (), "refusals": (), "decks": (), "tie_breaks": ()}
    interface = tuple(passages("/docs", interface_page(DOCUMENT, told)))
    assert "/docs#schema-MatchEnding" in [one.address for one in found(interface, "too-long")][:10]
    assert found(tuple(passages("/docs/tournament", all_books()["/docs/tournament"])), "curl round")


def test_every_place_is_an_anchor_of_its_page() -> None:
    for address, page in all_books().items():
        for one in passages(address, page):
            assert one.address == address or f'id="{one.address.partition("#")[2]}"' in page.decode()


def test_what_is_asked_for_is_shown_as_text() -> None:
    page = results(RULES, '<b> "knight"').decode()
    assert "<b>" not in page
    assert 'value="&lt;b&gt; &quot;knight&quot;"' in page
    assert "<mark>Knight</mark>" in results(RULES, "knight").decode()
    assert "no <mark>" not in results(RULES, "zeppelin").decode()
