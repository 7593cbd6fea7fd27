"""The search of `/docs`: its results and their places."""

from __future__ import annotations

from typing import Any

from chronik.service.web.docs.books import all_books, book
from chronik.service.web.docs.search import find_passages, passages, results
from chronik.service.web.openapi.docs_page import page as interface_page
from tests.support.service.promised import DOCUMENT

RULES = tuple(passages("/docs/rules/cities_knights", book("/docs/rules/cities_knights")))


def test_a_rule_is_found_by_its_words_and_by_its_number() -> None:
    assert any(one.address.endswith("#R8.2") for one in find_passages(RULES, "R8.2"))
    both = find_passages(RULES, "KNIGHT robber")
    assert both
    assert all("knight" in one.text.lower() and "robber" in one.text.lower() for one in both)
    assert not find_passages(RULES, "")
    assert not find_passages(RULES, "zeppelin")


def test_searches_find_how_a_match_ends_and_how_a_tournament_runs() -> None:
    told: dict[str, Any] = {"problems": (), "refusals": (), "decks": (), "tie_breaks": ()}
    interface = tuple(passages("/docs", interface_page(DOCUMENT, told)))
    assert "/docs#schema-MatchEnding" in [one.address for one in find_passages(interface, "too-long")][:10]
    assert find_passages(tuple(passages("/docs/tournaments", book("/docs/tournaments"))), "curl round")


def test_every_search_result_leads_to_an_anchor_on_its_page() -> None:
    for address, page in all_books().items():
        for one in passages(address, page):
            assert one.address == address or f'id="{one.address.partition("#")[2]}"' in page.decode()


def test_a_search_query_is_shown_as_text() -> None:
    page = results(RULES, '<b> "knight"').decode()
    assert "<b>" not in page
    assert 'value="&lt;b&gt; &quot;knight&quot;"' in page
    assert "<mark>Knight</mark>" in results(RULES, "knight").decode()
    assert "no <mark>" not in results(RULES, "zeppelin").decode()
