/** The acts of the desk by name. Each part of the desk says which acts it does; two acts never share a name. */

/**
 * Does an act. `place` and `choice` follow the name in the key of a button, as in `won:3-4:0`. `from`: the button that was pressed, or the
 * form that was sent.
 * @typedef {(place: string, choice: string, from: HTMLElement) => unknown} Work
 *
 * @typedef {Readonly<Record<string, Work>>} Works acts by name
 */

/**
 * A function that returns the act of a name, and throws if there is none.
 * @param {Works[]} parts
 * @returns {(name: string) => Work}
 * @throws {Error} if a name is taken twice: a button would do another act than it says
 */
export function actsByName(parts) {
  /** @type {Map<string, Work>} */
  const works = new Map();
  for (const [name, work] of parts.flatMap((part) => Object.entries(part))) {
    if (works.has(name)) throw new Error(`two acts are named ${name}`);
    works.set(name, work);
  }
  return (name) => {
    const work = works.get(name);
    if (!work) throw new Error(`no act is named ${name}`);
    return work;
  };
}
