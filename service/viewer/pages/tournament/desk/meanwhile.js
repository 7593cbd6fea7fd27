/** What others have done to a tournament, from its record. */

import { request, text } from "../../../api/api.js";
import { t } from "../../../words/words.js";
import { entrantName } from "../people.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{n: number, by?: string, row: Record<string, any> & {t: string}}} Recorded
 */

const TOLD = [
  "registration-opened",
  "registration-closed",
  "registered",
  "checked-in",
  "withdrawn",
  "returned",
  "not-shown",
  "disqualified",
  "forbidden",
  "round-paired",
  "round-started",
  "result-ruled",
  "penalised",
  "appointed",
  "finished",
  "cancelled",
];

/** Whether somebody has written rows after a version, and what others have, in words.
 * @param {TournamentSummary} card
 * @param {number} version
 * @param {string} me
 * @returns {Promise<{own: boolean, others: string[]}>}
 */
export async function othersSince(card, version, me) {
  const lines = (await text(await request("GET", `/tournaments/${card.id}/rows.ndjson`, { accept: "application/x-ndjson" }))).split("\n");
  return toldOf(card, lines.filter(Boolean).slice(1).map((line) => JSON.parse(line)), version, me);
}

/** @param {TournamentSummary} card @param {Recorded[]} record @param {number} version @param {string} me */
export function toldOf(card, record, version, me) {
  const since = record.filter((one) => one.n > version && one.by);
  const others = since.filter((one) => one.by !== me && TOLD.includes(one.row.t));
  return { own: since.some((one) => one.by === me), others: others.map((one) => rowText(card, one)) };
}

/** A row of the record as a sentence.
 * @param {TournamentSummary} card
 * @param {Recorded} recorded
 */
function rowText(card, { by, row }) {
  const staff = card.staff.find((one) => one.player === by);
  const entrant = card.entrants.find((one) => one.player === by);
  const who = staff?.name ?? entrant?.name ?? t("common.erased");
  const name = row["entrant"] ? entrantName(card, row["entrant"]) : "";
  return t(`desk.row.${row.t}`, { who, name, round: row["round"] ?? "", table: row["table"] ?? "" });
}
