/** The page of one table: live for everyone who may watch, with the scorekeeper's desk for visitors who may record. */

import { get, session } from "./api.js";
import { Claims } from "./claims.js";
import { Confirmation } from "./confirm.js";
import { byId, dotted, h, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { findingList, flagOf } from "./findings.js";
import { lifeOf } from "./life.js";
import "./lists.js";
import { follow } from "./live.js";
import { Office } from "./office.js";
import { Rulings } from "./rulings.js";
import { dealLine, openCards, seatGrid, turnLine, unsure, whereabouts } from "./seats.js";
import { Paper } from "./paper.js";
import { chooseViewpoint, viewpoint } from "./viewpoint.js";
import { capital, minutes, stateLabel } from "./words.js";

// Headlines for games that somebody ended early, before they were over by the rules.
const ENDED = { unfinished: "Time was called.", annulled: "This game was annulled." };

const { game: id, system } = byId("main").dataset;
const view = viewpoint ? `view=${viewpoint}` : "";
const table = { game: null, system: null, types: new Map(), findings: [], validated: 0 };
const rulings = new Rulings({ game: id, view });
const paper = new Paper({ game: id, view, look: () => ({ ...table, record: office?.record, rulings: rulings.rulings }) });
let office = null;
let confirmation = null;
let claims = null;

async function begin() {
  const [who, game, rules] = await Promise.all([session(), get(`/games/${id}?${view}`), get(`/systems/${system}`)]);
  table.system = rules;
  table.types = new Map(table.system.event_types.map((type) => [type.type, type]));
  table.game = game;
  confirmation = new Confirmation(byId("confirmation"), { game: id, seat: who.seat, stored });
  byId("main").addEventListener("pin-set", () => confirmation.askPins());
  claims = new Claims(byId("claims"), { game: id, seat: who.seat, stored });
  if (game.prompts) office = new Office({ id, table, clubWide: !who.limited, ofTournament: Boolean(who.tournament), rulings, stored, drawn: showTurn }); // only visitors who may record get prompts
  byId("main").classList.toggle("watching", !office);
  byId("where").classList.toggle("clip", Boolean(office)); // at the desk this line is cut off at its end, so that the pad does not move
  chooseViewpoint(game, who.scopes);
  show();
  follow(id, viewpoint, { table: heard, state: connection });
}

function heard({ game, findings, validated }) {
  const first = !table.validated;
  Object.assign(table, { findings, validated });
  take(game);
  // The browser scrolled to the findings too early, when the page was not drawn yet.
  if (first && location.hash === "#findings") byId("findings").scrollIntoView();
}

/** Take the state of the table from the server. Only a spectator's page may go back to an older state, if a delay is set. */
function take(game) {
  if (!office || game.version >= table.game.version) table.game = game;
  show();
}

async function stored(answer) {
  redraw(byId("stored"), `Stored as event ${answer.version}.`);
  if (table.game.version < answer.version) await get(`/games/${id}?at_least=${answer.version}${view && `&${view}`}`).then(take, () => {});
}

function show() {
  const { game, system } = table;
  document.title = `${game.title || system.name} · Faceup`;
  redraw(byId("title"), game.title || system.name);
  redraw(byId("where"), dotted([...whereabouts(game.view), delayed(game), game.title && system.name]));
  redraw(byId("state"), capital(stateLabel(game.state)));
  byId("state").className = `state ${game.state}`;
  redraw(byId("deal"), dealLine(game));
  redraw(byId("last-round"), game.view.last_round, unsure(game) && h("b", { class: "unsure" }, ` ${capital(unsure(game))}.`));
  redraw(byId("open-cards"), openCards(game.view));
  redraw(byId("life"), lifeOf(game, { again: !office?.ofTournament, back: document.getElementById("back") }));
  claims.show(game);
  confirmation.show(game);
  if (office) office.show();
  else redraw(byId("seats"), seatGrid(game));
  showTurn();
  rulings.show(game, Boolean(office) || table.findings.some((finding) => finding.ruling && !rulings.of(finding.ruling))).catch(() => {});
  showFindings();
  paper.follow(game);
  const visibility = byId("visibility");
  if (document.activeElement !== visibility) visibility.value = game.visibility;
}

// Shows whose turn it is. A scorekeeper who states a whole deal sees the heading of the form for the deal instead.
function showTurn() {
  const { game } = table;
  redraw(byId("turn"), ENDED[game.state] ?? office?.heading ?? turnLine(game));
}

const delayed = (game) => (game.delay && game.viewer === "public" ? `shown with a delay of ${minutes(game.delay)}` : null);

function showFindings() {
  const { findings, game, validated } = table;
  const standing = findings.filter((finding) => finding.status !== "withdrawn");
  const answers = Boolean(office);
  redraw(byId("findings-list"), findingList(standing, { unchecked: validated < game.version, rules: answers && game.viewer === "director", answers }));
  redraw(byId("findings-count"), standing.length || "");
  const flag = flagOf(standing);
  redraw(byId("flag"), flag?.text); // not a live region: the list of findings is one already, and screen readers must not announce the same thing twice
  byId("flag").hidden = !flag;
  byId("flag").dataset.kind = flag?.kind ?? "";
}

function connection(state) {
  byId("connection").dataset.state = state;
  redraw(byId("connection"), state === "live" ? "Live" : "Offline");
}

begin().catch(failed);
