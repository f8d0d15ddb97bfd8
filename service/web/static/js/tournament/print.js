/** A page that is printed: pairings, standings, score cards or table signs. The screen shows the same as the paper, and a few choices above it. */

import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { cards } from "./papercards.js";
import { pairings, standings } from "./paperlists.js";
import { makeCodes, signs } from "./papersigns.js";
import { Tournament } from "./tournament.js";

const PAPERS = { pairings, standings, cards, signs };
const SIZE = "faceup:paper";
// The regions in which Letter is the usual paper (Unicode CLDR, paper size US-Letter).
const LETTER = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));

const asked = new URLSearchParams(location.search);
const kind = byId("main").dataset.paper;
let tournament;
let drawing = 0;

async function begin() {
  sized(asked.get("paper") === "letter" || (!asked.has("paper") && usual() === "letter") ? "letter" : "a4");
  tournament = await Tournament.opened();
  choices();
  on(byId("main"), {
    print: () => print(),
    make: (button) => once(button, () => made(button), byId("told")),
  });
  byId("paper").addEventListener("change", ({ target }) => {
    localStorage.setItem(SIZE, target.value);
    sized(target.value);
    kept("paper", target.value);
  });
  for (const name of ["round", "order", "tables"]) byId(name)?.addEventListener("change", ({ target }) => { kept(name, target.value); draw().catch(failed); });
  await draw();
}

const usual = () => localStorage.getItem(SIZE) ?? (LETTER.has(new Intl.Locale(navigator.language).maximize().region) ? "letter" : "a4");

function sized(size) {
  byId("paper").value = size;
  const address = `/static/css/paper-${size}.css`;
  if (byId("size").getAttribute("href") !== address) byId("size").setAttribute("href", address);
}

function kept(name, value) {
  if (value) asked.set(name, value);
  else asked.delete(name);
  history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
}

// Fills the choice of rounds. Only published rounds can be chosen; score cards can be printed before their round is published.
function choices() {
  const { rounds } = tournament.state;
  const shown = rounds.filter(({ published }) => published || kind === "cards").toReversed();
  const words = kind === "standings" ? ({ round }) => `after round ${round}` : ({ round, published }) => `Round ${round}${published ? "" : " (not shown yet)"}`;
  byId("round")?.append(...shown.map((round) => h("option", { value: round.round }, words(round))), ...(kind === "cards" && shown.length > 1 ? [h("option", { value: "all" }, "All rounds")] : []));
  for (const name of ["round", "order", "tables"]) if (asked.has(name) && byId(name)) byId(name).value = asked.get(name);
}

/** Draw the paper. The button “Print” is disabled until every image is loaded. */
async function draw() {
  drawing += 1;
  const mine = drawing;
  byId("print").disabled = true;
  delete byId("main").dataset.ready;
  const { sentence, sheets } = await PAPERS[kind](tournament, Object.fromEntries(["round", "order", "tables"].map((name) => [name, byId(name)?.value ?? ""])));
  if (mine !== drawing) return; // the visitor has chosen something else meanwhile
  redraw(byId("sentence"), sentence);
  byId("sheets").replaceChildren(...sheets);
  await Promise.all([...byId("sheets").querySelectorAll("img")].map((image) => image.decode()));
  byId("print").disabled = !sheets.length;
  byId("main").dataset.ready = "";
}

async function made(button) {
  await makeCodes(tournament, Number(byId("tables").value), (at, of) => redraw(button, `Making ${at} of ${of} …`)).finally(() => redraw(button, "Make the codes"));
  await draw();
}

begin().catch(failed);
