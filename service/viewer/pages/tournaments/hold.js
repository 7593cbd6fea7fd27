/** The form for a tournament to be held: what is played, how, and what it counts. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { Trouble, troubleText } from "../../ui/trouble.js";
import { useDoing } from "../../ui/doing.js";
import { gameName } from "../../ui/game_name.js";
import { NameField, nameFault, namedIn } from "../../account/name_field.js";
import { useOptions } from "../../forms/open_match.js";
import { playerNamed } from "../../account/people.js";
import { RuleOptions, shown } from "../../forms/rule_options.js";
import { placesOf } from "../../forms/schema.js";
import { Problem, newKey, post, read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { NO_CLOCK, clockOf } from "../../forms/clock_draft.js";
import { ClockFields } from "../../forms/clock_fields.js";
import { ChoiceField, Field, NumberField, TickField } from "../../forms/field.js";
import { namedPlan, placeOf, stageOf, usual } from "./plans.js";
import { Scoring } from "./scoring.js";
import { Stages } from "./stages.js";

/**
 * @typedef {import("../../types.d.ts").GameLine} GameLine
 * @typedef {import("./scoring.js").Scorings} Scorings
 */

const OPTIONS = "$.options";
/** Places of the form that are always there. */
const PLACES = ["$.title", "$.description", "$.game", "$.scoring", "$.tie_breaks", "$.clock", "$.capacity", "$.prizes", "$.disclosure", "$.decks", "$.stages"];

