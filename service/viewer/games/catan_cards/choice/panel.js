/** The panel: the question, the tools, the open tool's fields, the dry run, and the send button. */

import { Foot } from "../../../asking/foot.js";
import { html } from "../../../dom.js";
import { useMedia } from "../../../ui/media.js";
import { CitedRule } from "../../../ui/rules.js";
import { joinList, t } from "../../../words/words.js";
import { cardText, named, regionName } from "../box.js";
import { looking } from "../sight.js";
import { Drawing } from "../symbols.js";
import { Bar, Button } from "./bar.js";
import { brought } from "./brought.js";
import { DeckField } from "./deck_field.js";
import { CardsField, Fields } from "./fields.js";
import { LayoutField } from "./layout_field.js";
import { Payment, TradeField } from "./paying.js";
import { isOnBoard } from "./places.js";
import { commandText, problemText, question, reasonOf, stepText } from "./says.js";
import { numbers, searchPrice } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** Returns whether a tool rolls dice, ends something, or answers without further input. @param {Tool} tool */
const isOfTurn = ({ group }) => group === "turn";

/** Opens the panel with the hidden cards that the player is being shown, and moves the focus there. */
function showLook() {
  const look = /** @type {HTMLDetailsElement | null} */ (document.getElementById("cc-look"));
  if (!look) return;
  look.open = true;
  look.scrollIntoView({ block: "nearest" });
  look.querySelector("summary")?.focus();
}

/** The questions with a note: those of the setup, and `protect`, which is asked even if the player cannot protect anything. */
const NOTES = new Set(["bring-deck", "choose-layout", "choose-stack", "protect", "take-cards"]);

/** Draws the printed sentence of the event or card that causes the question. @param {{components: any, prompt: any}} props */
function Reason({ components, prompt }) {
  const found = reasonOf(prompt, components);
  return found && html`<p class="cc-reason"><${Drawing} of=${found.id} /><span><b>${found.name}</b>: ${found.text}</span></p>`;
}

