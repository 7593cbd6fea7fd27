/** English texts of the fork dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "A new match begins at entry {at}, with its own log and shuffles. It does not count for ratings, and this match does not change.",
  "fork.anew": "What {name} could not know there is dealt again: {what}.",
  "fork.anew.spectator": "What spectators could not know there is dealt again: {what}.",
  "fork.what.katharina": "the cards in hands and the stock. Cards that were chosen face down and not yet turned over go back to the hand and are chosen again",
  "fork.what.cities_knights": "hand cards that changed owner face down, the progress cards in hands and the order of their three decks. Each hand keeps its size and all cards that it received openly, and played cards stay under their decks. An offer lapses if the hand behind it is dealt again",
  "fork.what.catan_cards": "hands, draw stacks, the event deck and the stack of regions. The number of cards in each place stays the same, and so do cards that this player has seen and still knows",
  "fork.me": "Me",
  "fork.friend": "A friend (open seat)",
  "fork.do": "Play on",
  "fork.guest_name": "Guest {number}",
  "fork.refused.fork-moment": "You cannot play on from this moment. Choose one during a turn, before the end, when no secret choice is open.",
  "fork.refused.fork-version": "This match has no such entry, or it had not begun by then.",
  "fork.refused.fork-held": "This match is withheld because of its tournament.",
  "fork.refused.fork-undisclosed": "Only the players of this match may play on from it.",
  "fork.refused.fork-rules": "This match was played with game data or rules that this service does not have.",
  "fork.refused.fork-running": "You can play on from a match only after it is over.",
};
