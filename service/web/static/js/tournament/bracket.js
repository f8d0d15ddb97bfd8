/** The page of a knock-out's bracket, below the groups of earlier stages. */

import { byId, on, redraw } from "../dom.js";
import { offerFrame } from "../embedding.js";
import { failed } from "../failure.js";
import { bracketParts, chooses } from "./bracketview.js";
import { newsFace, said } from "./news.js";
import { RoundClock } from "./roundclock.js";
import { groupsOf } from "./stages.js";
import { happening } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

/** @typedef {import("./seen.js").Answers} Answers */

const nothing = /** @type {unknown} */ (null);
const shown = { bracket: /** @type {Answers["TournamentBracket"]} */ (nothing), best: /** @type {Answers["Standings"]} */ (nothing), stages: /** @type {Answers["TournamentStages"]} */ (nothing), rounds: /** @type {import("./bracketview.js").Chosen} */ ({}) };
/** @type {Tournament} */
let tournament;
/** @type {RoundClock} */
let clock;

async function begin() {
  tournament = await Tournament.opened();
  clock = new RoundClock(byId("clock"), tournament.time, newsFace);
  on(byId("main"), { round: (button) => { chooses(shown.rounds, button); draw(); } });
  await read();
  draw();
  watch(tournament, changed);
  offerFrame(document.title);
}

async function read() {
  [shown.bracket, shown.best, shown.stages] = await Promise.all([tournament.get("/bracket"), tournament.get("/standings"), tournament.get("/stages")]);
}

/** @param {Answers["TournamentChanges"]} what */
async function changed(what) {
  if (what.version !== shown.bracket.version) await read();
  draw();
}

function draw() {
  const { matches } = shown.bracket;
  said(happening(tournament, shown.best));
  clock.show(tournament.current);
  byId("empty").hidden = matches.length > 0 || shown.stages.stages.length > 0;
  redraw(byId("stages"), groupsOf(tournament, shown.stages));
  redraw(byId("parts"), bracketParts(tournament, shown.bracket, shown.rounds));
  byId("print").hidden = matches.length === 0;
}

begin().catch(failed);
