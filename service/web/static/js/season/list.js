/** The seasons of the club. A director begins a new one here. */

import { call, nextOf } from "../api.js";
import { chip } from "../chips.js";
import { filled, submitted } from "../club/club.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { SEASONS } from "../texts/season.js";
import { begun, said, settings } from "./settings.js";

/** @typedef {import("../../../types/api.js").components["schemas"]} Answers */

/** @type {{lines: Answers["SeasonLine"][], next: string | null}} */
const shown = { lines: [], next: "/seasons" };

async function begin() {
  on(byId("main"), { more: (button) => once(button, more, byId("told")) });
  if (byId("form")) {
    begun();
    byId("begin").addEventListener("toggle", () => { if (byId("begin", "details").open) byId("name").focus(); });
    const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    submitted(byId("form"), byId("send", "button"), byId("form-error"), () => said(() => open(key)));
  }
  await more();
}

async function more() {
  if (!shown.next) return;
  /** @type {{body: Answers["SeasonList"], headers: Headers}} */
  const { body, headers } = await call("GET", shown.next);
  shown.lines.push(...body.seasons);
  shown.next = nextOf(headers.get("Link"));
  redraw(byId("sentence"), shown.lines.length ? SEASONS.some(shown.lines.length) : SEASONS.none);
  redraw(byId("list"), shown.lines.map(line));
  byId("empty").hidden = shown.lines.length > 0;
  byId("more").hidden = !shown.next;
}

/** @param {Answers["SeasonLine"]} line */
const line = ({ season, name, tournaments, closed }) => h("li", { "data-key": season },
  h("span", { class: "what" }, h("a", { href: `/seasons/${season}` }, name ?? SEASONS.unnamed), h("span", { class: "quiet" }, SEASONS.tournaments(tournaments))),
  chip(closed ? "done" : "live", closed ? SEASONS.over : SEASONS.running));

/** @param {string} key */
async function open(key) {
  const name = filled("name", SEASONS.noName);
  const sent = { name, settings: settings(), visibility: byId("visibility", "select").value };
  const { body } = await call("POST", "/seasons", { body: sent, headers: { "Idempotency-Key": key } });
  location.assign(`/seasons/${body.season}/desk`);
}

begin().catch(failed);
