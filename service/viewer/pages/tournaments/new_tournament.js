/** The form that creates a tournament: the essential choices, and everything else in a fold. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { usualLevel } from "../../ui/bots.js";
import { ErrorNotice, errorText } from "../../ui/error_notice.js";
import { useTask } from "../../ui/task.js";
import { gameName } from "../../ui/game_name.js";
import { NameField, nameFault, requireName } from "../../account/name_field.js";
import { useOptions } from "../../forms/open_match.js";
import { ensurePlayer } from "../../account/people.js";
import { RuleOptions, focusField } from "../../forms/rule_options.js";
import { hasLists, pathsOf } from "../../forms/schema.js";
import { Problem, newKey, post, read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { NO_CLOCK, clockOf } from "../../forms/clock_draft.js";
import { ClockFields } from "../../forms/clock_fields.js";
import { ChoiceField, Field, NumberField, TickField } from "../../forms/field.js";
import { MomentField } from "../../forms/moment_field.js";
import { planFaults } from "./faults.js";
import { FORMAT_NAMES, decksChoices, formatOf, formatPlan, longestPath, stageOf, tableSizes } from "./plans.js";
import { Scoring } from "./scoring.js";
import { Stages } from "./stages.js";

/**
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 * @typedef {import("./scoring.js").Scorings} Scorings
 */

const OPTIONS = "$.options";
/** Paths of the form that always exist. */
const PLACES = ["$.title", "$.starts_at", "$.description", "$.game", "$.scoring", "$.tie_breaks", "$.clock", "$.capacity", "$.prizes", "$.disclosure", "$.decks", "$.stages"];

