/** Words of playing on from a moment, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "A new match begins at entry {at}. It has a log and shuffles of its own and counts for no rating; this match stays as it is.",
  "fork.anew": "What {name} could not see there is dealt anew: {what}.",
  "fork.anew.spectator": "What spectators could not see there is dealt anew: {what}.",
  "fork.what.katharina": "the cards in hands and the stock. Cards that were chosen face down and not yet turned over go back to the hand and are chosen again",
  "fork.what.cities_knights": "the cards in hands, the progress cards in hands and the order of their three decks. How many each hand holds stays",
  "fork.what.catan_cards": "hands, draw stacks, the event deck and the stack of regions. How many cards lie where stays, and so does what these eyes have looked at and still know",
  "fork.me": "Me",
  "fork.friend": "A friend (open seat)",
  "fork.do": "Play on",
  "fork.guest_name": "Guest {number}",
  "fork.refused.fork-moment": "From this moment nobody can play on: take one of a turn before the end, at which nothing secret is asked.",
  "fork.refused.fork-version": "This match has not come so far, or had not begun there.",
  "fork.refused.fork-held": "This match is held back because of its tournament.",
  "fork.refused.fork-undisclosed": "Only those who played this match may play on from it.",
  "fork.refused.fork-rules": "This match was played by other rules than those of today.",
  "fork.refused.fork-running": "While a match is running, nobody plays on from it elsewhere.",
};
