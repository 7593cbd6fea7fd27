/** Woorden voor doorspelen vanaf een moment, in het Nederlands. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "Een nieuwe partij begint bij regel {at}. Ze heeft een eigen logboek, schudt zelf en telt voor geen enkele rating; deze partij blijft zoals ze is.",
  "fork.anew": "Wat {name} daar niet kon zien, wordt opnieuw gedeeld: {what}.",
  "fork.anew.spectator": "Wat toeschouwers daar niet konden zien, wordt opnieuw gedeeld: {what}.",
  "fork.what.katharina": "de handkaarten en de stapel. Verdekt gekozen kaarten die nog niet omgedraaid zijn, gaan terug naar de hand en worden opnieuw gekozen",
  "fork.what.cities_knights": "de handkaarten, de vooruitgangskaarten in de handen en de volgorde van hun drie stapels. Hoeveel elke hand telt, blijft",
  "fork.what.catan_cards": "handen, trekstapels, de gebeurtenisstapel en de landschappenstapel. Hoeveel kaarten waar liggen, blijft, en ook wat deze ogen bekeken hebben en nog weten",
  "fork.me": "Ik",
  "fork.friend": "Iemand anders (vrije plaats)",
  "fork.do": "Doorspelen",
  "fork.guest_name": "Gast {number}",
  "fork.refused.fork-moment": "Vanaf dit moment kan niemand doorspelen: neem een moment in een beurt voor het einde, waarop niets geheims gevraagd wordt.",
  "fork.refused.fork-version": "Zo ver is deze partij niet gekomen, of ze was daar nog niet begonnen.",
  "fork.refused.fork-held": "Deze partij wordt vanwege haar toernooi achtergehouden.",
  "fork.refused.fork-undisclosed": "Alleen wie deze partij gespeeld heeft, mag erop doorspelen.",
  "fork.refused.fork-rules": "Deze partij is met andere regels gespeeld dan die van nu.",
  "fork.refused.fork-running": "Zolang een partij loopt, speelt niemand er ergens anders op door.",
};
