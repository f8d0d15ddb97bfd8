/** The settings of a tournament as form fields. Each field has `data-path`, its place in the settings: `scoring.win`. */

import { h } from "../dom.js";
import { DIRECTOR, SETTINGS } from "../texts/director.js";
import { FORMATS } from "../texts/start.js";
import { moved, ranked, rankTools } from "./ranks.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Settings} Settings
 * @typedef {Omit<Answers["FormatOffer"], "settings"> & {settings: Settings}} Offer
 * @typedef {Answers["TieBreakOffer"]} TieBreak
 * @typedef {HTMLInputElement | HTMLSelectElement} Control
 */

const SCORING = [
  ["wins", SETTINGS.wins, SETTINGS.winsHelp],
  ["score", SETTINGS.score, SETTINGS.scoreHelp],
  ["placement", SETTINGS.placement, SETTINGS.placementHelp],
];
const ENDS = [
  ["target", SETTINGS.target, SETTINGS.targetHelp],
  ["hands", SETTINGS.handsEnd, SETTINGS.handsEndHelp],
  ["bell", SETTINGS.bell, SETTINGS.bellHelp],
];
const TAKES = [
  ["finished", SETTINGS.finished],
  ["confirmed", SETTINGS.confirmed],
  ["final", SETTINGS.final],
];
const SPLITS = [["snake", SETTINGS.snake], ["draw", SETTINGS.byLot]];
const WHO = [["each", SETTINGS.ofEach], ["all", SETTINGS.ofAll]];
const AFTER = ["single-elimination", "single-elimination-third", "single-elimination-eight", "double-elimination", "round-robin"].map((name) => [name, FORMATS[name]]);
const SIT_OUTS = [["average", SETTINGS.average], ["fixed", SETTINGS.fixed], ["nothing", SETTINGS.nothing]];

/**
 * @param {Settings} settings
 * @param {Offer} offer
 * @param {TieBreak[]} tiebreaks
 */
export function settingsFields(settings, offer, tiebreaks) {
  const { scoring, round } = settings;
  const free = !["swiss", "round-robin", "double-round-robin", "rotation"].includes(offer.name);
  const whole = offer.settings.rounds == null;
  return [
    h("div", { class: "row-of-fields" },
      number("rounds", SETTINGS.rounds, settings.rounds, { placeholder: whole ? SETTINGS.all : null, note: whole ? SETTINGS.untilAllMet : null }),
      free && number("table", SETTINGS.table, settings.table),
      free && settings.table > 2 && offer.settings.partners > 1 && number("partners", SETTINGS.partners, settings.partners),
      number("round.minutes", SETTINGS.minutes, round.minutes, { placeholder: SETTINGS.noClock }),
      number("prizes", SETTINGS.prizes, settings.prizes, { placeholder: "3" })),
    stages(settings),
    radios("round.ends", SETTINGS.ends, ENDS, round.ends),
    round.ends === "hands" && number("round.hands", SETTINGS.hands, round.hands),
    fold("points", SETTINGS.points, SCORING.find(([word]) => word === scoring.kind)?.[2], [radios("scoring.kind", SETTINGS.pointsFrom, SCORING, scoring.kind), worth(settings)]),
    fold("level", SETTINGS.level, settings.tiebreaks.length ? SETTINGS.tieBreaks(settings.tiebreaks.map((name) => labelOf(tiebreaks, name))) : SETTINGS.sharePlace, ties(settings.tiebreaks, tiebreaks)),
    fold("taken", SETTINGS.takes, SETTINGS.takesNow(TAKES.find(([word]) => word === settings.takes)?.[1] ?? ""), [
      select("takes", SETTINGS.counts, TAKES, settings.takes),
      h("p", { class: "check" }, h("input", { id: "set-accept_changes", type: "checkbox", "data-path": "accept_changes", checked: settings.accept_changes }),
        h("label", { for: "set-accept_changes" }, SETTINGS.acceptChanges)),
    ]),
  ];
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Child} now what is chosen
 * @param {Child[]} parts
 */
