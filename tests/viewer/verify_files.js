/** What the pages' verification says of files: reads them as lines of Base64, and answers each with a line of JSON. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { game } from "./verify_katharina.js";
import { verify } from "../../service/viewer/pages/verify/verify.js";

const known = { game, ...JSON.parse(readFileSync(new URL("./played/box.json", import.meta.url), "utf8")) };

for await (const line of createInterface({ input: process.stdin })) {
  const { bad, whole, shuffles } = await verify(Uint8Array.from(Buffer.from(line, "base64")), { box: async () => known });
  console.log(JSON.stringify({ whole, shuffles, check: bad?.check ?? null, code: bad?.code ?? null, entry: bad?.entry ?? null }));
}
