"""The search of `/docs`: what it finds, and where that stands."""

from __future__ import annotations

from service.pages.books import all_books, book
from service.pages.docs_search import found, passages, results

RULES = tuple(passages("/docs/rules/cities_knights", book("cities_knights")))


def test_a_rule_is_found_by_its_words_and_by_its_number() -> None:
    assert any(one.address.endswith("#R8.2") for one in found(RULES, "R8.2"))
    both = found(RULES, "KNIGHT robber")
    assert both
    assert all("knight" in one.text.lower() and "robber" in one.text.lower() for one in both)
    assert not found(RULES, "")
    assert not found(RULES, "zeppelin")


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