const fold = (id, title, now, parts) => h("details", { id: `fold-${id}`, "data-key": `fold-${id}`, class: "fold panel" },
  h("summary", {}, h("span", {}, title, h("span", { class: "quiet now" }, now))), h("div", { class: "stack" }, parts));

/**
 * @param {TieBreak[]} tiebreaks
 * @param {string} name
 */
const labelOf = (tiebreaks, name) => tiebreaks.find((each) => each.name === name)?.label ?? name;

/**
 * Groups, and who goes on after them.
 * @param {Settings} settings
 */
const stages = ({ groups, cut }) => (groups || cut) && h("div", { class: "row-of-fields", "data-key": "stages" },
  groups && number("groups.count", SETTINGS.groups, groups.count),
  groups && select("groups.split", SETTINGS.split, SPLITS, groups.split ?? "snake"),
  cut && groups && select("cut.who", SETTINGS.goOn, WHO, cut.top === 0 ? "all" : "each"),
  cut && !(groups && cut.top === 0) && number("cut.top", groups ? SETTINGS.topOfGroup : SETTINGS.top, cut.top),
  cut && groups && number("cut.best", cut.top === 0 ? SETTINGS.top : SETTINGS.best, cut.best ?? 0),
  cut && select("cut.format", SETTINGS.following, AFTER, cut.format ?? AFTER[0][0]));

/** @param {Settings} settings */
function worth({ scoring }) {
  const points = (/** @type {"win" | "draw" | "loss" | "bye"} */ name, /** @type {string} */ label) => number(`scoring.${name}`, label, scoring[name]);
  const kinds = {
    wins: () => [points("win", SETTINGS.win), points("draw", SETTINGS.draw), points("loss", SETTINGS.loss), points("bye", SETTINGS.bye)],
    score: () => [number("scoring.cap", SETTINGS.cap, scoring.cap, { placeholder: SETTINGS.noLimit }), ...sitOut(scoring)],
    placement: () => [text("scoring.places", SETTINGS.places, scoring.places.join(" ")), ...sitOut(scoring)],
  };
  return h("div", { class: "row-of-fields", "data-key": scoring.kind }, kinds[scoring.kind]());
}

/** @param {Settings["scoring"]} scoring */
const sitOut = (scoring) => [
  select("scoring.sit_out", SETTINGS.sitOut, SIT_OUTS, scoring.sit_out),
  scoring.sit_out === "fixed" && number("scoring.sit_out_score", SETTINGS.sitOutScore, scoring.sit_out_score),
];

/**
 * @param {string[]} names
 * @param {TieBreak[]} known
 */
function ties(names, known) {
  const told = (/** @type {string} */ name) => known.find((each) => each.name === name) ?? { label: name, sentence: "" };
  const free = known.filter((each) => !names.includes(each.name));
  return [
    h("ol", { id: "ties", class: "ranks", role: "list", "data-pointer": "/settings/tiebreaks", "aria-describedby": "set-tiebreaks-error" },
      names.map((name, at) => h("li", { "data-key": name, "data-at": at, draggable: "true" },
        h("span", { class: "rank" }, at + 1),
        h("span", { class: "what" }, told(name).label, h("span", { class: "quiet" }, told(name).sentence)),
        rankTools(told(name).label, at, names.length),
        h("button", { type: "button", class: "tool", "data-do": "untie", "data-at": at, "aria-label": DIRECTOR.remove(told(name).label) }, "✕")))),
    h("p", { class: "error", id: "set-tiebreaks-error" }),
    free.length > 0 && h("p", { class: "field" }, h("label", { for: "tie-more" }, SETTINGS.addTieBreak),
      h("span", { class: "beside" }, h("select", { id: "tie-more" }, free.map((each) => h("option", { value: each.name }, SETTINGS.tieBreak(each.label, each.sentence)))),
        h("button", { type: "button", "data-do": "tie" }, SETTINGS.add))),
  ];
}

/**
 * @param {string} path
 * @param {string} label
 * @param {number | null | undefined} value
 * @param {{placeholder?: string | null, note?: string | null}} [more]
 */
const number = (path, label, value, { placeholder = null, note = null } = {}) => field(path, label,
  h("input", { ...shared(path), type: "number", inputmode: "numeric", step: 1, value, placeholder, "data-kind": "number" }), note);

