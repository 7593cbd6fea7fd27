/** The page of all tournaments, and the form for a new one. */

import { html, useEffect, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { TopBar } from "../topbar.js";
import { usePlayer } from "../../api/player.js";
import { t, useLanguage } from "../../words/words.js";
import { List } from "./list.js";

const HOLD = "#hold";
const Hold = lazy(() => import("./new_tournament.js").then((module) => module.NewTournament), { words: ["tournament"], styles: ["style/lobby.css"] });
const OwnPart = lazy(() => import("../tournament/own_tournaments.js").then((module) => module.OwnTournamentsPart), { words: ["lobby"], styles: ["style/lobby.css"] });

export function Tournaments() {
  useLanguage();
  const somebody = usePlayer();
  const holding = useHash() === HOLD;
  const may = !somebody || somebody.scopes.includes("organise");
  useEffect(() => {
    document.title = `${t(holding ? "tournaments.hold" : "tournaments.title")} – ${t("common.title")}`;
    if (holding) scrollTo(0, 0);
  }, [holding]);
  return html`<${TopBar} />
    <main class="tournaments">
      ${holding
        ? html`<p><a href="/tournaments">${t("tournaments.back")}</a></p>
            <h1>${t("tournaments.hold")}</h1>
            <${Hold} />`
        : html`<header class="tournaments-head">
              <div><h1>${t("tournaments.title")}</h1><p>${t("tournaments.lead")}</p></div>
              ${may && html`<a class="button primary" href=${HOLD}>${t("tournaments.hold")}</a>`}
            </header>
            ${somebody && html`<${OwnPart} />`}
            <${List} />`}
    </main>`;
}

/** Returns the fragment of the address, and redraws when it changes.
 * @returns {string}
 */
function useHash() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    window.addEventListener("hashchange", onChange);
    return () => window.removeEventListener("hashchange", onChange);
  }, []);
  return hash;
}
