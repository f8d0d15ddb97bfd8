/**
 * Adds several people, from pasted names or a CSV file. The server first checks all rows. After the check, one press adds all of these
 * people, or none of them.
 */

import { call, Problem } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { once } from "../once.js";
import { count, listed } from "../texts/words.js";
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
    redraw(byId("import-send"), "Check the names");
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
    redraw(byId("import-send"), `Add ${count(answer.registered, "person", "people")}`);
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
    say(`${count(answer.registered, "person is", "people are")} added.`);
  }
}

/**
 * What to import: the file, or else the pasted names as a CSV file.
 * @returns {Chosen}
 */
function chosen() {
  const [file] = byId("file", "input").files ?? [];
  const names = byId("pasted", "textarea").value.split("\n").map((each) => each.trim());
  if (file) return { data: file, of: (line) => `Line ${line}` };
  if (!names.some(Boolean)) throw new Error("Write or paste the names first, or choose a file.");
  const kept = names.map((name, place) => ({ name, place })).filter(({ name }) => name);
  const rows = kept.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  return { data: new Blob([["name", ...rows, ""].join("\r\n")]), of: (line) => { const row = kept[line - 2]; return row ? `Line ${row.place + 1}, “${row.name}”` : `Line ${line}`; } };
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
    redraw(byId("import-seen"), h("div", { class: "said bad" }, h("p", {}, `${count(rows.length, "row is", "rows are")} wrong. Nobody was added.`),
      h("ul", { class: "row-faults" }, rows.map(({ where = "", message }) => h("li", {}, `${inWords(where, of)}: ${message}.`)))));
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
  return of(Number(line)) + (column && column !== "name" ? `, column ${column}` : "");
}

/** @param {Answers["ImportedPeople"]} answer */
function seen({ registered, people, ignored }) {
  const known = people.filter(({ outcome }) => outcome === "already-there");
  const namesakes = people.filter((each) => each.namesakes.length);
  return h("div", { class: "said" },
    h("p", {}, registered ? `${count(registered, "new person", "new people")}: ${some(people.filter(({ outcome }) => outcome === "registered"))}.` : "Nobody is new."),
    known.length ? h("p", {}, `Here already: ${some(known)}.`) : null,
    namesakes.length ? h("p", {}, `Several people have the same name: ${some(namesakes)}.`) : null,
    ignored.length ? h("p", { class: "quiet" }, `Not read: the columns ${listed(ignored)}.`) : null);
}

/** @param {{name: string}[]} people */
const some = (people) => (people.length > 8 ? `${people.slice(0, 7).map(({ name }) => name).join(", ")} and ${people.length - 7} more` : listed(people.map(({ name }) => name)));
