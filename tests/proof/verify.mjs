// Verifies files of matches from their book, FORMAT.md (§: its sections), all but steps 6 to 8, which take the rules.
// node verify.mjs [--keys FILE] FILE…   It was written from the book alone; the draws of a game stand in its own file.
import { createHash, createHmac, createPublicKey, verify as isSignature } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { catanCards } from './catan_cards.mjs';
import { citiesKnights } from './cities_knights.mjs';
import { katharina } from './katharina.mjs';

class Altered extends Error {}
const ensure = (holds, sentence) => { if (!holds) throw new Altered(sentence); };
/** Takes a step; where it fails, as it also does where a field is lacking, says why and at which entry. */
function attempt(sentence, entry, step) {
  try { return step(); } catch (error) {
    throw new Altered((error instanceof Altered ? error.message : sentence) + (entry ? `, entry ${entry}` : ''));
  }
}
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isHex = (text, bytes) => typeof text === 'string' && text.length === 2 * bytes && /^[0-9a-f]*$/.test(text);
const isCount = (value) => Number.isInteger(value) && value >= 0;
const hasFields = (it, names, mayLack = []) =>
  same(Object.keys(it), names.filter((name) => Object.hasOwn(it, name) || !mayLack.includes(name)));

// § 2, the two functions; § 5, streams
const hex = (text) => Buffer.from(text, 'hex');
const u64 = (n) => hex(n.toString(16).padStart(16, '0'));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const prefixed = (part) => [u64(Buffer.byteLength(part)), Buffer.from(part)];
const encode = (tag, parts) => Buffer.concat([Buffer.of(tag.length), Buffer.from(tag), ...parts.flatMap(prefixed)]);
const H = (tag, ...parts) => sha256(encode(tag, parts));
const M = (key, tag, ...parts) => createHmac('sha256', key).update(encode(tag, parts)).digest();
function stream(seed, label) {
  let [k, block] = [0, Buffer.alloc(0)];
  return function below(n) {
    if (!block.length) block = M(seed, 'chronik/rng/1', label, u64(k++));
    const word = block.readBigUInt64BE();
    block = block.subarray(8);
    return word < 2n ** 64n - 2n ** 64n % BigInt(n) ? Number(word % BigInt(n)) : below(n);
  };
}
function shuffled(things, below) {
  const order = [...things];
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// § 3, JSON that can be written in one way only
function isCanonical(value, depth = 1) {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value === null || typeof value === 'boolean' || depth <= 16 && Object.entries(value).every(([key, inner]) =>
    (Array.isArray(value) || /^[a-z][a-z0-9_]{0,39}$/.test(key)) && isCanonical(inner, depth + 1));
}
const parse = (bytes, limit, what) => attempt(`${what} is not JSON`, 0, () => {
  const value = JSON.parse(bytes);
  ensure(bytes.length <= limit && bytes[0] === 0x7b && isCanonical(value)
    && bytes.equals(Buffer.from(JSON.stringify(value))), `${what} is not canonical`);
  return value;
});

// § 7, the file
const MAGIC = Buffer.from('chronik-archive/2\n');
function unpack(path) {
  ensure(statSync(path).size <= 2 ** 23 + 2 ** 16, 'the file is too long');
  const file = readFileSync(path), body = file.subarray(MAGIC.length + 32);
  ensure(file.equals(Buffer.concat([MAGIC, sha256(body), body])), 'this is no archive of a match, or not as its hash says');
  const bytes = attempt('the body cannot be unpacked within its limit', 0, () => {
    const { buffer, engine } = inflateSync(body, { maxOutputLength: 2 ** 23, info: true });
    ensure(engine.bytesWritten === body.length, 'something follows the body');
    return buffer;
  });
  const lines = [];
  for (let at = 0, end; at < bytes.length; at = end + 1) {
    end = bytes.indexOf('\n', at);
    ensure(end >= at && end - at <= 2 ** 18, 'a line is cut off or too long');
    lines.push(bytes.subarray(at, end));
  }
  ensure(lines.length > 2, 'a line is lacking');
  return lines;
}
// § 4, batches and entries
const isTagged = (it) =>
  Object.keys(it)[0] === 't' && typeof it.t === 'string' && Buffer.byteLength(JSON.stringify(it)) <= 2 ** 14;
function readLog(parts) {
  const entries = [];
  const batches = parts.map((bytes) => attempt('the batch lacks a field', entries.length + 1, () => {
    const batch = parse(bytes, 2 ** 18, 'the batch'), { at, seat = 0, by = 'bot', cmd, e } = batch;
    ensure(hasFields(batch, ['at', 'seat', 'by', 'cmd', 'e'], ['seat', 'by']) && isCount(at) && isCount(seat)
      && isTagged(cmd) && ['bot', 'clock', 'referee', 'engine'].includes(by)
      && e.length > 0 && e.every(isTagged), 'the batch is no batch');
    return { at, seat, bytes, version: entries.push(...e) };
  }));
  ensure(entries.length <= 15_000, 'there are too many entries');
  const last = entries.length - 1;
  entries.forEach(({ t }, i) => ensure((t === 'opened') === (i === 0) && (t === 'closed') === (i === last),
    `opened and closed are not the first and last, entry ${i + 1}`));
  return { batches, entries };
}
const MANIFEST = ['format', 'match', 'header', 'n', 'head', 'closed_at_ms', 'key_id', 'secret', 'result'];
function checkManifest(manifest, signature, batches, [{ commitment, ...header }, ...others]) {
  const { match, secret, result = { points: [], places: [] }, key_id: keyId } = manifest, { seats } = header;
  const isBySeat = (list) => list.length === (manifest.result ? seats : 0) && list.every(Number.isInteger);
  ensure(hasFields(manifest, MANIFEST, ['key_id', 'result']) && manifest.format === 'chronik-archive/2'
    && isHex(match, 16) && hasFields(result, ['points', 'places']) && Object.values(result).every(isBySeat),
  'the manifest lacks a field');
  ensure(keyId ? isHex(keyId, 8) && isHex(`${signature}`, 64) : !signature.length, 'the signature is not whole');
  ensure(isCount(seats) && isHex(header.facts, 32) && header.options, 'opened lacks a field, entry 1');
  ensure(same(manifest.header, header), 'the header is not that of entry 1');
  ensure(manifest.n === others.length + 1, 'n is not the number of entries');
  ensure(manifest.closed_at_ms === batches.at(-1).at, 'closed_at_ms is not the time of the last batch');
  ensure(isHex(secret, 32) && secret === others.at(-1).secret, 'the secret is not that of the last entry');
  for (const { seat, version } of batches) ensure(seat < seats, `there is no such seat, entry ${version}`);
  ensure(commitment === H('chronik/seed-commit/1', hex(match), hex(secret)).toString('hex'), 'C is wrong, entry 1');
}
function headOf({ match, secret, header }, batches, [{ commitment }]) { // § 6
  const saltKey = M(hex(secret), 'chronik/salt-key/1', hex(match));
  const genesis = H('chronik/genesis/1', hex(match), JSON.stringify(header), hex(commitment));
  return batches.reduce((head, { bytes, version }) =>
    H('chronik/chain/2', head, M(saltKey, 'chronik/salt/1', u64(version)), bytes), genesis).toString('hex');
}

// § 12, the draws of each game
const GAMES = { katharina, cities_knights: citiesKnights, catan_cards: catanCards };
/** § 5: the seed of the match, from the secret and what each seat has added before it started. */
function seedOf({ match, secret, header }, entries) {
  const added = [];
  for (const { t, seat, entropy = '' } of entries.slice(0, entries.findIndex((event) => event.t === 'started') + 1)) {
    ensure(isHex(entropy, Math.floor(entropy.length / 2)) && entropy.length <= 128, 'what a seat has added is not hex');
    if (t === 'seat-taken' || t === 'seat-left') added[seat] = t === 'seat-taken' ? hex(entropy) : undefined;
  }
  return M(hex(secret), 'chronik/match-seed/1', hex(match), ...added.slice(0, header.seats));
}
function replay(entries, manifest) {
  const { header } = manifest;
  const game = GAMES[header.game];
  if (game?.facts !== header.facts) return 'draws not checked';
  let [undos, draws, due, memory] = [0, 0, [], game.memory];
  const [after, seed] = [[memory], attempt('a seat is wrong', 0, () => seedOf(manifest, entries))];
  const draw = { ...header, stream: (label) => stream(seed, undos ? `${label}/u${undos}` : label),
    shuffle: (label, things) => shuffled(things, draw.stream(label)) };
  entries.forEach((event, i) => attempt('the event lacks a field', i + 1, () => {
    const [drawn, changes] = game.events[event.t]?.(memory, event, { ...draw, next: entries.slice(i + 1, i + 3) }) ?? [];
    due = game.isReshuffle(event) ? due : [];
    const expected = due.shift() ?? drawn;
    ensure(!expected || same({ ...event, ...expected }, event), `${event.t} is not what the secret draws`);
    draws += expected ? 1 : 0;
    const before = memory;
    if (event.t === 'undone') {
      ensure(event.to > 0 && event.to <= i, 'undone goes back to no entry before it');
      [undos, memory] = [undos + 1, after[event.to]];
      due = game.reshuffles(memory, before, draw);
    }
    after.push(memory = { ...memory, ...changes });
  }));
  return `${draws} draws`;
}

// § 11, signatures
function readKeys(path) {
  return new Map(JSON.parse(readFileSync(path)).keys.map(({ key_id: id, algorithm, public_key: key }) => {
    ensure(algorithm === 'Ed25519' && isHex(key, 32) && id === sha256(hex(key)).toString('hex', 0, 8), `no key: ${id}`);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: hex(key).toString('base64url') };
    return [id, createPublicKey({ key: jwk, format: 'jwk' })];
  }));
}
function signer(manifestBytes, signature, id, keys) {
  if (!id) return 'unsigned';
  if (!keys.has(id)) return 'signed with a key that is not known';
  const message = H('chronik/archive-sig/1', hex(id), manifestBytes);
  ensure(isSignature(null, message, keys.get(id), Buffer.from(`${signature}`, 'hex')), 'the signature is not one of its key');
  return `signed by ${id}`;
}
function verify(path, keys) {
  const [manifestBytes, signature, ...rest] = unpack(path);
  const manifest = parse(manifestBytes, 2 ** 14, 'the manifest');
  const { batches, entries } = readLog(rest);
  attempt('the manifest lacks a field', 0, () => checkManifest(manifest, signature, batches, entries));
  const draws = replay(entries, manifest);
  ensure(headOf(manifest, batches, entries) === manifest.head, 'the heads do not lead to that of the manifest');
  return [`${entries.length} entries`, draws, signer(manifestBytes, signature, manifest.key_id, keys)];
}

function main(args) {
  const keyFile = args[0] === '--keys' ? args.splice(0, 2)[1] : undefined;
  const keys = keyFile ? readKeys(keyFile) : new Map();
  return Math.max(2 * !args.length, ...args.map((path) => {
    try {
      const found = verify(path, keys);
      console.log(`${path}: good, ${found.join(', ')}`);
      return keyFile && !found[2].startsWith('signed by') ? 1 : 0;
    } catch (error) {
      console.log(`${path}: ${error instanceof Altered ? 'ALTERED: ' : ''}${error.message}`);
      return error instanceof Altered ? 1 : 2;
    }
  }));
}
process.exitCode = main(process.argv.slice(2));
