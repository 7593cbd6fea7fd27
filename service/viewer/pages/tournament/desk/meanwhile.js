/** What others have done to a tournament, from its log. */

import { request, text } from "../../../api/api.js";
import { t } from "../../../words/words.js";
import { entrantName } from "../people.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{n: number, by?: string, e: Record<string, any> & {t: string}}} Entry
 */

const TOLD = [
  "registration-opened",
  "registration-closed",
  "registered",
  "guest-renamed",
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

/** Whether somebody has written entries after a version, and what others have, in words.
 * @param {TournamentSummary} card
 * @param {number} version
 * @param {string} me
 * @returns {Promise<{own: boolean, others: string[]}>}
 */
export async function othersSince(card, version, me) {
  const lines = (await text(await request("GET", `/tournaments/${card.id}/log.ndjson`, { accept: "application/x-ndjson" }))).split("\n");
  return toldOf(card, lines.filter(Boolean).slice(1).map((line) => JSON.parse(line)), version, me);
}

/** @param {TournamentSummary} card @param {Entry[]} log @param {number} version @param {string} me */
export function toldOf(card, log, version, me) {
  const since = log.filter((one) => one.n > version && one.by);
  const others = since.filter((one) => one.by !== me && TOLD.includes(one.e.t));
  return { own: since.some((one) => one.by === me), others: others.map((one) => eventText(card, one)) };
}

/** An entry of the log as a sentence.
 * @param {TournamentSummary} card
 * @param {Entry} entry
 */
function eventText(card, { by, e }) {
  const staff = card.staff.find((one) => one.player === by);
  const entrant = card.entrants.find((one) => one.player === by);
  const who = staff?.name ?? entrant?.name ?? t("common.erased");
  const name = e["entrant"] ? entrantName(card, e["entrant"]) : "";
  return t(`desk.event.${e.t}`, { who, name, round: e["round"] ?? "", table: e["table"] ?? "" });
}
