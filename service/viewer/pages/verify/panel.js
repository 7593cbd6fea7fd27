/** The panel that verifies a finished match, or any archive, in this browser and tells what came out. */

import { Copy } from "../../ui/copy.js";
import { Trouble } from "../../ui/trouble.js";
import { html, useEffect, useRef, useState } from "../../dom.js";
import { load } from "../../games/games.js";
import { handArchive, handReceipt } from "../../timeline/downloads.js";
import { request } from "../../api/api.js";
import { t } from "../../words/words.js";
import { MOST_IN_A_FILE } from "./archive.js";
import { Details } from "./details.js";
import { publishedKeys } from "./keys.js";
import { receipts } from "../../timeline/receipts.js";
import { says, verdict } from "./sentences.js";
import { CHECKS, Report, canVerify, verify } from "./verify.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("./verify.js").Finding} Finding
 * @typedef {{name: string, findings: Finding[], report: Report | null}} Run
 */

const SYMBOLS = { good: "✓", bad: "✕", open: "?", running: "…", waiting: "·", skipped: "–" };

/** The match on the page, where there is one, and any file that the reader picks.
 * @param {{match?: Match | null, summary?: any, game?: any, components?: any}} props
 */
export function VerifyPanel({ match = null, summary = match?.summary }) {
  const [run, setRun] = useState(/** @type {Run | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const turn = useRef(0);
  const held = summary?.held;
  const finished = summary?.status === "finished" && !held;
  const busy = run !== null && run.report === null;
  const kept = summary && receipts(summary.id).length > 0;
  useEffect(() => {
    // What checks the draws and the signature comes now: later the service may be away.
    if (summary) void box(summary.game);
    if (canVerify()) void publishedKeys();
  }, []);

  /** @param {string} name @param {() => Promise<Blob>} fetched */
  const check = async (name, fetched) => {
    const mine = (turn.current += 1);
    setTrouble(null);
    setRun({ name, findings: [], report: null });
    try {
      const report = await verify(await bytesOf(await fetched()), { summary, receipts: summary ? receipts(summary.id) : [], keys: publishedKeys, box }, (finding) => {
        if (mine === turn.current) setRun((before) => before && { ...before, findings: [...before.findings, finding] });
      });
      if (mine === turn.current) setRun({ name, findings: report.findings, report });
    } catch (error) {
      if (mine !== turn.current) return;
      setRun(null);
      setTrouble(error);
    }
  };
  /** @param {any} event */
  const picked = (event) => {
    const file = event.target.files?.[0];
    if (file) void check(file.name, async () => file);
    event.target.value = "";
  };

  if (!canVerify()) return html`<div class="verify"><${Unable} id=${summary?.id} />${finished && match && html`<p><${Download} match=${match} onTrouble=${setTrouble} /></p>`}<${Trouble} error=${trouble} /></div>`;
  return html`<div class="verify">
    <p>${t("verify.intro")} ${t("common.proves")}</p>
    ${summary?.event && html`<p>${t("verify.of_event")} <a href=${summary.event.page}>${summary.event.title}</a></p>`}
    ${summary && !finished && html`<p class="notice">${t(held ? `verify.held.${held}` : "verify.unfinished")}</p>`}
    <div class="row">
      ${finished && html`<button type="button" class="primary" aria-disabled=${busy} onClick=${() => busy || void check("", () => archive(summary))}>${t(run && !busy ? "verify.again" : "verify.do")}</button>`}
      <label class="button verify-pick"><input type="file" class="unseen" accept=".chronik" onChange=${picked} />${t("verify.pick")}</label>
      ${finished && match && html`<${Download} match=${match} onTrouble=${setTrouble} />`}
      ${kept && html`<button type="button" onClick=${() => handReceipt(summary.id)}>${t("replay.share.receipt")}</button>`}
    </div>
    <${Trouble} error=${trouble} />
    <div role="status" class="verify-status">${run && html`<${Verdict} run=${run} />`}</div>
    ${run && html`<${Checks} run=${run} />`}
    ${run?.report && html`<${Details} report=${run.report} />`}
  </div>`;
}

/** @param {{match: Match, onTrouble: (error: unknown) => void}} props */
const Download = ({ match, onTrouble }) => html`<button type="button" onClick=${() => void handArchive(match).catch(onTrouble)}>${t("verify.download")}</button>`;

/** @param {{run: Run}} props */
function Verdict({ run }) {
  if (!run.report) return html`<p>${t("verify.busy")}</p>`;
  const { tone, text } = verdict(run.report);
  return html`${run.name && html`<p class="soft">${t("verify.of_file", { name: run.name })}</p>`}
    <p class=${`verify-verdict verify-${tone}`}><span class="verify-symbol" aria-hidden="true">${SYMBOLS[tone]}</span><span>${text}</span></p>`;
}

/** @param {{run: Run}} props */
function Checks({ run }) {
  const { findings, report } = run;
  /** @param {number} at */
  const ahead = (at) => (report ? "skipped" : at === findings.length ? "running" : "waiting");
  return html`<ol class="verify-checks" aria-label=${t("verify.checks")}>
    ${CHECKS.map((check, at) => {
      const finding = findings[at];
      const state = /** @type {keyof typeof SYMBOLS} */ (finding?.state ?? ahead(at));
      return html`<li key=${check} class=${`verify-check verify-${state}`}>
        <span class="verify-symbol" aria-hidden="true">${SYMBOLS[state]}</span>
        <div>
          <strong>${t(`verify.check.${check}`)}</strong> <span class="verify-state">${t(`verify.state.${state}`)}</span>
          ${finding && html`<p>${says(finding)}</p>`}
          ${finding && ["rules", "broken"].includes(finding.code) && html`<${Command} id=${report?.archive?.manifest.match} />`}
        </div>
      </li>`;
    })}
  </ol>`;
}

/** What to type where Chronik is installed.
 * @param {{id?: string}} props
 */
function Command({ id }) {
  const line = !id ? "chronik verify FILE" : `chronik verify ${id}.chronik${receipts(id).length > 0 ? ` --receipt ${id}.receipt` : ""}`;
  return html`<p class="verify-command"><code>${line}</code><${Copy} text=${line} /></p>`;
}

/** @param {{id?: string}} props */
function Unable({ id }) {
  return html`<p class="notice">${t(globalThis.isSecureContext === false ? "verify.insecure" : "verify.old_browser")}</p><${Command} id=${id} />`;
}

/** @param {any} summary */
const archive = async (summary) => (await request("GET", summary.links.archive, { accept: "application/octet-stream" })).blob();

/** The bytes of a file, of one too large only as many as show that it is.
 * @param {Blob} file
 */
const bytesOf = async (file) => new Uint8Array(await file.slice(0, MOST_IN_A_FILE + 1).arrayBuffer());

/** What this page knows of a game; nothing where it does not know it.
 * @param {string} name
 * @returns {Promise<import("./verify.js").Box | null>}
 */
async function box(name) {
  try {
    const { game, box } = await load(name);
    return { game: await game.record(), rules: box.rules, facts: box.facts, components: box.components };
  } catch {
    return null;
  }
}
