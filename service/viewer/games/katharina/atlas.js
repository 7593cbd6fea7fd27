/** Computes the positions of everything on the map (cities, roads, regions and their names) for a sheet of any width, without the DOM. */

import { lands } from "./land.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{lines: string[], x: number, y: number, anchor: "start" | "middle" | "end", box: Box}} Label
 * @typedef {Point & {id: string, region: number, feature: string, label: Label, homes: Point[]}} Place a city; homes are the places of residences, by seat
 * @typedef {{from: string, to: string, path: string}} Road
 * @typedef {{region: number, path: string, name: Label | null}} Land
 * @typedef {{width: number, height: number, font: number, radius: number, house: number, places: Place[], roads: Road[], lands: Land[], compass: Point}} Atlas
 */

/** Widths of bold characters, as fractions of the font size. Other lowercase letters count as 0.72, other capitals as 0.85.
 * @type {[signs: string, width: number][]}
 */
const WIDTHS = [["ijlIJ.,' \u00a0", 0.38], ["frt-", 0.5], ["cszvxykLa", 0.68], ["w", 0.93], ["mMW@", 1.1]];

/** Returns the greatest width of a bold text in any of the page's fonts.
 * @param {string} text
 * @param {number} font
 * @returns {number}
 */
export function textWidth(text, font) {
  let width = 0;
  for (const sign of text) width += WIDTHS.find(([signs]) => signs.includes(sign))?.[1] ?? (sign === sign.toLowerCase() ? 0.72 : 0.85);
  return width * font;
}

/** Returns the width of a line of a region's name, in letter-spaced small capitals.
 * @param {string} line
 * @param {number} font
 */
export const titleWidth = (line, font) => (textWidth(line.toUpperCase(), 1.06) + line.length * 0.16) * font * 0.78;

/** The sizes for which a map is laid out; between them it is scaled. The last ones are for low places.
 * @type {[width: number, height: number][]}
 */
export const SHEETS = [[360, 389], [460, 461], [580, 527], [720, 575], [860, 593], [1000, 640], [520, 330], [560, 280], [640, 400], [740, 350], [800, 470], [1040, 500]];

/** Lays out the map.
 * @param {{cities: any[], roads: [string, string][], colours: string[]}} components
 * @param {{city(id: string): string, region(colour: string): string}} names
 * @param {{width: number, height: number, seats?: number}} wanted
 * @returns {Atlas}
 */
export function atlas(components, names, { width, height, seats = 4 }) {
  const narrow = Math.max(0, Math.min(1, (1000 - width) / 640));
  const font = 15.5 - 3.5 * narrow;
  const radius = 13 - 3.5 * narrow;
  const house = 14 - 2.5 * narrow;
  const region = (/** @type {string} */ colour) => components.colours.indexOf(colour);
  const points = spread(components.cities, { width, height, margin: radius * 3.2 });
  const roads = components.roads.map(([from, to]) => ({ from, to, a: points[from], b: points[to] }));
  const reach = Math.sqrt((width * height) / components.cities.length) * 0.5;
  const land = lands(grounds(components, points, roads, region, reach), components.colours.length, { width, height, reach });
  const sheet = { width, height, font, radius, house, seats };
  const places = labelled(components.cities, points, roads, names, region, sheet);
  const taken = places.flatMap((place) => [place.label.box, around(place, radius + house)]);
  const regions = components.colours.map((colour, i) => ({ region: i, path: land.paths[i], name: titled(names.region(colour), i, { places, taken, roads, sheet, holder: land.holder }) }));
  return {
    ...sheet,
    places,
    lands: regions,
    roads: roads.map(({ from, to, a, b }) => ({ from, to, path: bent(a, b) })),
    compass: emptiest([...taken, ...regions.flatMap(({ name }) => (name ? [name.box] : []))], sheet),
  };
}

/** Returns the positions of the cities: north is up, and crowded areas get more space than on the globe.
 * @param {any[]} cities
 * @param {{width: number, height: number, margin: number}} sheet
 * @returns {Record<string, Point>}
 */
