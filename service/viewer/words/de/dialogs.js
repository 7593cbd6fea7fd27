/** Wörter der Dialoge der Wiedergabe, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.inspect.title": "Alles ansehen?",
  "replay.inspect.text": "Die Partie läuft noch. Dass du hineingesehen hast, steht dann mit deinem Namen für alle lesbar im Protokoll; wer binnen einer Stunde wieder hineinsieht, wird nicht noch einmal vermerkt.",
  "replay.inspect.held": "Diese Partie wird zurückgehalten, weil ihr Turnier versiegelte Listen hat. Dass du hinschaust, wird ins Protokoll des Turniers geschrieben, wo es alle lesen können; wer binnen einer Stunde noch einmal hinschaut, wird nicht noch einmal eingetragen.",
  "replay.inspect.sure": "Trotzdem ansehen",
  "replay.where.entry": "Eintrag ({first}–{last})",
  "replay.where.go": "Los",
  "replay.where.rounds": "Oder zum Beginn einer Runde",
  "replay.note.title": "Notiz bei Eintrag {at}",
  "replay.note.kept": "Sie bleibt in diesem Browser und kommt mit, wenn du die Notation kopierst oder speicherst.",
  "replay.note.save": "Speichern",
  "replay.note.remove": "Entfernen",
  "replay.help.title": "Tasten",
  "replay.help.text": "Die Tasten ruhen, während du in ein Feld schreibst oder ein Dialog offen ist.",
  "replay.help.move": "Blättern",
  "replay.help.play": "Abspielen",
  "replay.help.look": "Ansicht",
  "replay.help.keep": "Festhalten und teilen",
  "replay.help.letters": "Buchstaben und Zeichen als Tasten nutzen",
};
