"""What each tie-break counts, in a sentence with its source, for those who count again or write words of their own."""

from collections.abc import Mapping
from types import MappingProxyType

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "WON": "Tables won by playing; a shared first place is none (FIDE C.07 7.2).",
        "WIN": "Tables won, by playing or by ruling, a shared first place being none; and byes that gave as much as "
        "the first place at a table of two pays (C.07 7.1).",
        "PLC2": "How often second at a table, be it shared (Catan championship rules).",
        "PLC3": "How often third at a table, be it shared (Catan championship rules).",
        "BPL": "The best finish, as one divided by the place: 1 for a first place, 1/2 for a second (WBC 2017).",
        "VP": "The victory points of all tables; where the preset's bye is null, a bye adds their mean, but not in a "
        "round robin (Catan championship rules).",
        "VPS": "The sum of the shares of the tables' victory points, as if all tables had been of four: at each table "
        "points ÷ points of the whole table × seats ÷ 4, and 1/4 at a table without points. Where the preset's bye is "
        "null, a bye adds their mean, but not in a round robin (Mayfair).",
        "BST": "The best share of a table's victory points, each counted as in VPS.",
        "VPD": "At each table the victory points less the mean of the others' there, summed; at two the difference "
        "(our own).",
        "GMD": "Games won less games that others at the table won; at a table of one game 1 for its sole winner, less "
        "1 for everybody else, 0 for all where the first place is shared (our own).",
        "OPT": "The scores, without penalties, of all opponents met at tables; who was met twice counts twice (Board "
        "Game Arena).",
        "OPA": "The mean of what OPT sums; 0 without opponents (Board Game Arena).",
        "OWR": "The mean over all opponents met, who was met twice counting twice, of the tables that each has won "
        "alone divided by the tables where it sat; without a lower limit (competitive Commander).",
        "BH": "Buchholz: round by round what was faced, summed (C.07 8.1, 16). At a table that was played, the "
        "adjusted score of each opponent: its score without penalties, where skipped rounds after which it neither "
        "played nor had a bye nor won by ruling count as draws. At a table that was ruled, the same, but no more than "
        "the own score without penalties. For a bye or a skipped round, that own score, but no more than all rounds "
        "so far drawn would give. Where the preset's draw is null, nothing is counted as a draw and no such limit "
        "holds. In a round robin scores are not adjusted, tables that were ruled count as played, byes and skipped "
        "rounds as nothing.",
        "BH-C1": "What BH sums without the least; who has skipped a round or lost by ruling leaves out the least that "
        "such a round has brought, in its place (C.07 8.1, 14.1, 16.5).",
        "BH-C2": "What BH-C1 sums without the least once more, by the same rule (C.07 8.1, 14.2).",
        "BH-M1": "What BH-C1 sums without the greatest (C.07 8.1, 14.3).",
        "BH-M2": "What BH-C2 sums without the two greatest (C.07 8.1, 14.4).",
        "AOB": "The mean of the BH of the opponents met at tables that were played, who was met twice counting twice; "
        "in a round robin at ruled ones too (C.07 8.2).",
        "SB": "Sonneborn-Berger: what BH sums, each times the result: 1 for a better place than the opponent's, 1/2 "
        "for the same, 0 for a worse one; for a bye or a skipped round 1 if it gave at least what the first place at "
        "a table of two pays, where that is more than 0, else 1/2 if it gave anything, else 0 (C.07 9.1, 16.4).",
        "SB-C1": "What SB sums without the part of whoever is least in BH, of equals the one that brings least. Who "
        "has skipped a round or lost by ruling leaves out the least part of such rounds in its place, if that is "
        "worth no less (C.07 9.1, 14.1.1.4, 16.5).",
        "KS": "Koya: 1 for each opponent with a worse place at the same table, 1/2 for the same place, against those "
        "only whose score without penalties is at least half of what the first place at a table of two pays, times "
        "the rounds so far, in a round robin those without a bye (C.07 9.2).",
        "PS": "The sum of the scores after each round (C.07 7.5).",
        "PS-C1": "The sum of the scores after each round but the first (C.07 7.5).",
        "DE": "Direct encounter, among those who are equal in the score and in every tie-break named before: 1 for "
        "each of them with a worse place at the same table, 1/2 for the same place, if each has met each other at "
        "tables that were played, in a round robin ruled ones too; else 0 for all of them (C.07 6.1).",
        "H2H": "The same as DE, at tables that were ruled too.",
        "LOT": "A lot from the tournament's secret, the last one always; drawn only where a place matters.",
    }
)
"""By code, in the order in which they are told. A code never changes its meaning."""
