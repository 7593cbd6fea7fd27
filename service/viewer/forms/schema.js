/** What a JSON Schema asks for, as fields of a form: the fields, what is typed into them, and the value it gives. */

import { spoken } from "../ui/game_name.js";

/**
 * @typedef {{value: any, label: string}} Choice
 * @typedef {{code: string, limit?: number}} Fault why a field has no value; `code` is the end of a key under `lobby.option`
 * @typedef {object} Field
 * @property {"constant" | "choice" | "flag" | "number" | "text" | "group" | "either" | "json"} kind
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {boolean} empty it may stay empty
 * @property {any} nothing what an empty field gives: undefined to leave it out, or null
 * @property {any} [initial]
 * @property {any} [value] of a constant
 * @property {Choice[]} [choices]
 * @property {boolean} [whole]
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [above] `min` itself is too little
 * @property {boolean} [below] `max` itself is too much
 * @property {number} [step]
 * @property {string} [pattern]
 * @property {Field[]} [fields] of a group, or the ways of an either
 */

/** The field that a schema describes.
 * @param {any} schema
 * @param {string} [name]
 * @param {boolean} [required]
 * @returns {Field}
 */
export function fieldOf(schema, name = "", required = true) {
  const about = {
    name,
    label: schema.title ?? spoken(name),
    help: schema.description ?? "",
    empty: !required && schema.default === undefined,
    nothing: undefined,
    initial: schema.default,
  };
  const ways = waysOf(schema);
  const some = ways.filter((way) => way.type !== "null" && way.const !== null);
  if (some.length < ways.length) Object.assign(about, { empty: true, nothing: null, initial: about.initial ?? null });
  if (some.length === 0) return { ...about, kind: "constant", value: null };
  const choices = choicesOf(some);
  if (choices?.length === 1 && !about.empty) return { ...about, kind: "constant", value: choices[0]?.value };
  if (choices) return { ...about, kind: "choice", choices };
  const [only] = some;
  if (some.length > 1 || (about.empty && isGroup(only))) {
    const fields = some.map((way) => ({ ...fieldOf(way), label: spoken(way.title ?? way.properties?.t?.const ?? way.type ?? "") }));
    return { ...about, kind: "either", fields };
  }
  return { ...about, ...simple(only, about) };
}

/** @param {any} schema @param {any} about @returns {any} */
function simple(schema, about) {
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
  return { kind: "json" };
}

/** What stands in a field before anybody has typed.
 * @param {Field} field
 * @param {any} [given]
 * @returns {any}
 */
export function draftOf(field, given = field.initial) {
  if (field.kind === "constant") return field.value;
  if (field.kind === "flag") return given === true;
  if (field.kind === "choice") return placeOf(field.choices ?? [], given, field.empty);
  if (field.kind === "group") return Object.fromEntries((field.fields ?? []).map((one) => [one.name, draftOf(one, given?.[one.name] ?? one.initial)]));
  if (field.kind === "either") return eitherDraft(field, given);
  if (field.kind === "json") return given === undefined ? "" : JSON.stringify(given);
  return given === undefined || given === null ? "" : String(given);
}

/** @param {Field} field @param {any} given */
function eitherDraft(field, given) {
  const ways = field.fields ?? [];
  const fits = ways.findIndex((way) => given !== undefined && given !== null && accepts(way, given));
  const chosen = fits >= 0 ? fits : field.empty ? -1 : 0;
  return { chosen, drafts: ways.map((way, n) => draftOf(way, n === fits ? given : way.initial)) };
}

/** The value that a draft gives, and what keeps it from giving one, by the place of the field.
 * @param {Field} field
 * @param {any} draft
 * @param {string} [at]
 * @returns {{value: any, faults: Record<string, Fault>}}
 */
export function valueOf(field, draft, at = "$") {
  if (field.kind === "constant") return { value: field.value, faults: {} };
  if (field.kind === "flag") return { value: draft === true, faults: {} };
  if (field.kind === "choice") return chosenValue(field, draft, at);
  if (field.kind === "group") return groupValue(field, draft, at);
  if (field.kind === "either") {
    const way = field.fields?.[draft.chosen];
    return way ? valueOf(way, draft.drafts[draft.chosen], at) : { value: field.nothing, faults: {} };
  }
  const text = String(draft);
  if (text === "" && field.empty) return { value: field.nothing, faults: {} };
  if (field.kind === "number") return checked(at, numberValue(field, text.trim()));
  if (field.kind === "text") return checked(at, textValue(field, text));
  try {
    return { value: JSON.parse(text), faults: {} };
  } catch {
    return { value: undefined, faults: { [at]: { code: "json" } } };
  }
}

/** The places of all fields, so that a refusal can be shown at the one it names.
 * @param {Field} field
 * @param {string} [at]
 * @returns {string[]}
 */
export function placesOf(field, at = "$") {
  if (field.kind === "either") return [at, ...(field.fields ?? []).flatMap((way) => placesOf(way, at).slice(1))];
  if (field.kind !== "group") return [at];
  return [at, ...(field.fields ?? []).flatMap((one) => placesOf(one, `${at}.${one.name}`))];
}

/** The nearest known place to the one that a refusal names; null when it is about something else.
 * @param {string} at
 * @param {string[]} places
 * @returns {string | null}
 */
export function nearest(at, places) {
  const around = places.filter((place) => at === place || at.startsWith(`${place}.`) || at.startsWith(`${place}[`));
  return around.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** @param {Field} field @param {any} draft @param {string} at */
function groupValue(field, draft, at) {
  /** @type {Record<string, any>} */
  const value = {};
  /** @type {Record<string, Fault>} */
  const faults = {};
  for (const one of field.fields ?? []) {
    const inner = valueOf(one, draft[one.name], `${at}.${one.name}`);
    if (inner.value !== undefined) value[one.name] = inner.value;
    Object.assign(faults, inner.faults);
  }
  return { value, faults };
}

/** @param {Field} field @param {number} draft @param {string} at */
function chosenValue(field, draft, at) {
  const choice = field.choices?.[draft];
  if (choice) return { value: choice.value, faults: {} };
  return field.empty ? { value: field.nothing, faults: {} } : { value: undefined, faults: { [at]: { code: "required" } } };
}

/** @param {string} at @param {any} found a value, or `{fault}` @returns {{value: any, faults: Record<string, Fault>}} */
function checked(at, found) {
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

/** @param {any} schema @returns {any[]} the ways in which a value may be written */
function waysOf(schema) {
  const ways = schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) ? schema.type.map((/** @type {string} */ type) => ({ ...schema, type })) : null);
  if (!ways) return [schema];
  return ways.flatMap((/** @type {any} */ way) => waysOf(way));
}

/** @param {any[]} ways @returns {Choice[] | null} */
function choicesOf(ways) {
  if (!ways.every((way) => "const" in way || way.enum)) return null;
  return ways.flatMap((way) =>
    "const" in way ? [{ value: way.const, label: way.title ?? spoken(way.const) }] : way.enum.filter((/** @type {any} */ one) => one !== null).map((/** @type {any} */ value) => ({ value, label: spoken(value) })),
  );
}

/** @param {any} schema */
const isGroup = (schema) => schema?.type === "object" && schema.properties !== undefined;

/** @param {Choice[]} choices @param {any} given @param {boolean} empty */
function placeOf(choices, given, empty) {
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
