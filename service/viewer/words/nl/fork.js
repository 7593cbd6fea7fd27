/** Dutch texts of the fork dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "Een nieuwe partij begint bij regel {at}, met een eigen logboek en eigen schudden. Ze telt voor geen enkele rating, en deze partij verandert niet.",
  "fork.anew": "Wat {name} daar niet kon weten, wordt opnieuw gedeeld: {what}.",
  "fork.anew.spectator": "Wat toeschouwers daar niet konden weten, wordt opnieuw gedeeld: {what}.",
  "fork.what.katharina": "de handkaarten en de stapel. Verdekt gekozen kaarten die nog niet omgedraaid zijn, gaan terug naar de hand en worden opnieuw gekozen",
  "fork.what.cities_knights": "handkaarten die ongezien van hand wisselden, de vooruitgangskaarten in de handen en de volgorde van hun drie stapels. Elke hand houdt haar aantal en alle kaarten die open binnenkwamen, en gespeelde kaarten blijven onder hun stapel. Een aanbod vervalt als de hand erachter opnieuw wordt gedeeld",
  "fork.what.catan_cards": "handen, trekstapels, de gebeurtenisstapel en de landschappenstapel. Hoeveel kaarten waar liggen, blijft gelijk, net als de kaarten die al bekeken zijn en nog bekend zijn",
  "fork.me": "Ik",
  "fork.friend": "Iemand anders (vrije plaats)",
  "fork.do": "Doorspelen",
  "fork.guest_name": "Gast {number}",
  "fork.refused.fork-moment": "Vanaf dit moment kun je niet doorspelen. Kies een moment in een beurt voor het einde, waarop geen geheime keuze openstaat.",
  "fork.refused.fork-version": "Deze partij heeft die regel niet, of ze was toen nog niet begonnen.",
  "fork.refused.fork-held": "Deze partij wordt vanwege haar toernooi achtergehouden.",
  "fork.refused.fork-undisclosed": "Alleen wie deze partij gespeeld heeft, mag erop doorspelen.",
  "fork.refused.fork-rules": "Deze partij is met andere spelgegevens of nieuwere regels gespeeld dan deze dienst heeft.",
  "fork.refused.fork-running": "Doorspelen kan pas als de partij afgelopen is.",
};
