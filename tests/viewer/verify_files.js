/** Prints the findings of the pages' verification: the facts about the games come as the first line, then files as lines of Base64. */

import { createInterface } from "node:readline";
import { verify } from "../../service/viewer/pages/verify/verify.js";

/** @type {any} */
let boxes = null;
const box = async (/** @type {string} */ name) => ({ ...boxes[name], game: await import(`../../service/viewer/games/${name}/record.js`) });

for await (const line of createInterface({ input: process.stdin })) {
  if (!boxes) boxes = JSON.parse(line);
  else console.log(JSON.stringify(await said(line)));
}

/** @param {string} line */
async function said(line) {
  const { bad, whole, shuffles, draws, findings } = await verify(Uint8Array.from(Buffer.from(line, "base64")), { box });
  const { added = [] } = findings.find(({ check }) => check === "seed")?.params ?? {};
  const labels = [...new Set(draws.map(({ label }) => (label ?? "none").split("/")[0]))];
  /** @param {(draw: import("../../service/viewer/pages/verify/verify.js").RepeatedDraw) => unknown} holds */
  const count = (holds) => draws.filter(holds).length;
  const [again, renewed, unsure] = [count((draw) => draw.again), count(({ known }) => known), count(({ same }) => same === null)];
  return { whole, check: bad?.check ?? null, code: bad?.code ?? null, entry: bad?.entry ?? null, shuffles, added, labels, again, renewed, unsure };
}