function spread(cities, { width, height, margin }) {
  const across = evened(cities.map((city) => city.x));
  const up = evened(cities.map((city) => city.y));
  const points = cities.map((_, i) => ({ x: margin + across[i] * (width - 2 * margin), y: height - margin * 0.9 - up[i] * (height - 2 * margin) }));
  apart(points, Math.sqrt((width * height) / cities.length) * 0.58, { width, height, margin });
  return Object.fromEntries(cities.map((city, i) => [city.id, points[i]]));
}

/** Returns coordinates scaled to 0 to 1: half of each result comes from its size, half from its rank.
 * @param {number[]} values
 */
function evened(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  return values.map((value) => {
    const rank = (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 / (sorted.length - 1);
    return 0.5 * ((value - least) / (most - least || 1)) + 0.5 * rank;
  });
}

/** Moves points that are too close together slightly apart.
 * @param {Point[]} points
 * @param {number} least
 * @param {{width: number, height: number, margin: number}} sheet
 */
function apart(points, least, { width, height, margin }) {
  for (let round = 0; round < 24; round += 1) {
    for (let i = 0; i < points.length; i += 1) {
      const a = points[i];
      for (let j = i + 1; j < points.length; j += 1) {
        const b = points[j];
        const dx = b.x - a.x;
        const dy = b.y - a.y;
        if (Math.abs(dx) >= least || Math.abs(dy) >= least) continue;
        const distance = Math.hypot(dx, dy) || 1;
        if (distance >= least) continue;
        const push = ((least - distance) / distance) * 0.25;
        a.x -= dx * push;
        a.y -= dy * push;
        b.x += dx * push;
        b.y += dy * push;
      }
    }
    for (const point of points) {
      point.x = Math.max(margin, Math.min(width - margin, point.x));
      point.y = Math.max(margin, Math.min(height - margin, point.y));
    }
  }
}

/**
 * @param {{cities: any[]}} components
 * @param {Record<string, Point>} points
 * @param {{from: string, to: string, a: Point, b: Point}[]} roads
 * @param {(colour: string) => number} region
 * @param {number} reach
 */
function grounds(components, points, roads, region, reach) {
  /** @type {import("./land.js").Source[]} */
  const sources = components.cities.map((city) => ({ ...points[city.id], region: region(city.colour), weight: 1 }));
  const of = Object.fromEntries(components.cities.map((city) => [city.id, region(city.colour)]));
  for (const { from, to, a, b } of roads) {
    const parts = Math.max(2, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / (reach * 0.5)));
    for (let i = 1; i < parts; i += 1) {
      const part = i / parts;
      sources.push({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part, region: part < 0.5 ? of[from] : of[to], weight: 0.34 });
    }
  }
  return sources;
}

/** Returns the path of a slightly bent road.
 * @param {Point} a
 * @param {Point} b
 */
