/** The form that opens a match: the game, the seats, the rules and the clock. */

import { html, useEffect, useMemo, useState } from "../dom.js";
import { Dialog } from "../ui/dialog.js";
import { RuleBook } from "../ui/rules.js";
import { ErrorNotice, errorText } from "../ui/error_notice.js";
import { Badge } from "../ui/seat_badge.js";
import { Problem, newKey, read } from "../api/api.js";
import { usePlayer } from "../api/player.js";
import { t, useLanguage } from "../words/words.js";
import { clockFault, clockOf } from "./clock_draft.js";
import { useTask } from "../ui/task.js";
import { ClockSection } from "./clock_section.js";
import { TickField } from "./field.js";
import { usualLevel } from "../ui/bots.js";
import { describeBot } from "../ui/describe_bot.js";
import { gameName } from "../ui/game_name.js";
import { NameField, nameFault, requireName, suggestName } from "../account/name_field.js";
import { FIRST, sendChallenge, openMatch, sendSeek } from "./requests.js";
import { withTexts, optionTexts } from "./option_words.js";
import { ensurePlayer } from "../account/people.js";
import { RuleOptions, focusField } from "./rule_options.js";
import { draftOf, fieldOf, nearestPath, pathsOf, valueOf, withNames } from "./schema.js";
import { faultText } from "./schema_form.js";

/**
 * @typedef {import("../types.d.ts").GameLine} GameLine
 * @typedef {import("./requests.js").SeatWish} SeatWish
 * @typedef {{player: string, name: string}} Rival
 */

const ROOT = "$.options";
const CLOCK = ["$.clock", "$.clock.command", "$.clock.match", "$.clock.increment", "$.clock.at_zero", "$.clock.bot"];

/** @param {{games: GameLine[], first?: GameLine | null, open: boolean, onClose: () => void, go: (match: string) => void, rival?: Rival}} props `first` is the preselected game; `rival` is the player to challenge */
export function OpenMatch({ games, first, open, onClose, go, rival }) {
  return html`<${Dialog} title=${rival ? t("lobby.open.challenge", { name: rival.name }) : t("lobby.open.title")} open=${open} onClose=${onClose} wide>
    <${OpenMatchForm} games=${games} first=${first ?? games[0]} go=${go} rival=${rival} />
  <//>`;
}

