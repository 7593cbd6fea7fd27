/** The form that opens a match: which game, who sits where, and how. */

import { html, useEffect, useMemo, useState } from "../dom.js";
import { Dialog } from "../ui/dialog.js";
import { RuleBook } from "../ui/rules.js";
import { Trouble, troubleText } from "../ui/trouble.js";
import { Badge } from "../ui/seat_badge.js";
import { Problem, newKey, read } from "../api/api.js";
import { usePlayer } from "../api/player.js";
import { t, useLanguage } from "../words/words.js";
import { clockOf } from "./clock_draft.js";
import { useDoing } from "../ui/doing.js";
import { ClockSection } from "./clock_section.js";
import { TickField } from "./field.js";
import { botName, botStyle } from "../ui/bots.js";
import { gameName } from "../ui/game_name.js";
import { NameField, nameFault, namedIn } from "../account/name_field.js";
import { challenged, opened, sought } from "./opening.js";
import { worded, wordsOf } from "./option_words.js";
import { playerNamed } from "../account/people.js";
import { RuleOptions, shown } from "./rule_options.js";
import { draftOf, fieldOf, nearest, placesOf, valueOf } from "./schema.js";
import { faultText } from "./schema_form.js";

/**
 * @typedef {import("../types.d.ts").GameLine} GameLine
 * @typedef {import("./opening.js").SeatWish} SeatWish
 * @typedef {{player: string, name: string}} Rival
 */

const ROOT = "$.options";
const CLOCK = ["$.clock", "$.clock.command", "$.clock.match", "$.clock.increment", "$.clock.at_zero", "$.clock.bot"];

/** @param {{games: GameLine[], first?: GameLine | null, open: boolean, onClose: () => void, go: (match: string) => void, rival?: Rival}} props `first` is the game that the form begins with; a `rival` is challenged */
export function OpenMatch({ games, first, open, onClose, go, rival }) {
  return html`<${Dialog} title=${rival ? t("lobby.open.challenge", { name: rival.name }) : t("lobby.open.title")} open=${open} onClose=${onClose} wide>
    <${Form} games=${games} first=${first ?? games[0]} go=${go} rival=${rival} />
  <//>`;
}

