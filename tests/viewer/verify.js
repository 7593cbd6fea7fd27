/** Checks files of matches with the pages' own modules, all but the rules:
 * `node tests/viewer/verify.js [--game FILE]… [--keys FILE] FILE…`, where `--game` names a stored answer of `/api/v1/games/{game}`.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findingText, verdict } from "../../service/viewer/pages/verify/sentences.js";
import { parseKeys } from "../../service/viewer/pages/verify/signature.js";
import { verify } from "../../service/viewer/pages/verify/verify.js";
import { loadAreas } from "../../service/viewer/words/words.js";

/** Nothing is wrong, but the rules were not checked, so no file ends with 0. */
const RULES_UNCHECKED = 4;

Object.assign(globalThis, { document: { documentElement: {} } });
await loadAreas("common", "verify");

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8"));
const { values, positionals: files } = parseArgs({ allowPositionals: true, options: { game: { type: "string", multiple: true, default: [] }, keys: { type: "string" } } });
const boxes = new Map(values.game.map(read).map((box) => [box.name, box]));
const keys = values.keys ? await parseKeys(read(values.keys)) : null;

/** @param {string} name */
const box = async (name) => (boxes.has(name) ? { ...boxes.get(name), game: await import(`../../service/viewer/games/${name}/record.js`) } : null);

/** Returns the exit code of a file: 1 and 2 mean what they mean in `chronik verify`.
 * @param {import("../../service/viewer/pages/verify/verify.js").Report} report
 */
function exitCode({ bad, whole, findings }) {
  if (bad) return bad.check === "file" || bad.code === "failed" ? 2 : 1;
  if (keys && findings.find(({ check }) => check === "signed")?.state !== "good") return 1;
  return whole ? RULES_UNCHECKED : 2;
}

/** Prints the findings about a file, and returns its exit code.
 * @param {string} file
 */
async function checked(file) {
  const report = await verify(new Uint8Array(readFileSync(file)), { keys: async () => keys, box });
  const open = report.findings.filter(({ check, state }) => state === "open" && ["draws", "result"].includes(check));
  const signed = report.findings.filter(({ check, state }) => check === "signed" && state !== "bad");
  const more = report.bad ? [] : [...open.slice(0, 1).map(findingText), ...signed.map(findingText), "The rules were not checked."];
  console.log([`${file}:`, verdict(report).text, ...more].join(" "));
  return exitCode(report);
}

const codes = [];
for (const file of files) {
  try {
    codes.push(await checked(file));
  } catch (error) {
    console.log(`${file}: ${error instanceof Error ? error.message : error}`);
    codes.push(2);
  }
}
process.exitCode = codes.length > 0 ? Math.min(...codes) : 2;
