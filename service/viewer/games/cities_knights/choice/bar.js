/** The action bar: a button for each tool, with its cost and the number of places where it can be used. */

import { html } from "../../../dom.js";
import { useWhy } from "../../../asking/why.js";
import { t } from "../../../words/words.js";
import { alsoKnown, cardOf, cardTip, countsInWords } from "../box.js";
import { Kinds, Symbol } from "../symbols.js";
import { valuesOf } from "./narrow.js";
import { toolName } from "./says.js";
import { refusedAs } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** @type {Tool["group"][]} */
const GROUPS = ["build", "knights", "improve", "trade", "cards", "answer"];
/** The printed cost of a tool, and the field whose places are counted. @type {Record<string, [cost: string, field: string]>} */
const COSTS = {
  road: ["road", "edge"],
  settlement: ["settlement", "corner"],
  city: ["city", "corner"],
  wall: ["wall", "corner"],
  recruit: ["recruit", "corner"],
  activate: ["activate", "corner"],
  promote: ["promote", "corner"],
  move: ["", "start"],
  chase: ["", "corner"],
};
/** @type {Record<string, string>} */
const SYMBOLS = { road: "road", settlement: "settlement", city: "city", wall: "wall", recruit: "knight", activate: "knight", promote: "knight", move: "knight", chase: "robber", bank: "coin", offer: "card", counter: "card", harbor: "ship" };

/** @type {import("../../../words/words.js").WordFile} */
const REASONS = async (language) => (await import(`../words/${language}_off.js`)).default;

/** Returns the texts for the reasons why a tool is disabled. @param {any} components @returns {import("../../../asking/why.js").Wording} */
export const wording = (components) => ({
  book: REASONS,
  keys: ({ kind, code, facts }) => [`cities_knights.off.${kind}.${code}`, ...(facts?.missing ? ["cities_knights.off.missing"] : []), `cities_knights.off.${code}`],
  counts: (missing) => countsInWords(components, missing),
});

/** @param {any} props */
export function Bar({ components, seat, tools, tool, always, numbered, numbers, sending, acts, why }) {
  const { off, note } = useWhy(wording(components), why);
  const groups = GROUPS.map((group) => ({ group, all: inGroup(group, tools, always) })).filter(({ all }) => all.length);
  return html`<div class=${`ck-bar ${numbered ? "ck-numbered" : ""}`}>
    ${groups.map(
      ({ group, all }) => html`<div key=${group} class="ck-bar-group" role="group" aria-label=${t(`cities_knights.group.${group}`)}>
        ${all.map((one) => html`<${Button} key=${one.id} one=${one} components=${components} seat=${seat} chosen=${tool?.id === one.id} sending=${sending} acts=${acts} off=${off} numbers=${numbers} />`)}
      </div>`,
    )}
    ${note}
  </div>`;
}

/** Returns the tools of a group, including disabled tools that the bar always shows.
 * @param {Tool["group"]} group
 * @param {Tool[]} tools
 * @param {string[]} always
 * @returns {{id: string, card?: string, tool: Tool | null}[]}
 */
function inGroup(group, tools, always) {
  const usual = always.filter((id) => groupOf(id) === group).map((id) => ({ id, tool: tools.find((one) => one.id === id) ?? null }));
  return [...usual, ...tools.filter((one) => one.group === group && !always.includes(one.id)).map((one) => ({ id: one.id, card: one.card, tool: one }))];
}

/** @param {string} id @returns {Tool["group"]} */
const groupOf = (id) => (id.startsWith("level") ? "improve" : ["bank", "offer"].includes(id) ? "trade" : ["road", "settlement", "city", "wall"].includes(id) ? "build" : "knights");

/** Draws a tool's button. A panel has at most one primary button. @param {any} props */
export function Button({ one, components, seat, chosen, primary = false, sending, acts, off, numbers }) {
  const { id, card, tool } = one;
  const [cost, field] = COSTS[id] ?? ["", ""];
  const track = id.startsWith("level.") ? id.slice(6) : null;
  const counts = cost ? components.costs[cost] : track ? levelCost(components, seat, track) : null;
  const places = tool && field ? new Set(tool.options.flatMap((/** @type {any} */ command) => valuesOf(command, field))).size : 0;
  const symbol = track ?? (card ? cardOf(components, card).deck : SYMBOLS[id]);
  const name = toolName(one, components, seat);
  const nth = numbers[id];
  const single = id === "end" || id === "roll";
  return html`<button type="button" data-nth=${nth} data-tool=${id} class=${`ck-tool ${primary ? "primary" : ""}`} aria-pressed=${single ? null : chosen ?? false} disabled=${sending} onClick=${() => acts.open(id)} aria-keyshortcuts=${id === "end" ? "N" : nth ?? null} title=${card ? cardTip(components, cardOf(components, card).id) : track ? alsoKnown(components, `${track}.${seat.levels[track] + 1}`) || null : null} ...${tool ? {} : off(refusedAs(id), name)}>
    ${symbol && html`<${Symbol} kind=${symbol} />`}
    <span class="ck-tool-name">${name}</span>
    ${counts && html`<span class="ck-tool-cost"><${Kinds} components=${components} counts=${counts} /></span>`}
    ${places > 0 && html`<span class="ck-tool-places" title=${t("cities_knights.places", { n: places })}><span aria-hidden="true">${places}×</span><span class="unseen">${t("cities_knights.places", { n: places })}</span></span>`}
  </button>`;
}

/** Returns the printed cost of a seat's next level on a track. @param {any} components @param {any} seat @param {string} track */
function levelCost(components, seat, track) {
  const printed = components.tracks.find((/** @type {any} */ one) => one.id === track);
  const cost = printed?.costs[seat.levels[track]];
  return cost ? { [printed.commodity]: cost } : null;
}