function bent(a, b) {
  const side = (Math.round(a.x + b.y) % 2 ? 1 : -1) * 0.05;
  const [x, y] = [(a.x + b.x) / 2 - (b.y - a.y) * side, (a.y + b.y) / 2 + (b.x - a.x) * side];
  return `M${a.x.toFixed(1)} ${a.y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
}

/** @type {{x: number, y: number, anchor: "start" | "middle" | "end"}[]} */
const SIDES = [
  { x: 1, y: 0, anchor: "start" },
  { x: -1, y: 0, anchor: "end" },
  { x: 0, y: -1, anchor: "middle" },
  { x: 0, y: 1, anchor: "middle" },
  { x: 0.8, y: -0.75, anchor: "start" },
  { x: -0.8, y: -0.75, anchor: "end" },
  { x: 0.8, y: 0.75, anchor: "start" },
  { x: -0.8, y: 0.75, anchor: "end" },
];

/** Returns the cities with each name where it hides the least; residences go on the opposite side.
 * @param {any[]} cities
 * @param {Record<string, Point>} points
 * @param {{a: Point, b: Point}[]} roads
 * @param {{city(id: string): string}} names
 * @param {(colour: string) => number} region
 * @param {{width: number, height: number, font: number, radius: number, house: number, seats: number}} sheet
 * @returns {Place[]}
 */
function labelled(cities, points, roads, names, region, sheet) {
  const choices = cities.map((city) => SIDES.map((side) => candidate(points[city.id], names.city(city.id), side, sheet)));
  const chosen = cities.map(() => 0);
  const marks = cities.map((city) => around(points[city.id], sheet.radius + 2));
  const fixed = choices.map((options, i) => options.map((option, side) => cost(option, marks, i, roads, sheet) + side * 0.3));
  for (let round = 0; round < 6; round += 1) {
    let changed = false;
    for (const [i, options] of choices.entries()) {
      const others = choices.flatMap((other, j) => (j === i ? [] : [other[chosen[j]]]));
      const costs = options.map((option, side) => fixed[i][side] + others.reduce((sum, other) => sum + clash(option, other), 0));
      const best = costs.indexOf(Math.min(...costs));
      changed ||= best !== chosen[i];
      chosen[i] = best;
    }
    if (!changed) break;
  }
  return cities.map((city, i) => {
    const { label, homes } = choices[i][chosen[i]];
    return { id: city.id, ...points[city.id], region: region(city.colour), feature: city.feature, label, homes };
  });
}

/**
 * @param {Point} at
 * @param {string} name
 * @param {typeof SIDES[number]} side
 * @param {{font: number, radius: number, house: number, seats: number}} sheet
 */
function candidate(at, name, side, { font, radius, house, seats }) {
  const lines = broken(name);
  const width = Math.max(...lines.map((line) => textWidth(line, font)));
  const tall = lines.length * font * 1.05;
  const x = at.x + side.x * (radius + 4);
  const middle = at.y + side.y * (radius + 3) + (side.y > 0 ? tall / 2 : side.y < 0 ? -tall / 2 : 0);
  const left = side.anchor === "start" ? x : side.anchor === "end" ? x - width : x - width / 2;
  const box = { left, right: left + width, top: middle - tall / 2, bottom: middle + tall / 2 };
  const homes = fan(at, Math.atan2(-side.y, -side.x), radius + house * 0.62, house, seats);
  const homesBox = homes.reduce((sum, home) => joined(sum, around(home, house / 2)), around(homes[0], house / 2));
  return { label: { lines, x, y: middle - tall / 2 + font * 0.86, anchor: side.anchor, box }, homes, homesBox, whole: joined(box, homesBox) };
}

/** Returns the lines of text of a name: a long name with a space or hyphen is split in two.
 * @param {string} name
 */
function broken(name) {
  const at = name.length > 9 ? name.search(/[ -]/) : -1;
  return at < 0 ? [name] : [name.slice(0, at + (name[at] === "-" ? 1 : 0)), name.slice(at + 1)];
}

/** Returns the places for all seats' residences, side by side around a city.
 * @param {Point} at
 * @param {number} towards
 * @param {number} distance
 * @param {number} size
 * @param {number} seats
 * @returns {Point[]}
 */
function fan(at, towards, distance, size, seats) {
  const turn = (size * 1.04) / distance;
  return Array.from({ length: seats }, (_, i) => {
    const angle = towards + (i - (seats - 1) / 2) * turn;
    return { x: at.x + Math.cos(angle) * distance, y: at.y + Math.sin(angle) * distance };
  });
}

/**
 * @param {ReturnType<typeof candidate>} option
 * @param {Box[]} marks
 * @param {number} own
 * @param {{a: Point, b: Point}[]} roads
 * @param {{width: number, height: number}} sheet
 */
function cost({ label: { box }, homesBox }, marks, own, roads, { width, height }) {
  let sum = 0;
  if (Math.min(box.left, box.top, homesBox.left, homesBox.top) < 3 || Math.max(box.right, homesBox.right) > width - 3 || Math.max(box.bottom, homesBox.bottom) > height - 3) sum += 2000;
  for (const [i, mark] of marks.entries()) if (i !== own) sum += overlap(box, mark) * 3 + overlap(homesBox, mark) * 2;
  for (const { a, b } of roads) sum += along(a, b, box) * 1.6;
  return sum;
}

/** @param {ReturnType<typeof candidate>} one @param {ReturnType<typeof candidate>} other */
const clash = (one, other) =>
  overlap(one.whole, other.whole) && overlap(one.label.box, other.label.box) * 4 + overlap(one.label.box, other.homesBox) * 2 + overlap(one.homesBox, other.label.box) * 2 + overlap(one.homesBox, other.homesBox);

/** @typedef {{places: Place[], taken: Box[], roads: {a: Point, b: Point}[], holder: (x: number, y: number) => number, sheet: {width: number, height: number, font: number}}} Drawn */

/** Places the name of a region inside the region, where it hides the least; if the name does not fit, only its sign.
 * @param {string} name
 * @param {number} region
 * @param {Drawn} drawn
 * @returns {Label | null}
 */
function titled(name, region, drawn) {
  const whole = settled(stacked(name), region, drawn);
  return whole && whole.cost < whole.room * 0.5 ? whole.label : (settled([], region, drawn)?.label ?? null);
}

/** Returns the best place for a region's sign with the lines of its name below it.
 * @param {string[]} lines
 * @param {number} region
 * @param {Drawn} drawn
 */
function settled(lines, region, { places, taken, roads, holder, sheet: { width, height, font } }) {
  const own = places.filter((place) => place.region === region);
  const middle = { x: own.reduce((sum, one) => sum + one.x, 0) / own.length, y: own.reduce((sum, one) => sum + one.y, 0) / own.length };
  const wide = Math.max(font * 1.8, ...lines.map((line) => titleWidth(line, font)));
  const tall = font * (lines.length + 1.6);
  /** @type {{cost: number, room: number, label: Label} | null} */
  let best = null;
  for (let y = tall / 2 + 6; y <= height - tall / 2 - 6; y += font * 0.6) {
    for (let x = wide / 2 + 6; x <= width - wide / 2 - 6; x += font * 0.8) {
      if (holder(x, y) !== region) continue;
      const box = { left: x - wide / 2, right: x + wide / 2, top: y - tall / 2, bottom: y + tall / 2 };
      if (![box.left, x, box.right].every((column) => [box.top, y, box.bottom].every((row) => holder(column, row) === region))) continue;
      let cost = Math.hypot(x - middle.x, y - middle.y) * 0.15;
      if (best && cost >= best.cost) continue;
      for (const other of taken) cost += overlap(box, other) * 1000;
      if (best && cost >= best.cost) continue;
      for (const { a, b } of roads) cost += along(a, b, box) * font * 1.6;
      if (!best || cost < best.cost) best = { cost, room: wide * tall, label: { lines, x, y: box.top + font * 0.85, anchor: "middle", box } };
    }
  }
  return best;
}

/** @param {string} name */
function stacked(name) {
  const words = name.split(" ");
  if (words.length < 3) return [name];
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")];
}

/** Returns the corner of the map with the most free space, for the compass.
 * @param {Box[]} taken
 * @param {{width: number, height: number}} sheet
 * @returns {Point}
 */
function emptiest(taken, { width, height }) {
  const size = 30;
  const corners = [size, width - size].flatMap((x) => [size, height - size].map((y) => ({ x, y })));
  const costs = corners.map((corner) => taken.reduce((sum, box) => sum + overlap(around(corner, size), box), 0));
  return corners[costs.lastIndexOf(Math.min(...costs))];
}

/** @param {Point} at @param {number} radius @returns {Box} */
const around = ({ x, y }, radius) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });

/** @param {Box} a @param {Box} b @returns {Box} */
const joined = (a, b) => ({ left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) });

/** Returns the area that two boxes share.
 * @param {Box} a
 * @param {Box} b
 * @returns {number}
 */
export function overlap(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

/** Returns the length of the part of a line that is inside a box.
 * @param {Point} a
 * @param {Point} b
 * @param {Box} box
 */
function along(a, b, box) {
  if (Math.max(a.x, b.x) < box.left || Math.min(a.x, b.x) > box.right || Math.max(a.y, b.y) < box.top || Math.min(a.y, b.y) > box.bottom) return 0;
  let [from, to] = [0, 1];
  for (const [start, way, least, most] of [[a.x, b.x - a.x, box.left, box.right], [a.y, b.y - a.y, box.top, box.bottom]]) {
    if (way === 0) {
      if (start < least || start > most) return 0;
      continue;
    }
    const [one, two] = [(least - start) / way, (most - start) / way].sort((p, q) => p - q);
    [from, to] = [Math.max(from, one), Math.min(to, two)];
  }
  return to > from ? (to - from) * Math.hypot(b.x - a.x, b.y - a.y) : 0;
}
