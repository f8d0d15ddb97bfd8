/**
 * The values that each field of an event may have, read from the JSON Schema that `/systems/{slug}/event-types` gives. With them, the page
 * can build a form for any event type, even for an event type that it does not know.
 *
 * Kinds: seat · seats · word · words · number · flag · text · person · card · cards · seat-card · seat-cards · seat-number · seat-word ·
 * word-seat · other.
 */

import { fieldLabel } from "./texts/words.js";

const A_CARD = "HJ|LJ";
const PERSON = "[a-z0-9_-]{1,40}";

/**
 * @typedef {{name: string, label: string, kind: string, required: boolean, words: string[], least: number, most: number, longest: number, examples: string[], nullable: boolean, sealed: boolean}} Field
 * `examples`: words that people use; any other word is accepted too
 *
 * @typedef {{type?: string, title?: string, enum?: string[], examples?: string[], minimum?: number, maximum?: number, maxLength?: number, pattern?: string, items?: Schema, anyOf?: Schema[],
 *            properties?: Record<string, Schema>, required?: string[], additionalProperties?: Schema | boolean, "x-sealed"?: boolean}} Schema as much of a JSON Schema as forms read
 */

/**
 * The fields of an event type, in the order of the record.
 * @param {{schema: object}} type
 * @returns {Field[]}
 */
export function fieldsOf(type) {
  const { properties = {}, required = [] } = /** @type {Schema} */ (type.schema);
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
}

/**
 * One field from its schema.
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} required
 * @returns {Field}
 */
export function fieldOf(name, schema, required) {
  const shape = withoutNull(schema);
  return {
    name, label: schema.title ?? fieldLabel(name), required, kind: kindOf(name, shape), words: wordsOf(shape),
    least: shape.minimum ?? 0, most: shape.maximum ?? Infinity, longest: shape.maxLength ?? 500, examples: shape.examples ?? [],
    nullable: shape !== schema, sealed: Boolean(shape["x-sealed"]),
  };
}

/**
 * The data of an event in which each sealed value (`{commit, value}`) is replaced by the plain value. A value that this reader may not see
 * is null.
 * @param {any} value
 * @returns {any}
 */
export function inClear(value) {
  if (Array.isArray(value)) return value.map(inClear);
  if (value === null || typeof value !== "object") return value;
  if ("commit" in value) return value.value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inClear(item)]));
}

/** @param {Schema} schema */
const withoutNull = (schema) => schema.anyOf?.find((option) => option.type !== "null") ?? schema;

/** @param {Schema} schema */
const isSeat = (schema) => schema.type === "integer" && schema.minimum === 0 && schema.maximum === 15;

/** @param {Schema} schema */
const isCard = (schema) => schema.type === "string" && Boolean(schema.pattern?.includes(A_CARD));

/**
 * @param {string} name
 * @param {Schema} schema
 */
function kindOf(name, schema) {
  if (schema.enum) return "word";
  if (schema.type === "boolean") return "flag";
  if (isSeat(schema)) return "seat";
  if (schema.type === "integer") return "number";
  if (isCard(schema)) return "card";
  if (schema.type === "string") return name === "person" || schema.pattern?.includes(PERSON) ? "person" : "text";
  if (schema.type === "array") return listKind(withoutNull(schema.items ?? {}));
  if (schema.type === "object" && typeof schema.additionalProperties === "object") return mapKind(withoutNull(schema.additionalProperties));
  return schema.type === "object" && seatsByWord(schema) ? "word-seat" : "other";
}

// The words that a field may have: one word, a list of words, a word for each seat, or words that each get a seat.
/** @param {Schema} schema */
function wordsOf(schema) {
  const map = schema.type === "object" && typeof schema.additionalProperties === "object" ? schema.additionalProperties : null;
  return schema.enum ?? (schema.items ?? map)?.enum ?? (seatsByWord(schema) ? Object.keys(schema.properties ?? {}) : []);
}

/** @param {Schema} schema */
function seatsByWord({ properties = {} }) {
  const each = Object.values(properties);
  return each.length > 0 && each.every((schema) => isSeat(withoutNull(schema)));
}

/** @param {Schema} item */
function listKind(item) {
  if (isSeat(item)) return "seats";
  if (item.enum) return "words";
  return isCard(item) ? "cards" : "other";
}

/** @param {Schema} item */
function mapKind(item) {
  if (isCard(item)) return "seat-card";
  if (item.type === "integer") return "seat-number";
  if (item.enum) return "seat-word";
  return item.type === "array" && isCard(withoutNull(item.items ?? {})) ? "seat-cards" : "other";
}