export function NewTournament() {
  const [known, setKnown] = useState(/** @type {{games: GameLine[], scorings: Scorings} | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const ask = () => {
    setTrouble(null);
    Promise.all([read("/games"), read("/scoring")]).then(([{ games }, scorings]) => setKnown({ games, scorings }), setTrouble);
  };
  useEffect(ask, []);
  if (known?.games.length) return html`<${NewTournamentForm} games=${known.games} scorings=${known.scorings} />`;
  return trouble ? html`<${ErrorNotice} error=${trouble} again=${ask} />` : html`<p class="soft">${t("common.loading")}</p>`;
}

/** @param {{games: GameLine[], scorings: Scorings}} props */
function NewTournamentForm({ games, scorings }) {
  const somebody = usePlayer();
  const [name, setName] = useState("");
  const [about, setAbout] = useState({ title: "", starts_at: /** @type {string | null} */ (null), description: "", check_in: false, elsewhere: false, capacity: "", prizes: "1", disclosure: "everyone", decks: "" });
  const [sent, setSent] = useState(false);
  const [game, setGame] = useState(/** @type {GameLine} */ (games[0]));
  const [plan, setPlan] = useState(() => firstPlan(game));
  const [ties, setTies] = useState(/** @type {string[] | null} */ (null));
  const [clock, setClock] = useState(NO_CLOCK);
  const options = useOptions(game);
  const { busy, trouble, run } = useTask();
  const lists = decksChoices(options.field !== null && hasLists(options.field, options.value), about.elsewhere);
  const decks = lists.find((one) => one === about.decks) ?? lists[0];
  const wish = {
    title: about.title,
    starts_at: about.starts_at,
    description: about.description,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    game: game.game,
    options: options.value,
    stages: plan.stages.map((stage, at) => stageOf(stage, at)),
    scoring: plan.scoring,
    tie_breaks: ties ?? [],
    clock: about.elsewhere ? null : clockOf(clock),
    disclosure: about.disclosure,
    decks,
    check_in: about.check_in,
    elsewhere: about.elsewhere,
    capacity: Math.round(Number(about.capacity)) || 0,
    prizes: Math.round(Number(about.prizes)) || 0,
  };
  const key = useMemo(newKey, [JSON.stringify(wish)]);
  const fault = locateFault(trouble, formPaths(plan.stages.length, options.field));
  const wrong = planFaults(about, plan.stages, about.elsewhere ? null : clock, sent);
  const faults = { ...options.faults, ...(fault && { [fault.at]: fault.text }), ...wrong };
  useEffect(() => {
    if (fault) focusField(fault.at);
  }, [trouble]);
  /** @param {GameLine} other */
  const choose = (other) => {
    setGame(other);
    if (plan.stages.some((stage) => !other.seats.includes(stage.table))) setPlan(firstPlan(other));
    setClock({ ...clock, bot: clock.bot && (usualLevel(other.bots) ?? "") });
  };
  const send = run(async () => {
    setSent(true);
    const [first] = Object.keys(planFaults(about, plan.stages, about.elsewhere ? null : clock, true));
    if (first) return focusField(first);
    if (!options.check()) return;
    await ensurePlayer(somebody ? "" : requireName("hold-name", name));
    const card = await post("/tournaments", wish, { key });
    location.assign(`/tournaments/${card.id}#desk`);
  });
  /** @param {keyof typeof about} part */
  const of = (part) => ({ at: `$.${part}`, value: about[part], fault: faults[`$.${part}`], onChange: (/** @type {any} */ value) => setAbout({ ...about, [part]: value }) });
  const [first] = plan.stages;
  const format = formatOf(plan.stages);
  const setFormat = (name = format, table = first?.table ?? 2, rounds = first?.rounds) => name && setPlan(formatPlan(name, table, rounds));
  return html`<form class="lobby-form tournaments-hold" novalidate onSubmit=${send}>
    ${!somebody && html`<${NameField} id="hold-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} />`}
    <${Field} ...${of("title")} label=${t("tournaments.name")} input=${(/** @type {any} */ same) => html`<input ...${same} type="text" maxlength="80" required
      value=${about.title} onInput=${(/** @type {any} */ event) => of("title").onChange(event.target.value)} />`} />
    <div class="tournaments-fields">
      <${ChoiceField} at="$.game" label=${t("tournaments.game")} value=${game.game} choices=${games.map((one) => [one.game, gameName(one.game)])} fault=${faults["$.game"]}
        onChange=${(/** @type {string} */ id) => choose(games.find((one) => one.game === id) ?? game)} />
      <${ChoiceField} at="format" label=${t("tournaments.format")} value=${format} choices=${[...FORMAT_NAMES, ...(format ? [] : [""])].map((one) => [one, t(`tournaments.format.${one || "own"}`)])}
        onChange=${setFormat} help=${t(format ? `tournaments.format.${format}.help` : "tournaments.format.own.help")} />
      ${format && first && html`<${ChoiceField} at="$.stages[0].table" label=${t("tournaments.stage.table")} value=${first.table} choices=${tableSizes(game.seats).map((one) => [one, String(one)])}
        onChange=${(/** @type {number} */ table) => setFormat(format, table)} help=${first.table > 2 ? t("tournaments.format.table.help") : ""} />`}
      ${format && first?.method === "swiss" && html`<${NumberField} at="$.stages[0].rounds" label=${t("tournaments.stage.rounds")} value=${first.rounds} fault=${faults["$.stages[0].rounds"]} min=${1} max=${30}
        onChange=${(/** @type {string} */ rounds) => setFormat(format, first.table, rounds)} />`}
      <${MomentField} ...${of("starts_at")} label=${t("tournament.start.field")} help=${t("tournament.start.help")} />
    </div>
    <details class="tournaments-more">
      <summary>${t("tournaments.more_choices")}<span class="soft"> · ${[...(about.elsewhere ? [t("tournaments.elsewhere")] : []), ...(clock.on && !about.elsewhere ? [t("tournaments.clock")] : [t("tournaments.no_clock")]), t(`tournament.scoring.${plan.scoring}`)].join(" · ")}</span></summary>
      <${Field} ...${of("description")} label=${t("tournaments.description")} help=${t("tournaments.description.help")} input=${(/** @type {any} */ same) => html`<textarea
        ...${same} rows="3" maxlength="4000" value=${about.description} onInput=${(/** @type {any} */ event) => of("description").onChange(event.target.value)}></textarea>`} />
      <${TickField} ...${of("elsewhere")} label=${t("tournaments.elsewhere")} help=${t("tournaments.elsewhere.help")} />
      ${!about.elsewhere && html`<${ClockFields} clock=${clock} bots=${game.bots} faults=${faults} onChange=${setClock} />`}
      <fieldset class="lobby-group">
        <legend>${t("tournaments.entering")}</legend>
        <${TickField} ...${of("check_in")} label=${t("tournaments.check_in")} help=${t("tournaments.check_in.help")} />
        <div class="tournaments-fields">
          <${NumberField} ...${of("capacity")} label=${t("tournaments.capacity")} help=${t("tournaments.capacity.help")} max=${1024} />
          <${NumberField} ...${of("prizes")} label=${t("tournaments.prizes")} help=${t("tournaments.prizes.help")} max=${1024} />
        </div>
        ${!about.elsewhere && html`<${ChoiceField} ...${of("disclosure")} label=${t("lobby.open.disclosure")} choices=${["everyone", "players"].map((one) => [one, t(`lobby.disclosure.${one}`)])}
          help=${t(`lobby.disclosure.${about.disclosure}.help`)} />`}
      </fieldset>
      ${options.field && (options.field.fields?.length ?? 1) > 0 && html`<fieldset class="lobby-group"><legend>${t("lobby.open.options")}</legend>
        <${RuleOptions} field=${options.field} presets=${options.presets} words=${options.words} draft=${options.draft} value=${options.value} at=${OPTIONS} faults=${faults}
          onChange=${options.setDraft} />
        ${lists.length > 1 && html`<${ChoiceField} ...${of("decks")} value=${decks} label=${t("tournaments.decks")} help=${t("tournaments.decks.help")}
          choices=${lists.map((one) => [one, t(`tournaments.decks.${one}`)])} />`}
      </fieldset>`}
      <${Stages} stages=${plan.stages} short=${format !== ""} seats=${game.seats} faults=${faults} onChange=${(/** @type {any} */ stages) => setPlan({ ...plan, stages })} />
      <${Scoring} scorings=${scorings} scoring=${plan.scoring} ties=${ties} faults=${faults} onScoring=${(/** @type {string} */ scoring) => setPlan({ ...plan, scoring })} onTies=${setTies} />
    </details>
    ${options.trouble ? html`<${ErrorNotice} error=${options.trouble} again=${options.again} />` : null}
    ${!fault && !nameFault(trouble) && html`<${ErrorNotice} error=${trouble} />`}
    <div><button class="primary" aria-busy=${busy}>${t(busy ? "common.loading" : "tournaments.hold.do")}</button></div>
  </form>`;
}

/** Returns a short plan for a game. @param {GameLine} game */
const firstPlan = (game) => formatPlan("swiss", Math.max(...tableSizes(game.seats)));

/** Lists the paths of the form that a refusal can name.
 * @param {number} stages
 * @param {import("../../forms/schema.js").Field | null} field
 */
function formPaths(stages, field) {
  const of = ["method", "table", "best_of", "rounds", "groups", "cut", "advance"];
  const staged = Array.from({ length: stages }, (_, at) => [`$.stages[${at}]`, ...of.map((name) => `$.stages[${at}].${name}`)]).flat();
  const clocked = ["command", "match", "increment", "at_zero", "bot"].map((name) => `$.clock.${name}`);
  return [...PLACES, ...staged, ...clocked, ...(field ? pathsOf(field, OPTIONS) : [])];
}

/** Returns the path in the form that a refusal concerns and its message, or null.
 * @param {unknown} trouble
 * @param {string[]} known
 * @returns {{at: string, text: string} | null}
 */
function locateFault(trouble, known) {
  if (!(trouble instanceof Problem)) return null;
  const facts = trouble.members["facts"] ?? {};
  const said = String(facts.at ?? trouble.members["at"] ?? "");
  const at = longestPath(said, known);
  if (!at) return null;
  const key = `tournaments.fault.${at.replace(/^.*[.\]]/, "")}`;
  const words = t(key, { allowed: (facts.allowed ?? []).join(", ") });
  return { at, text: words === key ? errorText(trouble) : words };
}
