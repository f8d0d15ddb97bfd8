/**
 * How cards look on this device: with the letter of their suit, and with a colour of its own for each suit. Both are off at first. A page that
 * offers the choice has a checkbox with `data-look` for each. The choice is kept on this device only.
 */

/** @param {string} look */
const keyOf = (look) => `faceup:cards:${look}`;
const LOOKS = ["letters", "colours"];
const root = document.documentElement;

apply();
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.look) choose(target.dataset.look, target.checked);
});
addEventListener("storage", apply); // another tab has changed it

function apply() {
  for (const look of LOOKS) show(look, kept(look));
}

/**
 * @param {string} look
 * @param {boolean} wanted
 */
function choose(look, wanted) {
  try {
    if (wanted) localStorage.setItem(keyOf(look), "on");
    else localStorage.removeItem(keyOf(look));
  } catch {
    // The device keeps nothing: the choice is that of this page.
  }
  show(look, wanted);
}

/**
 * @param {string} look
 * @param {boolean} on
 */
function show(look, on) {
  root.toggleAttribute(`data-${look}`, on);
  for (const box of document.querySelectorAll(`[data-look="${look}"]`)) if (box instanceof HTMLInputElement) box.checked = on;
}

/** @param {string} look */
function kept(look) {
  try {
    return localStorage.getItem(keyOf(look)) === "on";
  } catch {
    return false;
  }
}
