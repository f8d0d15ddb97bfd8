/** The bracket of a knock-out in a frame on another site. */

import { get } from "../api.js";
import { byId, on, redraw } from "../dom.js";
import { BRACKET } from "../texts/tournament.js";
import { bracketParts, chooses } from "../tournament/bracketview.js";
import { happening } from "../tournament/sayings.js";
import { Seen } from "../tournament/seen.js";
import { closed, look } from "./look.js";

/**
 * @typedef {import("../tournament/seen.js").Answers} Answers
 * @typedef {[import("../tournament/seen.js").State, Answers["TournamentBracket"], Answers["Standings"]]} Answer
 */

const EVERY = 15_000;

const { tournament: id = "" } = byId("main").dataset;
const rounds = /** @type {import("../tournament/bracketview.js").Chosen} */ ({});
/** @type {Answer} */
let newest;

/** @returns {Promise<Answer>} */
const read = () => Promise.all([get(`/tournaments/${id}`), get(`/tournaments/${id}/bracket`), get(`/tournaments/${id}/standings`)]);

/** @param {Answer} answer */
function draw(answer) {
  newest = answer;
  const [state, bracket, best] = answer;
  const seen = new Seen(id, state, { scopes: [] });
  redraw(byId("said"), happening(seen, best));
  redraw(byId("parts"), bracket.matches.length > 0 ? bracketParts(seen, bracket, rounds) : BRACKET.empty);
}

on(byId("main"), { round: (button) => { chooses(rounds, button); draw(newest); } });
look(read, draw, EVERY).catch(closed);
