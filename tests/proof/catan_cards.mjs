// The draws of the Catan card game (FORMAT.md, section 12), from the book alone.
// An event is (memory, event, draw) => [what it must hold, what changes in the memory].
const listed = (text) => text.split(' ').map((kind) => kind.split('×')).map(([title, count]) => [title, +count]);
const copies = (titles, owner = '') =>
  titles.flatMap(([title, count]) => Array.from({ length: count }, (_, i) => `${owner}${title}-${i + 1}`));
const BASE = listed('abbey×2 garrison×3 smithy×1 brick_factory×1 foundry×1 grain_mill×1 sawmill×1 woolen_mill×1 '
  + 'fleet_brick×1 fleet_gold×1 fleet_grain×1 fleet_lumber×1 fleet_ore×1 fleet_wool×1 knight_conrad×1 knight_falk×1 '
  + 'knight_gotz×1 knight_hagen×1 knight_karl×1 knight_otto×1 knight_pippin×1 knight_siegfried×1 knight_walter×1 '
  + 'aqueduct×2 bath_house×2 church×2 colossus×1 counting_house×1 harbor×1 library×2 marketplace×1 merchant_guild×1 '
  + 'mint×1 town_hall×2 alchemist×2 arsonist×2 bishop×2 black_knight×3 brigands×1 caravan×1 herb_woman×2 merchant×2 '
  + 'scout×2 spy×3');
const THEME = listed('feeding_the_poor×2 courage×1 guido×1 artwork_sculpture×1 artwork_epic×1 artwork_relief×1 '
  + 'artwork_fountain×1 joust×2 growth×2 common_land×1 village_school×1 chapel_st_agatha×1 knight_osmund×1 '
  + 'patrons_house×2 hospital×1 statue×2 lancers×1 market_town×1 traveling_theater×1 public_feeling×2');
const OPEN = ['aqueduct', 'patrons_house', 'public_feeling'];
const EVENTS = listed(
  'civil_war×1 conflict×1 master_builder×1 plague×2 productive_year×2 progress×2 year_end×1 golden_times×2 unrest×2');
const [BASE_EVENTS, DUE] = [EVENTS.slice(0, 7), { civil_war: 1, plague: 1 }];
const REGIONS = ('fields_3 fields_4 mountains_4 mountains_5 pasture_5 pasture_6 forest_1 forest_6 hills_1 hills_2 '
  + 'goldfield_3').split(' ');
const FACES = 'brigand_attack trade_advantage tournament year_of_plenty event_card event_card'.split(' ');
const SIZES = { base: [13, 13, 12, 12, 12], extended: [15, 15, 15, 15, 11, 11], tournament: [7, 7, 8, 8] };
const covered = (titles) => copies(titles.filter(([title]) => !OPEN.includes(title)));
const modeOf = ({ options: { mode = 'extended' } }) => mode;

function pool({ decks }, { stack, of }, mode) {
  if (mode === 'tournament') return decks[of];
  return mode === 'base' ? copies(BASE) : covered(stack <= 4 ? BASE : THEME);
}
const eventDeck = ({ brought }, mode) =>
  mode === 'tournament' ? brought : copies(mode === 'base' ? BASE_EVENTS : EVENTS);
const first = (pool, titles) => titles.flatMap(([title, count]) =>
  pool.filter((copy) => copy.slice(2, copy.lastIndexOf('-')) === title).slice(0, count).sort());
function bringDecks(_, { decks: lists }, draw) {
  const drawn = lists.map((list, seat) =>
    ({ ...list, pool: draw.shuffle(`pool-${seat}/0`, copies([...BASE, ...THEME, ...EVENTS], `${seat}:`)) }));
  const due = (title, seat) => title === 'year_end' ? 1 - seat : DUE[title] ?? 0;
  const brought = lists.flatMap(({ events, pool }, seat) =>
    first(pool, EVENTS.map(([title]) => [title, due(title, seat) + (events[title] ?? 0)])));
  return [{ decks: drawn }, { brought, decks: lists.map(({ cards, pool }) => first(pool, Object.entries(cards))) }];
}
const nameOf = ({ stack, of }) => of === undefined ? `stack-${stack}` : `own-${of}-${stack}`;
const lies = (memory, name, cards) => ({ ...memory, [name]: cards });
const goesUnder = (memory, stack, of, card, name = nameOf({ stack, of })) =>
  lies(memory, name, [...memory[name] ?? [], card]);
const leaves = (memory, { stack, of }, cards, name = nameOf({ stack, of })) =>
  lies(memory, name, memory[name].filter((card) => !cards.includes(card)));

