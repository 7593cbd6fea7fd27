/** Builds form fields from a JSON Schema: the fields, their typed content, and the resulting value. */

import { readableName } from "../ui/game_name.js";

/**
 * @typedef {{value: any, label: string}} Choice
 * @typedef {{code: string, limit?: number}} Fault why a field has no valid value; `code` completes the text key `lobby.option.…`
 * @typedef {object} Field
 * @property {"constant" | "choice" | "flag" | "number" | "text" | "group" | "seats" | "either"} kind `seats` has one field per seat
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {boolean} empty whether the field may stay empty
 * @property {any} nothing the value of an empty field: undefined if it is omitted, or null
 * @property {any} [initial]
 * @property {any} [value] the value of a constant
 * @property {Choice[]} [choices]
 * @property {boolean} [whole]
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [above] whether `min` is exclusive
 * @property {boolean} [below] whether `max` is exclusive
 * @property {number} [step]
 * @property {string} [pattern]
 * @property {Field[]} [fields] members of a group, fields of all seats, or alternatives of an `either`
 * @property {Record<string, any[]>} [onlyIf] values of other options for which this option applies
 * @property {string} [names] the kind of names whose ids are the values
 * @property {any[]} [lists] the values for which seats submit deck lists
 */

/** Builds the field of a schema.
 * @param {any} schema
 * @param {string} [name]
 * @param {boolean} [required]
 * @returns {Field}
 */
export function fieldOf(schema, name = "", required = true) {
  const about = {
    name,
    label: schema.title ?? readableName(name),
    help: schema.description ?? "",
    empty: !required && schema.default === undefined,
    nothing: undefined,
    initial: schema.default,
    ...(schema["x-only-if"] && { onlyIf: schema["x-only-if"] }),
    ...(schema["x-names"] && { names: schema["x-names"] }),
    ...(schema["x-lists"] && { lists: schema["x-lists"] }),
  };
  const ways = waysOf(schema);
  const some = ways.filter((way) => way.type !== "null" && way.const !== null);
  if (some.length < ways.length) Object.assign(about, { empty: true, nothing: null, initial: about.initial ?? null });
  if (some.length === 0) return { ...about, kind: "constant", value: null };
  const choices = choicesOf(some)?.filter((choice) => !schema["x-refused"]?.includes(choice.value));
  if (choices?.length === 1 && !about.empty) return { ...about, kind: "constant", value: choices[0]?.value };
  if (choices) return { ...about, kind: "choice", choices };
  const [only] = some;
  if (some.length > 1 || (about.empty && isGroup(only))) {
    const fields = some.map((way) => ({ ...fieldOf(way), label: readableName(way.title ?? way.properties?.t?.const ?? way.type ?? "") }));
    return { ...about, kind: "either", fields };
  }
  return { ...about, ...simpleField(only, about) };
}

/** @param {any} schema @param {any} about @returns {any} */
function simpleField(schema, about) {
  if (schema.type === "boolean") {
    if (!about.empty) return { kind: "flag" };
    return { kind: "choice", choices: [{ value: true, label: "yes" }, { value: false, label: "no" }] };
  }
  if (schema.type === "integer" || schema.type === "number") {
    return {
      kind: "number",
      whole: schema.type === "integer",
      min: schema.minimum ?? schema.exclusiveMinimum,
      max: schema.maximum ?? schema.exclusiveMaximum,
      above: schema.minimum === undefined && schema.exclusiveMinimum !== undefined,
      below: schema.maximum === undefined && schema.exclusiveMaximum !== undefined,
      step: schema.multipleOf,
    };
  }
  if (schema.type === "string") return { kind: "text", min: schema.minLength, max: schema.maxLength, pattern: schema.pattern };
  if (isGroup(schema)) {
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => fieldOf(one, name, required.has(name)));
    return { kind: "group", fields };
  }
  if (schema.type === "array" && schema.prefixItems) return { kind: "seats", fields: schema.prefixItems.map((/** @type {any} */ one, /** @type {number} */ seat) => fieldOf(one, String(seat))) };
  return { kind: "constant", value: about.initial }; // the default stays; test_option_schemas.py forbids such options
}

/** Turns text fields for ids into drop-down lists if the names of the ids are known.
 * @param {Field} field
 * @param {Record<string, Record<string, Record<string, string>>>} [names] the game's names by language, kind and id
 * @returns {Field}
 */
