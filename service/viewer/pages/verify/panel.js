/** The panel that verifies a finished match or any archive in this browser. */

import { Copy } from "../../ui/copy.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { html, useEffect, useRef, useState } from "../../dom.js";
import { load } from "../../games/games.js";
import { downloadArchive, downloadReceipts } from "../../timeline/downloads.js";
import { request } from "../../api/api.js";
import { t } from "../../words/words.js";
import { MOST_IN_A_FILE } from "./archive.js";
import { Details } from "./details.js";
import { publishedKeys } from "./keys.js";
import { receiptsOf } from "../../timeline/receipts.js";
import { findingText, verdict } from "./sentences.js";
import { CHECKS, Report, canVerify, verify } from "./verify.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("./verify.js").Finding} Finding
 * @typedef {{name: string, findings: Finding[], report: Report | null}} Run
 */

const SYMBOLS = { good: "✓", bad: "✕", open: "?", running: "…", waiting: "·", skipped: "–" };

/** Verifies the match on the page, if there is one, and any file that the user selects.
 * @param {{match?: Match | null, summary?: any, game?: any, components?: any}} props
 */
export function VerifyPanel({ match = null, summary = match?.summary }) {
  const [run, setRun] = useState(/** @type {Run | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const turn = useRef(0);
  const held = summary?.held;
  const finished = summary?.status === "finished" && !held;
  const busy = run !== null && run.report === null;
  const kept = summary && receiptsOf(summary.id).length > 0;
  useEffect(() => {
    // The code and the keys are loaded now, because the service may be unreachable later.
    if (summary) void loadGame(summary.game);
    if (canVerify()) void publishedKeys();
  }, []);

  /** @param {string} name @param {() => Promise<Blob>} fetched */
  const check = async (name, fetched) => {
    const mine = (turn.current += 1);
    setTrouble(null);
    setRun({ name, findings: [], report: null });
    try {
      const report = await verify(await bytesOf(await fetched()), { summary, receipts: summary ? receiptsOf(summary.id) : [], keys: publishedKeys, box: loadGame }, (finding) => {
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
  const onPick = (event) => {
    const file = event.target.files?.[0];
    if (file) void check(file.name, async () => file);
    event.target.value = "";
  };

  if (!canVerify()) return html`<div class="verify"><${Unable} id=${summary?.id} />${finished && match && html`<p><${Download} match=${match} onTrouble=${setTrouble} /></p>`}<${ErrorNotice} error=${trouble} /></div>`;
  return html`<div class="verify">
    <p>${t("verify.intro")} ${t("common.proves")}</p>
    ${summary?.event && html`<p>${t("verify.of_event")} <a href=${summary.event.page}>${summary.event.title}</a></p>`}
    ${summary && !finished && html`<p class="notice">${t(held ? `verify.held.${held}` : "verify.unfinished")}</p>`}
    <div class="row">
      ${finished && html`<button type="button" class="primary" aria-disabled=${busy} onClick=${() => busy || void check("", () => fetchArchive(summary))}>${t(run && !busy ? "verify.again" : "verify.do")}</button>`}
      <label class="button verify-pick"><input type="file" class="unseen" accept=".chronik" onChange=${onPick} />${t("verify.pick")}</label>
      ${finished && match && html`<${Download} match=${match} onTrouble=${setTrouble} />`}
      ${kept && html`<button type="button" onClick=${() => downloadReceipts(summary.id)}>${t("replay.share.receipt")}</button>`}
    </div>
    <${ErrorNotice} error=${trouble} />
    <div role="status" class="verify-status">${run && html`<${Verdict} run=${run} />`}</div>
    ${run && html`<${Checks} run=${run} />`}
    ${run?.report && html`<${Details} report=${run.report} />`}
  </div>`;
}

/** @param {{match: Match, onTrouble: (error: unknown) => void}} props */
const Download = ({ match, onTrouble }) => html`<button type="button" onClick=${() => void downloadArchive(match).catch(onTrouble)}>${t("verify.download")}</button>`;

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
  const pendingState = (at) => (report ? "skipped" : at === findings.length ? "running" : "waiting");
  return html`<ol class="verify-checks" aria-label=${t("verify.checks")}>
    ${CHECKS.map((check, at) => {
      const finding = findings[at];
      const state = /** @type {keyof typeof SYMBOLS} */ (finding?.state ?? pendingState(at));
      return html`<li key=${check} class=${`verify-check verify-${state}`}>
        <span class="verify-symbol" aria-hidden="true">${SYMBOLS[state]}</span>
        <div>
          <strong>${t(`verify.check.${check}`)}</strong> <span class="verify-state">${t(`verify.state.${state}`)}</span>
          ${finding && html`<p>${findingText(finding)}</p>`}
          ${finding && ["rules", "broken"].includes(finding.code) && html`<${Command} id=${report?.archive?.manifest.match} />`}
        </div>
      </li>`;
    })}
  </ol>`;
}

/** The command to type if Chronik is installed.
 * @param {{id?: string}} props
 */
function Command({ id }) {
  const line = !id ? "chronik verify FILE" : `chronik verify ${id}.chronik${receiptsOf(id).length > 0 ? ` --receipt ${id}.receipt` : ""}`;
  return html`<p class="verify-command"><code>${line}</code><${Copy} text=${line} /></p>`;
}

/** @param {{id?: string}} props */
function Unable({ id }) {
  return html`<p class="notice">${t(globalThis.isSecureContext === false ? "verify.insecure" : "verify.old_browser")}</p><${Command} id=${id} />`;
}

/** @param {any} summary */
const fetchArchive = async (summary) => (await request("GET", summary.links.archive, { accept: "application/octet-stream" })).blob();

/** Reads the bytes of a file. If the file is too large, reads just enough to show that it is.
 * @param {Blob} file
 */
const bytesOf = async (file) => new Uint8Array(await file.slice(0, MOST_IN_A_FILE + 1).arrayBuffer());

/** Returns this page's code for a game, or null if the page does not know it.
 * @param {string} name
 * @returns {Promise<import("./verify.js").Box | null>}
 */
async function loadGame(name) {
  try {
    const { game, box } = await load(name);
    return { game: await game.record(), rules: box.rules, facts: box.facts, components: box.components };
  } catch {
    return null;
  }
}
