/**
 * The keyboard inside groups of buttons: Tab goes from group to group, arrows move inside a group, and typing a rank and a suit finds a card.
 */

import { around } from "./dom.js";
import { nextField } from "./draft.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let rank = "";

/**
 * Make exactly one button of each group reachable by Tab. Call it after a redraw.
 * @param {Element} root
 * @param {Element | null} [but] what is not drawn yet
 */
export function settle(root, but) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    if (but?.contains(group)) continue;
    const buttons = [...group.querySelectorAll("button")];
    const stop = buttons.find((button) => button === document.activeElement)
      ?? buttons.find((button) => button.getAttribute("aria-pressed") === "true")
      ?? buttons.find((button) => button.tabIndex === 0 && button.hasAttribute("tabindex")) ?? buttons[0];
    stopAt(buttons, stop);
  }
}

/**
 * The attribute is written only where it changes. On the control that has the focus, it makes the browser work out the page at once.
 * @param {Iterable<HTMLElement>} buttons of one group
 * @param {HTMLElement | undefined} stop the one that Tab reaches
 */
function stopAt(buttons, stop) {
  for (const button of buttons) {
    const index = button === stop ? "0" : "-1";
    if (button.getAttribute("tabindex") !== index) button.setAttribute("tabindex", index);
  }
}

/**
 * Move the focus to the first field of the draft that has no answer, or to the button that records the draft.
 * @param {Element} root
 * @param {import("./draft.js").Draft | null} draft
 */
export function enterNext(root, draft) {
  const field = draft && nextField(draft);
  /** @type {Record<string, string>} */
  const kinds = { card: "cards", cards: "cards", "seat-card": "cards", "seat-cards": "cards", number: "cards", seat: "seats", seats: "seats" };
  const group = field && root.querySelector(`[data-roving="${kinds[field.kind] ?? field.name}"]`);
  /** @type {HTMLElement | null} */
  const target = group?.querySelector('[tabindex="0"]') ?? root.querySelector('[data-do="commit"], [data-do="decide"]') ?? root.querySelector('[data-roving] [tabindex="0"]');
  target?.focus();
}

/**
 * Let the arrow keys, Home and End move inside the groups of `root`, and typed letters move to a card. Tab comes back to the control of a
 * group that had the focus last.
 * @param {HTMLElement} root
 */
export function roam(root) {
  root.addEventListener("keydown", (event) => {
    const group = around(event, "[data-roving]");
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = ARROWS[event.key] ? neighbour(group, /** @type {HTMLElement} */ (event.target), ...ARROWS[event.key]) : atEnd(group, event.key) ?? lettered(group, event.key);
    if (!target) return;
    event.preventDefault();
    stopAt(group.querySelectorAll("button"), target);
    target.focus();
  });
}

/**
 * @param {Element} group
 * @param {HTMLElement} from
 * @param {number} right
 * @param {number} down
 */
function neighbour(group, from, right, down) {
  /** @type {HTMLElement[]} */
  const buttons = [...group.querySelectorAll("button")];
  if (right) return buttons[buttons.indexOf(from) + right];
  const here = from.getBoundingClientRect();
  const beyond = buttons.filter((button) => (button.getBoundingClientRect().top - here.top) * down > here.height / 2);
  return nearest(beyond, here);
}

/**
 * @param {HTMLElement[]} buttons
 * @param {DOMRect} here
 */
function nearest(buttons, here) {
  const distance = (/** @type {HTMLElement} */ button) => {
    const there = button.getBoundingClientRect();
    return Math.abs(there.top - here.top) * 100 + Math.abs(there.left - here.left);
  };
  return buttons.sort((one, other) => distance(one) - distance(other))[0];
}

/**
 * @param {Element} group
 * @param {string} key
 */
function atEnd(group, key) {
  const buttons = [...group.querySelectorAll("button")];
  return { Home: buttons[0], End: buttons.at(-1) }[key];
}

// Typing `T` `S` or `1` `0` `S` moves the focus to the ten of spades; Enter then chooses this card.
/**
 * @param {HTMLElement} group
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
function lettered(group, key) {
  if (group.dataset.roving !== "cards" || key.length !== 1) return undefined;
  const letter = key === "0" || key === "1" ? "T" : key.toUpperCase();
  const isRank = "AKQJT98765432".includes(letter);
  if (isRank) rank = letter;
  const token = isRank ? `${rank}S` : rank + letter;
  return /** @type {HTMLElement | null} */ (group.querySelector(`[data-card="${CSS.escape(token)}"]`)) ?? undefined;
}
