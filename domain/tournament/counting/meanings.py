"""The meaning of each tie-break and its source, for readers who check the counting or translate it."""

from collections.abc import Mapping
from types import MappingProxyType

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "WON": "Tables won by playing; a shared first place does not count (FIDE C.07 7.2).",
        "WIN": "Tables won, by playing or by ruling, without shared first places; and byes that gave at least as many "
        "points as the first place at a table of two (C.07 7.1).",
        "PLC2": "Tables finished second, even if shared (Catan championship rules).",
        "PLC3": "Tables finished third, even if shared (Catan championship rules).",
        "BPL": "The best finish, as one divided by the place: 1 for a first place, 1/2 for a second (WBC 2017).",
        "VP": "The victory points of all tables. If the preset's bye is null, a bye adds their mean, but not in a "
        "round robin (Catan championship rules).",
        "VPS": "The sum of the shares of the tables' victory points, scaled to tables of four. A table's share is "
        "points ÷ points of the whole table × seats ÷ 4, or 1/4 at a table without points. If the preset's bye is "
        "null, a bye adds their mean, but not in a round robin (Mayfair).",
        "BST": "The best share of a table's victory points, counted as in VPS.",
        "VPD": "The sum over all tables of the victory points less the mean of the other seats there; at two seats "
        "the difference (defined by Chronik).",
        "GMD": "Games won less games that others at the table won. A table of one game counts 1 for its sole winner, "
        "-1 for the others, and 0 for all if the first place is shared (defined by Chronik).",
        "OPT": "The sum of the scores, without penalties, of all opponents met at tables; an opponent met twice "
        "counts twice (Board Game Arena).",
        "OPA": "The mean of the scores that OPT sums; 0 without opponents (Board Game Arena).",
        "OWR": "The mean, over all opponents, of the tables that each has won alone divided by the tables where it "
        "sat. An opponent met twice counts twice; there is no lower limit (competitive Commander).",
        "BH": "Buchholz: the sum of one amount for each opponent or unplayed round (C.07 8.1, 16). At a table that "
        "was played, it is the opponent's adjusted score: its score without penalties, in which skipped rounds count "
        "as draws if it neither played nor had a bye nor won by ruling afterwards. At a table that was ruled, it is "
        "the same, but at most the entrant's score without penalties. For a bye or a skipped round, it is the "
        "entrant's score without penalties, but at most what draws in all rounds so far would give. If the preset's "
        "draw is null, no round counts as a draw and that limit does not apply. In a round robin scores are not "
        "adjusted, ruled tables count as played, and byes, skipped rounds and struck games count as nothing.",
        "BH-C1": "The sum of BH without the lowest amount. For an entrant who has skipped a round or lost by ruling, "
        "the lowest amount of such rounds is left out instead (C.07 8.1, 14.1, 16.5).",
        "BH-C2": "The sum of BH-C1 without one more lowest amount, by the same rule (C.07 8.1, 14.2).",
        "BH-M1": "The sum of BH-C1 without the highest amount (C.07 8.1, 14.3).",
        "BH-M2": "The sum of BH-C2 without the two highest amounts (C.07 8.1, 14.4).",
        "AOB": "The mean of the BH of the opponents met at tables that were played, in a round robin also at ruled "
        "ones; an opponent met twice counts twice (C.07 8.2).",
        "SB": "Sonneborn-Berger: the sum of the amounts of BH, each times the result. The result is 1 for a better "
        "place than the opponent's, 1/2 for the same and 0 for a worse one. For a bye or a skipped round it is 1 if "
        "the round gave at least as many points as the first place at a table of two (if that is more than 0), else "
        "1/2 if it gave any points, else 0 (C.07 9.1, 16.4).",
        "SB-C1": "The sum of SB without the part of the opponent with the lowest amount in BH; among equals, the "
        "smallest part. For an entrant who has skipped a round or lost by ruling, the smallest part of such rounds is "
        "left out instead, if it is worth no less (C.07 9.1, 14.1.1.4, 16.5).",
        "KS": "Koya: 1 for each opponent with a worse place at the same table, 1/2 for the same place. It counts only "
        "opponents whose score without penalties is at least half of the points for the first place at a table of "
        "two, times the rounds so far; in a round robin, rounds with a bye or a struck game are not included (C.07 "
        "9.2).",
        "PS": "The sum of the scores after each round (C.07 7.5).",
        "PS-C1": "The sum of the scores after each round but the first (C.07 7.5).",
        "DE": "Direct encounter among entrants who are tied in the score and in every earlier tie-break: 1 for each "
        "of them with a worse place at the same table, 1/2 for the same place. It counts only if all of them have met "
        "at tables that were played, in a round robin also at ruled ones; otherwise it is 0 for all of them (C.07 "
        "6.1).",
        "H2H": "The same as DE, but ruled tables always count too.",
        "LOT": "A lot from the tournament's secret, always the last tie-break; drawn only if a place matters.",
    }
)
"""The meanings by code, in the order in which they are listed. A code never changes its meaning."""
