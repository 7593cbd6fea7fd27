/** Entering a whole list: names that are pasted, dropped or chosen, and what is wrong with which of their lines. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { Problem } from "../../../api/api.js";
import { t } from "../../../words/words.js";
import { isThere } from "../entering.js";
import { textOf } from "./list_text.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{line: number, field: string, code: string, detail: string, facts?: Record<string, any>}} LineFault
 */

/** @param {{card: TournamentSummary, acts: import("./acting.js").Acts, brought: {text: string}}} props `brought` is what was pasted or dropped elsewhere */
export function EnterList({ card, acts, brought }) {
  const [csv, setCsv] = useState("");
  const [open, setOpen] = useState(false);
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (!brought.text) return;
    setCsv(brought.text);
    setOpen(true);
    requestAnimationFrame(() => box.current?.focus());
  }, [brought]);
  const faults = faultsOf(acts.trouble);
  const choose = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (file) setCsv(textOf(await file.arrayBuffer()));
    event.target.value = ""; // so that the same file can be chosen again once it is mended
  };
  const before = card.entrants.filter(isThere).length;
  const done = (/** @type {TournamentSummary} */ seen) => t("desk.done.list", { count: seen.entrants.filter(isThere).length - before });
  const entering = { media: "text/csv", done, then: () => (setCsv(""), setOpen(false)) };
  return html`<details class="desk-part" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary><h4>${t("desk.list")}</h4></summary>
    <form class="desk-inside lobby-form" novalidate onSubmit=${acts.act("entrants/list", csv, entering)}>
      <p id="desk-list-help" class="soft">${t(card.plan.elsewhere ? "desk.list.help.elsewhere" : "desk.list.help.here")}</p>
      <div class="lobby-field"><label for="desk-list">${t("desk.list.text")}</label><textarea ref=${box} id="desk-list" class="mono" rows="6" autocomplete="off" spellcheck=${false}
        value=${csv} aria-invalid=${faults.length > 0} aria-describedby="desk-list-help desk-list-faults" onInput=${(/** @type {any} */ event) => setCsv(event.target.value)}></textarea></div>
      <div class="lobby-field"><label for="desk-list-file">${t("desk.list.file")}</label><input id="desk-list-file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" onChange=${choose} /></div>
      <ul id="desk-list-faults" class="desk-papers">${faults.map((one, at) => html`<li key=${at}>${faultText(one)}</li>`)}</ul>
      <div class="row"><button aria-busy=${acts.busy} disabled=${!csv.trim()}>${t("desk.list.do")}</button></div>
    </form>
  </details>`;
}

/** The faulty lines of the list that was refused last.
 * @param {unknown} trouble
 * @returns {LineFault[]}
 */
const faultsOf = (trouble) => (trouble instanceof Problem && trouble.code === "list-refused" ? (trouble.members["facts"]?.lines ?? []) : []);

/** A faulty line as a sentence: by the rule that refuses it, else by its field, else as the service says it.
 * @param {LineFault} fault
 * @returns {string}
 */
function faultText({ line, field, code, detail, facts = {} }) {
  const key = code === "malformed" ? `desk.list.fault.${field}` : `desk.problem.${code}`;
  const words = t(key, facts);
  return t("desk.list.fault", { line, what: words === key ? detail : words });
}
