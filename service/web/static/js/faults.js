/**
 * Tells the server when a script of the page fails, so that who runs it learns of it. Sent is only where it failed, each place once: never the
 * message of the error, which may hold a card or a token, and no id of a record. Tells the visitor when a script did not arrive.
 */

// A sheet or a picture may be lost on the way, and the page still works. Without its script it does nothing, and says so. A page that loads
// a part of its script itself tells when it is lost: `incomplete`.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && sayIncomplete(), true);
addEventListener("incomplete", sayIncomplete);

/** The most faults that one page tells. */
const MOST = 10;
/** A place in a script, as browsers write it in the stack of an error. */
const PLACE = /\/(?:assets\/)?(static|[0-9a-f]{12})\/([\w./+-]+\.js)[^:]*:(\d+):(\d+)/;
/** @type {Set<string>} */
const told = new Set();

addEventListener("error", ({ error, filename, lineno, colno }) => tell(error, `${filename}:${lineno}:${colno}`));
addEventListener("unhandledrejection", ({ reason }) => tell(reason));

/**
 * @param {unknown} error
 * @param {string} [at] where it failed, if the error does not say so
 */
function tell(error, at = "") {
  if (!(error instanceof Error) || "status" in error) return; // an answer of the server is no fault of a script
  const [, version, file, line, column] = PLACE.exec(error.stack ?? "") ?? PLACE.exec(at) ?? [];
  if (!file) return;
  const body = JSON.stringify({ error: error.name, file, line: Number(line), column: Number(column), page: page(location.pathname), version });
  if (told.has(body) || told.size >= MOST) return;
  told.add(body);
  fetch("/faults", { method: "POST", body, headers: { "Content-Type": "application/json" }, credentials: "omit", keepalive: true }).catch(() => {});
}

// What other pages have recorded may still wait on this device (keep.js).
try {
  if (localStorage.getItem("faceup:waiting")) import("./unstored.js").catch(() => {});
} catch {} // the browser lets no page keep anything

// These texts are not among those of other modules, because this one must need no other.
const INCOMPLETE = "Part of this page did not arrive. ";
const AGAIN = "Load it again";

function sayIncomplete() {
  const said = document.createElement("p");
  const again = document.createElement("a");
  said.className = "panel message";
  said.role = "alert";
  said.append(INCOMPLETE, again);
  again.href = location.href;
  again.textContent = AGAIN;
  document.querySelector("main")?.prepend(said);
}

/**
 * The address of a page, with `*` for what names a record, a person or a number.
 * @param {string} path
 */
const page = (path) => path.split("/").map((part) => (/^[a-z]*$/.test(part) ? part : "*")).join("/");
