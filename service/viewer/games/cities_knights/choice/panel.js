/** The panel: the question, the tools, the open tool's fields, the dry run, and the send button. */

import { useMedia } from "../../../ui/media.js";
import { html, useState } from "../../../dom.js";
import { Foot } from "../../../asking/foot.js";
import { CitedRule } from "../../../ui/rules.js";
import { t } from "../../../words/words.js";
import { cardOf, named } from "../box.js";
import { Bar, Button } from "./bar.js";
import { brought } from "./brought.js";
import { Fields } from "./fields.js";
import { CardsPicker, OfferMaker } from "./counters.js";
import { PLACES, missing } from "./narrow.js";
import { OfferList } from "./offer_list.js";
import { commandText, problemText, question, stepText } from "./says.js";
import { ALWAYS, atOffers, numbers, sum } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** Low screens, which have space for only one of the bar, the offers and an open tool. */
const LOW = "(max-height: 56rem)";

/** Returns whether a tool rolls the dice or ends the turn. @param {Tool} tool */
const isOfTurn = ({ group }) => group === "turn";

/** @param {any} given */
export function Panel(given) {
  const props = { ...given, numbers: numbers(given.tools, given.prompt.t === "act") };
  const { prompt, picks, tools, tool, sole, sending, problem, what, foot } = props;
  const { offers, bar, turn } = useRoom(props);
  const asked = question(prompt, props);
  const acting = prompt.t === "act";
  const numbered = tool && !sole && !tool.form && missing(tool.options, picks) ? "tool" : "bar";
  return html`<section class="ck-choice match-question-panel panel" data-tag=${prompt.t} data-tool=${tool?.id} aria-labelledby="ck-choice-question" aria-busy=${sending}>
    <div class="match-question-body">
      <h2 id="ck-choice-question">${asked}</h2>
      ${offers && html`<${OfferList} ...${props} />`}
      ${turn && html`<button type="button" onClick=${turn}>${t(offers ? "cities_knights.else" : "cities_knights.offers")}</button>`}
      ${bar && html`<${Bar} ...${props} always=${acting ? ALWAYS : []} numbered=${numbered === "bar"} />`}
      ${tool && html`<${OpenTool} ...${props} numbered=${numbered === "tool" || sole} />`}
      <${Hints} ...${props} />
    </div>
    ${(tool || problem || tools.some(isOfTurn)) &&
    html`<${Foot} into=${foot} question=${asked} of="ck-choice-question" shut=${onIsland(props)} step=${`${prompt.t} ${tool?.id ?? ""} ${picks.length}`} opens=${acting && !tool ? t("cities_knights.foot") : ""}>
      ${tool && html`<${Brings} ...${props} />`}
      ${problem && html`<p class="notice bad" role="alert">${problemText(problem)} <${CitedRule} error=${problem} /></p>`}
      <${Buttons} ...${props} numbered=${numbered === "bar" && (bar || !(acting || tool))} />
    <//>`}
  </section>`;
}

/** Returns whether the next pick is on the island, or no pick is needed. @param {any} props */
function onIsland({ prompt, tool, picks, command }) {
  if (!tool) return prompt.t === "act" || prompt.t === "roll";
  if (tool.form) return false;
  return command !== null || Boolean(PLACES[missing(tool.options, picks) ?? ""]);
}

/** Returns the parts of a question to show. On a low screen, `turn` switches between the offers and the bar.
 * @param {any} props
 * @returns {{offers: boolean, bar: boolean, turn: (() => void) | null}}
 */
function useRoom({ prompt, options, view, tools, tool, sole }) {
  const low = useMedia(LOW);
  const [turned, setTurned] = useState("");
  const acting = prompt.t === "act";
  const open = [...atOffers(options).keys()].filter((number) => view.offers?.[number]).join();
  const crowded = low && acting && !tool && open !== "";
  const away = crowded && turned === open;
  const bar = !sole && !tool?.form && !(low && tool) && (acting || !tools.every(isOfTurn));
  return {
    offers: !away && !(low && acting && tool),
    bar: bar && (!crowded || away),
    turn: crowded ? () => setTurned(away ? "" : open) : null,
  };
}

/** Draws the fields that the open tool needs. @param {any} props */
function OpenTool(props) {
  const { components, tool, sole, what, numbered } = props;
  return html`<div class=${`ck-open ${numbered ? "ck-numbered" : ""}`} role="group" aria-label=${what}>
    ${!sole && html`<h3>${what}</h3>`}
    ${tool.card && html`<p class="soft">${named(components, "card_texts", cardOf(components, tool.card).id)}</p>`}
    ${tool.form?.t === "cards" && html`<${CardsPicker} ...${props} form=${tool.form} />`}
    ${tool.form?.t === "offer" && html`<${OfferMaker} ...${props} form=${tool.form} />`}
    ${!tool.form && html`<${Fields} ...${props} />`}
  </div>`;
}

/** Draws the missing picks or the result of the dry run; screen readers announce changes. @param {any} props */
function Brings(props) {
  const { tool, picks, command, dryRun, components, what, filled } = props;
  const statements = dryRun.state === "there" ? brought(dryRun, components) : [];
  return html`<div class="ck-brings match-question-brings" role="status" aria-live="polite" aria-busy=${dryRun.state === "asking"}>
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

/** Draws the buttons that confirm, roll the dice or end the turn. @param {any} props */
function Buttons(props) {
  const { tools, tool, command, picks, begun, closable, sole, can, sending, problem, acts, numbered } = props;
  const label = problem ? t("cities_knights.send.again") : t(tool?.form?.t === "offer" ? "cities_knights.send.offer" : "cities_knights.send");
  return html`<div class=${`match-question-buttons${numbered ? " ck-numbered" : ""}`}>
    ${tool &&
    html`<button type="button" class="primary" disabled=${!can} onClick=${acts.send} aria-keyshortcuts="Enter">${label}</button>
      ${picks.length > 1 && html`<button type="button" disabled=${sending} onClick=${acts.back} aria-keyshortcuts="Backspace">${t("cities_knights.back")}</button>`}
      ${closable && html`<button type="button" disabled=${sending} onClick=${acts.close} aria-keyshortcuts="Escape">${t(sole || (begun && !command) ? "cities_knights.clear" : "cities_knights.close")}</button>`}`}
    ${tools.filter(isOfTurn).map((/** @type {Tool} */ one) => html`<${Button} key=${one.id} ...${props} one=${{ id: one.id, tool: one }} primary=${one.id === "roll" && !tool} />`)}
  </div>`;
}

/** Draws the keyboard shortcuts that have an effect now. @param {any} props */
function Hints({ tool, tools, can, picks, closable }) {
  const keys = [
    ["1–9", t("cities_knights.keys.nth")],
    ...(can && tool ? [["Enter", t("cities_knights.keys.send")]] : []),
    ...(picks.length ? [["⌫", t("cities_knights.keys.back")]] : []),
    ...(closable ? [["Esc", t("cities_knights.keys.close")]] : []),
    ...(tools.some((/** @type {any} */ one) => one.id === "end") ? [["N", t("cities_knights.keys.end")]] : []),
  ];
  return html`<p class="ck-keys match-question-keys soft">${keys.map(([key, text]) => html`<span key=${key}><kbd>${key}</kbd> ${text}</span>${" "}`)}</p>`;
}
