/** The panel of a tutorial: what to do now and why, and at the end how to go on. The player may leave at any moment. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { newKey } from "../../api/api.js";
import { openMatch } from "../../forms/requests.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { RuleBook } from "../../ui/rules.js";
import { useTask } from "../../ui/task.js";
import { t, useLanguage } from "../../words/words.js";
import { stillPlays } from "./seats.js";

/** @typedef {import("../../types.d.ts").LessonMoment} Moment */
/** @typedef {import("../../timeline/match.js").Match} Match */

/** @type {Moment} */
const END = { key: "end", on: () => true };

/** @param {{match: Match, game: import("../../types.d.ts").Game, own: number}} props */
export function Coach({ match, game, own }) {
  useLanguage();
  const [moments, setMoments] = useState(/** @type {Moment[]} */ ([]));
  const [page, setPage] = useState({ key: "", at: 0 });
  const shown = useRef(/** @type {Moment | null | undefined} */ (null));
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  const { busy, trouble, run } = useTask();
  useEffect(() => void game.lesson().then(setMoments, () => null), [game]);
  const view = match.timeline.view(match.last);
  const tag = match.question?.prompts[0]?.prompt.t ?? "";
  const now = view && { view, own: view.seats[own], tag };
  const found = match.isFinished ? END : now && moments.findLast((moment) => moment.on(now));
  // Between two moments, for example while the opponent plays, the last text stays.
  shown.current = found || shown.current;
  const moment = shown.current;
  useHighlight(moment?.at ?? "");
  useEffect(() => title.current?.closest("section")?.scrollIntoView({ block: "nearest" }), [moment]); // the board may have been scrolled
  useEffect(() => {
    if (page.key && document.activeElement === document.body) title.current?.focus(); // the pressed button is gone
  }, [page]);
  if (!moment) return null;
  const count = moment.pages ?? 1;
  const at = page.key === moment.key ? page.at : 0;
  const turn = (/** @type {number} */ to) => setPage({ key: moment.key, at: to });
  const close = async () => {
    if (stillPlays(match, own)) await match.requests.giveUp();
  };
  const leave = run(async () => {
    await close();
    location.assign("/");
  });
  const playOn = run(async () => {
    await close();
    const seats = [{ who: /** @type {const} */ ("me") }, { who: /** @type {const} */ ("bot"), level: "greedy" }];
    location.assign(`/matches/${await openMatch({ game: match.summary.game, seats, options: {}, disclosure: "everyone" }, newKey())}`);
  });
  const ends = moment.key === "end";
  const key = `lesson.${match.summary.game}.${moment.key}`;
  return html`<section class="match-hint coach" aria-labelledby="coach-title" data-moment=${moment.key}>
    <div class="coach-head">
      <h2 id="coach-title" tabindex="-1" ref=${title}>${t("lesson.title")}</h2>
      <button type="button" class="plain" disabled=${busy} onClick=${leave}>${t("lesson.leave")}</button>
    </div>
    <div role="status"><p>${t(count > 1 ? `${key}.${at + 1}` : key)}</p>${ends && html`<p>${t("lesson.enough")}</p>`}</div>
    <div class="row">
      ${at > 0 && html`<button type="button" onClick=${() => turn(at - 1)}>${t("lesson.back")}</button>`}
      ${at < count - 1 && html`<button type="button" class="primary" onClick=${() => turn(at + 1)}>${t("lesson.next")}</button>`}
      ${ends && html`<button type="button" class="primary" disabled=${busy} onClick=${playOn}>${t("lesson.bots")}</button>
        <button type="button" disabled=${busy} onClick=${leave}>${t("lesson.partner")}</button>
        <${RuleBook} game=${match.summary.game} named=${true} />`}
    </div>
    <${ErrorNotice} error=${trouble} />
  </section>`;
}

/** Outlines the parts of the table that match a selector. A style sheet does it, because the table is drawn again and again.
 * @param {string} selector
 */
function useHighlight(selector) {
  useEffect(() => {
    if (!selector) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.match-board :is(${selector}), .match-hold :is(${selector}), .match-beside :is(${selector}) { outline: 3px solid var(--accent); outline-offset: -3px; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet));
  }, [selector]);
}
