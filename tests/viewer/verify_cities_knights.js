/** What the pages' verification says of archives of Cities & Knights: the box comes as the first line, then files as lines of Base64. */

import { createInterface } from "node:readline";
import { draws, outcome } from "../../service/viewer/games/cities_knights/record.js";
import { verify } from "../../service/viewer/pages/verify/verify.js";

/** @type {any} */
let known = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (!known) known = { game: { draws, outcome }, ...JSON.parse(line) };
  else {
    const { bad, whole, draws: all } = await verify(Uint8Array.from(Buffer.from(line, "base64")), { box: async () => known });
    const labels = [...new Set(all.map(({ label }) => (label ?? "none").split("/")[0]))].sort();
    console.log(JSON.stringify({ whole, labels, again: all.filter(({ again }) => again).length, renewed: all.filter(({ known: kept }) => kept).length, unsure: all.filter(({ same }) => same === null).length, check: bad?.check ?? null, code: bad?.code ?? null, entry: bad?.entry ?? null }));
  }
}
