/** Findings: what the record proves, with the rule and the events that prove it. */

import { h, spoken } from "./dom.js";
import { count, KINDS } from "./words.js";

/**
 * The current findings, or a line that says that there are none.
 * @param {any[]} findings
 * @param {{unchecked?: boolean, rules?: boolean}} [state] `unchecked`: the newest events are not validated yet; `rules`: the reader may rule on them
 * @returns {unknown[]}
 */
export function findingList(findings, { unchecked = false, rules = false } = {}) {
  const standing = findings.filter((finding) => finding.status !== "withdrawn");
  const list = standing.length ? h("ul", { class: "findings", role: "list" }, standing.map((finding) => item(finding, rules))) : null;
  const quiet = unchecked ? "Checking the latest events…" : "Nothing found against the rules.";
  return [list ?? h("p", { class: "quiet" }, quiet), list && unchecked ? h("p", { class: "quiet" }, quiet) : null];
}

/**
 * The flag beside the title, a link to the findings. It shows the number of findings without a ruling; null when there are none.
 * @param {any[]} findings
 */
export function flagOf(findings) {
  const open = findings.filter((finding) => finding.status === "standing");
  if (!open.length) return null;
  const { icon } = KINDS[open.some((finding) => finding.kind === "breach") ? "breach" : open[0].kind] ?? { icon: "•" };
  return [h("span", { "aria-hidden": "true" }, icon), count(open.length, "finding")];
}

function item(finding, rules) {
  const kind = KINDS[finding.kind] ?? { icon: "•", word: finding.kind };
  return h("li", { class: `finding ${finding.kind}`, "data-key": finding.id },
    h("p", { class: "finding-head" },
      h("span", { class: "kind" }, h("span", { "aria-hidden": "true" }, `${kind.icon} `), kind.word),
      h("span", { class: "source" }, [finding.source, `${finding.versions.length > 1 ? "events" : "event"} ${finding.versions.join(", ")}`].filter(Boolean).join(" · "))),
    h("p", { class: "wording" }, finding.sentence),
    finding.unexamined && h("p", { class: "quiet" }, `Not examined: ${finding.unexamined}`),
    finding.alternatives?.length ? h("p", { class: "quiet" }, `Perhaps: ${finding.alternatives.join("; ")}`) : null,
    finding.status === "ruled" ? h("p", {}, h("b", {}, "Ruled on"), finding.ruling ? ` by event ${finding.ruling}.` : ".") : null,
    rules && finding.status !== "ruled" ? h("p", {}, h("button", { type: "button", "data-do": "rule", "data-finding": finding.id }, "Rule on this", spoken(`: ${finding.sentence}`))) : null);
}