export function withNames(field, names = {}) {
  const ids = field.names ? Object.keys(Object.values(names)[0]?.[field.names] ?? {}) : [];
  if (ids.length > 0) return { ...field, kind: "choice", choices: ids.map((id) => ({ value: id, label: readableName(id) })) };
  return field.fields ? { ...field, fields: field.fields.map((one) => withNames(one, names)) } : field;
}

/** Returns the fields of a group that apply with these values.
 * @param {Field} field
 * @param {any} value
 * @returns {Field[]}
 */
export const applicableFields = (field, value) => (field.fields ?? []).filter((one) => Object.entries(one.onlyIf ?? {}).every(([name, values]) => values.includes(value?.[name])));

/** Returns whether seats submit deck lists under these options.
 * @param {Field} field
 * @param {any} value
 * @returns {boolean}
 */
export const hasLists = (field, value) => applicableFields(field, value).some((one) => one.lists?.includes(value?.[one.name]));

/** Returns the initial content of a field.
 * @param {Field} field
 * @param {any} [given]
 * @returns {any}
 */
export function draftOf(field, given = field.initial) {
  if (field.kind === "constant") return field.value;
  if (field.kind === "flag") return given === true;
  if (field.kind === "choice") return choiceIndex(field.choices ?? [], given, field.empty);
  if (field.kind === "group") return Object.fromEntries((field.fields ?? []).map((one) => [one.name, draftOf(one, given?.[one.name] ?? one.initial)]));
  if (field.kind === "seats") return (field.fields ?? []).map((one, seat) => draftOf(one, given?.[seat] ?? one.initial));
  if (field.kind === "either") return eitherDraft(field, given);
  return given === undefined || given === null ? "" : String(given);
}

/** @param {Field} field @param {any} given */
function eitherDraft(field, given) {
  const ways = field.fields ?? [];
  const fits = ways.findIndex((way) => given !== undefined && given !== null && accepts(way, given));
  const chosen = fits >= 0 ? fits : field.empty ? -1 : 0;
  return { chosen, drafts: ways.map((way, n) => draftOf(way, n === fits ? given : way.initial)) };
}

/** Returns the value of a field's content, and its errors by field path.
 * @param {Field} field
 * @param {any} draft
 * @param {string} [at]
 * @returns {{value: any, faults: Record<string, Fault>}}
 */
export function valueOf(field, draft, at = "$") {
  if (field.kind === "constant") return { value: field.value, faults: {} };
  if (field.kind === "flag") return { value: draft === true, faults: {} };
  if (field.kind === "choice") return choiceValue(field, draft, at);
  if (field.kind === "group") return groupValue(field, draft, at);
  if (field.kind === "seats") return seatsValue(field, draft, at);
  if (field.kind === "either") {
    const way = field.fields?.[draft.chosen];
    return way ? valueOf(way, draft.drafts[draft.chosen], at) : { value: field.nothing, faults: {} };
  }
  const text = String(draft);
  if (text === "" && field.empty) return { value: field.nothing, faults: {} };
  if (field.kind === "number") return resultAt(at, numberValue(field, text.trim()));
  return resultAt(at, textValue(field, text));
}

/** Lists the paths of all fields, so that a refusal can be shown at the field it names.
 * @param {Field} field
 * @param {string} [at]
 * @returns {string[]}
 */
export function pathsOf(field, at = "$") {
  if (field.kind === "either") return [at, ...(field.fields ?? []).flatMap((way) => pathsOf(way, at).slice(1))];
  if (field.kind === "seats") return [at, ...(field.fields ?? []).map((_, seat) => `${at}[${seat}]`)];
  if (field.kind !== "group") return [at];
  return [at, ...(field.fields ?? []).flatMap((one) => pathsOf(one, `${at}.${one.name}`))];
}

/** Returns the closest known path to the one that a refusal names, or null.
 * @param {string} at
 * @param {string[]} places
 * @returns {string | null}
 */
