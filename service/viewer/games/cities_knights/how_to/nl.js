/** The rules of the game in plain Dutch: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "Het doel",
      signs: ["star"],
      text: [
        "Bevolk het eiland, maak van dorpen steden en verdedig ze samen. Wie in de eigen beurt 13 overwinningspunten heeft, wint.",
        "Een dorp telt 1 punt, een stad 2, een metropool 2 extra, de langste weg 2.",
      ],
      rules: ["R17.1", "R17.2"],
    },
    {
      title: "Het begin",
      signs: ["settlement", "city", "road"],
      text: [
        "Iedereen plaatst een dorp met een weg, daarna in omgekeerde volgorde een stad met een weg. Voor elk veld aan die stad krijg je één grondstof.",
      ],
      rules: ["R4.2", "R4.4"],
    },
    {
      title: "Een beurt: dobbelen",
      signs: ["ship", "lumber", "coin"],
      text: [
        "Twee dobbelstenen zeggen welke velden iets opleveren. Een dorp levert 1 grondstof, een stad 2; in bos, weide en bergen is een daarvan papier, stof of munt.",
        "De derde dobbelsteen verplaatst het schip van de barbaren of opent een poort waar vooruitgangskaarten worden getrokken.",
      ],
      rules: ["R5.3", "R7.1"],
    },
    {
      title: "Daarna ruilen en bouwen",
      signs: ["road", "knight", "trade"],
      text: [
        "In elke volgorde, zo vaak je kunt betalen: ruilen met anderen of de bank, wegen, dorpen en steden bouwen, ridders werven en activeren, steden uitbreiden, vooruitgangskaarten spelen. Beëindig daarna je beurt.",
        "Wat nu niet kan, zegt waarom als je erop wijst, er met de tab-toets heen gaat of erop tikt.",
      ],
      rules: ["R5.4", "R10.1", "R15.1"],
    },
    {
      title: "De barbaren",
      signs: ["ship", "knight", "city"],
      text: [
        "Als het schip zeven stappen heeft gezet, staan alle actieve ridders samen tegenover een aanval die zo sterk is als er steden op het eiland zijn. Houden de ridders stand, dan krijgt wie het meest heeft bijgedragen een punt. Anders verliest wie het minst heeft bijgedragen een stad.",
      ],
      rules: ["R9.1", "R9.3", "R9.4"],
    },
  ],
  topics: [
    {
      title: "Wat dingen kosten",
      signs: ["brick", "lumber", "wool", "grain", "ore"],
      text: [
        "Weg: baksteen, hout. Dorp: baksteen, hout, wol, graan. Stad: 3 erts, 2 graan. Stadsmuur: 2 baksteen.",
        "Tussen twee dorpen of steden liggen minstens twee randen; een dorp ligt aan een eigen weg.",
      ],
      rules: ["R10.1", "R10.3", "R10.5"],
    },
    {
      title: "De zeven en de rover",
      signs: ["robber", "wall"],
      text: [
        "Bij een zeven legt wie meer dan 7 kaarten heeft de helft af, naar beneden afgerond; elke stadsmuur laat je er 2 meer houden. Daarna verzet je de rover en steel je een kaart van iemand daar. Het veld met de rover levert niets op.",
        "Tot de barbaren voor het eerst zijn geland, slaapt de rover en blijft hij waar hij is.",
      ],
      rules: ["R8.1", "R8.2", "R8.5"],
    },
    {
      title: "Ridders",
      signs: ["knight"],
      text: [
        "Werven voor wol en erts op een vrije hoek van je wegen, activeren voor 1 graan, bevorderen voor wol en erts. Machtige ridders hebben het derde niveau van politiek nodig.",
        "Een actieve ridder kan in een latere beurt één keer iets doen en rust daarna: over je wegen gaan, een zwakkere ridder verdrijven of de rover verjagen.",
      ],
      rules: ["R11.1", "R11.2", "R11.3", "R11.4"],
    },
    {
      title: "Steden uitbreiden",
      signs: ["trade", "politics", "science"],
      text: [
        "Drie onderdelen: handel kost stof, politiek munten, wetenschap papier; niveau n kost n. Om te kopen heb je een stad nodig.",
        "Hoe hoger je niveau, hoe meer rode getallen je een vooruitgangskaart laten trekken als de poort van dat onderdeel verschijnt. Het derde niveau geeft iets blijvends: twee gelijke handelswaren voor een kaart naar keuze, machtige ridders, of een grondstof naar keuze als een worp je niets oplevert.",
      ],
      rules: ["R12.1", "R12.2", "R12.3", "R6.2"],
    },
    {
      title: "Metropolen",
      signs: ["metropolis"],
      text: [
        "Wie het eerst niveau 4 van een onderdeel bereikt, maakt van een stad een metropool: in totaal 4 punten, en veilig voor de barbaren. Wie het eerst niveau 5 bereikt, neemt hem over, tenzij de eigenaar daar al is. Voor niveau 4 en 5 heb je een stad zonder metropool nodig.",
      ],
      rules: ["R12.4", "R12.5", "R12.6", "R12.7"],
    },
    {
      title: "Vooruitgangskaarten",
      signs: ["card"],
      text: [
        "In je actiefase mag je er zoveel spelen als je wilt, ook pas getrokken kaarten. Aan het eind van je beurt houd je er hoogstens 4. Kaarten met een overwinningspunt worden meteen open neergelegd.",
        "Zoek een kaart onder de naam die je kent: de zoekfunctie hierboven vindt ook andere namen.",
      ],
      rules: ["R13.2", "R13.4", "R13.5"],
    },
    {
      title: "Handel",
      signs: ["coin", "merchant"],
      text: [
        "In je beurt ruil je met iedereen, met grondstoffen en met handelswaren. De bank geeft één kaart voor 4 gelijke, voor 3 met een algemene haven, voor 2 met de haven van die grondstof, het derde niveau van handel, de koopman of de handelsvloot.",
      ],
      rules: ["R15.1", "R15.2", "R15.3"],
    },
    {
      title: "De langste weg",
      signs: ["road"],
      text: [
        "Wie als enige de langste ononderbroken weg van minstens 5 stukken heeft, houdt 2 punten, en behoudt die bij gelijke stand. Gebouwen en ridders van anderen onderbreken een weg.",
      ],
      rules: ["R16.1", "R16.2"],
    },
  ],
};
