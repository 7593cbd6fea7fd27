/** Whose answer is awaited, in words: told politely whenever it changes. */

import { html } from "../../dom.js";
import { listed, t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Asked} Asked
 */

/** How it stands with the answers: who owes one, and how many are sealed.
 * @param {SeatInfo[]} seats
 * @param {number | null} own
 * @param {readonly Asked[]} prompts of the own seat
 * @param {readonly number[]} sealed the seats whose answer is sealed
 * @returns {{turn: "own" | "sealed" | "others" | "nobody", words: string}}
 */
function standing(seats, own, prompts, sealed) {
  const waiting = seats.filter((seat) => seat.waiting);
  const others = waiting.filter((seat) => seat.seat !== own).map((seat) => seat.name);
  const count = sealed.length > 0 ? t("match.waiting.count", { sealed: sealed.length, asked: sealed.length + waiting.length }) : "";
  const names = others.length > 0 ? t("match.waiting.for", { names: listed(others), count: others.length }) : "";
  if (own !== null && waiting.some((seat) => seat.seat === own)) return { turn: "own", words: sentences(count, names && t("match.waiting.also", { names: listed(others), count: others.length })) };
  if (prompts.some((prompt) => prompt.sealed)) return { turn: "sealed", words: sentences(count, names) };
  if (waiting.length === 0) return { turn: "nobody", words: "" };
  return { turn: "others", words: sentences(count, names) };
}

/** @param {string[]} all */
const sentences = (...all) => all.filter(Boolean).join(" ");

/** @param {{match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, seats: SeatInfo[], own: number | null}} props */
export function Waiting({ match, game, seats, own }) {
  const running = match.summary.status === "running";
  const view = match.timeline.view(match.last);
  const sealed = running && view && game.sealed ? game.sealed(view) : [];
  const { turn, words } = running ? standing(seats, own, match.options.newest?.prompts ?? [], sealed) : { turn: "nobody", words: "" };
  const head = turn === "own" || turn === "sealed" ? t(`match.waiting.${turn}`) : "";
  return html`<p class=${`match-waiting match-waiting-${turn}`} role="status">
    ${head && html`<strong><span class="match-waiting-sign" aria-hidden="true">${turn === "own" ? "●" : "✓"}</span> ${head}</strong>`} ${words && html`<span>${words}</span>`}
  </p>`;
}
