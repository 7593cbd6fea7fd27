/** Luck and skill of a player in the latest matches that were analysed, loaded when the user asks. */

import { html, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { gameName } from "../../ui/game_name.js";
import { COLUMNS, columnsOf } from "../../ui/skill_columns.js";
import { timeAgo } from "../../ui/times.js";
import { language, t } from "../../words/words.js";
import { ownSeat } from "./record.js";

/** @typedef {import("../../types.d.ts").MatchLine} MatchLine */

const MATCHES = 10;

/** @param {{player: string}} props */
export function Skill({ player }) {
  const [rows, setRows] = useState(/** @type {{line: MatchLine, seat: import("../../types.d.ts").Analysis["seats"][number]}[] | null} */ (null));
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    const { matches } = await read("/matches", { player, status: "finished", limit: MATCHES }).catch(() => ({ matches: [] }));
    const found = await Promise.all(matches.map(async (/** @type {MatchLine} */ line) => {
      const own = ownSeat(line.seats, player);
      const analysis = own && (await read(`/matches/${line.id}/analysis`).catch(() => null));
      return own && analysis?.seats?.length ? [{ line, seat: analysis.seats[own.seat] }] : [];
    }));
    setRows(found.flat());
    setBusy(false);
  };
  return html`<section class="people-part" aria-labelledby="people-skill">
    <h2 id="people-skill">${t("analysis.title")}</h2>
    <p class="soft">${t("analysis.means")}</p>
    ${rows === null && html`<button type="button" aria-busy=${busy} disabled=${busy} onClick=${() => void show()}>${t("analysis.show")}</button>`}
    ${rows?.length === 0 && html`<p class="soft">${t("analysis.nothing")}</p>`}
    ${rows && rows.length > 0 && html`<div class="people-wide people-skill"><table aria-labelledby="people-skill">
      <thead><tr><th scope="col">${t("analysis.match")}</th>${COLUMNS.map((name) => html`<th key=${name} scope="col" class="people-number" title=${t(`analysis.column.${name}.means`)}>${t(`analysis.column.${name}`)}</th>`)}</tr></thead>
      <tbody>${rows.map(({ line, seat }) => html`<tr key=${line.id}><th scope="row"><a href=${`/replay/${line.id}`}>${gameName(line.game)}</a> ${timeAgo(line.closed_at ?? line.opened_at, language())}</th>${columnsOf(seat).map((cell, at) => html`<td key=${at} class="people-number">${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`}
  </section>`;
}
