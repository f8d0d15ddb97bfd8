/**
 * Lists that act as soon as something is chosen: `<select data-acts>`. In a closed list, each press of an arrow key chooses the next entry,
 * even if the user wants one further on. So a closed list acts only when Enter is pressed or when the focus leaves the list. Its `change`
 * events wait until then. Escape takes the choice back. In an open list the user chooses only once, so the list acts at once.
 */

const MAC = navigator.userAgent.includes("Mac"); // on a Mac, arrows open the list
const CHOOSES = MAC ? /^\S$/ : /^(Arrow.*|Home|End|Page.*|\S)$/;

let passing = false;
let former = "";
/** @type {HTMLSelectElement | null} */
let waiting = null;

document.addEventListener("pointerdown", () => { passing = false; }, true);
document.addEventListener("keydown", ({ key, altKey, target }) => {
  if (acts(target) && !waiting) former = target.value;
  passing = !altKey && CHOOSES.test(key); // Alt with an arrow opens the list, and so does the space bar
  if (key === "Enter") settle();
  if (key === "Escape" && waiting) {
    waiting.value = former;
    waiting = null;
  }
}, true);
document.addEventListener("focusout", settle, true);
document.addEventListener("change", (event) => {
  if (!acts(event.target)) return;
  if (event.isTrusted && passing) {
    event.stopImmediatePropagation();
    waiting = event.target;
  } else former = event.target.value;
}, true);

/**
 * @param {EventTarget | null} element
 * @returns {element is HTMLSelectElement}
 */
const acts = (element) => element instanceof Element && element.matches("select[data-acts]");

function settle() {
  const select = waiting;
  waiting = null;
  select?.dispatchEvent(new Event("change", { bubbles: true }));
}
