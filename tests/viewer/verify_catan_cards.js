/** What the pages' verification says of archives of the Catan card game: the box comes as the first line, then files as lines of Base64. */

import { createInterface } from "node:readline";
import { draws } from "../../service/viewer/games/catan_cards/draws.js";
import { verify } from "../../service/viewer/pages/verify/verify.js";

/** @type {any} */
let known = null;
const outcome = (/** @type {any[]} */ entries) => (({ e }) => (e.t === "finished" ? { points: e.points, places: e.places } : null))(entries.at(-2));
for await (const line of createInterface({ input: process.stdin })) {
  if (!known) known = { game: { draws, outcome }, ...JSON.parse(line) };
  else {
    const { bad, whole, draws: all } = await verify(Uint8Array.from(Buffer.from(line, "base64")), { box: async () => known });
    const labels = [...new Set(all.map(({ label }) => (label ?? "none").split("/")[0]))].sort();
    console.log(JSON.stringify({ whole, labels, renewed: all.filter(({ known: kept }) => kept).length, unsure: all.filter(({ same }) => same === null).length, check: bad?.check ?? null, code: bad?.code ?? null, entry: bad?.entry ?? null }));
  }
}