/** @param {{games: GameLine[], first: GameLine, go: (match: string) => void, rival?: Rival}} props */
function Form({ games, first, go, rival }) {
  const somebody = usePlayer();
  const [game, setGame] = useState(first);
  const [seats, setSeats] = useState(() => usualSeats(game, rival));
  const [disclosure, setDisclosure] = useState("everyone");
  const [programs, setPrograms] = useState(true);
  const [clock, setClock] = useState(/** @type {import("./clock_draft.js").ClockDraft | null} */ (null));
  const [name, setName] = useState("");
  const options = useOptions(game);
  const { busy, trouble, run } = useDoing();
  const anybody = seats.some((seat) => seat.who === "open");
  const wish = { game: game.game, seats, disclosure, options: options.value, clock: clock && clockOf(clock), bots_welcome: programs || !anybody };
  const key = useMemo(newKey, [JSON.stringify(wish)]);
  const placed = placedFault(trouble, options.field, seats.length);
  useEffect(() => {
    if (placed?.at) shown(placed.at);
  }, [trouble]);
  /** @param {GameLine} other */
  const choose = (other) => {
    setGame(other);
    setSeats(usualSeats(other, rival));
    if (clock) setClock({ ...clock, bot: clock.bot && (other.bots.at(-1) ?? "") });
  };
  const send = run(async () => {
    if (!options.check()) return;
    await playerNamed(somebody ? "" : namedIn("open-name", name));
    go(await (rival ? challenged(wish, rival.player, key) : opened(wish, key)));
  });
  const seek = run(async () => {
    if (!options.check()) return;
    await playerNamed(somebody ? "" : namedIn("open-name", name));
    go(await sought(wish, key));
  });
  return html`<form class="lobby-form lobby-open" novalidate onSubmit=${send}>
    ${!somebody && html`<${NameField} id="open-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} first />`}
    <div class="lobby-open-what">
      <div class="lobby-field">
        <label for="open-game">${t("lobby.game")}</label>
        <select id="open-game" onChange=${(/** @type {any} */ event) => choose(/** @type {GameLine} */ (games[event.target.selectedIndex]))}>
          ${games.map((one) => html`<option key=${one.game} selected=${one === game}>${gameName(one.game)}</option>`)}
        </select>
        <p class="lobby-help"><${RuleBook} game=${game.game} named /></p>
      </div>
      <fieldset class="lobby-segments">
        <legend>${t("lobby.open.seats")}</legend>
        <div>${game.seats.map((count) => html`<label key=${count}><input type="radio" name="open-seats" checked=${count === seats.length}
          onChange=${() => setSeats(resized(game, seats, count))} /><span>${count}</span></label>`)}</div>
      </fieldset>
    </div>
    <fieldset class="lobby-group lobby-open-seats">
      <legend>${t("lobby.open.who")}</legend>
      ${seats.map((seat, number) => html`<${SeatChoice} key=${number} game=${game} number=${number} seat=${seat} rival=${rival}
        fault=${placed?.seat === number ? placed.text : ""} onChange=${(/** @type {SeatWish} */ one) => setSeats(reseated(seats, number, one))} />`)}
      ${anybody && html`<div class="lobby-open-programs"><${TickField} at="open-programs" label=${t("lobby.open.programs")}
        help=${t("lobby.open.programs.help")} value=${programs} onChange=${setPrograms} /></div>`}
    </fieldset>
    ${options.trouble ? html`<${Trouble} error=${options.trouble} again=${options.again} />` : null}
    ${options.field && (options.field.fields?.length ?? 1) > 0 && html`<fieldset class="lobby-group"><legend>${t("lobby.open.options")}</legend>
      <${RuleOptions} field=${options.field} presets=${options.presets} words=${options.words} draft=${options.draft} value=${options.value} at=${ROOT}
        faults=${{ ...options.faults, ...(placed?.at ? { [placed.at]: placed.text } : {}) }} onChange=${options.setDraft} />
      ${placed?.at === ROOT && html`<p class="lobby-fault" role="alert">${placed.text}</p>`}
    </fieldset>`}
    <${ClockSection} clock=${clock} bots=${game.bots} faults=${placed?.at ? { [placed.at]: placed.text } : {}} onChange=${setClock} />
    <fieldset class="lobby-group">
      <legend>${t("lobby.open.disclosure")}</legend>
      ${["everyone", "players"].map((one) => html`<label key=${one} class="lobby-check"><input type="radio" name="open-disclosure"
        checked=${one === disclosure} onChange=${() => setDisclosure(one)} /><span><b>${t(`lobby.disclosure.${one}`)}</b>
        <small>${t(`lobby.disclosure.${one}.help`)}</small></span></label>`)}
    </fieldset>
    ${!rival && disclosure === "everyone" && canSeek(seats) && html`<div class="lobby-group lobby-open-seek">
      <button type="button" aria-busy=${busy} onClick=${seek}>${t("lobby.open.seek")}</button>
      <p class="lobby-help">${t("lobby.open.seek.help")}</p>
    </div>`}
    ${!placed && !nameFault(trouble) && html`<${Trouble} error=${trouble} />`}
    <div class="lobby-form-end">
      <p class="lobby-help">${t(consequence(seats, rival))}</p>
      <button class="primary" aria-busy=${busy}>${t(busy ? "common.loading" : rival ? "lobby.open.challenge.do" : "lobby.open.do")}</button>
    </div>
  </form>`;
}

/** @param {{game: GameLine, number: number, seat: SeatWish, fault: string, rival?: Rival, onChange: (seat: SeatWish) => void}} props */
function SeatChoice({ game, number, seat, fault, rival, onChange }) {
  const level = game.bots.at(-1);
  const choices = [
    { value: "me", label: t("lobby.who.me"), wish: { who: "me" } },
    ...(rival ? [{ value: "rival", label: rival.name, wish: { who: "rival" } }] : []),
    { value: "open", label: t("lobby.who.open"), wish: { who: "open" } },
    ...game.bots.map((one) => ({ value: `bot ${one}`, label: [botName(one, number), botStyle(one)].filter(Boolean).join(": "), wish: { who: "bot", level: one } })),
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

/** What the table will be to whoever opens it.
 * @param {SeatWish[]} seats
 * @param {Rival | undefined} rival
 */
function consequence(seats, rival) {
  if (rival) return "lobby.open.challenge.entropy";
  if (seats.some((seat) => seat.who === "me")) return "lobby.join.entropy";
  return seats.every((seat) => seat.who === "bot") ? "lobby.open.all_bots" : "lobby.open.not_me";
}

/** Whether others can be looked for who want the same: all seats but the own are open.
 * @param {SeatWish[]} seats
 */
const canSeek = (seats) => seats.filter((seat) => seat.who === "me").length === 1 && seats.every((seat) => seat.who === "me" || seat.who === "open");

/** The options of a game: its form in words, its presets, what is typed, and what that gives.
 * @param {GameLine} game
 */
export function useOptions(game) {
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
      const field = fieldOf(card.options);
      setDraft(draftOf(field));
      setBox({ field, presets: card.presets, components: card.components });
    }, (error) => gone || setTrouble(error));
    return () => void (gone = true);
  }, [game.game, tries]);
  const words = useMemo(() => wordsOf(box?.components, language), [box, language]);
  const field = useMemo(() => (box ? worded(box.field, words) : null), [box, words]);
  const result = box ? valueOf(box.field, draft, ROOT) : { value: {}, faults: {} };
  const faults = asked ? Object.fromEntries(Object.entries(result.faults).map(([at, fault]) => [at, faultText(fault)])) : {};
  const check = () => {
    setAsked(true);
    const [first] = Object.keys(result.faults);
    if (first) shown(first);
    return !first;
  };
  return { field, presets: box?.presets ?? {}, words, draft, setDraft, value: result.value, faults, check, trouble, again: () => setTries(tries + 1) };
}

/** Where a refusal belongs in the form: a seat, or a place among the options.
 * @param {unknown} trouble
 * @param {import("./schema.js").Field | null} field
 * @param {number} seats
 * @returns {{at?: string, seat?: number, text: string} | null}
 */
function placedFault(trouble, field, seats) {
  if (!(trouble instanceof Problem)) return null;
  const at = String(trouble.members.at ?? "");
  const seat = /^\$\.seats\[(\d+)\]/.exec(at)?.[1];
  const text = troubleText(trouble);
  if (seat !== undefined && Number(seat) < seats) return { seat: Number(seat), text };
  // What the engine refuses of a clock it refuses by its code alone.
  const place = trouble.code === "clock" ? "$.clock" : nearest(at, [...CLOCK, ...(field ? placesOf(field, ROOT) : [])]);
  return place ? { at: place, text } : null;
}

/** Me against the best bots, at as many seats as the game has; against a rival at as few.
 * @param {GameLine} game
 * @param {Rival} [rival]
 * @returns {SeatWish[]}
 */
function usualSeats(game, rival) {
  if (rival) return Array.from({ length: Math.min(...game.seats) }, (_, seat) => (seat === 0 ? { who: "me" } : seat === 1 ? { who: "rival" } : usualOther(game)));
  return Array.from({ length: Math.max(...game.seats) }, (_, seat) => (seat === 0 ? { who: "me" } : usualOther(game)));
}

/** @param {GameLine} game @returns {SeatWish} */
const usualOther = (game) => (game.bots.length ? { who: "bot", level: game.bots.at(-1) } : { who: "open" });

/** @param {GameLine} game @param {SeatWish[]} seats @param {number} count @returns {SeatWish[]} */
const resized = (game, seats, count) => Array.from({ length: count }, (_, seat) => seats[seat] ?? usualOther(game));

/** One seat is another one's; nobody sits twice, so who was there before leaves an open seat.
 * @param {SeatWish[]} seats
 * @param {number} number
 * @param {SeatWish} wish
 * @returns {SeatWish[]}
 */
const reseated = (seats, number, wish) => seats.map((seat, other) => (other === number ? wish : wish.who === seat.who && (wish.who === "me" || wish.who === "rival") ? { who: "open" } : seat));
