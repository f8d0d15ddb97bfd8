/** A page that is printed: pairings, standings, score cards or table signs. The screen shows the same as the paper, and a few choices above it. */

import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { DIRECTOR, PAPER } from "../texts/director.js";
import { HALL, PAST } from "../texts/hall.js";
import { cards } from "./papercards.js";
import { pairings, standings } from "./paperlists.js";
import { makeCodes, signs } from "./papersigns.js";
import { Tournament } from "./tournament.js";

/**
 * @typedef {import("./paperlists.js").Wanted} Wanted
 * @typedef {{round: number, published: boolean}} Round
 */

/** @type {Record<string, (tournament: Tournament, wanted: Wanted) => Promise<import("./paperlists.js").Printed>>} */
const PAPERS = { pairings, standings, cards, signs };
/** @type {(keyof Wanted)[]} */
const CHOICES = ["round", "order", "tables"];
const SIZE = "faceup:paper";
// The regions in which Letter is the usual paper (Unicode CLDR, paper size US-Letter).
const LETTER = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));

const asked = new URLSearchParams(location.search);
const kind = byId("main").dataset.paper ?? "";
/** @type {Tournament} */
let tournament;
let drawing = 0;
const pdf = document.getElementById("pdf");
const newest = pdf?.getAttribute("href");

async function begin() {
  sized(asked.get("paper") === "letter" || (!asked.has("paper") && usual() === "letter") ? "letter" : "a4");
  tournament = await Tournament.opened();
  choices();
  on(byId("main"), {
    print: () => print(),
    make: (button) => once(button, () => made(button), byId("told")),
  });
  byId("paper").addEventListener("change", () => {
    const { value } = byId("paper", "select");
    localStorage.setItem(SIZE, value);
    sized(value);
    kept("paper", value);
  });
  for (const name of CHOICES) choice(name)?.addEventListener("change", () => { kept(name, chosen(name)); draw().catch(failed); });
  await draw();
}

const usual = () => localStorage.getItem(SIZE) ?? (LETTER.has(new Intl.Locale(navigator.language).maximize().region ?? "") ? "letter" : "a4");

/**
 * The field of a choice; null: this paper does not have it.
 * @param {keyof Wanted} name
 */
const choice = (name) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (document.getElementById(name));

/** @param {keyof Wanted} name */
const chosen = (name) => choice(name)?.value ?? "";

/** @param {string} size */
function sized(size) {
  byId("paper", "select").value = size;
  const address = `/static/css/paper-${size}.css`;
  if (byId("size").getAttribute("href") !== address) byId("size").setAttribute("href", address);
  linkPdf();
}

function linkPdf() {
  const round = chosen("round");
  pdf?.setAttribute("href", `${newest}&paper=${byId("paper", "select").value}${round && `&round=${round}`}`);
}

/**
 * @param {string} name
 * @param {string} value
 */
function kept(name, value) {
  if (value) asked.set(name, value);
  else asked.delete(name);
  history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
}

// Fills the choice of rounds. Only published rounds can be chosen; score cards can be printed before their round is published.
function choices() {
  const { rounds } = tournament.state;
  const shown = rounds.filter(({ published }) => published || kind === "cards").toReversed();
  /** @type {(round: Round) => string} */
  const words = kind === "standings" ? ({ round }) => PAST.afterRound(round) : ({ round, published }) => (published ? HALL.round(round) : PAPER.roundNotShown(round));
  choice("round")?.append(...shown.map((round) => h("option", { value: round.round }, words(round))), ...(kind === "cards" && shown.length > 1 ? [h("option", { value: "all" }, PAPER.allRounds)] : []));
  for (const name of CHOICES) {
    const [field, value] = [choice(name), asked.get(name)];
    if (field && value !== null) field.value = value;
  }
}

/** Draw the paper. The button “Print” is disabled until every image is loaded. */
async function draw() {
  drawing += 1;
  const mine = drawing;
  byId("print", "button").disabled = true;
  delete byId("main").dataset.ready;
  const { sentence, sheets } = await PAPERS[kind](tournament, { round: chosen("round"), order: chosen("order"), tables: chosen("tables") });
  if (mine !== drawing) return; // the visitor has chosen something else meanwhile
  linkPdf();
  redraw(byId("sentence"), sentence);
  byId("sheets").replaceChildren(...sheets);
  await Promise.all([...byId("sheets").querySelectorAll("img")].map((image) => image.decode()));
  byId("print", "button").disabled = !sheets.length;
  byId("main").dataset.ready = "";
}

/** @param {HTMLElement} button */
async function made(button) {
  await makeCodes(tournament, Number(chosen("tables")), (at, of) => redraw(button, DIRECTOR.making(at, of))).finally(() => redraw(button, PAPER.makeCodes));
  await draw();
}

begin().catch(failed);
