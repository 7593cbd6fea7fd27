/** The page of a tournament. */

import { html } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { TopBar } from "../topbar.js";
import { Copy } from "../../ui/copy.js";
import { gameName } from "../../ui/game_name.js";
import { isNotFound } from "../../api/api.js";
import { t, useLanguage } from "../../words/words.js";
import { About } from "./about.js";
import { useTournament } from "./summary.js";
import { Entrants } from "./entrants.js";
import { HiddenSection, useHiddenResults, withoutResults } from "./hidden_results.js";
import { OwnPart } from "./own_part.js";
import { isPlayedOut } from "./own_table.js";
import { Rounds } from "./rounds.js";
import { Sections, useShown } from "./sections.js";
import { StandingsPart } from "./standings.js";
import { Start } from "./start.js";
import { useTableAlert } from "./table_alert.js";
import { TakePart } from "./take_part.js";
import { Refusal } from "./refusal.js";
import { Winners } from "./winners.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const Absent = lazy(() => import("../../ui/absent.js").then((module) => module.Absent), { words: ["absent"], styles: ["style/problem.css"] });
const OpenedLists = lazy(() => import("./published_lists.js").then((module) => module.OpenedLists));
const OrganiserPage = lazy(() => import("./organiser/page.js").then((module) => module.OrganiserPage), { words: ["desk", "lobby"], styles: ["style/lobby.css", "style/desk.css"] });

/** @param {{id: string}} props */
export function TournamentPage({ id }) {
  useLanguage();
  const { card, trouble, onCard, again } = useTournament(id);
  useTableAlert(card);
  if (!card && isNotFound(trouble)) return html`<${TopBar} /><main><${Absent} what="tournament" /></main>`;
  return html`<${TopBar} />
    <main class="tournament">
      ${!card && html`<h1 class="unseen">${t("common.title")}</h1>`}
      <${Refusal} error=${trouble} again=${again} />
      ${card ? html`<${TournamentContent} card=${card} onCard=${onCard} />` : !trouble && html`<p class="soft">${t("common.loading")}</p>`}
    </main>`;
}

/** Returns how far the tournament is. @param {TournamentSummary} card */
function phaseText(card) {
  const last = card.rounds.at(-1);
  if (card.phase !== "running") return t(`tournament.phase.${card.phase}`);
  return last?.progress === "paired" ? t("tournament.phase.paired", { round: last.round }) : t(`tournament.phase.${isPlayedOut(card) ? "played" : "running"}`);
}

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void}} props */
function TournamentContent({ card, onCard }) {
  const shown = useShown(card.rounds.length > 0 ? "standings" : "about");
  const { hides, box } = useHiddenResults();
  const staff = card.yours.organiser || card.yours.referee;
  return html`<header class="tn-head">
      <p class="tn-kind row"><span><a href="/tournaments">${t("tournament.all")}</a> · ${gameName(card.game)}</span>
        ${shown.section !== "desk" && html`<${Copy} text=${() => new URL(card.links.page, location.href).href} label=${t("tournament.copy")} />`}</p>
      <h1>${card.title}</h1>
      <p class="tn-phase" aria-live="polite">${phaseText(card)}</p>
      <${Start} card=${card} />
      ${!hides && html`<${Winners} card=${card} />`}
      <${OwnPart} card=${card} />
      <${TakePart} card=${card} onCard=${onCard} />
    </header>
    <${Sections} shown=${shown} staff=${staff} lists=${card.entrants.some((one) => one.deck_opened)} />
    ${["rounds", "standings", "lists"].includes(shown.section) && card.rounds.length > 0 && box}
    ${shown.section === "about" && html`<${About} card=${card} onCard=${onCard} />`}
    ${shown.section === "entrants" && html`<${Entrants} card=${card} />`}
    ${shown.section === "rounds" && html`<${Rounds} card=${hides ? withoutResults(card) : card} first=${hides} shown=${shown} onCard=${onCard} />`}
    ${shown.section === "standings" && (hides ? html`<${HiddenSection} title=${t("tournament.section.standings")} />` : html`<${StandingsPart} card=${card} />`)}
    ${shown.section === "lists" && (hides ? html`<${HiddenSection} title=${t("tournament.section.lists")} />` : html`<${OpenedLists} card=${card} number=${shown.list} />`)}
    ${shown.section === "desk" && staff && html`<section class="tn-section" aria-labelledby="tn-desk"><h2 id="tn-desk">${t("tournament.section.desk")}</h2><${OrganiserPage} card=${card} onCard=${onCard} /></section>`}`;
}
