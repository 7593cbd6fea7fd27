/** What the staff does: one thing at a time, told when it is done, with what somebody else has done meanwhile. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { Problem, read } from "../../../api/api.js";
import { player } from "../../../api/player.js";
import { t } from "../../../words/words.js";
import { change, put } from "../card.js";
import { refusalText } from "../trouble.js";
import { othersSince } from "./meanwhile.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{busy: boolean, done: string, trouble: unknown, meanwhile: string[]}} Told
 * @typedef {{done?: string | ((card: TournamentSummary) => string), put?: boolean, media?: string, unrecorded?: boolean, then?: (card: TournamentSummary) => void}} More what is said when it is done, the media type of what is no JSON, whether the record keeps it, and what follows
 * @typedef {Told & {clear: () => void, act: (what: string, body?: any, more?: More) => (event?: Event) => Promise<void>}} Acts
 */

/** @type {Told} */
const QUIET = { busy: false, done: "", trouble: null, meanwhile: [] };

/** Changes of a tournament by its staff. Each press has a key of its own and counts once; a refusal brings the newest card.
 * @param {TournamentSummary} card
 * @param {(card: TournamentSummary) => void} onCard
 * @returns {Acts}
 */
export function useActs(card, onCard) {
  const [told, setTold] = useState(QUIET);
  const busy = useRef(false);
  const turn = useRef(0);
  /** @param {string} what @param {any} [body] @param {More} [more] */
  const act = (what, body, more = {}) => async (/** @type {Event | undefined} */ event) => {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const mine = (turn.current += 1);
    /** @param {Partial<Told>} told */
    const tell = (told) => turn.current === mine && setTold({ ...QUIET, ...told });
    tell({ busy: true });
    try {
      const seen = await (more.put ? put(card.id, what, body) : change(card.id, what, body, more.media));
      onCard(seen);
      busy.current = false;
      tell({ busy: false });
      more.then?.(seen);
      const { own, others } = await othersSince(seen, card.version, player()?.player ?? "").catch(() => ({ own: true, others: [] }));
      const done = own || more.put || more.unrecorded || others.length === 0;
      const said = typeof more.done === "function" ? more.done(seen) : (more.done ?? t("desk.done"));
      tell({ done: done ? said : "", meanwhile: others });
    } catch (trouble) {
      busy.current = false;
      tell({ trouble });
      tell({ trouble, meanwhile: await refreshed(card, onCard) });
    } finally {
      requestAnimationFrame(keepFocus);
    }
  };
  return { ...told, clear: () => setTold({ ...QUIET, busy: busy.current }), act };
}

/** Milliseconds that stay for reading what was done, where nothing else is to be read. */
const READ = 6000;

/** What was done, or refused, and by whom else; it is read out when it changes. That something was done goes away by itself.
 * @param {{of: Acts}} props
 */
export function Said({ of }) {
  const { done, trouble, meanwhile } = of;
  const empty = !done && !trouble && meanwhile.length === 0;
  const passing = Boolean(done) && meanwhile.length === 0;
  useEffect(() => {
    const timer = passing ? setTimeout(of.clear, READ) : 0;
    return () => clearTimeout(timer);
  }, [done, passing]);
  return html`<div class=${`desk-said${empty ? " empty" : ""}`}>
    ${!empty && html`<button type="button" class="plain desk-heard" aria-label=${t("desk.heard")} onClick=${of.clear}>×</button>`}
    <div role="alert">${trouble ? html`<p class="notice bad">${deskText(trouble)}</p>` : null}</div>
    <div role="status">${done && html`<p class="notice desk-done">${done}</p>`}
      ${meanwhile.length > 0 && html`<div class="notice"><p>${t("desk.meanwhile")}</p><ul>${meanwhile.map((one, at) => html`<li key=${at}>${one}</li>`)}</ul></div>`}</div>
  </div>`;
}

/** A refusal as it is said to the staff.
 * @param {unknown} error
 * @returns {string}
 */
export function deskText(error) {
  if (!(error instanceof Problem)) return refusalText(error);
  const facts = error.members["facts"] ?? {};
  const words = t(`desk.problem.${error.code}`, { ...facts, tables: (facts.tables ?? []).join(", "), entrants: [facts.entrants ?? []].flat().join(", ") });
  return words === `desk.problem.${error.code}` ? refusalText(error) : words;
}

/** Brings the newest card, and what others have done since the one that was seen.
 * @param {TournamentSummary} before
 * @param {(card: TournamentSummary) => void} onCard
 */
async function refreshed(before, onCard) {
  try {
    const card = await read(`/tournaments/${before.id}`);
    onCard(card);
    if (card.version === before.version) return [];
    return (await othersSince(card, before.version, player()?.player ?? "")).others;
  } catch {
    return []; // the refusal is told in any case
  }
}

/** Where the button that was pressed is gone, the keyboard goes on at what comes next. */
function keepFocus() {
  if (document.activeElement === document.body) document.getElementById("desk-next")?.focus();
}
