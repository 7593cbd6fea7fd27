/** The rules of the game in plain Dutch: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "Het doel",
      signs: ["favour"],
      text: [
        "Iedereen speelt tegelijk: kaarten worden in het geheim gekozen en samen omgedraaid. Drie decennia hebben elk vier ronden. Wie na de laatste telling de meeste punten heeft, wint.",
      ],
      rules: ["G1", "G2", "F4"],
    },
    {
      title: "Een ronde: twee kaarten",
      signs: ["card"],
      text: [
        "Je trekt 2 kaarten en speelt er precies 2 gedekt: een aan het rechtereind van je rij, een onder een kaart van die rij waaronder nog niets ligt. Daarna worden alle kaarten omgedraaid.",
      ],
      rules: ["R-A", "R-B", "R-C"],
    },
    {
      title: "Dezelfde kleur: een actie",
      signs: ["card", "joker"],
      text: [
        "Heeft de onderste kaart de kleur van de bovenste, dan mag je de actie van de bovenste uitvoeren, daarna de bonus. Anders, of als je ervan afziet, trek je een kaart.",
      ],
      rules: ["D1", "D2", "D3"],
    },
    {
      title: "Na vier ronden: telling",
      signs: ["cannon", "book", "house"],
      text: [
        "Kanonnen worden met de buren vergeleken, boeken met iedereen. Residenties brengen elk een punt, meer in steden met een 1, en het gunstspoor brengt wat zijn trede zegt.",
      ],
      rules: ["I1", "I2", "I3", "I4"],
    },
  ],
  topics: [
    {
      title: "Wat van jou is",
      signs: ["iron", "food", "caviar", "fur"],
      text: [
        "Goederen, kanonnen en boeken op de kaarten van je bovenste rij zijn van jou, net als de goederentegels die je hebt genomen. Ze worden nooit uitgegeven. Acties betaal je met kaarten uit je hand.",
      ],
      rules: ["G3", "G4"],
    },
    {
      title: "Handlimiet en gunst",
      signs: ["card", "favour"],
      text: [
        "Het gunstspoor zegt hoeveel kaarten je houdt, wat je per decennium krijgt en wat je netwerk aan het eind telt. Trek je boven het limiet, dan geeft elke kaart die je niet krijgt 1 punt; afleggen hoef je nooit.",
        "Elke kroon brengt je een trede hoger; voorbij het einde is het 1 punt.",
      ],
      rules: ["H1", "H2", "H3", "V1", "V2"],
    },
    {
      title: "Residenties",
      signs: ["house", "joker"],
      text: [
        "In een stad staat hoogstens één van jou. Meteen na het bouwen neem je daar een goederentegel, als er een ligt, en een kroon brengt je meteen hoger. Een 1 telt bij elke telling.",
      ],
      rules: ["B1", "B2", "B3", "B4"],
    },
    {
      title: "Kanonnen",
      signs: ["cannon"],
      text: [
        "Met elke buur: meer kanonnen brengen 4 punten, evenveel elk 2, minder niets.",
      ],
      rules: ["I1"],
    },
    {
      title: "Boeken",
      signs: ["book", "joker"],
      text: [
        "Wie de meeste boeken heeft, mag in een stad naar keuze een residentie bouwen. Wie de minste heeft, krijgt niets, iedereen ertussen neemt een jokertegel. Heeft iedereen er evenveel, dan mag iedereen bouwen.",
      ],
      rules: ["I2"],
    },
    {
      title: "Tussen de decennia",
      signs: ["card"],
      text: [
        "De vier kaarten waaronder een kaart ligt, worden afgelegd, met die eronder; drie blijven in je rij liggen. Daarna trek je 2 kaarten, binnen je limiet.",
      ],
      rules: ["I5", "I6"],
    },
    {
      title: "Het einde",
      signs: ["house", "joker", "favour"],
      text: [
        "Elke handkaart is 1 punt. Je opdracht brengt 5, 8 of 12 punten voor 5, 6 of 7 passende goederentegels, jokers meegeteld. De grootste groep van je residenties die wegen via eigen steden verbinden, telt zo vaak als je trede van het gunstspoor zegt.",
      ],
      rules: ["F1", "F2", "F3"],
    },
  ],
};