/** @param {any} given */
export function Panel(given) {
  const props = { ...given, numbers: numbers(given.tools, given.building) };
  const { prompt, tools, tool, sole, acting, building, sending, problem, foot, fields, components } = props;
  const asked = question(prompt, props);
  const bar = !sole && (building || tools.some((/** @type {Tool} */ one) => !isOfTurn(one)));
  const numbered = Boolean(tool) && !tool.form;
  const onTable = Boolean(tool && looking(props.view));
  const onBoard = Boolean(foot && tool && !tool.form && isOnBoard(fields, props.seat));
  return html`<section class="cc-choice match-question-panel panel" data-tag=${prompt.t} data-tool=${tool?.id} data-looks=${onTable} aria-labelledby="cc-choice-question" aria-busy=${sending}>
    <div class="match-question-body" tabindex=${bar || (tool && !onTable && !tool.form) ? null : 0}>
      <h2 id="cc-choice-question">${asked}</h2>
      ${looking(props.view) && html`<button type="button" class="cc-show-look" aria-controls="cc-look" onClick=${showLook}><span aria-hidden="true">◉ </span>${t("catan_cards.look.open")}</button>`}
      ${NOTES.has(prompt.t) && html`<p class="soft">${t(`catan_cards.note.${prompt.t}`)}</p>`}
      ${prompt.why === "limit" && props.seat.hand && html`<p class="soft">${t("catan_cards.note.limit", { n: props.seat.hand.length, limit: props.seat.limit })}</p>`}
      <${Reason} components=${components} prompt=${prompt} />
      ${bar && html`<${Bar} ...${props} numbered=${!numbered} />`}
      ${tool && html`<${OpenTool} ...${props} numbered=${numbered || sole} />`}
      <${Hints} ...${props} />
    </div>
    ${(tool || problem || tools.some(isOfTurn)) &&
    html`<${Foot} into=${foot} question=${asked} of="cc-choice-question" shut=${(onTable && fields.length < 2) || (acting && !bar) || onBoard} step=${`${prompt.t} ${fields.length}`}>
      ${((onTable && foot) || onBoard) && html`${(sole || !props.command) && html`<b>${sole ? asked : props.what}</b>`}<${Reason} components=${components} prompt=${prompt} />`}
      ${tool && html`<${Brings} ...${props} onBoard=${onBoard} />`}
      ${problem && html`<p class="notice bad" role="alert">${problemText(problem)} <${CitedRule} error=${problem} /></p>`}
      <${Buttons} ...${props} numbered=${!tool} />
    <//>`}
  </section>`;
}

/** Draws the fields that the open tool needs. @param {any} props */
function OpenTool(props) {
  const { components, tool, sole, what, numbered, payment, prompt } = props;
  return html`<div class=${`cc-open ${numbered ? "cc-numbered" : ""}`} role="group" aria-label=${what}>
    ${!sole && html`<h3>${what}</h3>`}
    ${tool.card && html`<p class="soft">${cardText(components, tool.card)}</p>`}
    ${["road", "settlement", "city"].includes(tool.id) && html`<p class="soft">${named(components, "piece_texts", tool.id)}</p>`}
    ${tool.id === "search" && html`<p class="soft">${t("catan_cards.note.search", { price: t("catan_cards.pay.any", { n: searchPrice(props.forms, components) }) })}</p>`}
    ${tool.form?.t === "cards" && html`<${CardsField} ...${props} form=${tool.form} />`}
    ${tool.form?.t === "layout" && html`<${LayoutField} ...${props} form=${tool.form} />`}
    ${tool.form?.t === "trade" && html`<${TradeField} ...${props} form=${tool.form} />`}
    ${tool.form?.t === "deck" && html`<${DeckField} ...${props} form=${tool.form} />`}
    ${tool.form?.t === "payment" && html`<${Payment} ...${props} form=${tool.form} pay=${props.filled.pay} onPay=${(/** @type {string[]} */ pay) => props.acts.fill({ pay })} label=${t("catan_cards.pay.tax", { n: prompt.count })} />`}
    ${!tool.form && html`<${Fields} ...${props} />`}
    ${payment && html`<details class="cc-payment" open=${!props.command}><summary>${t("catan_cards.pay.change", { regions: joinList([...new Set(props.paid)].map((id) => regionName(components, id))) })}</summary><${Payment} ...${props} form=${payment} pay=${props.paid} onPay=${props.acts.pay} label=${t("catan_cards.pay.from")} /></details>`}
  </div>`;
}

/** Draws the missing picks or the result of the dry run; screen readers announce changes. @param {any} props */
function Brings(props) {
  const { tool, command, dryRun, components, what, missing, made, filled, view, missed, onBoard } = props;
  // In a low window it scrolls, and keys can scroll only what has the focus.
  const low = useMedia("(max-height: 30rem)");
  const statements = dryRun.state === "there" ? brought({ ...dryRun, barrier: dryRun.barrier && view.phase !== "setup" }, components) : [];
  const next = missed ? t("catan_cards.next.missed") : tool.form?.t === "cards" ? t("catan_cards.cards.chosen", { n: filled.cards.length, of: tool.form.count }) : tool.form ? t(`catan_cards.next.${tool.form.t}`) : made ? t("catan_cards.next.payment") : missing && onBoard ? stepText(tool.options[0].t, missing) : t(`catan_cards.next.${missing ? "field" : "payment"}`);
  return html`<div class="cc-brings match-question-brings" tabindex=${low ? 0 : null} role="status" aria-live="polite" aria-busy=${dryRun.state === "asking"}>
    ${command && !missed ? tool.form?.t !== "layout" && html`<p>${commandText(command, what, props)}</p>` : html`<p class="cc-next">${next}</p>`}
    ${dryRun.state === "asking" && html`<p class="soft">${t("catan_cards.dry_run.asking")}</p>`}
    ${dryRun.state === "failed" && html`<p class="soft">${t("catan_cards.dry_run.failed")}</p>`}
    ${statements.length > 0 && html`<ul>${statements.map(({ kind, text }) => html`<li key=${text} class=${`cc-brings-${kind}`}>${text}</li>`)}</ul>`}
  </div>`;
}

/** Draws the buttons that confirm, roll the dice or end something. @param {any} props */
function Buttons(props) {
  const { tools, tool, back, closable, can, sending, problem, acts, numbered } = props;
  return html`<div class=${`match-question-buttons${numbered ? " cc-numbered" : ""}`}>
    ${tool &&
    html`<button type="button" class="primary" disabled=${!can} onClick=${acts.send} aria-keyshortcuts="Enter">${t(problem ? "catan_cards.send.again" : tool.id === "offer" ? "catan_cards.send.offer" : "catan_cards.send")}</button>
      ${back && html`<button type="button" disabled=${sending} onClick=${back} aria-keyshortcuts="Backspace">${t("catan_cards.back")}</button>`}
      ${closable && html`<button type="button" disabled=${sending} onClick=${acts.close} aria-keyshortcuts="Escape">${t("catan_cards.close")}</button>`}`}
    ${tools.filter(isOfTurn).map((/** @type {Tool} */ one) => html`<${Button} key=${one.id} ...${props} one=${one} />`)}
  </div>`;
}

/** Draws the keyboard shortcuts that have an effect now. @param {any} props */
function Hints({ tools, tool, can, back, closable }) {
  const keys = [
    ["1–9", t("catan_cards.keys.nth")],
    ...(can && tool ? [["Enter", t("catan_cards.keys.send")]] : []),
    ...(back ? [["⌫", t("catan_cards.keys.back")]] : []),
    ...(closable ? [["Esc", t("catan_cards.keys.close")]] : []),
    ...(tools.some((/** @type {any} */ one) => one.id === "end") ? [["N", t("catan_cards.keys.end")]] : []),
  ];
  return html`<p class="cc-keys match-question-keys soft">${keys.map(([key, text]) => html`<span key=${key}><kbd>${key}</kbd> ${text}</span>${" "}`)}</p>`;
}
