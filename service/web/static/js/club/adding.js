/**
 * Adds several people, from pasted names or a CSV file. The server first checks all rows. After the check, one press adds all of these
 * people, or none of them.
 */

import { call, Problem } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { once } from "../once.js";
import { ADDING } from "../texts/club.js";
import { say } from "./club.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {{data: Blob, of: (line: number) => string}} Chosen what to import; `of`: a line of it, as the user knows it
 */

const PATIENCE = 60_000;

/** @param {import("./people.js").PeoplePage} page */
export function importing(page) {
  const form = byId("import", "form");
  const checked = { file: /** @type {Chosen | null} */ (null) };
  const start = () => {
    checked.file = null;
    redraw(byId("import-seen"));
    redraw(byId("import-send"), ADDING.check);
    byId("import-send").classList.remove("primary");
  };
  byId("import-send", "button").disabled = false;
  form.addEventListener("input", start);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    once(byId("import-send"), () => (checked.file ? store(checked.file) : check()), byId("import-error"));
  });

  async function check() {
    const file = chosen();
    const answer = await sent(file, "?dry_run=true");
    if (!answer) return;
    redraw(byId("import-seen"), seen(answer));
    if (!answer.registered) return;
    checked.file = file;
    redraw(byId("import-send"), ADDING.add(answer.registered));
    byId("import-send").classList.add("primary");
  }

  /** @param {Chosen} file */
  async function store(file) {
    const answer = await sent(file, "");
    if (!answer) return;
    form.reset();
    start();
    byId("several", "details").open = false;
    await page.refresh();
    say(ADDING.added(answer.registered));
  }
}

/**
 * What to import: the file, or else the pasted names as a CSV file.
 * @returns {Chosen}
 */
function chosen() {
  const [file] = byId("file", "input").files ?? [];
  const names = byId("pasted", "textarea").value.split("\n").map((each) => each.trim());
  if (file) return { data: file, of: ADDING.line };
  if (!names.some(Boolean)) throw new Error(ADDING.nothing);
  const kept = names.map((name, place) => ({ name, place })).filter(({ name }) => name);
  const rows = kept.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  return { data: new Blob([["name", ...rows, ""].join("\r\n")]), of: (line) => { const row = kept[line - 2]; return row ? ADDING.nameAt(row.place + 1, row.name) : ADDING.line(line); } };
}

/**
 * Send the file. Returns the server's answer. If rows are faulty, shows a list of these rows and returns null.
 * @param {Chosen} file
 * @param {string} query
 * @returns {Promise<Answers["ImportedPeople"] | null>}
 */
async function sent({ data, of }, query) {
  try {
    return (await call("POST", `/people/import${query}`, { file: data, patience: PATIENCE })).body;
  } catch (problem) {
    const rows = problem instanceof Problem ? problem.errors.filter(({ where }) => where) : [];
    if (!rows.length) throw problem;
    redraw(byId("import-seen"), h("div", { class: "said bad" }, h("p", {}, ADDING.wrong(rows.length)),
      h("ul", { class: "row-faults" }, rows.map(({ where = "", message }) => h("li", {}, ADDING.fault(inWords(where, of), message))))));
    return null;
  }
}

/**
 * Names a faulty row as the user knows it. For pasted names, `line 3, column name` becomes `Line 2, “Anna”`, because line 1 of the file
 * that is sent has the column's name. If the fault is in another column than `name`, the column is named at the end.
 * @param {string} where
 * @param {Chosen["of"]} of
 */
function inWords(where, of) {
  const [, line, column] = /^line (\d+)(?:, column (.*))?$/.exec(where) ?? [];
  if (!line) return where;
  return column && column !== "name" ? ADDING.column(of(Number(line)), column) : of(Number(line));
}

/** @param {Answers["ImportedPeople"]} answer */
function seen({ registered, people, ignored }) {
  const known = people.filter(({ outcome }) => outcome === "already-there");
  const namesakes = people.filter((each) => each.namesakes.length);
  return h("div", { class: "said" },
    h("p", {}, registered ? ADDING.fresh(registered, names(people.filter(({ outcome }) => outcome === "registered"))) : ADDING.nobodyNew),
    known.length ? h("p", {}, ADDING.known(names(known))) : null,
    namesakes.length ? h("p", {}, ADDING.namesakes(names(namesakes))) : null,
    ignored.length ? h("p", { class: "quiet" }, ADDING.ignored(ignored)) : null);
}

/** @param {{name: string}[]} people */
const names = (people) => people.map(({ name }) => name);
