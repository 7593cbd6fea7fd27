/** The panel beside the map: the question, the picks, their dry run, and the send button. */

import { html, useEffect, useRef } from "../../../dom.js";
import { Foot } from "../../../asking/foot.js";
import { CitedRule } from "../../../ui/rules.js";
import { cardOf, named } from "../box.js";
import { joinList, t } from "../../../words/words.js";
import { missing } from "./narrow.js";
import { Symbol } from "../symbols.js";
import { FIELDS } from "./fields.js";
import { answerText, problemText, stillToPick } from "./says.js";

/** @param {any} props */
export function Panel(props) {
  const { tag, sealed, choice, components, seat, options, picks, changed, sending, problem, can, acts, foot } = props;
  const fields = options.length > 0 && FIELDS[tag] && html`<${FIELDS[tag]} ...${props} />`;
  const stays = choice && !options.length;
  const question = t(`katharina.ask.${tag}`);
  const label = sending ? t("katharina.send.sending") : problem ? t("katharina.send.again") : t(choice ? "katharina.send.replace" : "katharina.send");
  return html`<section class="ka-choice match-question-panel panel" data-tag=${tag} data-action=${seat.prompt?.card ? cardOf(components, seat.prompt.card).action : null} aria-labelledby="ka-choice-question" aria-busy=${sending}>
    <div class="match-question-body">
      <h2 id="ka-choice-question">${question}</h2>
      ${sealed && html`<${Sealed} ...${props} stays=${stays} />`}
      ${choice && !sealed && html`<p class="ka-choice-sealed notice">${t("katharina.sealed.replacing", { answer: answerText(choice, components, seat) })}</p>`}
      ${!foot && fields}
      ${options.length > 0 && html`<${Hints} tag=${tag} options=${options} shown=${props.shown} />`}
    </div>
    ${options.length > 0 && html`<${Foot} into=${foot} question=${question} of="ka-choice-question" shut=${!choice}>
      <${Brings} ...${props} why=${foot && fields && question} />
      ${foot && html`<${Cities} ...${props} />`}
      ${problem && html`<p class="notice bad" role="alert">${problemText(problem)} <${CitedRule} error=${problem} /></p>`}
      ${!sealed &&
      html`<div class="match-question-buttons">
        <button type="button" class="primary" disabled=${!can} onClick=${acts.send} aria-keyshortcuts="Enter">${label}</button>
        ${(foot && fields) || html`<button type="button" disabled=${!picks.length || sending} onClick=${acts.back} aria-keyshortcuts="Backspace">${t("katharina.back")}</button>
        <button type="button" disabled=${!changed || sending} onClick=${acts.clear} aria-keyshortcuts="Escape">${t(choice ? "katharina.keep" : "katharina.clear")}</button>`}
      </div>`}
    <//>`}
  </section>`;
}

/** Draws the notice of a sealed answer: the answer, and the seats whose answers are still awaited. @param {any} props */
function Sealed({ choice, components, seat, seats, view, own, stays }) {
  const awaited = seats.filter((/** @type {any} */ one) => one.seat !== own && view.seats[one.seat]?.prompt && !view.seats[one.seat].committed);
  return html`<div class="ka-choice-sealed notice good" role="status">
    <p><strong>${t("katharina.sealed")}</strong> ${answerText(choice, components, seat)}</p>
    <p class="soft">
      ${awaited.length > 0 && t("katharina.sealed.awaited", { names: joinList(awaited.map((/** @type {any} */ one) => one.name)) })}${" "}
      ${t(stays ? "katharina.sealed.stays" : "katharina.sealed.change")}
    </p>
  </div>`;
}

/** Draws the cities that can be picked as a row of buttons, because they are small on a phone's map. @param {any} props */
function Cities({ components, shown, acts }) {
  const cities = Object.entries(shown?.cities ?? {});
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  const chosen = cities.findIndex(([, { state }]) => state === "chosen");
  useEffect(() => row.current?.children[chosen]?.scrollIntoView({ block: "nearest", inline: "center" }), [chosen]);
  if (!cities.length) return null;
  return html`<div class="ka-pick-cities more-across" ref=${row} role="group" aria-label=${t("katharina.board.cities")}>${cities.map(([id, { state }]) => html`<button type="button" key=${id} class="ka-pick-option" aria-pressed=${state === "chosen"} onClick=${() => acts.set("city", id)}>${named(components, "city", id)}</button>`)}</div>`;
}

/** Draws the missing picks after the question `why`, or the result of the dry run; screen readers announce changes. @param {any} props */
function Brings({ why, tag, options, picks, command, dryRun, components, seat, sealed, statements }) {
  return html`<div class="ka-choice-brings match-question-brings" role="status" aria-live="polite" aria-busy=${dryRun.state === "asking"}>
    ${command
      ? html`${!sealed && html`<p class="unseen">${answerText(command, components, seat)}</p>`}`
      : html`<p class="ka-choice-next">${why} ${stillToPick(tag, missing(options, picks).filter(({ field }) => !why || field !== "perform"))}</p>`}
    ${dryRun.state === "asking" && html`<p class="soft">${t("katharina.dry_run.asking")}</p>`}
    ${dryRun.state === "failed" && html`<p class="soft">${t("katharina.dry_run.failed")}</p>`}
    ${statements.length > 0 && html`<ul>${statements.map((/** @type {import("./brought.js").Statement} */ { kind, text, symbol, held = [] }) => html`<li key=${kind + text} class=${`ka-brings-${kind}`}>${symbol && html`<${Symbol} kind=${symbol} />`}<span>${text}</span>${held.length > 0 && html`<span class="ka-brings-held" aria-hidden="true">= ${held.map(([good, n]) => html`<${Symbol} kind=${good} />${n} `)}</span>`}</li>`)}</ul>`}
  </div>`;
}

/** Draws the keyboard shortcuts that have an effect now. @param {{tag: string, options: any[], shown: any}} props */
function Hints({ tag, options, shown }) {
  const playing = tag === "play-cards";
  const keys = [
    ...(Object.keys(shown.cards).length ? [["1–9", t("katharina.keys.card")]] : []),
    ...(playing || Object.keys(shown.cities).length ? [["⇧ 1–9", t(playing ? "katharina.keys.slot" : "katharina.keys.city")]] : []),
    ...(playing ? [["X", t("katharina.keys.swap")]] : []),
    ...(tag === "resolve" ? [["P", t("katharina.keys.perform")], ["N", t("katharina.keys.decline")]] : []),
    ...(options.some((command) => command.bonus) ? [["B", t("katharina.keys.bonus")]] : []),
    ["Enter", t("katharina.keys.send")],
    ["⌫", t("katharina.keys.back")],
    ["Esc", t("katharina.keys.clear")],
  ];
  return html`<p class="ka-choice-keys match-question-keys soft">${keys.map(([key, text]) => html`<span key=${key}><kbd>${key}</kbd> ${text}</span>${" "}`)}</p>`;
}
