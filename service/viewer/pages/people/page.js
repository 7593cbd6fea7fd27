/** The page of a player: matches, ratings, tournaments and results. */

import { html, useEffect, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { TopBar } from "../topbar.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { isNotFound, read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t, useLanguage } from "../../words/words.js";
import { Entries } from "./entries.js";
import { Matches } from "./matches.js";
import { Ratings } from "./ratings.js";
import { Results } from "./results.js";

/** @typedef {import("../../types.d.ts").PlayerProfile} PlayerProfile */

const Absent = lazy(() => import("../../ui/absent.js").then((module) => module.Absent), { words: ["absent"], styles: ["style/problem.css"] });

const Skill = lazy(() => import("./skill.js").then((module) => module.Skill), { words: ["analysis"] });

/** @param {{id: string}} props */
export function PersonPage({ id }) {
  useLanguage();
  const own = usePlayer();
  const [profile, setProfile] = useState(/** @type {PlayerProfile | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const ask = () => void read(`/players/${encodeURIComponent(id)}`).then((answer) => (setProfile(answer), setTrouble(null)), setTrouble);
  useEffect(ask, [id, own?.player === id ? own.name : ""]);
  useEffect(() => {
    if (profile) document.title = `${profile.name} – ${t("common.title")}`;
  }, [profile?.name]);
  if (!profile && isNotFound(trouble)) return html`<${TopBar} /><main><${Absent} what="player" /></main>`;
  return html`<${TopBar} />
    <main class="people">
      ${!profile && html`<h1 class="unseen">${t("common.title")}</h1>`}
      <${ErrorNotice} error=${trouble} again=${ask} />
      ${profile
        ? html`<header class="people-head">
              <h1>${profile.name}</h1>
              ${profile.ghost && html`<p class="notice">${t("people.ghost")}</p>`}
              ${profile.bot && html`<p class="notice">${t("people.is_bot")}</p>`}
              ${own?.player === id && html`<p class="soft">${t("people.you")}</p>`}
              ${own?.player !== id && !profile.ghost && html`<p><a class="button" href=${`/?challenge=${id}`}>${t("people.challenge")}</a></p>`}
            </header>
            <${Matches} player=${id} own=${own?.player === id} />
            <${Skill} player=${id} />
            <${Ratings} profile=${profile} />
            <${Entries} entries=${profile.entries} />
            <${Results} profile=${profile} />`
        : !trouble && html`<p class="soft">${t("common.loading")}</p>`}
    </main>`;
}
