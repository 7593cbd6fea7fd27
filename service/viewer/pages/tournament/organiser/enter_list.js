/** The form that enters a whole list of entrants: pasted, dropped or selected names, a preview, and the lines with problems. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { Problem, post } from "../../../api/api.js";
import { useTask } from "../../../ui/task.js";
import { joinList, t } from "../../../words/words.js";
import { isThere } from "../entry.js";
import { staffErrorText } from "./staff_changes.js";
import { ListReading, useText } from "./list_reading.js";
import { decodeFile } from "./list_text.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{line: number, field: string, code: string, detail: string, facts?: Record<string, any>}} LineFault
 */

/** @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges, brought: {text: string}}} props `brought` is text that was pasted or dropped elsewhere */
export function EnterList({ card, acts, brought }) {
  const [csv, setCsv] = useState("");
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState({ text: "", reading: /** @type {import("./list_reading.js").Reading | null} */ (null) });
  const asking = useTask();
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (!brought.text) return;
    setCsv(brought.text);
    setOpen(true);
    requestAnimationFrame(() => box.current?.focus());
  }, [brought]);
  const trouble = asking.trouble ?? acts.trouble;
  const faults = faultsOf(trouble);
  const headings = headingsOf(trouble);
  const reading = shown.text === csv ? shown.reading : null;
  const understood = reading ?? (trouble instanceof Problem ? trouble.members["facts"]?.reading : null);
  const show = asking.run(async () => setShown({ text: csv, reading: await post(`/tournaments/${card.id}/entrants/list?dry_run=true`, csv, { media: "text/csv" }) }));
  const choose = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (file) setCsv(decodeFile(await file.arrayBuffer()));
    event.target.value = ""; // so that the same file can be selected again once it is corrected
  };
  const before = card.entrants.filter(isThere).length;
  const confirmation = (/** @type {TournamentSummary} */ seen) => t("desk.done.list", { count: seen.entrants.filter(isThere).length - before });
  const entering = { media: "text/csv", confirmation, then: () => (setCsv(""), setOpen(false)) };
  return html`<details class="desk-part" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary><h4>${t("desk.list")}</h4></summary>
    <form class="desk-inside lobby-form" novalidate onSubmit=${reading ? acts.act("entrants/list", csv, entering) : show}>
      <p id="desk-list-help" class="soft">${t(card.plan.elsewhere ? "desk.list.help.elsewhere" : "desk.list.help.here")}</p>
      <div class="lobby-field"><label for="desk-list">${t("desk.list.text")}</label><textarea ref=${box} id="desk-list" class="mono" rows="6" autocomplete="off" spellcheck=${false}
        value=${csv} aria-invalid=${faults.length > 0} aria-describedby="desk-list-help desk-list-faults" onInput=${(/** @type {any} */ event) => setCsv(event.target.value)}></textarea></div>
      <div class="lobby-field"><label for="desk-list-file">${t("desk.list.file")}</label><input id="desk-list-file" type="file" accept=".csv,.txt,.tsv,.trf,text/csv,text/plain" onChange=${choose} /></div>
      ${asking.trouble ? html`<p class="notice bad" role="alert">${staffErrorText(asking.trouble)}</p>` : null}
      <ul id="desk-list-faults" class="desk-papers">${faults.map((one, at) => html`<li key=${at}>${faultText(one)}</li>`)}</ul>
      ${headings.length > 0 && html`<div class="row">${headings.map((line) => html`<button key=${line} type="button" onClick=${() => setCsv(`${line}\n${csv}`)}>
        ${t("desk.list.head", { uses: joinList(usesOf(line).map(useText)) })}</button>`)}</div>`}
      <div role="status">${understood && understood.count > 0 && html`<${ListReading} reading=${understood} />`}</div>
      <div class="row"><button class=${reading ? "primary" : ""} aria-busy=${acts.busy || asking.busy} disabled=${!csv.trim()}>${reading ? t("desk.list.do", { count: reading.count }) : t("desk.list.show")}</button></div>
    </form>
  </details>`;
}

/** Returns the faulty lines of the refused list.
 * @param {unknown} trouble
 * @returns {LineFault[]}
 */
const faultsOf = (trouble) => (trouble instanceof Problem && trouble.code === "list-refused" ? (trouble.members["facts"]?.lines ?? []) : []);

/** Returns heading lines that would resolve an ambiguous list, whose two columns may be names and clubs, or two parts of names.
 * @param {unknown} trouble
 * @returns {string[]}
 */
function headingsOf(trouble) {
  if (!(trouble instanceof Problem)) return [];
  const { lines = [], reading = null } = trouble.members["facts"] ?? {};
  /** @type {string[][]} */
  const columns = lines.flatMap((/** @type {LineFault} */ one) => one.facts?.["columns"] ?? []);
  return columns.map((uses) => uses.join(reading?.separator ?? ";"));
}

/** @param {string} line of headings */
const usesOf = (line) => line.split(/[\t;|,]/).filter(Boolean);

/** Returns a sentence for a faulty line: by its code, otherwise by its field, otherwise the service's text.
 * @param {LineFault} fault
 * @returns {string}
 */
function faultText({ line, field, code, detail, facts = {} }) {
  const key = code === "malformed" ? `desk.list.fault.${field}` : `desk.problem.${code}`;
  const words = t(key, { ...facts, headings: joinList(facts["headings"] ?? []) });
  return t("desk.list.fault", { line, what: words === key ? detail : words });
}
