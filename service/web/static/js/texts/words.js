/** The words of the pages for seats, states, fields and findings. The server itself puts events and positions into words. */

/**
 * The states of a game, by the API’s word.
 * @type {Record<string, string>}
 */
export const STATES = {
  open: "in play",
  finished: "finished",
  confirmed: "confirmed",
  final: "final",
  unfinished: "unfinished",
  abandoned: "abandoned",
  annulled: "annulled",
  archived: "archived",
};

/**
 * The kinds of findings, the gravest first. A query is a question to the table: it accuses nobody.
 * @type {Record<string, {icon: string, word: string}>}
 */
export const KINDS = {
  breach: { icon: "⚑", word: "Breach" },
  contradiction: { icon: "≠", word: "Contradiction" },
  query: { icon: "?", word: "Question" },
  gap: { icon: "…", word: "Incomplete" },
};

/**
 * What flags a step of a replay, the gravest first. The sign of a ruling is a picture.
 * @type {Record<string, {icon: string, word: string}>}
 */
export const FLAGS = { ...KINDS, ruling: { icon: "", word: "Ruling" }, correction: { icon: "✎", word: "Correction" } };

/** The words before the suspects: the entries in which a card may be typed wrong. */
export const TYPED = "A card was typed wrong:";

/**
 * The server's sentence for an event.
 * @param {{withheld?: boolean, sentence?: string | null}} event
 */
export const lineOf = (event) => (event.withheld ? "Hidden until the game reveals it" : event.sentence);

/**
 * The label of an act of that type; a name that is not among the types is split into words.
 * @param {ReadonlyMap<string, {label: string}>} types those of the system, by name
 * @param {string} type
 */
export const actLabel = (types, type) => types.get(type)?.label ?? capital(type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());

/**
 * `bid_min` → `Bid min`.
 * @param {string} name
 */
export const fieldLabel = (name) => capital(name.replaceAll("_", " "));

/** @param {string} state */
export const stateLabel = (state) => STATES[state] ?? state;

/**
 * `single_survivor` → `Single survivor`, `J_to_A` → `J to A`.
 * @param {string | number} word
 */
export const plain = (word) => capital(String(word).replaceAll("_", " ").replaceAll("-", " ").replace(/[A-Z]{2,}|[A-Z](?=[a-z])/g, (some) => some.toLowerCase()));

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * The first sentence of a text.
 * @param {string} [text]
 */
export const firstSentence = (text) => text?.match(/^.*?[.?!](?= |$)/)?.[0];

/**
 * Names by seat.
 * @param {{seat: number, name?: string | null}[]} seats
 * @returns {(seat: number) => string} `Seat 4` for seat 3 when it has no name
 */
export function namesOf(seats) {
  const names = new Map(seats.map(({ seat, name }) => [Number(seat), isolated(name ?? "")]));
  return (seat) => names.get(Number(seat)) || seatLabel(seat);
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name in a script that runs from right to left gets isolates (U+2068, U+2069): otherwise it would turn round the numbers beside it.
 * @param {string} name
 */
export const isolated = (name) => (FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name);

/**
 * A seat with its number as people count, from 1. Records and the API count seats from 0.
 * @param {number | string} seat
 */
export const seatLabel = (seat) => `Seat ${Number(seat) + 1}`;

/**
 * `Anna, Ben and Carl`.
 * @param {(string | number)[]} words
 */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * The form of a verb that goes with a name: the second one for several people, such as `Anna and Ben` or `The Aces`.
 * @param {string} name
 * @param {string} one
 * @param {string} many
 */
export const verb = (name, one, many) => (/ and | & |^the .*s$/i.test(name) ? many : one);

/**
 * `table 4`, `tables 1, 2 and 3`.
 * @param {string} noun
 * @param {number[]} numbers
 */
export const numbered = (noun, numbers) => `${noun}${numbers.length > 1 ? "s" : ""} ${listed(numbers)}`;

/**
 * `entry 4`, `entries 17, 21`.
 * @param {number[]} versions
 */
export const entriesLabel = (versions) => `${versions.length > 1 ? "entries" : "entry"} ${versions.join(", ")}`;

/**
 * `5 minutes`, `90 seconds`.
 * @param {number} seconds
 */
export const minutes = (seconds) => (seconds % 60 ? count(seconds, "second") : count(seconds / 60, "minute"));

/**
 * A number as people write it: `-5` with a minus sign, `−5`.
 * @param {number | string} number
 */
export const signed = (number) => String(number).replace("-", "−");

/**
 * Points that were added: `+5`, `−5`, `0`.
 * @param {number} points
 */
export const plus = (points) => (points > 0 ? `+${points}` : signed(points));

/**
 * A number with its noun: `1 point`, `2 points`.
 * @param {number} number
 * @param {string} one
 */
export const count = (number, one, many = `${one}s`) => `${signed(number)} ${number === 1 ? one : many}`;

/**
 * Points as they are shown, with their word for screen readers.
 * @template Shown
 * @template Said
 * @param {Shown} shown the number, perhaps with a sign
 * @param {number} points
 * @param {(text: string) => Said} say makes an element of a part that only screen readers read
 */
export const pointsSaid = (shown, points, say) => [shown, say(points === 1 ? " point" : " points")];

/**
 * `deal 3 open`, `deals 3 and 4 open`, for many `7 deals open`; empty if no deal is open. `one`: the word for a deal.
 * @param {number[]} numbers
 */
export function openDeals(numbers = [], one = "deal") {
  if (numbers.length > 4) return `${numbers.length} ${one}s open`;
  return numbers.length ? `${numbered(one, numbers)} open` : "";
}

/** @type {Partial<Record<Intl.LDMLPluralRule, string>>} */
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };
const RULES = new Intl.PluralRules("en", { type: "ordinal" });

/**
 * `1st`, `22nd`, `113th`.
 * @param {number} number
 */
export const ordinal = (number) => `${number}${ENDINGS[RULES.select(number)]}`;

/** What waits on this device (unstored.js). */
export const UNSTORED = {
  title: "Not stored yet",
  acts: (/** @type {number} */ acts, /** @type {import("../../../types/dom.js").Child} */ game) => [acts === 1 ? "1 act of " : `${acts} acts of `, game, acts === 1 ? " is not stored yet." : " are not stored yet."],
  sendNow: "Send now",
};
