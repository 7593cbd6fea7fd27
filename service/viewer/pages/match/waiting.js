/** Announces who has to act. */

import { html } from "../../dom.js";
import { joinList, t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Asked} Asked
 */

/** Returns whose turn it is for the user, and as text who has to answer and how many answers are sealed.
 * @param {SeatInfo[]} seats
 * @param {number | null} own
 * @param {readonly Asked[]} prompts of the user's seat
 * @param {readonly number[]} sealed the seats whose answer is sealed
 * @param {readonly number[]} offline the seats whose player is not connected
 * @returns {{turn: "own" | "sealed" | "others" | "nobody", words: string}}
 */
function waitingState(seats, own, prompts, sealed, offline) {
  const waiting = seats.filter((seat) => seat.waiting);
  const others = waiting.filter((seat) => seat.seat !== own).map(({ name, seat }) => (offline.includes(seat) ? `${name} (${t("match.seat.offline")})` : name));
  const count = sealed.length > 0 ? t("match.waiting.count", { sealed: sealed.length, asked: sealed.length + waiting.length }) : "";
  const names = others.length > 0 ? t("match.waiting.for", { names: joinList(others), count: others.length }) : "";
  if (own !== null && waiting.some((seat) => seat.seat === own)) return { turn: "own", words: joinSentences(count, names && t("match.waiting.also", { names: joinList(others), count: others.length })) };
  if (prompts.some((prompt) => prompt.sealed)) return { turn: "sealed", words: joinSentences(count, names) };
  if (waiting.length === 0) return { turn: "nobody", words: "" };
  return { turn: "others", words: joinSentences(count, names) };
}

/** @param {string[]} all */
const joinSentences = (...all) => all.filter(Boolean).join(" ");

/** @param {{match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, seats: SeatInfo[], own: number | null}} props */
export function Waiting({ match, game, seats, own }) {
  // A player who still watches the others' moves has no question yet.
  const watches = own !== null && match.following && !match.isLive && !match.question;
  const running = match.summary.status === "running" && !watches;
  const view = match.timeline.view(match.last);
  const sealed = running && view && game.sealed ? game.sealed(view) : [];
  const { turn, words } = running ? waitingState(seats, own, match.options.newest?.prompts ?? [], sealed, match.connection.offline) : { turn: "nobody", words: "" };
  const head = turn === "own" || turn === "sealed" ? t(`match.waiting.${turn}`) : "";
  return html`<p class=${`match-waiting match-waiting-${turn}`} role="status">
    ${head && html`<strong><span class="match-waiting-sign" aria-hidden="true">${turn === "own" ? "●" : "✓"}</span> ${head}</strong>`} ${words && html`<span>${words}</span>`}
  </p>`;
}
