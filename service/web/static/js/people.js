/** The people of the club: who they are by name. Records hold only their ids. */

import { call, get, session } from "./api.js";

/** Everyone in the directory: [{person, name}]; empty for whoever holds a link to one table: the directory is the club's. */
export async function people() {
  const { game } = await session();
  return game ? [] : (await get("/people")).people;
}

/** The id of the person of that name, who is entered in the directory if new. */
export async function personId(name) {
  const wanted = name.trim();
  const known = (await people()).find((each) => each.name === wanted);
  return known?.person ?? (await call("POST", "/people", { body: { name: wanted } })).body.person;
}
