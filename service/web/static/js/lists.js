/**
 * Lists that act as soon as something is chosen: `<select data-acts>`. In a closed list each arrow key chooses the next entry on the way to the
 * one that is meant. So the list acts when Enter is pressed or when the focus leaves it: its `change` events wait until then. Escape takes the
 * choice back. An open list chooses only once, and acts at once.
 */

const MAC = navigator.userAgent.includes("Mac"); // there, arrows open the list
const CHOOSES = MAC ? /^\S$/ : /^(Arrow.*|Home|End|Page.*|\S)$/;

let passing = false;
let former = "";
let waiting = null;

document.addEventListener("focusin", ({ target }) => { if (acts(target)) former = target.value; }, true);
document.addEventListener("pointerdown", () => { passing = false; }, true);
document.addEventListener("keydown", ({ key, altKey }) => {
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

const acts = (element) => element.matches("select[data-acts]");

function settle() {
  const select = waiting;
  waiting = null;
  select?.dispatchEvent(new Event("change", { bubbles: true }));
}
