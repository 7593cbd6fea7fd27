/** Every line of the log as a sentence: lines common to all games here, the others by their game. */

import { isCommonLine } from "../../timeline/steps.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").RefereeLine} RefereeLine
 * @typedef {import("../../types.d.ts").Game} Game
 */

/** Returns a line as a sentence in the user's language, or its key if there is no text.
 * @param {Line | null} line
 * @param {SeatInfo[]} seats
 * @param {any} components
 * @param {Pick<Game, "sentence">} game
 * @param {readonly RefereeLine[]} [referees] the referees that the match names
 * @returns {string}
 */
export function sentenceOf(line, seats, components, game, referees = []) {
  if (line === null) return t("replay.line.before");
  try {
    return isCommonLine(line) ? commonSentence(line, seats, referees) : game.sentence(line, seats, components);
  } catch {
    return line.key;
  }
}

/** Returns the name of a seat.
 * @param {SeatInfo[]} seats
 * @param {number | undefined | null} seat
 * @returns {string}
 */
export const nameOf = (seats, seat) => (typeof seat === "number" ? (seats[seat]?.name ?? t("replay.seat", { seat: seat + 1 })) : "");

/** Returns the names of a person who took a seat during play, and of the person who left it.
 * @param {SeatInfo} seat
 * @param {string} player
 */
function personsAt(seat, player) {
  const persons = [...(seat.former ?? []), { player: seat.player, name: seat.name }];
  const at = persons.findIndex((one, index) => index > 0 && one.player === player);
  return { name: persons[at].name, before: persons[at - 1].name };
}

/** Returns the seats with the names of the people who played them at a version.
 * @param {SeatInfo[]} seats
 * @param {number} version
 * @returns {SeatInfo[]}
 */
export function seatsAt(seats, version) {
  if (!seats.some((seat) => seat.former)) return seats;
  return seats.map((seat) => ({ ...seat, name: seat.former?.find((one) => version < one.until)?.name ?? seat.name }));
}

/** Text keys of the closing line, by its reason. */
const CLOSINGS = /** @type {Record<string, string>} */ ({
  "too-long": "replay.line.too_long",
  forfeited: "replay.line.closed_forfeited",
  ruled: "replay.line.closed_ruled",
  "called-off": "replay.line.closed_called_off",
});

/** @param {readonly RefereeLine[]} referees @param {string | undefined} player */
function refereeName(referees, player) {
  const name = referees.find((one) => one.player === player)?.name;
  return name ? t("replay.referee_named", { name }) : t("replay.referee");
}

/** @param {Line} line @param {SeatInfo[]} seats @param {readonly RefereeLine[]} referees */
function commonSentence(line, seats, referees) {
  const params = /** @type {Record<string, any>} */ ({ ...line.params, referee: refereeName(referees, line.params?.player) });
  const name = nameOf(seats, line.seat);
  switch (line.key) {
    case "undo-answered":
      return t(params.grant ? "replay.line.undo_granted" : "replay.line.undo_refused", { name });
    case "seat-offer-answered":
      return t(params.grant ? "replay.line.seat_offer_granted" : "replay.line.seat_offer_refused", { name });
    case "seat-changed":
      return t("replay.line.seat_changed", personsAt(seats[line.seat ?? 0], params.player));
    case "closed":
      return t(CLOSINGS[params.reason] ?? "replay.line.closed");
    case "extended":
      return t(name ? "replay.line.extended" : "replay.line.extended_all", { name, ...params });
    case "forked":
      return t(params.eyes === undefined ? "replay.line.forked.spectator" : "replay.line.forked", { name: nameOf(seats, params.eyes), version: params.version });
    case "opened":
      return t("replay.line.opened", { seats: params.seats });
    default:
      return t(`replay.line.${line.key.replaceAll("-", "_")}`, { name, ...params });
  }
}
