/** What the pages' verification says of matches that begin with a position: each line is a game, its box, and a file in Base64. */

import { createInterface } from "node:readline";
import { verify } from "../../service/viewer/pages/verify/verify.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { name, file, ...box } = JSON.parse(line);
  const { draws, outcome } = await import(`../../service/viewer/games/${name}/record.js`);
  const { bad, whole, draws: all } = await verify(Uint8Array.from(Buffer.from(file, "base64")), { box: async () => ({ game: { draws, outcome }, ...box }), game: { draws, outcome }, ...box });
  const labels = [...new Set(all.map(({ label }) => (label ?? "none").split("/")[0]))].sort();
  console.log(JSON.stringify({ whole, labels, unsure: all.filter(({ same }) => same === null).length, check: bad?.check ?? null, code: bad?.code ?? null, entry: bad?.entry ?? null }));
}