function shuffleStack(memory, event, draw) {
  const [name, mode] = [nameOf(event), modeOf(draw)], after = lies(memory, name, event.order);
  if (event.why === 'undo') {
    const kept = draw.next.filter(({ t }) => t === 'sight-kept').flatMap(({ slots }) => slots);
    const hidden = draw.shuffle(`${name}/0`, memory[name].filter((card) => !kept.includes(card)).sort());
    return [{ order: memory[name].map((card) => kept.includes(card) ? card : hidden.shift()) }, after];
  }
  const dealt = Object.keys(memory).filter((key) => /^(stack|own)-/.test(key)).flatMap((key) => memory[key]);
  const left = pool(memory, event, mode).filter((card) => !dealt.includes(card));
  return [{ order: draw.shuffle(`${name}/0`, left).slice(0, SIZES[mode][event.stack - 1]) }, after];
}
function shuffleEvents(memory, { order, why = 'start', told = 0 }, draw) {
  const { events, shuffles, revealed } = memory, label = `events/${shuffles}`, above = events.length - memory.told;
  const drawn = {
    'start': () => draw.shuffle(label, eventDeck(memory, modeOf(draw))),
    'undo': () => [...draw.shuffle(label, events.slice(0, above).sort()), ...events.slice(above)],
    'year-end': () => draw.shuffle(label, [...events, revealed]),
  }[why]();
  const after = { events: order, told, shuffles: shuffles + 1, revealed: why === 'year-end' ? null : revealed };
  return [{ order: drawn, ...why === 'undo' && memory.told ? { told: memory.told } : {} }, after];
}
function shuffleRegions({ regions, shuffles }, { order, why = 'start' }, draw) {
  const from = { start: () => REGIONS, undo: () => [...regions].sort(), scout: () => regions }[why]();
  return [{ order: draw.shuffle(`regions/${shuffles}`, from) }, { regions: order, shuffles: shuffles + 1 }];
}
const pair = (below) => [1 + below(6), 1 + below(6)];
function rollFirst(_, __, draw) {
  const rolls = [];
  do rolls.push(pair(draw.stream(`first/${rolls.length}`)));
  while (rolls.at(-1)[0] === rolls.at(-1)[1]);
  return [{ seat: rolls.at(-1)[0] < rolls.at(-1)[1] ? 1 : 0, rolls }];
}
function rollDice({ rolls }, { named }, draw) {
  const event = FACES[draw.stream(`event-die/${rolls}`)(6)];
  const number = named ? {} : { number: 1 + draw.stream(`production/${rolls}`)(6) };
  return [{ event, ...number }, { rolls: rolls + 1 }];
}
function placeRegions({ regions, drawn }, { above, below }) {
  const left = regions.filter((region) => region !== above && region !== below);
  if (!drawn) return [null, { regions: left }];
  return [above === drawn ? { below: regions[0] } : { above: regions[0], below: drawn }, { regions: left, drawn: null }];
}
export const catanCards = {
  facts: '14f90612c4d6e1e51dd6f6c6ba6846fb86d9a7235537b7d0f33da6d70e734eec',
  memory: { events: [], told: 0, revealed: null, regions: [], drawn: null, shuffles: 0, rolls: 0, duels: 0, jousts: 0 },
  events: {
    'decks-brought': bringDecks,
    'layouts-shown': ({ decks }, { hands }) =>
      [null, hands ? { decks: decks.map((deck, seat) => deck.filter((card) => !hands[seat].includes(card))) } : {}],
    'stack-shuffled': shuffleStack,
    'events-shuffled': shuffleEvents,
    'regions-shuffled': shuffleRegions,
    'first-rolled': rollFirst,
    'cards-taken': (memory, event) => [null, leaves(memory, event, event.cards)],
    'dice-rolled': rollDice,
    'event-revealed': ({ events: [card, ...events], told }) =>
      [{ card }, { events, revealed: card, told: Math.min(told, events.length) }],
    'event-returned': ({ events, told }, { card }) =>
      [null, { events: [...events, card], told: told + 1, revealed: null }],
    'card-drawn': (memory, event, _, [card] = memory[nameOf(event)]) => [{ card }, leaves(memory, event, [card])],
    'card-picked': (memory, event) => [null, leaves(memory, event, [event.card])],
    'card-swapped': (memory, event) =>
      [null, goesUnder(leaves(memory, event, [event.took]), event.under, event.of, event.put)],
    'cards-shed': (memory, { cards, stacks, of }) =>
      [null, cards.reduce((after, card, i) => goesUnder(after, stacks[i], of, card), memory)],
    'cards-removed': (memory, { cards, stack, of }) =>
      [null, cards.reduce((after, card) => goesUnder(after, stack, of, card), memory)],
    'region-drawn': ({ regions: [region, ...regions] }) => [{ region }, { regions, drawn: region }],
    'regions-placed': placeRegions,
    'duel-rolled': ({ duels }, _, draw) => [{ pips: 1 + draw.stream(`duel/${duels}`)(6) }, { duels: duels + 1 }],
    'joust-rolled': ({ jousts }, { rolls }, draw) => {
      const below = draw.stream(`joust/${jousts}`);
      return [{ rolls: rolls.map(() => pair(below)) }, { jousts: jousts + 1 }];
    },
  },
  isReshuffle: () => false,
  reshuffles: () => [],
};
