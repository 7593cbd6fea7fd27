/** Changes of a tournament made by other people, from its log. */

import { request, readText } from "../../../api/api.js";
import { t } from "../../../words/words.js";
import { entrantName } from "../people.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{n: number, by?: string, e: Record<string, any> & {t: string}}} Entry
 */

const SHOWN = [
  "registration-opened",
  "registration-closed",
  "registered",
  "guest-renamed",
  "entropy-added",
  "club-set",
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
  "games-struck",
  "appointed",
  "finished",
  "cancelled",
];

/** Returns whether the user wrote entries after a version, and the other people's entries in words.
 * @param {TournamentSummary} card
 * @param {number} version
 * @param {string} me
 * @returns {Promise<{own: boolean, others: string[]}>}
 */
export async function readOthersSince(card, version, me) {
  const lines = (await readText(await request("GET", `/tournaments/${card.id}/log.ndjson`, { accept: "application/x-ndjson" }))).split("\n");
  return changesSince(card, lines.filter(Boolean).slice(1).map((line) => JSON.parse(line)), version, me);
}

/** @param {TournamentSummary} card @param {Entry[]} log @param {number} version @param {string} me */
export function changesSince(card, log, version, me) {
  const since = log.filter((one) => one.n > version && one.by);
  const others = since.filter((one) => one.by !== me && SHOWN.includes(one.e.t));
  return { own: since.some((one) => one.by === me), others: others.map((one) => eventText(card, one)) };
}

/** Returns a log entry as a sentence.
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
