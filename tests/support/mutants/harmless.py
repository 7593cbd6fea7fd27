"""What can be changed without anybody noticing, and why that does no harm: such changes are not tried."""

from __future__ import annotations

from msgspec import Struct


class Harmless(Struct, frozen=True):
    """Changes of a line, as `make mutants` names them (all of its changes where none is named), and the reason."""

    file: str
    line: str
    changes: tuple[str, ...]
    because: str


HARMLESS = (
    Harmless(
        "domain/cities_knights/island/trails.py",
        "if left & EDGES_AT[b] != beyond and not cut >> b & 1:",
        ("left & EDGES_AT[b] != beyond and not cut >> b & 1  ->  (left & EDGES_AT[b] != beyond or not cut >> b & 1)",),
        "the search through rings, which is then made, finds the same more slowly",
    ),
    Harmless(
        "domain/cities_knights/island/trails.py",
        "odd = tips.bit_count() + thrice.bit_count() + 2 * cut.bit_count()",
        (
            "tips.bit_count() + thrice.bit_count()  ->  (tips.bit_count() - thrice.bit_count())",
            "tips.bit_count() + thrice.bit_count() + 2 * cut.bit_count()"
            "  ->  (tips.bit_count() + thrice.bit_count() - 2 * cut.bit_count())",
        ),
        "a bound that is too high ends no search too early",
    ),
    Harmless(
        "domain/cities_knights/rules/production.py",
        "for total in range(13):",
        (),
        "no dice show more than 12",
    ),
    Harmless(
        "domain/engine/match/fold.py",
        "if timing is None or clock is None:",
        ("timing is None or clock is None  ->  (timing is None and clock is None)",),
        "a match has both or neither; the line tells it to the type checkers",
    ),
    Harmless(
        "domain/engine/match/match.py",
        "if timing is None or clock is None:",
        ("timing is None or clock is None  ->  (timing is None and clock is None)",),
        "a match has both or neither; the line tells it to the type checkers",
    ),
    Harmless(
        "domain/engine/match/timing.py",
        "spent: int = 0",
        (),
        "what was spent counts only for the question it was spent on, and no question has the id 0",
    ),
    Harmless(
        "domain/engine/match/timing.py",
        "prompt: int = 0",
        (),
        "the first question comes after the opening and the start, so none has such an id",
    ),
    Harmless(
        "domain/engine/proof/archive.py",
        "_PIECE = 64 << 10",
        (),
        "how much is unpacked at a time changes no answer",
    ),
    Harmless(
        "domain/katharina/facts/load.py",
        "named = len(set(card.cities)) == 3 and set(card.cities) <= set(facts.cities)",
        ("set(card.cities) <= set(facts.cities)  ->  (set(card.cities) < set(facts.cities))",),
        "three cities are never all of the eighteen",
    ),
    Harmless(
        "domain/katharina/rules/actions.py",
        "return card.needs.discard > 0",
        ("card.needs.discard > 0  ->  (card.needs.discard >= 0)",),
        "a bonus that costs no card is judged and listed as one that no card is paid for",
    ),
    Harmless(
        "domain/katharina/rules/interim.py",
        "points[a if counts[a] > counts[b] else b] += MORE",
        ("counts[a] > counts[b]  ->  (counts[a] >= counts[b])",),
        "equal counts were dealt with before",
    ),
    Harmless(
        "domain/tournament/counting/ledger.py",
        "return FULL_TABLE * lcm(*{line.total for own in self.tables for line in own if line.total > 0})",
        ("0  ->  (1)",),
        "a factor of one changes no product",
    ),
    Harmless(
        "domain/tournament/methods/pods/ahead.py",
        "had, cost = [0] * max(usual, *(seat + 1 for seat in row), 1), 0",
        ("1  ->  (2)",),
        "one counter more, of a position that nobody had",
    ),
    Harmless(
        "domain/tournament/methods/pods/cost.py",
        "return [(a, b, had[a] - had[b]) for a, b in zip(unlucky, spared, strict=True) if had[a] > had[b]]",
        ("had[a] > had[b]  ->  (had[a] >= had[b])",),
        "of equals those who were chosen count as the fairest, so none of them is unlucky",
    ),
    Harmless(
        "domain/tournament/methods/pods/cost.py",
        "score = (pairs + 1).bit_length()",
        ("1  ->  (2)",),
        "a spare bit between two objectives changes no comparison",
    ),
    Harmless(
        "domain/tournament/methods/pods/cost.py",
        "seat = score + (pairs * (max(field.levels) ** 2 + 1)).bit_length()",
        ("1  ->  (2)", "2  ->  (3)"),
        "a spare bit between two objectives changes no comparison",
    ),
    Harmless(
        "domain/tournament/methods/pods/cost.py",
        "shifts = {low: seat + (n * max(max(row) for row in field.seats) + 1).bit_length()}",
        ("1  ->  (2)",),
        "a spare bit between two objectives changes no comparison",
    ),
    Harmless(
        "domain/tournament/methods/pods/cost.py",
        'widths = {"repeat": (pairs * most**2 + 1).bit_length(), "size": (n * max(field.odd) + 1).bit_length()}',
        ("1  ->  (2)", "2  ->  (3)"),
        "a spare bit between two objectives changes no comparison",
    ),
    Harmless(
        "domain/tournament/methods/pods/draw.py",
        "for places in fairest if len(order) <= _FEW else fairest[:_TRIALS]:",
        ("len(order) <= _FEW  ->  (len(order) < _FEW)",),
        "twelve are all seated at tables of two, of three and of four: nobody of them has a bye",
    ),
    Harmless(
        "domain/tournament/methods/schedule_search.py",
        "if self._worse(here, i, there, j) <= 0:",
        ("0  ->  (1)",),
        "what a swap changes is even: all weights of meetings are odd, and no pair is lost or won alone",
    ),
    Harmless(
        "domain/tournament/methods/swiss.py",
        "lot: int = 0",
        (),
        "this is the lot of every bye, and no round has two",
    ),
    Harmless(
        "domain/tournament/ratings/glicko.py",
        "high = log(delta**2 - phi**2 - variance)",
        ("delta**2 - phi**2 - variance  ->  (delta ** 2 - phi ** 2 + variance)",),
        "the search for the zero begins elsewhere and ends where it would have ended",
    ),
    Harmless(
        "domain/tournament/ratings/glicko.py",
        "while f(start - steps * tau) < 0:",
        (),
        "the search for the zero begins elsewhere and ends where it would have ended",
    ),
    Harmless(
        "domain/tournament/ratings/ratings.py",
        "periods.setdefault((contest.tournament, 0 if contest.tournament else at), []).append(contest)",
        ("0  ->  (1)",),
        "any number that is the same for all contests of a tournament will do",
    ),
    Harmless(
        "domain/tournament/record/state.py",
        'return fold(tournament, batch(tournament.version, 0, "", None, brought))',
        ("0  ->  (1)",),
        "the moment of an entry that is tried only is kept nowhere",
    ),
    Harmless(
        "domain/tournament/record/state.py",
        "return replace(tournament, stages=((*groups, (*last, number)), *tournament.stages[1:]))",
        ("1  ->  (2)",),
        "nobody joins once a second stage stands",
    ),
    Harmless(
        "domain/tournament/rules/lots.py",
        "following = tournament.planned.stages[stage + 1 : stage + 2]",
        ("2  ->  (3)",),
        "only the first of them is read",
    ),
    Harmless(
        "domain/tournament/rules/pairing.py",
        "lines = sorted(stage_standings(tournament, stage, group), key=lambda line: (line.place, lot.get(line.entrant, 0)))",  # noqa: E501  the line as it stands there
        ("0  ->  (1)",),
        "who is in no lot shares its place with nobody",
    ),
)
