/**
 * Checks a record file (docs/record-format.md) in the browser: the canonical form of its lines, the chain of hashes, the opened values
 * against their commitments, the digests, and the id of the stream. One change is one fault, in the line that was changed.
 */

import { VERIFY } from "./texts/file.js";

/**
 * @typedef {{[key: string]: any}} Fields
 * @typedef {{event: number | null, where: string, message: string}} Fault `event`: the version; null: the fault is in the header, the footer or the whole
 * @typedef {{faults: Fault[], stream: string, events: number, head: string}} Verified `head`: the hash of the last event
 */

const EMPTY = new Uint8Array(32);
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const MOST_FAULTS = 100;
const AT_ONCE = 200;

/**
 * Check the record of a game in the ndjson form.
 * @param {string} text
 * @param {(part: number) => void} [progress] called now and then with the part of the lines that is checked, from 0 to 1
 * @returns {Promise<Verified>}
 */
export async function verified(text, progress = () => {}) {
  const lines = text.split("\n");
  const whole = lines.pop() === "";
  const [header, ...rest] = lines.map(read);
  const footer = rest.pop();
  const check = new Check();
  await check.header(header ?? NOTHING);
  for (const [index, line] of rest.entries()) {
    if (index % AT_ONCE === 0) progress(index / lines.length);
    if (check.faults.length >= MOST_FAULTS) break;
    await check.event(line, versionOf(rest[index + 1] ?? footer));
  }
  await check.footer(footer ?? NOTHING, lines.slice(0, -1));
  if (!whole && !check.faults.length) check.fault(null, VERIFY.footer, VERIFY.cutOff);
  const { faults, stream, number, reached } = check;
  return { faults: faults.slice(0, MOST_FAULTS), stream, events: number, head: reached };
}

class Check {
  /** @type {Fault[]} */
  faults = [];
  stream = "";
  system = "";
  /** the version of the last event */
  number = 0;
  /** the hash of the last event, as it is written */
  reached = "";
  /** @type {Uint8Array[]} the hashes from which the next event may follow; none: not known */
  known = [EMPTY];
  recorded = 0;
  /** @type {Set<string>} */
  ids = new Set();

  /**
   * @param {number | null} event
   * @param {string} where
   * @param {string} message
   */
  fault(event, where, message) {
    this.faults.push({ event, where, message });
  }

  /** @param {Line} line */
  async header({ fields, wrong }) {
    const kind = fields.format === "faceup-record" && fields.format_version === 2 && fields.kind === "game" && typeof fields.stream === "string";
    const message = wrong || (kind ? await sealOf(fields) : VERIFY.noHeader);
    if (message) this.fault(null, VERIFY.header, message);
    else Object.assign(this, { stream: fields.stream, system: fields.system });
  }

  /**
   * @param {Line} line
   * @param {number} following the version that the line below names
   */
  async event({ fields, wrong }, following) {
    const version = this.#place(fields, following);
    this.number = version;
    const fits = await this.#follows(fields);
    const message = wrong || (fields.version !== version && VERIFY.version(version)) || (!fits && VERIFY.hash) || (await unsealed(fields)) || this.#outOfLine(fields);
    if (message) this.fault(version, VERIFY.event(version), message);
    else await this.#opening(fields);
    this.reached = isHash(fields.hash) ? fields.hash : "";
  }

