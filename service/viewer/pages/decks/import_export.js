/** Imports a deck list (pasted text, a file or a ready-made list) and exports it (as code, link, text or file). */

import { html, useState } from "../../dom.js";
import { Copy } from "../../ui/copy.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { useTask } from "../../ui/task.js";
import { language, t } from "../../words/words.js";
import { checkList } from "./check.js";
import { EMPTY, parseList } from "./deck_draft.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckChecked} DeckChecked
 * @typedef {import("../../types.d.ts").DeckProblem} DeckProblem
 * @typedef {import("./deck_draft.js").DeckDraft} Made
 */

/** @param {{game: string, box: DeckBox, made: Made, found: DeckChecked | null, onMade: (made: Made) => void}} props */
export function ImportExport({ game, box, made, found, onMade }) {
  return html`<details class="panel decks-ways"><summary>${t("decks.in")}</summary><${ImportForm} game=${game} box=${box} onMade=${onMade} /></details>
    <details class="panel decks-ways"><summary>${t("decks.out")}</summary><${ExportPanel} made=${made} found=${found} /></details>`;
}

/** @param {{game: string, box: DeckBox, onMade: (made: Made) => void}} props */
function ImportForm({ game, box, onMade }) {
  const [text, setText] = useState("");
  const [faults, setFaults] = useState(/** @type {DeckProblem[]} */ ([]));
  const { busy, trouble, run } = useTask();
  const take = run(async () => {
    const told = await checkList(game, text, language());
    setFaults(told.list ? [] : told.problems);
    if (!told.list) return;
    onMade(parseList(told.list));
    setText("");
  });
  const choose = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (file) setText((await file.text()).slice(0, 20_001));
    event.target.value = ""; // so that the same file can be selected again once it is corrected
  };
  return html`<form class="decks-form" novalidate onSubmit=${take}>
      <label for="decks-text">${t("decks.in.text")}</label>
      <textarea id="decks-text" class="mono" rows="6" spellcheck=${false} value=${text} aria-describedby="decks-text-help decks-text-faults"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
      <p id="decks-text-help" class="soft">${t("decks.in.help")}</p>
      <label for="decks-file">${t("decks.in.file")}</label>
      <input id="decks-file" type="file" accept=".json,.toml,.txt,text/plain,application/json" onChange=${choose} />
      <ul id="decks-text-faults" role="alert">${faults.map((one, at) => html`<li key=${at}>${one.sentence}</li>`)}</ul>
      <${ErrorNotice} error=${trouble} />
      <div class="row"><button aria-busy=${busy} disabled=${!text.trim()}>${t("decks.in.do")}</button></div>
    </form>
    <h3>${t("decks.ready")}</h3>
    <ul class="decks-ready">${box.ready.map((one) => html`<li key=${one.id}><button type="button" onClick=${() => onMade({ name: one.name, cards: one.cards, events: one.events })}>${one.name}</button>
      <span class="soft">${one.text}</span></li>`)}
      <li><button type="button" onClick=${() => onMade(EMPTY)}>${t("decks.clear")}</button></li></ul>`;
}

/** @param {{made: Made, found: DeckChecked | null}} props */
function ExportPanel({ made, found }) {
  if (!found?.list) return html`<p class="soft" role="status">${t("decks.checking")}</p>`;
  const name = made.name.replace(/[^\p{L}\p{N}]+/gu, "-") || "deck";
  const link = `${location.origin}/decks?code=${found.code}`;
  return html`${found.code ? html`<p><code>${found.code}</code></p>` : html`<p>${t("decks.no_code")}</p>`}
    <div class="row">
      ${found.code && html`<${Copy} text=${found.code} label=${t("decks.out.code")} /><${Copy} text=${link} label=${t("decks.out.link")} />`}
      <${Copy} text=${found.lines ?? ""} label=${t("decks.out.text")} />
      <button type="button" onClick=${() => downloadText(`${name}.json`, JSON.stringify(found.list))}>JSON</button>
      <button type="button" onClick=${() => downloadText(`${name}.toml`, found.toml ?? "")}>TOML</button>
      <button type="button" onClick=${() => print()}>${t("decks.out.print")}</button>
    </div>`;
}

/** Offers a text as a file download.
 * @param {string} name @param {string} text
 */
function downloadText(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