export function nearestPath(at, places) {
  const around = places.filter((place) => at === place || at.startsWith(`${place}.`) || at.startsWith(`${place}[`));
  return around.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** Returns the value of a group of fields. Options that do not apply get their defaults and are not checked.
 * @param {Field} field @param {any} draft @param {string} at
 */
function groupValue(field, draft, at) {
  const all = field.fields ?? [];
  const inner = new Map(all.map((one) => [one.name, valueOf(one, draft[one.name], `${at}.${one.name}`)]));
  const counted = applicableFields(field, Object.fromEntries([...inner].map(([name, { value }]) => [name, value])));
  const values = all.map((one) => [one.name, counted.includes(one) ? inner.get(one.name)?.value : one.initial]);
  const value = Object.fromEntries(values.filter(([, one]) => one !== undefined));
  return { value, faults: Object.assign({}, ...counted.map((one) => inner.get(one.name)?.faults)) };
}

/** @param {Field} field @param {any[]} draft @param {string} at @returns {{value: any[], faults: Record<string, Fault>}} */
function seatsValue(field, draft, at) {
  const inner = (field.fields ?? []).map((one, seat) => valueOf(one, draft[seat], `${at}[${seat}]`));
  return { value: inner.map((one) => one.value), faults: Object.assign({}, ...inner.map((one) => one.faults)) };
}

/** @param {Field} field @param {number} draft @param {string} at */
function choiceValue(field, draft, at) {
  const choice = field.choices?.[draft];
  if (choice) return { value: choice.value, faults: {} };
  return field.empty ? { value: field.nothing, faults: {} } : { value: undefined, faults: { [at]: { code: "required" } } };
}

/** @param {string} at @param {any} found a value, or `{fault}` @returns {{value: any, faults: Record<string, Fault>}} */
function resultAt(at, found) {
  return found.fault ? { value: undefined, faults: { [at]: found.fault } } : { value: found.value, faults: {} };
}

/** @param {Field} field @param {string} text @returns {{value: number} | {fault: Fault}} */
function numberValue(field, text) {
  const value = Number(text.replace(",", "."));
  if (text === "") return { fault: { code: "required" } };
  if (!Number.isFinite(value)) return { fault: { code: "number" } };
  if (field.whole && !Number.isInteger(value)) return { fault: { code: "whole" } };
  if (field.min !== undefined && (value < field.min || (field.above && value === field.min))) return { fault: { code: "low", limit: field.min } };
  if (field.max !== undefined && (value > field.max || (field.below && value === field.max))) return { fault: { code: "high", limit: field.max } };
  return { value };
}

/** @param {Field} field @param {string} text @returns {{value: string} | {fault: Fault}} */
function textValue(field, text) {
  const length = [...text].length;
  if (field.min !== undefined && length < field.min) return { fault: length === 0 ? { code: "required" } : { code: "short", limit: field.min } };
  if (field.max !== undefined && length > field.max) return { fault: { code: "long", limit: field.max } };
  if (field.pattern !== undefined && !matches(field.pattern, text)) return { fault: { code: "pattern" } };
  return { value: text };
}

/** @param {string} pattern @param {string} text */
function matches(pattern, text) {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

/** @param {any} schema @returns {any[]} the alternatives of a schema */
function waysOf(schema) {
  const ways = schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) ? schema.type.map((/** @type {string} */ type) => ({ ...schema, type })) : null);
  if (!ways) return [schema];
  return ways.flatMap((/** @type {any} */ way) => waysOf(way));
}

/** @param {any[]} ways @returns {Choice[] | null} */
function choicesOf(ways) {
  if (!ways.every((way) => "const" in way || way.enum)) return null;
  return ways.flatMap((way) =>
    "const" in way ? [{ value: way.const, label: way.title ?? readableName(way.const) }] : way.enum.filter((/** @type {any} */ one) => one !== null).map((/** @type {any} */ value) => ({ value, label: readableName(value) })),
  );
}

/** @param {any} schema */
const isGroup = (schema) => schema?.type === "object" && schema.properties !== undefined;

/** @param {Choice[]} choices @param {any} given @param {boolean} empty */
function choiceIndex(choices, given, empty) {
  const found = choices.findIndex((choice) => choice.value === given);
  return found >= 0 || empty ? found : 0;
}

/** @param {Field} field @param {any} given */
function accepts(field, given) {
  if (field.kind === "constant") return given === field.value;
  if (field.kind === "flag") return typeof given === "boolean";
  if (field.kind === "number") return typeof given === "number";
  if (field.kind === "text") return typeof given === "string";
  if (field.kind === "choice") return (field.choices ?? []).some((choice) => choice.value === given);
  if (field.kind !== "group") return true;
  return typeof given === "object" && (field.fields ?? []).every((one) => one.kind !== "constant" || given[one.name] === one.value);
}
