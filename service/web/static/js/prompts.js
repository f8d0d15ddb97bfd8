/** What standing prompts say together: several may be for one type of act, since any of these seats may do it, or one seat in several ways. */

/** Several prompts of one type as one: what all of them know, and whatever one of them offers; undefined when there are none. */
export function shared(prompts) {
  const [first, ...others] = prompts;
  if (!others.length) return first;
  const given = Object.entries(first.given).filter(([name, value]) => others.every((other) => same(other.given[name], value)));
  const choices = (field) => [...new Set(prompts.flatMap((prompt) => prompt.asks.find((ask) => ask.field === field)?.choices ?? []))];
  return { ...first, given: Object.fromEntries(given), asks: first.asks.map((ask) => ({ ...ask, choices: choices(ask.field) })) };
}

/** Whether an answer may be one to this prompt: it says what the prompt knows, and what it offers. */
export const fits = ({ given, asks }, data) => asks.length > 0 && Object.entries(given).every(([name, value]) => same(data[name], value))
  && asks.every((ask) => !(ask.field in data) || ask.choices.includes(data[ask.field]));

/** Whether it is for what a table says of a whole round at once, instead of playing it. */
export const states = (prompt) => "round" in prompt.given;

/** What a form for that prompt is headed, where play does not wait for it; null where it does. */
export function heading(prompt) {
  return prompt.expected && !states(prompt) ? null : prompt.text;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
