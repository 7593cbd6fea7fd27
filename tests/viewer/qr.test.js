/** The QR code of an invitation. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { generate } from "../../service/viewer/vendor/qr.js";
import { qrPath } from "../../service/viewer/ui/qr.js";

const LINK = "https://chronik.example/matches/7d31bcaf2b90d03e3fd6bf9b11795e99";

test("a code is drawn with exactly its dark modules and a white margin", () => {
  const code = generate(LINK);
  const { path, side } = qrPath(LINK);
  assert.equal(side, code.size + 8);
  const dark = new Set();
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) for (let i = 0; i < Number(wide); i += 1) dark.add(`${Number(x) + i} ${y}`);
  for (let y = 0; y < code.size; y += 1) for (let x = 0; x < code.size; x += 1) assert.equal(dark.has(`${x} ${y}`), code.get(x, y), `${x} ${y}`);
});
