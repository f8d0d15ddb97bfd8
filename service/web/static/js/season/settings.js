/** The form with the settings of a season: of a new one, and at the desk. */

import { byId, redraw } from "../dom.js";
import { Problem } from "../api.js";

/** @typedef {Record<string, any>} Settings as the API has them */

/** Show the fields for points by place only if places give points. */
export function begun() {
  byId("by").addEventListener("change", fitting);
  fitting();
}

/** @param {Settings} settings */
export function show(settings) {
  byId("by", "select").value = settings.by;
  byId("places", "input").value = settings.places.join(" ");
  byId("beyond", "input").value = settings.beyond;
  byId("joint", "select").value = settings.joint;
  byId("best", "input").value = settings.best ?? "";
  byId("least", "input").value = settings.least;
  byId("accept", "input").checked = settings.accept_changes;
  fitting();
}

/** @returns {Settings} */
export function settings() {
  const words = byId("places", "input").value.split(/[\s,;]+/).filter(Boolean);
  const best = byId("best", "input").value;
  return {
    by: byId("by", "select").value,
    places: words.map((word) => (/^-?\d+$/.test(word) ? Number(word) : word)),
    beyond: Number(byId("beyond", "input").value),
    joint: byId("joint", "select").value,
    best: best ? Number(best) : null,
    least: Number(byId("least", "input").value || 1),
    accept_changes: byId("accept", "input").checked,
  };
}

/**
 * Run `work`, and show what the server says of a field beside that field.
 * @param {() => Promise<unknown>} work
 */
export async function said(work) {
  const fields = [...document.querySelectorAll("[data-pointer]")];
  for (const field of fields) tell(field, "");
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    for (const { pointer = "", message } of problem.errors ?? []) {
      const field = fields.find((each) => pointer.replace("/events/0/data", "").startsWith(/** @type {HTMLElement} */ (each).dataset.pointer ?? "-"));
      if (field) tell(field, message);
    }
    throw problem;
  }
}

/**
 * @param {Element} field
 * @param {string} message
 */
function tell(field, message) {
  field.setAttribute("aria-invalid", String(Boolean(message)));
  redraw(byId(`${field.id}-error`), message);
}

function fitting() {
  byId("by-place").hidden = byId("by", "select").value !== "place";
}
