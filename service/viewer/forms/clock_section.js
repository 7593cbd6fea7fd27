/** The clock section of the form that opens a match. It is closed at first, because most matches have no clock. */

import { html, useState } from "../dom.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words/words.js";
import { NO_CLOCK } from "./clock_draft.js";

/** @typedef {import("./clock_draft.js").ClockDraft} ClockDraft */

const Fields = lazy(() => import("./clock_fields.js").then((module) => module.ClockFields), { words: ["tournaments"], styles: ["style/tournaments.css"] });

/** @param {{clock: ClockDraft | null, bots: string[], faults: Record<string, string>, onChange: (clock: ClockDraft) => void}} props `clock` is null until the user opens the section */
export function ClockSection(props) {
  const [seen, setSeen] = useState(false);
  return html`<details class="lobby-clock" onToggle=${(/** @type {any} */ event) => setSeen(seen || event.target.open)}>
    <summary>${t("lobby.clock")} <span class="soft">· ${t(props.clock?.on ? "lobby.clock.on" : "lobby.clock.off")}</span></summary>
    ${seen && html`<${Fields} ...${props} clock=${props.clock ?? NO_CLOCK} />`}
  </details>`;
}
