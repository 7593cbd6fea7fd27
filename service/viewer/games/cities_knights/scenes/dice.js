/** Large dice that roll over the island. */

import { html } from "../../../dom.js";
import { PIPS } from "../status.js";
import { Symbol } from "../symbols.js";

/** The rotation that puts each face in its place on a die; the first is the face to the front. */
const SIDES = ["", "rotateY(90deg)", "rotateX(90deg)", "rotateX(-90deg)", "rotateY(-90deg)", "rotateY(180deg)"];
/** The rotation of a die that turns each of these faces to the front. */
const TURNS = ["rotate(0deg)", "rotateY(-90deg)", "rotateX(-90deg)", "rotateX(90deg)", "rotateY(90deg)", "rotateY(180deg)"];
/** The faces of the event die behind the one that is rolled. */
const OTHERS = ["trade", "ship", "politics", "ship", "science"];

/** @param {{red: number, yellow: number, face: string}} props */
export const Dice = ({ red, yellow, face }) => html`<div class="ck-cast">
  ${Object.entries({ red, yellow }).map(([colour, pips]) => html`<${Die} kind=${colour} turn=${TURNS[pips - 1]} faces=${SIDES.map((_, i) => html`<svg viewBox="0 0 24 24"><path d=${PIPS[i + 1]} /></svg>`)} />`)}
  <${Die} kind="event" turn=${TURNS[0]} faces=${[face, ...OTHERS].map((kind) => html`<span class=${`ck-track-${kind}`}><${Symbol} kind=${kind} /></span>`)} />
  <b class="ck-cast-sum">${red + yellow}</b>
</div>`;

/** Draws a die that rolls in and stops with a face to the front. @param {{kind: string, turn: string, faces: any[]}} props */
const Die = ({ kind, turn, faces }) => html`<span class=${`ck-rolling ck-rolling-${kind}`}><span class="ck-cube" style=${{ "--turn": turn }}>
  ${faces.map((face, i) => html`<i style=${{ transform: `${SIDES[i]} translateZ(calc(var(--edge) / 2))` }}>${face}</i>`)}
</span></span>`;
