/** The land: sea, terrain, harbors and tokens. It is drawn again only on its rare changes. */

import { html, memo } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { named } from "../box.js";
import { drawing } from "../symbols.js";

/** @typedef {import("./geometry.js").Plan} Plan */

/** A drawing of each terrain, and the points of a hex at which it repeats; the centre is kept free for the token.
 * @type {Record<string, [path: string, places: number[][]]>}
 */
const MOTIFS = {
  forest: ["m0-11l7 10h-3l5 8h-7.4v4h-3.2v-4h-7.4l5-8h-3z", [[-25, -24], [0, -39], [25, -24], [-36, 2], [36, 2], [-23, 29], [1, 42], [24, 28]]],
  pasture: ["m-8 5c0-5 1-8-1-12m5.5 12c0-7 .5-10 0-14m4.5 14c0-6 1-9 3-13m-14 13.5h14", [[-22, -22], [5, -36], [28, -18], [-32, 8], [37, 10], [-16, 34], [13, 40]]],
  fields: ["m-9-4q4.5-4 9 0t9 0m-18 5q4.5-4 9 0t9 0m-18 5q4.5-4 9 0t9 0", [[-24, -25], [0, -39], [24, -25], [-37, 0], [37, 0], [-24, 26], [0, 40], [24, 26]]],
  hills: ["m-12 6q6-15 12 0m-2-5q7-10 14 5m-26 0h28", [[-18, -26], [16, -34], [-34, 3], [36, 4], [-17, 32], [18, 36]]],
  mountains: ["m-14 8l10-17 7 12 4-6 7 11zm10-17l-3 5 3 2 2.5-2z", [[-19, -25], [16, -34], [-34, 4], [35, 4], [-16, 33], [19, 34]]],
  desert: ["m-13 3q7-8 13-1t13-1m-19 7q6-5 13-1", [[-16, -25], [18, -32], [-34, 4], [34, 6], [-15, 30], [18, 36], [0, 0]]],
};

/** Draws the sea, the hexes by their terrain, and the harbors.
 * @type {(props: {components: any, plan: Plan, terrain: string[], harbors: string[], language: string}) => any}
 */
export const Land = memo((/** @type {{components: any, plan: Plan, terrain: string[], harbors: string[], language: string}} */ { components, plan, terrain, harbors }) => html`
  <defs>
    <pattern id="ck-waves" width="44" height="22" patternUnits="userSpaceOnUse"><path class="ck-wave" d="M3 7q4-4 8 0t8 0M25 18q4-4 8 0t8 0" /></pattern>
    <g id="ck-t-unknown"><polygon class="ck-soil" points=${plan.hexagon} /></g>
    ${Object.entries(MOTIFS).map(
      ([kind, [path, places]]) => html`<g id=${`ck-t-${kind}`}><polygon class="ck-soil" points=${plan.hexagon} /><path class="ck-motif" d=${places.map(([x, y]) => `M${x} ${y}${path}`).join("")} /></g>`,
    )}
  </defs>
  <rect class="ck-sea" width=${plan.width} height=${plan.height} rx="14" /><rect width=${plan.width} height=${plan.height} rx="14" fill="url(#ck-waves)" />
  <g class="ck-shore">${plan.hexes.map(({ x, y }) => html`<polygon points=${plan.hexagon} transform=${`translate(${x} ${y}) scale(1.11)`} />`)}</g>
  ${harbors.map((kind, slot) => html`<${Harbor} components=${components} at=${plan.harbors[slot]} kind=${kind} />`)}
  ${plan.hexes.map(({ x, y }, hex) => html`<use data-at=${`hex-${hex}`} class=${`ck-terrain ck-${terrain[hex] ?? "unknown"}`} href=${`#ck-t-${terrain[hex] ?? "unknown"}`} x=${x} y=${y}>${terrain[hex] && html`<title>${named(components, "terrain", terrain[hex])}</title>`}</use>`)}
`);

/** @param {{components: any, at: Plan["harbors"][number], kind: string}} props */
function Harbor({ components, at, kind }) {
  const rate = kind === "any" ? 3 : 2;
  const words = t("cities_knights.board.harbor_words", { name: named(components, "harbor", kind), rate });
  return html`<g class="ck-harbor">
    <title>${words}</title>
    ${at.ends.map((end) => html`<path class="ck-pier" d=${`M${at.x} ${at.y}L${end.x} ${end.y}`} />`)}
    <circle cx=${at.x} cy=${at.y} r="17" />
    ${kind === "any" ? html`<text class="ck-rate ck-any" x=${at.x} y=${at.y + 5}>${rate}:1</text>` : html`<path class=${`ck-sym-${kind}`} fill-rule="evenodd" d=${drawing(kind)} transform=${`translate(${at.x - 8.5} ${at.y - 14}) scale(.71)`} /><text class="ck-rate" x=${at.x} y=${at.y + 13}>${rate}:1</text>`}
  </g>`;
}

/** Draws the tokens, with one pip for each way to roll them.
 * @type {(props: {components: any, plan: Plan, tokens: number[], was: number[]}) => any}
 */
export const Tokens = memo((/** @type {{components: any, plan: Plan, tokens: number[], was: number[]}} */ { components, plan, tokens, was }) =>
  tokens.map((token, hex) => token > 0 && html`<${Token} key=${hex} token=${token} pips=${components.pips[token]} x=${plan.hexes[hex].x} y=${plan.hexes[hex].y} fresh=${was[hex] !== token} />`),
);

const Token = memo((/** @type {{token: number, pips: number, x: number, y: number, fresh: boolean}} */ { token, pips, x, y, fresh }) => {
  const red = pips === 5;
  return html`<g class=${`ck-token${red ? " ck-red" : ""}`} transform=${`translate(${x} ${y})`}><g class=${fresh ? "ck-fresh" : ""}>
    <circle r="19" />${red && html`<circle class="ck-ring" r="16.2" />`}
    <text y=${red ? 4.5 : 4}>${token}</text>
    <path class="ck-pips" d=${Array.from({ length: pips }, (_, i) => `M${(i - (pips - 1) / 2) * 4.4} 9.5h.01`).join("")} />
  </g></g>`;
});

/** Highlights the hexes that produce on the last roll.
 * @type {(props: {plan: Plan, tokens: number[], rolled: number, robber: number}) => any}
 */
export const Producing = memo((/** @type {{plan: Plan, tokens: number[], rolled: number, robber: number}} */ { plan, tokens, rolled, robber }) =>
  plan.hexes.map(({ x, y }, hex) => tokens[hex] === rolled && rolled > 0 && html`<polygon key=${hex} class=${`ck-producing${hex === robber ? " ck-blocked" : ""}`} points=${plan.hexagon} transform=${`translate(${x} ${y}) scale(.9)`} />`),
);
