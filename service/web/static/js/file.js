/**
 * A replay in a file of its own. The page holds everything: the replay as corrected and, if it differs, as recorded, and the record from which
 * both were made. It asks nobody for anything, and checks the record itself.
 */

import { byId, h, on, redraw } from "./dom.js";
import { placeOf } from "./frames.js";
import "./looks.js";
import { Reel } from "./reel.js";
import { saveAs } from "./saving.js";
import { printsAsSheet } from "./sheet.js";
import { FILE } from "./texts/file.js";
import { verified } from "./verify.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./frames.js").Replay} Replay
 *
 * @typedef {object} Held
 * @property {import("./formstate.js").Game} game
 * @property {{name: string}} system
 * @property {Replay} corrected
 * @property {Replay | null} recorded null: there are no corrections, so it is the same
 * @property {Answers["Finding"][]} findings of the whole game
 * @property {Answers["Decision"][]} rulings
 */

async function begin() {
  /** @type {Held} */
  const held = JSON.parse(await unpacked(byId("replay").textContent ?? ""));
  const recorded = held.recorded ?? { ...held.corrected, as: "recorded" };
  const reel = new Reel({ ...held, load: (_as, version) => reel.show(recorded, (frames) => placeOf(frames, version)) });
  on(byId("main"), { save });
  byId("as").addEventListener("change", () => reel.again(byId("as", "select").value === "recorded" ? recorded : held.corrected));
  /** @type {HTMLElement} */ (byId("as").closest("p")).hidden = !held.recorded;
  printsAsSheet(() => ({ ...reel, findings: held.findings, rulings: held.rulings, lines: reel.lines(), rounds: reel.rounds() }));
  reel.open(held.corrected);
}

/**
 * The text that was compressed (RFC 1950) and written as base64.
 * @param {string} packed
 */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

const record = () => byId("record").textContent ?? "";

async function check() {
  const place = byId("checked");
  if (!globalThis.crypto?.subtle) return redraw(place, FILE.cannot);
  const { faults, events, head } = await verified(record(), (part) => redraw(place, FILE.checking(Math.round(100 * part))));
  const sign = (/** @type {string} */ text) => h("b", { "aria-hidden": "true" }, text);
  place.classList.toggle("error", faults.length > 0);
  redraw(place, faults.length ? FILE.faulty(sign("✗"), faults.length) : FILE.whole(sign("✓"), events));
  redraw(byId("faults"), faults.map(({ where, message }) => h("li", {}, FILE.fault(where, message))));
  redraw(byId("head"), faults.length ? null : FILE.head(h("code", {}, head)));
}

/** Save the record as a file that the verifiers read. */
const save = () => saveAs(new Blob([record()], { type: "application/x-ndjson" }), `${byId("main").dataset.record}.faceup.ndjson`);

begin();
check();
