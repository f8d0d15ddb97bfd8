/** The page that replays one game, as corrected or as recorded, as the visitor or somebody else sees it. */

import { get } from "./api.js";
import { Diff } from "./diff.js";
import { byId, h, on, redraw } from "./dom.js";
import { offerFrame } from "./embedding.js";
import { failed } from "./failure.js";
import { placeOf } from "./frames.js";
import { addressOf, shareAddress } from "./links.js";
import "./looks.js";
import { partAt } from "./moves.js";
import { Reel } from "./reel.js";
import { printsAsSheet } from "./sheet.js";
import { REPLAY } from "./texts/replay.js";
import { VIEWPOINT } from "./texts/table.js";
import { namesOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./frames.js").Step} Step
 */

const { game: id = "", system: played } = byId("main").dataset;
/** What only this page knows. `view`: whose view is shown; empty: the visitor's own. `findings`, `rulings`: of the whole game.
 * @type {{reel: Reel | null, view: string, findings: Answers["Finding"][], rulings: Answers["Decision"][]}} */
const shown = { reel: null, view: "", findings: [], rulings: [] };
new Diff({ game: id, look: () => ({ game: shown.reel?.game ?? null, view: shown.view }) });

async function begin() {
  /** @type {[Game, Answers["SystemSheet"]]} */
  const [game, system] = await Promise.all([get(`/games/${id}`), get(`/systems/${played}`)]);
  const reel = new Reel({ game, system, load: (as, version) => load(as, (replay) => reel.show(replay, (frames) => placeOf(frames, version))).catch(failed), stepped: linkPicture });
  shown.reel = reel;
  offerFrame(document.title);
  listen(reel);
  await load("corrected", (replay) => reel.open(replay));
}

/**
 * Read the replay of the whole game, and show it.
 * @param {string} as `corrected` or `recorded`
 * @param {(replay: import("./frames.js").Replay) => void} show
 */
async function load(as, show) {
  const view = shown.view && `?view=${shown.view}`;
  shown.reel?.stop();
  show(await get(`/games/${id}/replay?as=${as}${view.replace("?", "&")}`));
  // Only the printed sheet shows the findings and rulings of the whole game.
  const [{ findings }, { rulings }] = await Promise.all([get(`/games/${id}/findings${view}`), get(`/games/${id}/rulings${view}`)]);
  Object.assign(shown, { findings, rulings });
}

/** @param {Step} frame */
function linkPicture({ version, view }) {
  const eyes = shown.view && `&view=${shown.view}`;
  const round = (shown.reel && partAt(shown.reel.parts, shown.reel.at)?.round) || view.round || 1;
  byId("picture").setAttribute("href", `/api/v1/games/${id}/picture?format=png&at=${version}&as=${shown.reel?.as}${eyes}`);
  byId("moving").setAttribute("href", `/api/v1/games/${id}/picture?format=webp&round=${round}${eyes}`);
}

/** @param {Reel} reel */
function listen(reel) {
  const again = (/** @type {string} */ as) => load(as, (replay) => reel.again(replay)).catch(failed);
  on(byId("main"), { share: (button) => shareAddress(button, addressOf(location.href), reel.game.visibility === "private") });
  byId("as").addEventListener("change", () => again(byId("as", "select").value));
  redraw(byId("eyes"), h("option", { value: "" }, REPLAY.me), h("option", { value: "public" }, VIEWPOINT.everyone), seatViews(reel.game).map(([value, label]) => h("option", { value }, label)));
  /** @type {HTMLElement} */ (byId("eyes").closest("p")).hidden = reel.game.viewer === "public";
  byId("eyes").addEventListener("change", () => {
    shown.view = byId("eyes", "select").value;
    again(reel.as);
  });
}

/** @param {Game} game */
function seatViews({ viewer, seats }) {
  return ["director", "scorekeeper"].includes(viewer) ? seats.map(({ seat }) => [`seat:${seat}`, namesOf(seats)(seat)]) : [];
}

printsAsSheet(() => (shown.reel?.frames.length ? { ...shown.reel, ...shown, lines: shown.reel.lines(), rounds: shown.reel.rounds() } : null));
begin().catch(failed);
