/** Samples for the style page: an island with every terrain and every seat's pieces, a hand with every kind, and all progress cards. */

import { html } from "../../dom.js";
import { botName } from "../../ui/bots.js";
import { language } from "../../words/words.js";
import { Hand, Progress } from "./hand.js";
import { Island } from "./island/island.js";
import { Legend } from "./legend.js";

const SEATS = [0, 1, 2, 3];
/** The number of corners between one seat's pieces and the next seat's. */
const APART = 13;

/** @param {{components: any}} props */
export function Specimens({ components }) {
  const seats = SEATS.map((seat) => ({ seat, name: botName("greedy", seat), bot: "greedy", mine: false, waiting: false }));
  const hand = Object.fromEntries(components.kinds.map((/** @type {string} */ kind, /** @type {number} */ i) => [kind, i % 4]));
  const cards = components.cards.map((/** @type {{copies: string[]}} */ { copies }) => copies[0]);
  return html`<${Island} components=${components} view=${laid(components)} before=${null} seats=${seats} />
    <${Hand} components=${components} hand=${hand} was=${null} n=${9} limit=${7} seat=${0} name=${seats[0].name} give=${null} language=${language()} />
    <${Progress} components=${components} cards=${cards} was=${null} limit=${4} pick=${new Map()} language=${language()} />
    <${Legend} components=${components} />`;
}

/** Returns a view of an island with one of every piece, in the printed order before any shuffle. @param {any} components */
function laid(components) {
  const { terrain, tokens, harbors } = components.deal;
  const corner = (/** @type {number} */ seat, /** @type {number} */ nth) => (seat * APART + nth * 3) % components.corners.length;
  const left = [...tokens];
  const piece = (/** @type {number} */ seat) => ({
    settlements: [corner(seat, 0)],
    cities: [corner(seat, 1)],
    walls: [corner(seat, 1)],
    roads: components.edges.flatMap((/** @type {{ends: number[]}} */ { ends }, /** @type {number} */ edge) => (ends.includes(corner(seat, 0)) ? [edge] : [])),
    knights: { [corner(seat, 2)]: { level: 1 + (seat % 3), active: seat > 0, ready: seat > 1 } },
  });
  return {
    terrain,
    tokens: terrain.map((/** @type {string} */ kind) => (kind === "desert" ? 0 : left.shift())),
    harbors,
    robber: terrain.indexOf("desert"),
    awake: true,
    merchant: { hex: 9, seat: 1 },
    metropolises: Object.fromEntries(components.tracks.map((/** @type {{id: string}} */ { id }, /** @type {number} */ seat) => [id, { seat, corner: corner(seat, 1) }])),
    ship: 3,
    seats: Object.fromEntries(SEATS.map((seat) => [seat, piece(seat)])),
  };
}
