/** The lobby's list of matches, newest first, in the parts open, running and finished. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { MatchSummary } from "./match_summary.js";
import { gameName } from "../../ui/game_name.js";
import { seatName } from "../../ui/seat_name.js";
import { matchesWaitingFor, filterBySearch } from "./list.js";
import { STATUSES } from "./matches.js";

/** @typedef {ReturnType<typeof import("./matches.js").useMatches>} Matches */

/** @param {{matches: Matches, me: string | null, search: string, onReset: () => void}} props */
export function Chronicle({ matches, me, search, onReset }) {
  const now = useClock();
  const kept = useKeptFocus();
  // Matches listed at the top of the page are not repeated here, except in search results.
  const known = new Set((search ? matchesWaitingFor(matches.own, matches.seats, me) : matches.own).map((line) => line.id));
  const parts = STATUSES.flatMap((status) => {
    const list = matches.lists[status];
    return list ? [{ status, next: list.next, lines: filterBySearch(list.lines, search, searchTexts).filter((line) => !known.has(line.id)) }] : [];
  });
  if (parts.length === 0) return matches.trouble ? null : html`<${Waiting} />`;
  const nothing = parts.every((part) => part.lines.length === 0);
  return html`<div class="lobby-chronicle" ref=${kept} aria-busy=${!matches.loaded}>
    ${parts.map((part) => (part.lines.length || (part.next && search)) && html`<${Part} key=${part.status} part=${part} matches=${matches} me=${me}
      now=${now} />`)}
    <p class="unseen" role="status">${search && t("lobby.found", { count: parts.reduce((sum, part) => sum + part.lines.length, 0) })}</p>
    ${nothing && matches.loaded && html`<div class="lobby-nothing"><p>${t("lobby.nothing")}</p><button type="button"
      onClick=${onReset}>${t("lobby.reset")}</button></div>`}
  </div>`;
}

/** The user's running matches, at the top of the page. Those that wait for the user's answer come first.
 * @param {{matches: Matches, me: string | null}} props
 */
export function OwnMatches({ matches, me }) {
  const now = useClock();
  const waiting = matchesWaitingFor(matches.own, matches.seats, me);
  const parts = [{ name: "asked", lines: waiting }, { name: "own", lines: matches.own.filter((line) => !waiting.includes(line)) }];
  return parts.map(({ name, lines }) => lines.length > 0 && html`<section key=${name} class=${`lobby-part ${name}`} aria-labelledby=${`lobby-part-${name}`}>
    <h2 id=${`lobby-part-${name}`}>${t(`lobby.part.${name}`)} <span class="lobby-count">${lines.length}</span></h2>
    <ol class="lobby-list">${lines.map((line) => html`<${MatchSummary} key=${line.id} line=${line} seats=${matches.seats.get(line.id) ?? line.seats} me=${me} now=${now} />`)}</ol>
  </section>`);
}

/** @param {{part: {status: import("./matches.js").Status, next: string | null, lines: import("../../types.d.ts").MatchLine[]}, matches: Matches, me: string | null, now: number}} props */
function Part({ part, matches, me, now }) {
  const [busy, setBusy] = useState(false);
  const name = `lobby-part-${part.status}`;
  const more = () => {
    setBusy(true);
    void matches.more(part.status).finally(() => setBusy(false));
  };
  return html`<section class=${`lobby-part ${part.status}`} aria-labelledby=${name}>
    <h2 id=${name}>${t(`lobby.part.${part.status}`)}</h2>
    <ol class="lobby-list">${part.lines.map((line) => html`<${MatchSummary} key=${line.id} line=${line} seats=${matches.seats.get(line.id) ?? line.seats}
      me=${me} now=${now} />`)}</ol>
    ${part.next && html`<button type="button" class="lobby-more" disabled=${busy} onClick=${more}>${t(busy ? "common.loading" : "lobby.more")}</button>`}
  </section>`;
}

/** Three empty rows while the lists of matches are loading for the first time. */
function Waiting() {
  return html`<div class="lobby-chronicle" aria-busy="true"><p class="unseen">${t("common.loading")}</p><ol class="lobby-list"
    aria-hidden="true">${[0, 1, 2].map((n) => html`<li key=${n} class="lobby-match lobby-ghost"><span class="lobby-when"></span><span
    class="lobby-node"></span><div class="lobby-card"></div></li>`)}</ol></div>`;
}

/** Returns the texts that a search covers. @param {import("../../types.d.ts").MatchLine} line */
const searchTexts = (line) => [gameName(line.game), ...line.seats.map(seatName)];

/** Returns the current time, updated often enough for "a minute ago". */
function useClock() {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Keeps the focus on a match that moves to another part of the list. */
function useKeptFocus() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(/** @type {string | null} */ (null));
  useEffect(() => {
    /** @param {FocusEvent} event */
    const onFocus = (event) => void (last.current = event.target instanceof HTMLElement ? (event.target.dataset.match ?? null) : null);
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const moved = root.current?.querySelector(`[data-match="${last.current}"]`);
    if (moved instanceof HTMLElement) moved.focus({ preventScroll: true });
  });
  return root;
}
