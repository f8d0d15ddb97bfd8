/** The page of one table: live for everyone who may look, and with the scorekeeper's desk for whoever may record. */

import { get, session } from "./api.js";
import { describe } from "./describe.js";
import { Desk } from "./desk.js";
import { byId, h, on, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { findingList } from "./findings.js";
import { historyList, Record, undoing } from "./history.js";
import { follow } from "./live.js";
import { notice } from "./notice.js";
import { Outbox } from "./outbox.js";
import { openCards, seatGrid, turnLine, whereabouts } from "./seats.js";
import { sharing } from "./share.js";
import { namesOf } from "./words.js";

const id = byId("main").dataset.game;
// What hangs on the wall shows what everyone may see, whoever is signed in.
const onlyWatching = new URLSearchParams(location.search).has("watch");
const address = `/games/${id}${onlyWatching ? "?view=public" : ""}`;
const table = { game: null, system: null, types: new Map(), findings: [], validated: 0 };
let desk = null;
let record = null;
let outbox = null;

async function begin() {
  const [who, game] = await Promise.all([session(), get(address)]);
  table.system = await get(`/systems/${game.system}`);
  table.types = new Map(table.system.event_types.map((type) => [type.type, type]));
  if (game.prompts) equip(!who.game);
  byId("main").classList.toggle("watching", !desk);
  take(game);
  follow(id, onlyWatching ? "public" : null, { table: heard, state: connection });
  outbox?.send();
}

/** Give the page its desk: `prompts` in the answer say that this visitor may record. */
function equip(clubWide) {
  record = new Record(id);
  outbox = new Outbox(id, { changed: () => drawNotice(), stored });
  const put = (events) => outbox.add(events, table.game.version);
  desk = new Desk({ put, events: () => record.events, types: table.types });
  on(byId("notice"), { anyway: () => outbox.anyway(), drop: () => outbox.drop(), retry: () => outbox.send(), resend: () => outbox.again() });
  byId("history").hidden = false;
  byId("history").addEventListener("toggle", drawHistory);
  if (!clubWide) return;
  byId("share").hidden = false;
  sharing(byId("share"), { game: id, setVisibility: (visibility) => put([{ type: "VisibilitySet", data: { visibility } }]) });
}

function heard({ game, findings, validated }) {
  Object.assign(table, { findings, validated });
  take(game);
}

/** Take a table from the server; an older one never replaces a newer. */
function take(game) {
  if (!table.game || game.version >= table.game.version) table.game = game;
  draw();
  record?.catchUp(game.version).then(drawHistory, () => {});
}

async function stored(answer) {
  redraw(byId("stored"), `Stored as event ${answer.version}.`);
  if (table.game.version < answer.version) await get(`/games/${id}?at_least=${answer.version}`).then(take, () => {});
}

function draw() {
  const { game, system } = table;
  document.title = `${game.title || system.name} · Faceup`;
  redraw(byId("title"), game.title || system.name);
  redraw(byId("where"), [game.title && system.name, ...whereabouts(game.view)].filter(Boolean).join(" · "));
  redraw(byId("turn"), turnLine(game));
  redraw(byId("last-round"), game.view.last_round);
  redraw(byId("open-cards"), openCards(game.view));
  if (desk) desk.show(game);
  else redraw(byId("seats"), seatGrid(game));
  drawFindings();
  const visibility = byId("visibility");
  if (visibility && document.activeElement !== visibility) visibility.value = game.visibility;
}

function drawFindings() {
  const standing = table.findings.filter((finding) => finding.status !== "withdrawn");
  redraw(byId("findings-list"), findingList(standing, { unchecked: table.validated < table.game.version }));
  redraw(byId("findings-count"), standing.length || "");
}

function drawHistory() {
  if (byId("history").open) redraw(byId("history-list"), historyList(record.events, { seats: table.game.seats, types: table.types }));
  redraw(byId("history-count"), record.events.length);
  drawUndo();
}

/** The undo button says what it takes back: for the scorekeeper it is also the receipt of the last entry. */
function drawUndo() {
  const [last] = undoing(record.events);
  const event = last && record.events[last.data.target - 1];
  const line = event && describe(event, table.types, namesOf(table.game.seats), true);
  redraw(byId("undo"), "↶ Undo", event && h("span", { class: "receipt clip" }, `${event.version} · `, line));
  byId("undo").toggleAttribute("disabled", !event);
}

function drawNotice() {
  redraw(byId("notice"), notice(outbox));
  byId("seats").setAttribute("aria-busy", String(outbox.waiting > 0));
}

function connection(state) {
  byId("connection").dataset.state = state;
  redraw(byId("connection"), state === "live" ? "Live" : "Offline");
}

begin().catch(failed);
