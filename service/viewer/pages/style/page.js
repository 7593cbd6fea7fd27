/** The style page: all colours, fonts, buttons and game pieces side by side, for those who design the pages. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { load } from "../../games/games.js";
import { Badge } from "../../ui/seat_badge.js";
import { gameName } from "../../ui/game_name.js";
import { botName } from "../../ui/bots.js";
import { t } from "../../words/words.js";
import { ICONS, Icon } from "../../ui/icons.js";
import { TopBar } from "../topbar.js";

const COLOURS = ["ground", "surface", "sunken", "line", "line-strong", "ink", "ink-soft", "accent", "accent-ink", "accent-soft", "focus", "good", "warn", "bad", "seat-0", "seat-1", "seat-2", "seat-3", "seat-ink"];
const SEATS = [0, 1, 2, 3];
const LEVELS = ["random", "greedy"];

/** The style page. */
export function StylePage() {
  const [games, setGames] = useState(/** @type {{name: string, box: any, Specimens: any}[]} */ ([]));
  useEffect(() => void loadGames().then(setGames), []);
  return html`<${TopBar} /><main class="specimens" aria-busy=${games.length === 0}>
    <h1>${t("style.title")}</h1>
    <${Section} name="colours"><ul class="specimens-colours">${COLOURS.map((name) => html`<li key=${name}><i style=${{ background: `var(--${name})` }}></i><code>${name}</code></li>`)}</ul><//>
    <${Section} name="letters"><${Letters} /><//>
    <${Section} name="buttons"><${Buttons} /><//>
    <${Section} name="panels"><${Panels} /><//>
    <${Section} name="seats"><ul class="row">${SEATS.map((seat) => html`<li key=${seat} class="row"><${Badge} seat=${seat} /> ${LEVELS.map((level) => botName(level, seat)).join(", ")}</li>`)}</ul><//>
    <${Section} name="icons"><ul class="row">${ICONS.map((name) => html`<li key=${name} class="specimens-icon"><${Icon} name=${name} /><code>${name}</code></li>`)}</ul><//>
    ${games.map(({ name, box, Specimens }) => html`<section key=${name} class="specimens-game" aria-label=${gameName(name)}><h2>${gameName(name)}</h2><${Specimens} components=${box.components} /></section>`)}
  </main>`;
}

/** Loads every game with its components and its specimens. */
async function loadGames() {
  const { games } = await read("/games");
  return Promise.all(
    games.map(async (/** @type {{game: string}} */ { game: name }) => {
      const [{ box }, { Specimens }] = await Promise.all([load(name), import(`../../games/${name}/specimens.js`)]);
      return { name, box, Specimens };
    }),
  );
}

/** @param {{name: string, children?: any}} props */
const Section = ({ name, children }) => html`<section class="panel" aria-label=${t(`style.${name}`)}><h2>${t(`style.${name}`)}</h2>${children}</section>`;

function Letters() {
  const words = t("style.sentence");
  return html`<h2>${words}</h2><h3>${words}</h3><p>${words} <a href="/">${t("common.title")}</a></p><p class="soft">${words}</p><p><code>${"0123456789abcdef".repeat(4)}</code></p>`;
}

function Buttons() {
  const word = t("style.button");
  const field = t("style.field");
  return html`<div class="row">
      <button type="button">${word}</button><button type="button" class="primary">${word}</button><button type="button" class="plain">${word}</button>
      <button type="button" disabled>${word}</button><button type="button" class="primary" disabled>${word}</button><button type="button" aria-pressed="true">${word}</button><a class="button" href="/">${word}</a>
    </div>
    <div class="row specimens-fields">
      <label>${field} <input type="text" value=${word} /></label><label>${field} <input type="search" placeholder=${word} /></label><label>${field} <input type="number" value="3" /></label>
      <label>${field} <select><option>${word}</option></select></label><label><input type="checkbox" checked /> ${field}</label><label><input type="radio" checked /> ${field}</label><label>${field} <input type="range" /></label>
    </div>`;
}

function Panels() {
  const words = t("style.sentence");
  return html`<p class="notice">${words}</p><p class="notice bad">${words}</p><div class="panel">${words}</div>
    <table><thead><tr>${SEATS.map((seat) => html`<th scope="col"><${Badge} seat=${seat} /> ${seat + 1}</th>`)}</tr></thead><tbody><tr>${SEATS.map((seat) => html`<td>${seat * 7}</td>`)}</tr></tbody></table>`;
}
