/** Words of the dialogs of the replay, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.inspect.title": "Look at everything?",
  "replay.inspect.text": "The match is still running. That you looked is written into its log, where everybody can read it, with your name; looking again within the hour is not written down again.",
  "replay.inspect.held": "This match is held back because its tournament has sealed lists. That you looked is written into the log of the tournament, where everybody can read it; looking again within the hour is not written down again.",
  "replay.inspect.sure": "Look anyway",
  "replay.where.entry": "Entry ({first}–{last})",
  "replay.where.go": "Go",
  "replay.where.rounds": "Or to the start of a round",
  "replay.note.title": "Note at entry {at}",
  "replay.note.kept": "It stays in this browser, and goes along when you copy or save the notation.",
  "replay.note.save": "Save",
  "replay.note.remove": "Remove",
  "replay.help.title": "Keys",
  "replay.help.text": "The keys rest while you write in a field or a dialog is open.",
  "replay.help.move": "Get around",
  "replay.help.play": "Play",
  "replay.help.look": "View",
  "replay.help.keep": "Keep and share",
  "replay.help.letters": "Use letters and signs as keys",
};
