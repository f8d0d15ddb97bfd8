/** Shows findings: what the record proves, and which questions it leaves open. Each names its round and its events, to directors also its ruling. */

import { byId, dotted, h, spoken } from "./dom.js";
import { anchorOf, gravest } from "./flags.js";
import { roundLabel } from "./position.js";
import { FINDINGS } from "./texts/record.js";
import { entriesLabel, KINDS, TYPED } from "./texts/words.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["Finding"]} Finding
 *
 * @typedef {object} Reader who reads the findings, and of which game
 * @property {Parameters<typeof roundLabel>[0]} [view] of the game; without it no finding names its round
 * @property {boolean} [unchecked] the newest events are not validated yet
 * @property {boolean} [rules] the reader may rule on findings
 * @property {boolean} [answers] the questions can be answered on the desk (queries.js)
 */

/**
 * The current findings, or a line that says that there are none.
 * @param {readonly Finding[]} findings
 * @param {Reader} [reader]
 * @returns {import("../../types/dom.js").Child[]}
 */
export function findingList(findings, reader = {}) {
  const { unchecked = false } = reader;
  const standing = findings.filter((finding) => finding.status !== "withdrawn");
  const list = standing.length ? h("ul", { class: "findings", role: "list" }, standing.map((finding) => item(finding, reader))) : null;
  const quiet = unchecked ? FINDINGS.checking : FINDINGS.none;
  return [list ?? h("p", { class: "quiet" }, quiet), list && unchecked ? h("p", { class: "quiet" }, quiet) : null];
}

/**
 * The id of the ruling in the source of a finding, such as `PI-28`. Directors find it on the page of the rules. All other sources are
 * sections of our own summary of the rules, which no reader knows.
 * @param {string} [source]
 */
export const rulingIn = (source) => source?.match(/\b[A-Z]{2}-\d+\b/)?.[0];

/**
 * The findings that somebody should look at. A gap is none: the record is incomplete, but nobody did anything wrong.
 * @param {readonly Finding[]} findings
 */
export const toLookAt = (findings) => findings.filter(({ kind }) => kind !== "gap");

/**
 * What the flag beside the title shows: the number of findings without a ruling (`text`) and the gravest kind among them (`kind`), or that
 * the record is incomplete. Null when there are no such findings.
 * @param {readonly Finding[]} findings
 */
export function flagOf(findings) {
  const open = findings.filter((finding) => finding.status === "standing");
  if (!open.length) return null;
  const kind = gravest(open)?.kind;
  const counted = toLookAt(open);
  const asks = counted.every((finding) => finding.kind === "query");
  const word = (/** @type {string} */ words) => h("span", { class: "flag-word" }, words);
  const icon = h("span", { "aria-hidden": "true" }, KINDS[kind ?? ""]?.icon ?? "•");
  const text = !counted.length ? word(FINDINGS.incomplete) : asks ? FINDINGS.questions(word, counted.length) : FINDINGS.findings(word, counted.length);
  return { kind, text: [icon, h("span", {}, text)] };
}

/**
 * A mark for each kind of finding, with the number of findings of that kind: `⚑ 2 ? 1`.
 * @param {readonly Finding[]} findings
 */
export function marks(findings) {
  const by = Map.groupBy(findings, ({ kind }) => kind);
  return Object.entries(KINDS).filter(([kind]) => by.has(kind)).map(([kind, { icon, word }]) =>
    h("span", { class: `flag ${kind}-flag` }, FINDINGS.ofKind(spoken, h("span", { "aria-hidden": "true" }, `${icon} `), by.get(kind)?.length ?? 0, word)));
}

/**
 * @param {Finding} finding
 * @param {Reader} reader
 */
function item(finding, { view, rules = false, answers = false }) {
  const kind = KINDS[finding.kind] ?? { icon: "•", word: finding.kind };
  const asked = answers && finding.kind === "query" && finding.status === "standing";
  const button = (/** @type {string} */ what, /** @type {typeof FINDINGS.answer} */ text) => h("button", { type: "button", "data-do": what, "data-finding": finding.id, "data-key": what }, text(spoken, finding.sentence));
  const mends = answers && finding.kind === "contradiction" && finding.status === "standing" ? finding.answers ?? [] : [];
  /** @param {Answers["QueryAnswer"]} answer */
  const mend = ({ text, version }) => h("button", { type: "button", "data-do": "mend", "data-version": version, "data-key": `mend@${version}` }, text);
  const perhaps = mends.length || asked ? [] : (finding.alternatives ?? []).map((words, n) => toEntry(words, finding.suspects?.[n]));
  const acts = [asked && button("ask", FINDINGS.answer), rules && finding.status !== "ruled" && button("rule", FINDINGS.rule)].filter(Boolean);
  // A question that the desk shows is not a live region here, because the desk announces it.
  return h("li", { class: `finding ${finding.kind}`, id: anchorOf(finding.id), "data-key": finding.id, "aria-live": asked ? "off" : null },
    h("p", { class: "finding-head" },
      h("span", { class: "kind" }, h("span", { "aria-hidden": "true" }, `${kind.icon} `), kind.word),
      h("span", { class: "source" }, dotted([rules && rulingIn(finding.source), place(finding, view)]))),
    h("p", { class: "wording" }, finding.sentence),
    finding.unexamined && h("p", { class: "quiet" }, FINDINGS.unexamined(finding.unexamined)),
    perhaps.length ? [h("p", { class: "quiet" }, FINDINGS.perhaps), h("p", { class: "choices", "data-key": "perhaps" }, perhaps)] : null,
    finding.status === "ruled" ? h("p", {}, finding.ruling ? FINDINGS.ruledOnBy(strong, finding.ruling) : FINDINGS.ruledOn(strong)) : null,
    mends.length ? [h("p", { class: "quiet" }, TYPED), h("p", { class: "choices", "data-key": "mends" }, mends.map(mend))] : null,
    acts.length ? h("p", { class: "choices", "data-key": "acts" }, acts) : null);
}

/** @param {string} words */
const strong = (words) => h("b", {}, words);

/**
 * `Deal 3 · entries 54, 57`, as a link to that moment in the replay.
 * @param {Finding} finding
 * @param {Reader["view"]} view
 */
const place = ({ round, versions }, view) => h("a", { class: "moment", href: momentOf(Math.max(...versions)) }, dotted([view && round && roundLabel(view, round), entriesLabel(versions)]));

// A link to the step of that entry in the replay. A finding that was stored long ago does not name the entry.
/**
 * @param {string} words
 * @param {number} [version]
 */
const toEntry = (words, version) => (version ? h("a", { class: "button entry", href: momentOf(version), "data-key": version }, words) : h("span", {}, words));

/**
 * The address of an entry in the replay. A replay in a file is alone.
 * @param {number} version
 */
const momentOf = (version) => `${replayOf(byId("main").dataset.game)}#event=${version}`;

/** @param {string | undefined} game */
const replayOf = (game) => (game ? `/games/${game}/replay` : "");
