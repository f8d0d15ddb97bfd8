/** The people of the club and their names. Records hold only their ids. */

import { call, get, session } from "./api.js";

/** @typedef {{person: string, name: string}} Known */

/**
 * Everyone in the club's directory; empty for a visitor with a link of a game or tournament.
 * @returns {Promise<Known[]>}
 */
export async function people() {
  const { game, tournament } = await session();
  return game || tournament ? [] : (await get("/people")).people;
}

/**
 * The id of the person with that name. If the name is new, the person is added to the directory.
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function personId(name) {
  const wanted = name.trim();
  const known = (await people()).find((each) => each.name === wanted);
  return known?.person ?? (await call("POST", "/people", { body: { name: wanted } })).body.person;
}