/**
 * @param {string} path
 * @param {string} label
 * @param {string} value
 */
const text = (path, label, value) => field(path, label, h("input", { ...shared(path), type: "text", inputmode: "numeric", autocomplete: "off", value, "data-kind": "numbers" }));

/**
 * @param {string} path
 * @param {string} label
 * @param {string[][]} choices
 * @param {string} value
 */
const select = (path, label, choices, value) => field(path, label,
  h("select", shared(path), choices.map(([word, said]) => h("option", { value: word, selected: word === value }, said))));

/**
 * @param {string} path
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string | null} [note]
 */
const field = (path, label, control, note) => h("div", { class: "field", "data-key": path },
  h("label", { for: idOf(path) }, label), control, note && h("p", { class: "quiet" }, note), h("p", { class: "error", id: `${idOf(path)}-error` }));

/**
 * @param {string} path
 * @param {string} label
 * @param {string[][]} choices
 * @param {string} value
 */
const radios = (path, label, choices, value) => h("fieldset", { "data-key": path }, h("legend", {}, label),
  h("div", { class: "choices" }, choices.map(([word, said]) => h("label", { class: "pick" },
    h("input", { type: "radio", name: path, id: `${idOf(path)}-${word}`, value: word, checked: word === value, "data-path": path }), ` ${said}`))),
  h("p", { class: "quiet" }, choices.find(([word]) => word === value)?.[2]));

/** @param {string} path */
const shared = (path) => ({ id: idOf(path), "data-path": path, "data-pointer": `/settings/${path.replaceAll(".", "/")}`, "aria-describedby": `${idOf(path)}-error` });

/** @param {string} path */
const idOf = (path) => `set-${path.replaceAll(".", "-")}`;

/**
 * Put the value of `control` into the settings. Returns whether the fields must be drawn again.
 * @param {Settings} settings
 * @param {Control} control
 */
export function choose(settings, control) {
  const { path, kind } = control.dataset;
  if (!path) return false;
  const [name, inner] = path.split(".");
  const value = read(control, kind);
  if (path === "cut.who") return together(settings, value === "all");
  const part = /** @type {"scoring" | "round" | "groups" | "cut"} */ (name);
  Object.assign(settings, { [name]: inner ? { ...settings[part], [inner]: value } : value });
  if (path === "round.ends" && value === "hands") settings.round.hands ??= 8;
  if (path === "round.ends" && value === "bell") settings.round.minutes ??= 20;
  if (path === "scoring.kind" && value === "placement" && !settings.scoring.places.length) settings.scoring.places = places(settings.table);
  return control.type === "radio" || control.id === "set-scoring-sit_out";
}

/**
 * Say who goes on, in the other way, and as many as before. Returns true: the fields must be drawn again.
 * @param {Settings} settings
 * @param {boolean} all whether the best of all groups go on together
 */
function together({ groups, cut }, all) {
  const count = groups?.count ?? 1;
  const on = cut ? cut.top * count + (cut.best ?? 0) : 0;
  if (cut) Object.assign(cut, all ? { top: 0, best: on } : { top: Math.max(1, Math.floor(on / count)), best: on < count ? 0 : on % count });
  return true;
}

/** @param {number} table */
const places = (table) => Array.from({ length: table + 1 }, (_, at) => table - at);

/**
 * @param {Control} control
 * @param {string | undefined} kind
 */
function read(control, kind) {
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
  if (kind === "number") return control.value === "" ? null : Number(control.value);
  if (kind === "numbers") return control.value.split(/[\s,;]+/).filter(Boolean).map((each) => (/^-?\d+$/.test(each) ? Number(each) : each));
  return control.value;
}

/**
 * Let the user order the tie-breaks. The list is replaced whenever it is drawn again, so `root`, the parent of the list, listens for taps
 * and keys.
 * @param {HTMLElement} root
 * @param {{settings: Settings}} draft
 * @param {() => void} changed
 */
export function settle(root, draft, changed) {
  ranked(root, (from, to) => {
    draft.settings.tiebreaks = moved(draft.settings.tiebreaks, from, to);
    changed();
  });
}
