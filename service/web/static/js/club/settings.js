/** The page with the name and the settings of the club. Only owners can change them. */

import { call } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { SETTINGS } from "../texts/club.js";
import { filled, opened, say, submitted } from "./club.js";

/** @typedef {import("../../../types/api.js").components["schemas"]["ClubShown"]} Club */

const DELAYS = [0, 60, 300, 900, 1_800, 3_600];

async function begin() {
  const page = await opened();
  const club = await page.read();
  show(club);
  byId("fields", "fieldset").disabled = !page.may("own");
  if (!page.may("own")) return;
  submitted(byId("settings"), byId("settings-send", "button"), byId("settings-error"), async () => {
    const name = filled("name", SETTINGS.noName);
    const settings = { visibility: byId("visibility", "select").value, delay: Number(byId("delay", "select").value), pins: byId("pins", "input").checked, results_first: byId("results-first", "input").checked };
    const { body } = await call("PATCH", page.path, { body: { ...(name !== club.name && { name }), settings } });
    Object.assign(club, body);
    show(club);
    /** @type {Element} */ (document.querySelector(".club-name")).textContent = club.name;
    say(SETTINGS.saved);
  });
}

/** @param {Club} club */
function show({ name, settings }) {
  const delays = DELAYS.includes(settings.delay) ? DELAYS : [...DELAYS, settings.delay];
  byId("name", "input").value = name;
  byId("visibility", "select").value = settings.visibility;
  redraw(byId("delay"), delays.map((each) => h("option", { value: each }, each ? SETTINGS.later(each) : SETTINGS.atOnce)));
  byId("delay", "select").value = String(settings.delay);
  byId("pins", "input").checked = settings.pins;
  byId("results-first", "input").checked = settings.results_first;
}

begin().catch(failed);
