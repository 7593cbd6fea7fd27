/** The panel: the question, all that can be done, what the open tool still needs, what it would bring, and the button that sends it. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { cardOf, named } from "../box.js";
import { Bar } from "./bar.js";
import { brought } from "./brought.js";
import { Fields } from "./fields.js";
import { CardsPicker, OfferMaker } from "./counters.js";
import { PLACES, missing } from "./narrow.js";
import { OfferList } from "./offer_list.js";
import { commandText, problemText, question, stepText } from "./says.js";
import { ALWAYS, sum } from "./tools.js";

/** @param {any} props */
export function Panel(props) {
  const { prompt, tools, tool, sole, sending, problem, what } = props;
  const acting = prompt.t === "act";
  const bar = !sole && !tool?.form && (acting || tools.length > 0);
  const numbered = tool && !sole && !tool.form && missing(tool.options, props.picks) ? "tool" : "bar";
  return html`<section class="ck-choice panel" data-tag=${prompt.t} data-tool=${tool?.id} aria-labelledby="ck-choice-question" aria-busy=${sending}>
    <h2 id="ck-choice-question">${question(prompt, props)}</h2>
    <${OfferList} ...${props} />
    ${bar && html`<${Bar} ...${props} always=${acting ? ALWAYS : []} numbered=${numbered === "bar"} />`}
    ${tool &&
    html`<div class=${`ck-open ${numbered === "tool" || sole ? "ck-numbered" : ""}`} role="group" aria-label=${what}>
      ${!sole && html`<h3>${what}</h3>`}
      ${tool.card && html`<p class="soft">${named(props.components, "card_texts", cardOf(props.components, tool.card).id)}</p>`}
      ${tool.form?.t === "cards" && html`<${CardsPicker} ...${props} form=${tool.form} />`}
      ${tool.form?.t === "offer" && html`<${OfferMaker} ...${props} form=${tool.form} />`}
      ${!tool.form && html`<${Fields} ...${props} />`}
      <${Brings} ...${props} />
    </div>`}
    ${problem && html`<p class="notice bad" role="alert">${problemText(problem)}</p>`}
    ${tool && html`<${Buttons} ...${props} />`}
    <${Hints} ...${props} />
  </section>`;
}

/** What is still to be picked, or what the dry run says; read out when it changes. @param {any} props */
function Brings(props) {
  const { tool, picks, command, dryRun, components, what, filled } = props;
  const statements = dryRun.state === "there" ? brought(dryRun, components) : [];
  return html`<div class="ck-brings" role="status" aria-live="polite">
    ${command ? html`<p>${commandText(command, what, props)}</p>` : html`<p class="ck-next">${next(tool, picks, filled)}</p>`}
    ${dryRun.state === "asking" && html`<p class="soft">${t("cities_knights.dry_run.asking")}</p>`}
    ${dryRun.state === "failed" && html`<p class="soft">${t("cities_knights.dry_run.failed")}</p>`}
    ${statements.length > 0 && html`<ul>${statements.map(({ kind, text }) => html`<li key=${kind} class=${`ck-brings-${kind}`}>${text}</li>`)}</ul>`}
  </div>`;
}

/** @param {any} tool @param {any} picks @param {import("./tools.js").Filled} filled */
function next(tool, picks, filled) {
  if (tool.form?.t === "cards") return t("cities_knights.step.count", { n: tool.form.count - sum(filled.cards) });
  if (tool.form) return t("cities_knights.step.offer");
  const field = missing(tool.options, picks) ?? "";
  return PLACES[field] ? stepText(tool.options[0].t, field) : t("cities_knights.step.choose");
}

/** @param {any} props */
function Buttons({ tool, command, begun, closable, sole, can, sending, problem, picks, acts }) {
  const label = problem ? t("cities_knights.send.again") : t(tool.form?.t === "offer" ? "cities_knights.send.offer" : "cities_knights.send");
  return html`<div class="ck-buttons row">
    <button type="button" class="primary" disabled=${!can} onClick=${acts.send} aria-keyshortcuts="Enter">${label}</button>
    ${picks.length > 1 && html`<button type="button" disabled=${sending} onClick=${acts.back} aria-keyshortcuts="Backspace">${t("cities_knights.back")}</button>`}
    ${closable && html`<button type="button" disabled=${sending} onClick=${acts.close} aria-keyshortcuts="Escape">${t(sole || (begun && !command) ? "cities_knights.clear" : "cities_knights.close")}</button>`}
  </div>`;
}

/** The keys that do something now, for whoever has keys. @param {any} props */
function Hints({ tool, tools, can, picks, closable }) {
  const keys = [
    ["1–9", t("cities_knights.keys.nth")],
    ...(can && tool ? [["Enter", t("cities_knights.keys.send")]] : []),
    ...(picks.length ? [["⌫", t("cities_knights.keys.back")]] : []),
    ...(closable ? [["Esc", t("cities_knights.keys.close")]] : []),
    ...(tools.some((/** @type {any} */ one) => one.id === "end") ? [["N", t("cities_knights.keys.end")]] : []),
  ];
  return html`<p class="ck-keys soft">${keys.map(([key, text]) => html`<span key=${key}><kbd>${key}</kbd> ${text}</span>${" "}`)}</p>`;
}
