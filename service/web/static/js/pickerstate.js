/** What the list knows in which a game is chosen, and what each tap makes of it (picker.js draws it). Nothing here reads or draws. */

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 *
 * @typedef {object} Line a game that can be chosen
 * @property {string} slug
 * @property {string} name
 * @property {string} standard what people call it who know no other; empty: it is not the standard game of a family
 * @property {string} text everything else by which it is found
 * @property {number} least players
 * @property {number} most players
 *
 * @typedef {object} Picking
 * @property {readonly Line[]} lines
 * @property {string} wanted the slug of the chosen game; empty: none is chosen
 * @property {Answers["SystemSheet"] | null} system the rules of the game that was chosen last; null until the first came
 * @property {boolean} picking whether the list of games is open
 * @property {string} find what is searched for in it
 */

/**
 * @param {readonly Line[]} lines
 * @param {string} wanted the slug of a game, which may not be among them
 * @returns {Picking}
 */
export function begun(lines, wanted) {
  const chosen = lines.some((line) => line.slug === wanted) ? wanted : "";
  return { lines, wanted: chosen, system: null, picking: !chosen, find: "" };
}

/**
 * @template {Picking} State
 * @param {State} state
 * @param {string} find
 * @returns {State}
 */
export const searched = (state, find) => ({ ...state, find });

/**
 * Open the list of games again.
 * @template {Picking} State
 * @param {State} state
 * @returns {State}
 */
export const picking = (state) => ({ ...state, picking: true, find: "" });

/**
 * Close the list of games; without a chosen game it stays open.
 * @template {Picking} State
 * @param {State} state
 * @returns {State}
 */
export const closed = (state) => ({ ...state, picking: !state.wanted, find: "" });

/**
 * @template {Picking} State
 * @param {State} state
 * @param {string} slug
 * @returns {State}
 */
export const chosen = (state, slug) => closed({ ...state, wanted: slug });

/**
 * The rules of the game are here, unless another game has been chosen in the meantime.
 * @template {Picking} State
 * @param {State} state
 * @param {Answers["SystemSheet"]} system
 * @returns {State}
 */
export const ruled = (state, system) => (system.slug === state.wanted ? { ...state, system } : state);

/**
 * Whether the rules of the chosen game are here.
 * @param {Pick<Picking, "system" | "wanted">} state
 */
export const ready = ({ system, wanted }) => wanted !== "" && system?.slug === wanted;

/**
 * The games in which each searched word is found, or which have as many players as the number says.
 * @param {Pick<Picking, "lines" | "find">} state
 */
export function found({ lines, find }) {
  const words = wordsOf(find.replace(/(\d)[\s-]*(players?|people|handed)\b/gi, "$1"));
  return lines.filter(({ name, text, least, most }) => {
    const all = wordsOf(`${name} ${text}`);
    return words.every((word) => all.some((each) => each.startsWith(word)) || (/^\d+$/.test(word) && least <= Number(word) && Number(word) <= most));
  });
}

/**
 * Small letters without accents, and numbers.
 * @param {string} text
 */
const wordsOf = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * @param {Pick<Picking, "lines" | "wanted">} state
 * @returns {Line | undefined}
 */
export const lineOf = ({ lines, wanted }) => lines.find((line) => line.slug === wanted);
