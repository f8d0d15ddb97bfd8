/** Shows findings: what the record proves, and which questions it leaves open. Each finding names its events, to directors also its ruling. */

import { byId, dotted, h, spoken } from "./dom.js";
import { anchorOf, gravest } from "./flags.js";
import { FINDINGS } from "./texts/record.js";
import { entriesLabel, KINDS, TYPED } from "./texts/words.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["Finding"]} Finding
 */

/**
 * The current findings, or a line that says that there are none.
 * @param {readonly Finding[]} findings
 * @param {{unchecked?: boolean, rules?: boolean, answers?: boolean}} [state] `unchecked`: the newest events are not validated yet; `rules`:
 *   the reader may rule on findings; `answers`: the questions can be answered on the desk (queries.js)
 * @returns {import("../../types/dom.js").Child[]}
 */
export function findingList(findings, { unchecked = false, rules = false, answers = false } = {}) {
  const standing = findings.filter((finding) => finding.status !== "withdrawn");
  const list = standing.length ? h("ul", { class: "findings", role: "list" }, standing.map((finding) => item(finding, rules, answers))) : null;
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
 * What the flag beside the title shows: the number of findings without a ruling (`text`) and the gravest kind among them (`kind`). Null
 * when there are no such findings.
 * @param {readonly Finding[]} findings
 */
export function flagOf(findings) {
  const open = findings.filter((finding) => finding.status === "standing");
  if (!open.length) return null;
  const kind = gravest(open)?.kind;
  const asks = open.every((finding) => finding.kind === "query");
  const word = (/** @type {string} */ words) => h("span", { class: "flag-word" }, words);
  const icon = h("span", { "aria-hidden": "true" }, KINDS[kind ?? ""]?.icon ?? "•");
  return { kind, text: [icon, h("span", {}, asks ? FINDINGS.questions(word, open.length) : FINDINGS.findings(word, open.length))] };
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
 * @param {boolean} rules
 * @param {boolean} answers
 */
function item(finding, rules, answers) {
  const kind = KINDS[finding.kind] ?? { icon: "•", word: finding.kind };
  const asked = answers && finding.kind === "query" && finding.status === "standing";
  const button = (/** @type {string} */ what, /** @type {typeof FINDINGS.answer} */ text) => h("button", { type: "button", "data-do": what, "data-finding": finding.id }, text(spoken, finding.sentence));
  const mends = answers && finding.kind === "contradiction" && finding.status === "standing" ? finding.answers ?? [] : [];
  /** @param {Answers["QueryAnswer"]} answer */
  const mend = ({ text, version }) => h("button", { type: "button", "data-do": "mend", "data-version": version, "data-key": `mend@${version}` }, text);
  const perhaps = mends.length || asked ? [] : (finding.alternatives ?? []).map((words, n) => toEntry(words, finding.suspects?.[n]));
  const acts = [asked && button("ask", FINDINGS.answer), rules && finding.status !== "ruled" && button("rule", FINDINGS.rule)].filter(Boolean);
  // A question that the desk shows is not a live region here, because the desk announces it.
  return h("li", { class: `finding ${finding.kind}`, id: anchorOf(finding.id), "data-key": finding.id, "aria-live": asked ? "off" : null },
    h("p", { class: "finding-head" },
      h("span", { class: "kind" }, h("span", { "aria-hidden": "true" }, `${kind.icon} `), kind.word),
      h("span", { class: "source" }, dotted([rules && rulingIn(finding.source), entriesLabel(finding.versions)]))),
    h("p", { class: "wording" }, finding.sentence),
    finding.unexamined && h("p", { class: "quiet" }, FINDINGS.unexamined(finding.unexamined)),
    perhaps.length ? [h("p", { class: "quiet" }, FINDINGS.perhaps), h("p", { class: "choices" }, perhaps)] : null,
    finding.status === "ruled" ? h("p", {}, finding.ruling ? FINDINGS.ruledOnBy(strong, finding.ruling) : FINDINGS.ruledOn(strong)) : null,
    mends.length ? [h("p", { class: "quiet" }, TYPED), h("p", { class: "choices" }, mends.map(mend))] : null,
    acts.length ? h("p", { class: "choices" }, acts) : null);
}

/** @param {string} words */
const strong = (words) => h("b", {}, words);

// A link to the step of that entry in the replay. A finding that was stored long ago does not name the entry. A replay in a file is alone.
/**
 * @param {string} words
 * @param {number} [version]
 */
const toEntry = (words, version) => (version ? h("a", { class: "button entry", href: `${replayOf(byId("main").dataset.game)}#event=${version}`, "data-key": version }, words) : h("span", {}, words));

/** @param {string | undefined} game */
const replayOf = (game) => (game ? `/games/${game}/replay` : "");
