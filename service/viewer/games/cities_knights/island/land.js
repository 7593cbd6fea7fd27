/** The land: sea, terrain, harbors and tokens. It is drawn again only on its rare changes. */

import { html, memo } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { named } from "../box.js";
import { drawing } from "../symbols.js";

/** @typedef {import("./geometry.js").Plan} Plan */

/** The layers of each terrain: the class and path of a small drawing (such as a tree), and the points of a hex at which it is repeated; the centre is kept free for the token.
 * @type {Record<string, [layer: string, path: string, places: number[][]][]>}
 */
const MOTIFS = {
  forest: layers([[-26, -21], [-9, -39], [11, -36], [28, -19], [-38, 8], [38, 8], [-25, 31], [-4, 42], [14, 38], [30, 28]], {
    motif: "m0-14 7.5 11h-3.500l6 9h-8v4h-4v-4h-8l6-9h-3.500z",
    dark: "m0-14 7.5 11h-3.500l6 9h-10z",
  }),
  pasture: [
    ...layers([[-30, -14], [22, -33], [-6, -42], [38, 16], [-22, 40], [12, 44]], { motif: "m-7 6q2-7-1-11 4 4 4 8 1-6 3-10 1 6 0 10 2-4 5-6-3 4-2 9z" }),
    ...layers([[-12, -29], [30, -15], [-33, 15], [18, 31]], {
      wool: "m-8 3a5 5 0 0 1 0-8 6 6 0 0 1 10-1 5 5 0 0 1 5 9z",
      dark: "m-6 3h2v5h-2zm8 0h2v5h-2zm4-9q6-1 6 2t-3 3-3-2z",
    }),
  ],
  fields: layers([[-24, -22], [-4, -38], [17, -32], [34, -12], [-37, 5], [38, 12], [-26, 30], [-4, 41], [19, 34]], {
    motif: "m-6 10c3-7 2-10-3-17 4 0 6 2 6 4 0-4 1-7 3-9 2 2 3 5 3 9 0-2 2-4 6-4-5 7-6 10-3 17z",
    dark: "m-4 1h8v3h-8zm4-13c2 2 3 5 3 9 0-2 2-4 6-4-5 7-6 10-3 17h-4c2-7 1-13-2-22z",
  }),
  hills: layers([[-19, -26], [17, -32], [-36, 5], [36, 2], [-16, 34], [19, 35]], {
    motif: "m-17 8c2-20 20-20 22-5 4-4 11-2 13 5z",
    dark: "m-4-10c5 1 8 5 9 13 4-4 11-2 13 5h-19q2-8-3-18z",
    light: "m-13 4q1-9 7-11-3 4-3 11z",
  }),
  mountains: layers([[-22, -22], [13, -33], [-36, 7], [35, 5], [-16, 35], [20, 33]], {
    motif: "m-18 11 13-25 8 13 4-6 11 18z",
    dark: "m-5-14 8 13-2 12h-6zm12 7 11 18h-8z",
    light: "m-5-14 4 6.5-3 3-2-2-3.5 2.500z",
  }),
  desert: [
    ...layers([[-16, -25], [22, -30], [-34, 6], [34, 8], [-15, 33], [18, 38], [0, 0]], { motif: "m-18 6c7-13 13-13 18-2 5-6 12-5 18 2z", dark: "m-6-3c3 0 5 3 6 7l2 2h-6q1-5-2-9z" }),
    ...layers([[-26, 22], [8, -38]], { cactus: "m-2 10v-7h-5v-7h2.500v4.500h2.500v-11q2-3 4 0v13h2.500v-5h2.500v7.500h-5v5z" }),
  ],
};

/** @param {number[][]} places @param {Record<string, string>} paths @returns {[string, string, number[][]][]} */
function layers(places, paths) {
  return Object.entries(paths).map(([layer, path]) => [layer, path, places]);
}

/** Draws the sea, the hexes by their terrain, and the harbors.
 * @type {(props: {components: any, plan: Plan, terrain: string[], harbors: string[], language: string}) => any}
 */
export const Land = memo((/** @type {{components: any, plan: Plan, terrain: string[], harbors: string[], language: string}} */ { components, plan, terrain, harbors }) => html`
  <defs>
    <pattern id="ck-waves" width="44" height="22" patternUnits="userSpaceOnUse"><path class="ck-wave" d="M3 7q4-4 8 0t8 0M25 18q4-4 8 0t8 0" /></pattern>
    <g id="ck-coast">${plan.hexes.map(({ x, y }) => html`<polygon points=${plan.hexagon} transform=${`translate(${x} ${y}) scale(1.11)`} />`)}</g>
    <g id="ck-t-unknown"><polygon class="ck-soil" points=${plan.hexagon} /></g>
    ${Object.entries(MOTIFS).map(
      ([kind, drawn]) => html`<g id=${`ck-t-${kind}`}>
        <polygon class="ck-soil" points=${plan.hexagon} /><path class="ck-sunny" d="M-49.5 27V-28.500L0-57 49.5-28.5" /><path class="ck-shady" d="M49.5-27V28.500L0 57-49.5 28.5" />
        ${drawn.map(([layer, path, places]) => html`<path class=${`ck-${layer}`} d=${places.map(([x, y]) => `M${x} ${y}${path}`).join("")} />`)}
      </g>`,
    )}
  </defs>
  <rect class="ck-sea" width=${plan.width} height=${plan.height} rx="14" /><rect width=${plan.width} height=${plan.height} rx="14" fill="url(#ck-waves)" />
  ${["shallows", "cliff", "shore"].map((layer) => html`<use class=${`ck-${layer}`} href="#ck-coast" y=${layer === "cliff" ? 9 : 0} />`)}
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
    <circle class="ck-under" cx=${at.x} cy=${at.y + 3} r="17" /><circle cx=${at.x} cy=${at.y} r="17" />
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
    <circle class="ck-under" cy="3.5" r="19" /><circle r="19" />${red && html`<circle class="ck-ring" r="16.2" />`}
    <text y=${red ? 4.5 : 4}>${token}</text>
    <path class="ck-pips" d=${Array.from({ length: pips }, (_, i) => `M${(i - (pips - 1) / 2) * 4.4} 9.5h.01`).join("")} />
  </g></g>`;
});

/** Highlights the hexes that produced on the last roll.
 * @type {(props: {plan: Plan, tokens: number[], rolled: number, robber: number}) => any}
 */
export const Producing = memo((/** @type {{plan: Plan, tokens: number[], rolled: number, robber: number}} */ { plan, tokens, rolled, robber }) =>
  html`<g data-at="producing">${plan.hexes.map(({ x, y }, hex) => tokens[hex] === rolled && rolled > 0 && html`<polygon key=${hex} class=${`ck-producing${hex === robber ? " ck-blocked" : ""}`} points=${plan.hexagon} transform=${`translate(${x} ${y}) scale(.9)`} />`)}</g>`,
);
