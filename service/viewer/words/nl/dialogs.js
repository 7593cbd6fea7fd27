/** Woorden van de dialogen van de herhaling, in het Nederlands. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.inspect.title": "Alles bekijken?",
  "replay.inspect.text": "De partij loopt nog. Dat je hebt gekeken, staat dan met je naam voor iedereen leesbaar in het logboek; wie binnen een uur weer kijkt, wordt niet opnieuw genoteerd.",
  "replay.inspect.held": "Deze partij wordt achtergehouden, omdat haar toernooi verzegelde lijsten heeft. Dat je kijkt, wordt in het logboek van het toernooi geschreven, waar iedereen het kan lezen; wie binnen een uur nog eens kijkt, wordt niet nog eens genoteerd.",
  "replay.inspect.sure": "Toch bekijken",
  "replay.where.entry": "Regel ({first}–{last})",
  "replay.where.go": "Ga",
  "replay.where.rounds": "Of naar het begin van een ronde",
  "replay.note.title": "Notitie bij regel {at}",
  "replay.note.kept": "De notitie blijft in deze browser en gaat mee als je de notatie kopieert of opslaat.",
  "replay.note.save": "Opslaan",
  "replay.note.remove": "Verwijderen",
  "replay.help.title": "Toetsen",
  "replay.help.text": "De toetsen rusten terwijl je in een veld schrijft of een dialoogvenster open is.",
  "replay.help.move": "Bladeren",
  "replay.help.play": "Afspelen",
  "replay.help.look": "Weergave",
  "replay.help.keep": "Bewaren en delen",
  "replay.help.letters": "Letters en tekens als toetsen gebruiken",
};
