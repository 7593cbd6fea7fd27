/** Changes of a tournament by its staff, one at a time, with the changes that other staff made meanwhile. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { Problem, read } from "../../../api/api.js";
import { player } from "../../../api/player.js";
import { t } from "../../../words/words.js";
import { postChange, putChange } from "../summary.js";
import { refusalText } from "../refusal.js";
import { readOthersSince } from "./others_changes.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{busy: boolean, done: string, trouble: unknown, meanwhile: string[]}} MessageState
 * @typedef {{confirmation?: string | ((card: TournamentSummary) => string), put?: boolean, media?: string, unrecorded?: boolean, then?: (card: TournamentSummary) => void}} More `confirmation` is shown afterwards; `media` is the type of a body that is not JSON, `unrecorded` if the log does not record it, `then` a follow-up
 * @typedef {MessageState & {clear: () => void, act: (what: string, body?: any, more?: More) => (event?: Event) => Promise<void>}} StaffChanges
 */

/** @type {MessageState} */
const QUIET = { busy: false, done: "", trouble: null, meanwhile: [] };

/** Sends changes to a tournament. Each click has its own idempotency key, so it counts once. A refusal reloads the summary.
 * @param {TournamentSummary} card
 * @param {(card: TournamentSummary) => void} onCard
 * @returns {StaffChanges}
 */
export function useStaffChanges(card, onCard) {
  const [told, setTold] = useState(QUIET);
  const busy = useRef(false);
  const turn = useRef(0);
  /** @param {string} what @param {any} [body] @param {More} [more] */
  const act = (what, body, more = {}) => async (/** @type {Event | undefined} */ event) => {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const mine = (turn.current += 1);
    /** @param {Partial<MessageState>} told */
    const show = (told) => turn.current === mine && setTold({ ...QUIET, ...told });
    show({ busy: true });
    try {
      const seen = await (more.put ? putChange(card.id, what, body) : postChange(card.id, what, body, more.media));
      onCard(seen);
      busy.current = false;
      show({ busy: false });
      more.then?.(seen);
      const { own, others } = await readOthersSince(seen, card.version, player()?.player ?? "").catch(() => ({ own: true, others: [] }));
      const done = own || more.put || more.unrecorded || others.length === 0;
      const said = typeof more.confirmation === "function" ? more.confirmation(seen) : (more.confirmation ?? t("desk.done"));
      show({ done: done ? said : "", meanwhile: others });
    } catch (trouble) {
      busy.current = false;
      show({ trouble });
      show({ trouble, meanwhile: await rereadSummary(card, onCard) });
    } finally {
      requestAnimationFrame(keepFocus);
    }
  };
  return { ...told, clear: () => setTold({ ...QUIET, busy: busy.current }), act };
}

/** Milliseconds for which a confirmation is shown if there is nothing else to read. */
const READ = 6000;

/** The message about the last change: confirmation, refusal, and other people's changes. A confirmation disappears by itself.
 * @param {{of: StaffChanges}} props
 */
export function StaffMessage({ of }) {
  const { done, trouble, meanwhile } = of;
  const empty = !done && !trouble && meanwhile.length === 0;
  const passing = Boolean(done) && meanwhile.length === 0;
  useEffect(() => {
    const timer = passing ? setTimeout(of.clear, READ) : 0;
    return () => clearTimeout(timer);
  }, [done, passing]);
  return html`<div class=${`desk-said${empty ? " empty" : ""}`}>
    ${!empty && html`<button type="button" class="plain desk-heard" aria-label=${t("desk.heard")} onClick=${of.clear}>×</button>`}
    <div role="alert">${trouble ? html`<p class="notice bad">${staffErrorText(trouble)}</p>` : null}</div>
    <div role="status">${done && html`<p class="notice desk-done">${done}</p>`}
      ${meanwhile.length > 0 && html`<div class="notice"><p>${t("desk.meanwhile")}</p><ul>${meanwhile.map((one, at) => html`<li key=${at}>${one}</li>`)}</ul></div>`}</div>
  </div>`;
}

/** Returns the message of a refusal for the staff.
 * @param {unknown} error
 * @returns {string}
 */
export function staffErrorText(error) {
  if (!(error instanceof Problem)) return refusalText(error);
  const facts = error.members["facts"] ?? {};
  const words = t(`desk.problem.${error.code}`, { ...facts, tables: (facts.tables ?? []).join(", "), entrants: [facts.entrants ?? []].flat().join(", ") });
  return words === `desk.problem.${error.code}` ? refusalText(error) : words;
}

/** Rereads the summary, and returns the changes of others since the last one.
 * @param {TournamentSummary} before
 * @param {(card: TournamentSummary) => void} onCard
 */
async function rereadSummary(before, onCard) {
  try {
    const card = await read(`/tournaments/${before.id}`);
    onCard(card);
    if (card.version === before.version) return [];
    return (await readOthersSince(card, before.version, player()?.player ?? "")).others;
  } catch {
    return []; // the refusal is shown in any case
  }
}

/** Moves the focus to the next step if the pressed button has disappeared. */
function keepFocus() {
  if (document.activeElement === document.body) document.getElementById("desk-next")?.focus();
}