export function Hold() {
  const [known, setKnown] = useState(/** @type {{games: GameLine[], scorings: Scorings} | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const ask = () => {
    setTrouble(null);
    Promise.all([read("/games"), read("/scoring")]).then(([{ games }, scorings]) => setKnown({ games, scorings }), setTrouble);
  };
  useEffect(ask, []);
  if (known?.games.length) return html`<${Form} games=${known.games} scorings=${known.scorings} />`;
  return trouble ? html`<${Trouble} error=${trouble} again=${ask} />` : html`<p class="soft">${t("common.loading")}</p>`;
}

/** @param {{games: GameLine[], scorings: Scorings}} props */
function Form({ games, scorings }) {
  const somebody = usePlayer();
  const [name, setName] = useState("");
  const [about, setAbout] = useState({ title: "", description: "", check_in: false, elsewhere: false, capacity: "", prizes: "1", disclosure: "everyone", decks: "none" });
  const [game, setGame] = useState(/** @type {GameLine} */ (games[0]));
  const [plan, setPlan] = useState(() => firstPlan(game));
  const [ties, setTies] = useState(/** @type {string[] | null} */ (null));
  const [clock, setClock] = useState(NO_CLOCK);
  const options = useOptions(game);
  const { busy, trouble, run } = useDoing();
  const wish = {
    title: about.title,
    description: about.description,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    game: game.game,
    options: options.value,
    stages: plan.stages.map((stage, at) => stageOf(stage, at)),
    scoring: plan.scoring,
    tie_breaks: ties ?? [],
    clock: about.elsewhere ? null : clockOf(clock),
    disclosure: about.disclosure,
    decks: game.lists ? about.decks : "none",
    check_in: about.check_in,
    elsewhere: about.elsewhere,
    capacity: Math.round(Number(about.capacity)) || 0,
    prizes: Math.round(Number(about.prizes)) || 0,
  };
  const key = useMemo(newKey, [JSON.stringify(wish)]);
  const fault = faultOf(trouble, places(plan.stages.length, options.field));
  const faults = { ...options.faults, ...(fault && { [fault.at]: fault.text }) };
  useEffect(() => {
    if (fault) shown(fault.at);
  }, [trouble]);
  /** @param {GameLine} other */
  const choose = (other) => {
    setGame(other);
    if (plan.stages.some((stage) => !other.seats.includes(stage.table))) setPlan(firstPlan(other));
    setClock({ ...clock, bot: clock.bot && (other.bots.at(-1) ?? "") });
  };
  const send = run(async () => {
    if (!options.check()) return;
    await playerNamed(somebody ? "" : namedIn("hold-name", name));
    const card = await post("/tournaments", wish, { key });
    location.assign(`/tournaments/${card.id}#desk`);
  });
  /** @param {keyof typeof about} part */
  const of = (part) => ({ at: `$.${part}`, value: about[part], fault: faults[`$.${part}`], onChange: (/** @type {any} */ value) => setAbout({ ...about, [part]: value }) });
  const plans = usual(game.seats);
  return html`<form class="lobby-form tournaments-hold" novalidate onSubmit=${send}>
    ${!somebody && html`<${NameField} id="hold-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} />`}
    <${Field} ...${of("title")} label=${t("tournaments.name")} input=${(/** @type {any} */ same) => html`<input ...${same} type="text" maxlength="80" required
      value=${about.title} onInput=${(/** @type {any} */ event) => of("title").onChange(event.target.value)} />`} />
    <${Field} ...${of("description")} label=${t("tournaments.description")} help=${t("tournaments.description.help")} input=${(/** @type {any} */ same) => html`<textarea
      ...${same} rows="4" maxlength="4000" value=${about.description} onInput=${(/** @type {any} */ event) => of("description").onChange(event.target.value)}></textarea>`} />
    <div class="tournaments-fields">
      <${ChoiceField} at="$.game" label=${t("tournaments.game")} value=${game.game} choices=${games.map((one) => [one.game, gameName(one.game)])} fault=${faults["$.game"]}
        onChange=${(/** @type {string} */ id) => choose(games.find((one) => one.game === id) ?? game)} />
    </div>
    <${TickField} ...${of("elsewhere")} label=${t("tournaments.elsewhere")} help=${t("tournaments.elsewhere.help")} />
    <${ChoiceField} at="usual-plan" label=${t("tournaments.plan")} value=${namedPlan(plan.stages, plan.scoring)}
        choices=${[...plans.map(([id]) => [id, planName(id)]), ["", t("tournaments.plan.own")]]}
        onChange=${(/** @type {string} */ id) => setPlan(plans.find(([one]) => one === id)?.[1] ?? plan)} help=${t("tournaments.plan.help")} />
    ${options.trouble ? html`<${Trouble} error=${options.trouble} again=${options.again} />` : null}
    ${options.field && (options.field.fields?.length ?? 1) > 0 && html`<fieldset class="lobby-group"><legend>${t("lobby.open.options")}</legend>
      <${RuleOptions} field=${options.field} presets=${options.presets} words=${options.words} draft=${options.draft} value=${options.value} at=${OPTIONS} faults=${faults}
        onChange=${options.setDraft} />
    </fieldset>`}
    <${Stages} stages=${plan.stages} seats=${game.seats} faults=${faults} onChange=${(/** @type {any} */ stages) => setPlan({ ...plan, stages })} />
    <${Scoring} scorings=${scorings} scoring=${plan.scoring} ties=${ties} faults=${faults} onScoring=${(/** @type {string} */ scoring) => setPlan({ ...plan, scoring })} onTies=${setTies} />
    ${!about.elsewhere && html`<${ClockFields} clock=${clock} bots=${game.bots} faults=${faults} onChange=${setClock} />`}
    <fieldset class="lobby-group">
      <legend>${t("tournaments.entering")}</legend>
      <${TickField} ...${of("check_in")} label=${t("tournaments.check_in")} help=${t("tournaments.check_in.help")} />
      <div class="tournaments-fields">
        <${NumberField} ...${of("capacity")} label=${t("tournaments.capacity")} help=${t("tournaments.capacity.help")} max=${1024} />
        <${NumberField} ...${of("prizes")} label=${t("tournaments.prizes")} help=${t("tournaments.prizes.help")} max=${1024} />
        ${game.lists && html`<${ChoiceField} ...${of("decks")} label=${t("tournaments.decks")} help=${t("tournaments.decks.help")} choices=${decks()} />`}
      </div>
      ${!about.elsewhere && html`<${ChoiceField} ...${of("disclosure")} label=${t("lobby.open.disclosure")} choices=${["everyone", "players"].map((one) => [one, t(`lobby.disclosure.${one}`)])}
        help=${t(`lobby.disclosure.${about.disclosure}.help`)} />`}
    </fieldset>
    ${!fault && !nameFault(trouble) && html`<${Trouble} error=${trouble} />`}
    <div class="tournaments-end"><button class="primary" aria-busy=${busy}>${t(busy ? "common.loading" : "tournaments.hold.do")}</button></div>
  </form>`;
}

/** What a usual plan is called; that of an evening ends in its number of rounds. @param {string} id */
const planName = (id) => t(`tournaments.plan.${id.replace(/_\d$/, "")}`, { rounds: id.at(-1) });

/** Who sees sealed lists, and when. @returns {[string, string][]} */
const decks = () => [
  ["none", t("tournaments.decks.none")],
  ["after", t("tournaments.decks.after")],
  ["table", t("tournaments.decks.table")],
  ["closed", t("tournaments.decks.closed")],
];

/** The first of the usual plans, or a round robin at whatever tables there are.
 * @param {GameLine} game
 * @returns {import("./plans.js").Usual}
 */
function firstPlan(game) {
  const [first] = [...usual(game.seats)].sort(([, one], [, other]) => (other.stages[0]?.table ?? 0) - (one.stages[0]?.table ?? 0));
  return first?.[1] ?? { stages: [], scoring: "match-points" };
}

/** Where in the form something can be wrong.
 * @param {number} stages
 * @param {import("../../forms/schema.js").Field | null} field
 */
function places(stages, field) {
  const of = ["method", "table", "best_of", "rounds", "groups", "cut", "advance"];
  const staged = Array.from({ length: stages }, (_, at) => [`$.stages[${at}]`, ...of.map((name) => `$.stages[${at}].${name}`)]).flat();
  const clocked = ["command", "match", "increment", "at_zero", "bot"].map((name) => `$.clock.${name}`);
  return [...PLACES, ...staged, ...clocked, ...(field ? placesOf(field, OPTIONS) : [])];
}

/** Where a refusal belongs in the form, with its sentence; null when it is about something else.
 * @param {unknown} trouble
 * @param {string[]} known
 * @returns {{at: string, text: string} | null}
 */
function faultOf(trouble, known) {
  if (!(trouble instanceof Problem)) return null;
  const facts = trouble.members["facts"] ?? {};
  const said = String(facts.at ?? trouble.members["at"] ?? "");
  const at = placeOf(said, known);
  if (!at) return null;
  const key = `tournaments.fault.${at.replace(/^.*[.\]]/, "")}`;
  const words = t(key, { allowed: (facts.allowed ?? []).join(", ") });
  return { at, text: words === key ? troubleText(trouble) : words };
}