/** @param {{games: GameLine[], first: GameLine, go: (match: string) => void, rival?: Rival}} props */
function OpenMatchForm({ games, first, go, rival }) {
  const somebody = usePlayer();
  const [game, setGame] = useState(first);
  const [seats, setSeats] = useState(() => defaultSeats(game, rival));
  const [disclosure, setDisclosure] = useState("everyone");
  const [programs, setPrograms] = useState(true);
  const [hidden, setHidden] = useState(false);
  const [clock, setClock] = useState(/** @type {import("./clock_draft.js").ClockDraft | null} */ (null));
  const [name, setName] = useState(suggestName);
  const options = useOptions(game, FIRST[game.game]);
  const { busy, trouble, run } = useTask();
  const anybody = seats.some((seat) => seat.who === "open");
  const wish = { game: game.game, seats, disclosure, options: options.value, clock: clock && clockOf(clock), bots_welcome: programs || !anybody, private: hidden };
  const key = useMemo(newKey, [JSON.stringify(wish)]);
  const placed = locateFault(trouble, options.field, seats.length);
  const clockWrong = clock ? clockFault(clock) : "";
  const clockFaults = { ...(placed?.at && { [placed.at]: placed.text }), ...(clockWrong && { "$.clock": clockWrong }) };
  const check = () => {
    if (clockWrong) focusField("$.clock");
    return !clockWrong && options.check();
  };
  useEffect(() => {
    if (placed?.at) focusField(placed.at);
  }, [trouble]);
  /** @param {GameLine} other */
  const chooseGame = (other) => {
    setGame(other);
    setSeats(defaultSeats(other, rival));
    if (clock) setClock({ ...clock, bot: clock.bot && (usualLevel(other.bots) ?? "") });
  };
  const send = run(async () => {
    if (!check()) return;
    await ensurePlayer(somebody ? "" : requireName("open-name", name));
    go(await (rival ? sendChallenge(wish, rival.player, key) : openMatch(wish, key)));
  });
  const seek = run(async () => {
    if (!check()) return;
    await ensurePlayer(somebody ? "" : requireName("open-name", name));
    go(await sendSeek(wish, key));
  });
  return html`<form class="lobby-form lobby-open" novalidate onSubmit=${send}>
    ${!somebody && html`<${NameField} id="open-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} first />`}
    <div class="lobby-open-what">
      <div class="lobby-field">
        <label for="open-game">${t("lobby.game")}</label>
        <select id="open-game" onChange=${(/** @type {any} */ event) => chooseGame(/** @type {GameLine} */ (games[event.target.selectedIndex]))}>
          ${games.map((one) => html`<option key=${one.game} selected=${one === game}>${gameName(one.game)}</option>`)}
        </select>
        <p class="lobby-help"><${RuleBook} game=${game.game} named /></p>
      </div>
      <fieldset class="lobby-segments">
        <legend>${t("lobby.open.seats")}</legend>
        <div>${game.seats.map((count) => html`<label key=${count}><input type="radio" name="open-seats" checked=${count === seats.length}
          onChange=${() => setSeats(resizeSeats(game, seats, count))} /><span>${count}</span></label>`)}</div>
      </fieldset>
    </div>
    ${!rival && html`<${TickField} at="open-private" label=${t("lobby.open.private")} help=${t("lobby.open.private.help")} value=${hidden} onChange=${setHidden} />`}
    <fieldset class="lobby-group lobby-open-seats">
      <legend>${t("lobby.open.who")}</legend>
      ${seats.map((seat, number) => html`<${SeatChoice} key=${number} game=${game} number=${number} seat=${seat} rival=${rival}
        fault=${placed?.seat === number ? placed.text : ""} onChange=${(/** @type {SeatWish} */ one) => setSeats(changeSeat(seats, number, one))} />`)}
      ${anybody && html`<div class="lobby-open-programs"><${TickField} at="open-programs" label=${t("lobby.open.programs")}
        help=${t("lobby.open.programs.help")} value=${programs} onChange=${setPrograms} /></div>`}
    </fieldset>
    ${options.trouble ? html`<${ErrorNotice} error=${options.trouble} again=${options.again} />` : null}
    ${options.field && (options.field.fields?.length ?? 1) > 0 && html`<fieldset class="lobby-group"><legend>${t("lobby.open.options")}</legend>
      <${RuleOptions} field=${options.field} presets=${options.presets} words=${options.words} draft=${options.draft} value=${options.value} at=${ROOT}
        faults=${{ ...options.faults, ...(placed?.at ? { [placed.at]: placed.text } : {}) }} onChange=${options.setDraft} />
      ${placed?.at === ROOT && html`<p class="lobby-fault" role="alert">${placed.text}</p>`}
    </fieldset>`}
    <${ClockSection} clock=${clock} bots=${game.bots} faults=${clockFaults} onChange=${setClock} />
    <fieldset class="lobby-group">
      <legend>${t("lobby.open.disclosure")}</legend>
      ${["everyone", "players"].map((one) => html`<label key=${one} class="lobby-check"><input type="radio" name="open-disclosure"
        checked=${one === disclosure} onChange=${() => setDisclosure(one)} /><span><b>${t(`lobby.disclosure.${one}`)}</b>
        <small>${t(`lobby.disclosure.${one}.help`)}</small></span></label>`)}
    </fieldset>
    ${!rival && !hidden && disclosure === "everyone" && canSeek(seats) && html`<div class="lobby-group lobby-open-seek">
      <button type="button" aria-busy=${busy} onClick=${seek}>${t("lobby.open.seek")}</button>
      <p class="lobby-help">${t("lobby.open.seek.help")}</p>
    </div>`}
    ${!placed && !nameFault(trouble) && html`<${ErrorNotice} error=${trouble} />`}
    <div class="lobby-form-end">
      <p class="lobby-help">${t(consequenceKey(seats, rival))}</p>
      <button class="primary" aria-busy=${busy}>${t(busy ? "common.loading" : rival ? "lobby.open.challenge.do" : "lobby.open.do")}</button>
    </div>
  </form>`;
}

/** @param {{game: GameLine, number: number, seat: SeatWish, fault: string, rival?: Rival, onChange: (seat: SeatWish) => void}} props */
function SeatChoice({ game, number, seat, fault, rival, onChange }) {
  const level = usualLevel(game.bots);
  const choices = [
    { value: "me", label: t("lobby.who.me"), wish: { who: "me" } },
    ...(rival ? [{ value: "rival", label: rival.name, wish: { who: "rival" } }] : []),
    { value: "open", label: t("lobby.who.open"), wish: { who: "open" } },
    ...game.bots.map((one) => ({ value: `bot ${one}`, label: describeBot(game.game, one, number), wish: { who: "bot", level: one } })),
  ];
  const chosen = seat.who === "bot" ? `bot ${seat.level ?? level}` : seat.who;
  return html`<div class="lobby-field lobby-seat-choice">
    <label for=${`open-seat-${number}`}><${Badge} seat=${number} /> ${t("lobby.seat", { number: number + 1 })}</label>
    <select id=${`open-seat-${number}`} aria-invalid=${fault ? "true" : null}
      onChange=${(/** @type {any} */ event) => onChange(/** @type {any} */ (choices[event.target.selectedIndex]?.wish))}>
      ${choices.map((one) => html`<option key=${one.value} selected=${one.value === chosen}>${one.label}</option>`)}
    </select>
    ${fault && html`<p class="lobby-fault" role="alert">${fault}</p>`}
  </div>`;
}

/** Returns the key of the sentence that says what will happen when the user opens the table.
 * @param {SeatWish[]} seats
 * @param {Rival | undefined} rival
 */
function consequenceKey(seats, rival) {
  if (rival) return "lobby.open.challenge.entropy";
  if (seats.some((seat) => seat.who === "me")) return "lobby.join.entropy";
  return seats.every((seat) => seat.who === "bot") ? "lobby.open.all_bots" : "lobby.open.not_me";
}

/** Returns whether a seek is possible: the user takes one seat and all others are open.
 * @param {SeatWish[]} seats
 */
const canSeek = (seats) => seats.filter((seat) => seat.who === "me").length === 1 && seats.every((seat) => seat.who === "me" || seat.who === "open");

/** The state of the options form of a game: its fields with texts, its presets, what was typed, and the resulting values.
 * @param {GameLine} game
 * @param {any} [first] the options with which the form begins; by default, the game's defaults
 */
export function useOptions(game, first) {
  const language = useLanguage();
  const [box, setBox] = useState(/** @type {any} */ (null));
  const [draft, setDraft] = useState(/** @type {any} */ (null));
  const [asked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    setBox(null);
    setTrouble(null);
    setAsked(false);
    void read(`/games/${game.game}`).then((card) => {
      if (gone) return;
      const field = withNames(fieldOf(card.options), card.components.names);
      setDraft(draftOf(field, first));
      setBox({ field, presets: card.presets, components: card.components });
    }, (error) => gone || setTrouble(error));
    return () => void (gone = true);
  }, [game.game, tries]);
  const words = useMemo(() => optionTexts(box?.components, language), [box, language]);
  const field = useMemo(() => (box ? withTexts(box.field, words) : null), [box, words]);
  const result = box ? valueOf(box.field, draft, ROOT) : { value: {}, faults: {} };
  // Invalid input is reported while typing, missing input only when the form is sent.
  const said = Object.entries(result.faults).filter(([, fault]) => asked || fault.code !== "required");
  const faults = Object.fromEntries(said.map(([at, fault]) => [at, faultText(fault)]));
  const check = () => {
    setAsked(true);
    const [first] = Object.keys(result.faults);
    if (first) focusField(first);
    return !first;
  };
  return { field, presets: box?.presets ?? {}, words, draft, setDraft, value: result.value, faults, check, trouble, again: () => setTries(tries + 1) };
}

/** Returns the part of the form that a refusal concerns: a seat, or the path of an option.
 * @param {unknown} trouble
 * @param {import("./schema.js").Field | null} field
 * @param {number} seats
 * @returns {{at?: string, seat?: number, text: string} | null}
 */
function locateFault(trouble, field, seats) {
  if (!(trouble instanceof Problem)) return null;
  const at = String(trouble.members.at ?? "");
  const seat = /^\$\.seats\[(\d+)\]/.exec(at)?.[1];
  const text = errorText(trouble);
  if (seat !== undefined && Number(seat) < seats) return { seat: Number(seat), text };
  // A clock refused by the engine has only a code, no path.
  const place = trouble.code === "clock" ? "$.clock" : nearestPath(at, [...CLOCK, ...(field ? pathsOf(field, ROOT) : [])]);
  return place ? { at: place, text } : null;
}

/** Returns the default seats: the user against the strongest bots at the largest table, or against a rival at the smallest.
 * @param {GameLine} game
 * @param {Rival} [rival]
 * @returns {SeatWish[]}
 */
function defaultSeats(game, rival) {
  if (rival) return Array.from({ length: Math.min(...game.seats) }, (_, seat) => (seat === 0 ? { who: "me" } : seat === 1 ? { who: "rival" } : defaultOpponent(game)));
  return Array.from({ length: Math.max(...game.seats) }, (_, seat) => (seat === 0 ? { who: "me" } : defaultOpponent(game)));
}

/** @param {GameLine} game @returns {SeatWish} */
const defaultOpponent = (game) => (game.bots.length ? { who: "bot", level: usualLevel(game.bots) } : { who: "open" });

/** @param {GameLine} game @param {SeatWish[]} seats @param {number} count @returns {SeatWish[]} */
const resizeSeats = (game, seats, count) => Array.from({ length: count }, (_, seat) => seats[seat] ?? defaultOpponent(game));

/** Changes one seat. The user and the rival have one seat each, so their previous seat becomes open.
 * @param {SeatWish[]} seats
 * @param {number} number
 * @param {SeatWish} wish
 * @returns {SeatWish[]}
 */
const changeSeat = (seats, number, wish) => seats.map((seat, other) => (other === number ? wish : wish.who === seat.who && (wish.who === "me" || wish.who === "rival") ? { who: "open" } : seat));
