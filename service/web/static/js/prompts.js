/**
 * A prompt is an act that may come next, with the values that are known (`given`) and the fields to ask for (`asks`). There may be several
 * prompts for one type of act: one for each seat that may do it, or for each way to do it.
 */

/** @typedef {import("../../types/api.js").components["schemas"]["Prompt"]} Prompt */

/**
 * Combine several prompts for one type into one prompt. The result has the values on which all prompts agree, and the choices of every
 * prompt. Undefined if there are no prompts.
 * @param {readonly Prompt[]} prompts
 * @returns {Prompt | undefined}
 */
export function shared(prompts) {
  const [first, ...others] = prompts;
  if (!others.length) return first;
  const given = Object.entries(first.given).filter(([name, value]) => others.every((other) => same(other.given[name], value)));
  /** @param {string} field */
  const choices = (field) => [...new Set(prompts.flatMap((prompt) => prompt.asks.find((ask) => ask.field === field)?.choices ?? []))];
  return { ...first, given: Object.fromEntries(given), asks: first.asks.map((ask) => ({ ...ask, choices: choices(ask.field) })) };
}

/**
 * Whether `data` may answer this prompt: it has the values that the prompt knows, and only choices that it offers.
 * @param {Prompt} prompt
 * @param {Record<string, any>} data
 */
export const fits = ({ given, asks }, data) => asks.length > 0 && Object.entries(given).every(([name, value]) => same(data[name], value))
  && asks.every((ask) => !(ask.field in data) || ask.choices.includes(data[ask.field]));

/**
 * Whether the prompt is for entering a whole round as one act, instead of every act of the round.
 * @param {Prompt} prompt
 */
export const states = (prompt) => "round" in prompt.given;

/**
 * If play waits for one of several acts, and none of them needs anything filled in, returns their prompts: each gets a button. Example:
 * collect the units, or go on. Otherwise returns an empty list.
 * @param {readonly Prompt[]} prompts
 */
export function decisions(prompts) {
  const expected = prompts.filter((prompt) => prompt.expected);
  const types = new Set(expected.map((prompt) => prompt.type));
  return types.size === expected.length && types.size > 1 && expected.every((prompt) => !prompt.asks.length && !states(prompt)) ? expected : [];
}

/**
 * The types of acts that the table waits for, or that may come next; those that play waits for first.
 * @param {{prompts?: readonly Prompt[] | null}} game
 * @param {(prompt: Prompt) => boolean} [wanted] only those with such a prompt
 */
export const prompted = ({ prompts }, wanted = () => true) => [...new Set((prompts ?? []).filter(wanted).toSorted((one, other) => Number(other.expected) - Number(one.expected)).map(({ type }) => type))];

/**
 * The types of acts that the desk itself offers: acts that play waits for, acts that one tap can record (a deal without its cards), and
 * acts that enter a whole round at once.
 * @param {{prompts?: readonly Prompt[] | null}} game
 */
export const offeredBy = (game) => prompted(game, (prompt) => prompt.expected || !prompt.asks.length || states(prompt));

/**
 * The heading of a form for that prompt; null when the prompt is for the act that play waits for.
 * @param {Prompt} prompt
 */
export function heading(prompt) {
  return prompt.expected && !states(prompt) ? null : prompt.text;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