  /**
   * The version that this line should have. Where it and the line below name later ones, those between are missing.
   * @param {Fields} fields
   * @param {number} following
   */
  #place({ version }, following) {
    const next = this.number + 1;
    if (!(version > next) || following !== version + 1) return next;
    this.fault(next, VERIFY.event(next), version === next + 1 ? VERIFY.missing : VERIFY.missingUpTo(version - 1));
    this.known = [];
    return version;
  }

  /**
   * Whether the hash of this line follows from the hash of the event before it, or that one is not known. If it does not, the next event may
   * follow from this hash as it is written, or as it should be.
   * @param {Fields} fields
   */
  async #follows({ hash, opened: _opened, ...body }) {
    const text = bytesOf(canonical(body));
    const should = await Promise.all(this.known.map((before) => sha256(before, text)));
    const fits = !this.known.length || should.some((each) => hexOf(each) === hash);
    const written = isHash(hash) ? [fromHex(hash)] : [];
    this.known = hash === undefined || fits ? written : [...written, ...should.slice(0, 2)];
    return fits;
  }

  /** @param {Fields} fields */
  #outOfLine({ version, id, recorded_at: recorded, after = 0, type }) {
    if (after >= version) return VERIFY.after;
    if (this.ids.has(id)) return VERIFY.sameId;
    if (recorded < this.recorded) return VERIFY.earlier;
    if ((version === 1) !== (type === "GameOpened")) return VERIFY.opening;
    this.ids.add(id);
    this.recorded = recorded;
    return "";
  }

  /**
   * Compare the header with event 1.
   * @param {Fields} fields
   */
  async #opening({ version, id, data }) {
    if (version !== 1 || !this.stream) return;
    const digest = await sha256(fromHex(String(id).replaceAll("-", "")));
    const [club] = this.stream.split("-");
    if (this.stream !== `${club}-${base32(digest.slice(0, 10))}`) this.fault(null, VERIFY.header, VERIFY.otherStream);
    else if (data?.system !== this.system) this.fault(null, VERIFY.header, VERIFY.otherSystem);
  }

  /**
   * @param {Line} line
   * @param {string[]} above the lines above it
   */
  async footer({ fields, wrong }, above) {
    const message = wrong || (fields.head && fields.lines ? await sealOf(fields) : VERIFY.noFooter);
    if (message) this.fault(null, VERIFY.footer, message);
    if (this.faults.length) return;
    if (fields.head.version !== this.number || fields.head.hash !== this.reached) this.fault(null, VERIFY.footer, VERIFY.head(this.number));
    else if (hexOf(await sha256(bytesOf(above.map((each) => `${each}\n`).join("")))) !== fields.lines) this.fault(null, VERIFY.footer, VERIFY.lines);
  }
}

/** @typedef {{fields: Fields, wrong: string}} Line `fields`: empty if the line cannot be read; `wrong`: what is wrong with the line itself */

/** @type {Line} */
const NOTHING = { fields: {}, wrong: VERIFY.missing };

/**
 * The version that a line names; the footer names the one after the last event.
 * @param {Line} [line]
 */
const versionOf = ({ fields } = NOTHING) => (fields.head ? fields.head.version + 1 : fields.version);

/**
 * @param {string} text
 * @returns {Line}
 */
function read(text) {
  try {
    const fields = JSON.parse(text);
    if (!isMap(fields)) return { fields: {}, wrong: VERIFY.unreadable };
    return { fields, wrong: canonical(fields) === text ? "" : VERIFY.form };
  } catch {
    return { fields: {}, wrong: VERIFY.unreadable };
  }
}

/**
 * What is wrong with the digest of a header or a footer; empty: nothing.
 * @param {Fields} fields
 */
async function sealOf({ digest, ...rest }) {
  return hexOf(await sha256(bytesOf(canonical(rest)))) === digest ? "" : VERIFY.digest;
}

/**
 * What is wrong with the sealed values of an event; empty: nothing.
 * @param {Fields} fields
 */
async function unsealed({ data, opened = {} }) {
  const sealed = new Map(leaves(data, ""));
  const broken = [...sealed].find(([, leaf]) => !isHash(leaf.commit) || Object.keys(leaf).length > 1);
  if (broken) return VERIFY.commitment(broken[0]);
  if (!isMap(opened) || !Object.values(opened).every(isMap)) return VERIFY.unreadable;
  for (const [path, { value, salt }] of Object.entries(opened)) {
    const leaf = sealed.get(path);
    if (!leaf) return VERIFY.notSealed(path);
    if (typeof salt !== "string" || !/^([0-9a-f]{2}){16,64}$/.test(salt) || (await hmac(fromHex(salt), canonical(value))) !== leaf.commit) return VERIFY.opened(path);
  }
  return "";
}

/**
 * The sealed values in the data of an event, by path.
 * @param {any} value
 * @param {string} path
 * @returns {Generator<[string, Fields]>}
 */
function* leaves(value, path) {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value) && "commit" in value) yield [path, value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, path ? `${path}.${key}` : key);
}

/**
 * The canonical form of JSON without fractions (RFC 8785).
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).toSorted().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** @param {unknown} value */
const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {unknown} text */
const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * SHA-256 of these bytes, one after the other.
 * @param {...Uint8Array} parts
 */
async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/**
 * @param {Uint8Array<ArrayBuffer>} salt
 * @param {string} text
 */
async function hmac(salt, text) {
  const key = await crypto.subtle.importKey("raw", salt, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(text))));
}

/**
 * @param {Uint8Array} bytes a number of bytes that 5 divides
 */
function base32(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join("");
}
