/**
 * Moves the cards on the felt from one view to the next: a card comes from its player, a card face down turns over, a trick goes to its
 * winner. Only transform and opacity change, and nothing waits for the end of a motion. Nothing moves for people who prefer no motion.
 */

import { redraw } from "./dom.js";

const PLAY = 220;
const TURN = 260;
const GATHER = 280;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Redraw a region with a felt in it (felt.js), and move what has changed.
 * @param {HTMLElement} region
 * @param {import("../../types/dom.js").Child} wanted
 * @param {{counts: string, leader?: number | null}} view what the felt shows now: who leads to a trick has won the one before it
 * @param {{moves?: boolean}} [how] `moves`: whether what differs has happened just now
 */
export function redrawFelt(region, wanted, { counts, leader }, { moves = true } = {}) {
  const former = !moves || !region.querySelector(".felt") || still.matches || document.hidden ? null : cardsOn(region);
  redraw(region, wanted);
  if (!former) return;
  const now = cardsOn(region);
  const came = [...now].filter(([key]) => !former.has(key)).map(([, card]) => card);
  const turned = [...now].filter(([key, card]) => former.get(key)?.down && !card.down).map(([, card]) => card);
  const gone = [...former].filter(([key]) => !now.has(key)).map(([, card]) => card);
  const felt = /** @type {HTMLElement | null} */ (region.querySelector(".felt"));
  const ghosts = felt ? gone.map((card) => ghostOf(card, felt)) : [];
  // A card that goes alone was taken back: nobody won it.
  const winner = counts === "trick" && gone.length === former.size && gone.length > 1 ? (leader ?? null) : null;
  if (!came.length && !turned.length && !ghosts.length) return;
  // Where things are is asked when the page has drawn everything else, so that the browser works it out once.
  requestAnimationFrame(() => {
    for (const { element, seat } of came) comes(element, plateOf(region, seat));
    for (const { element } of turned) turns(element);
    if (ghosts.length) gather(ghosts, winner === null ? null : plateOf(region, String(winner)));
  });
}

/**
 * @param {HTMLElement} region
 */
function cardsOn(region) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = region.querySelectorAll(".lies:not(.slot)");
  return new Map([...found].map((element) => [element.dataset.key ?? "", {
    element, seat: element.dataset.seat ?? "", down: Boolean(element.querySelector(".down")), place: element.parentElement?.className ?? "", style: element.parentElement?.style.cssText ?? "",
  }]));
}

/**
 * @param {HTMLElement} region
 * @param {string} seat
 */
const plateOf = (region, seat) => /** @type {HTMLElement | null} */ (region.querySelector(`[data-key="spot-${seat}"] .seat`));

/**
 * @param {HTMLElement} card
 * @param {HTMLElement | null} plate of its player
 */
function comes(card, plate) {
  if (!plate) return;
  const way = `translate(${plate.offsetLeft - card.offsetLeft}px, ${plate.offsetTop - card.offsetTop}px)`;
  card.firstElementChild?.animate([{ transform: `${way} scale(0.7)`, opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: PLAY, easing: "ease-out" });
}

/** @param {HTMLElement} card */
function turns(card) {
  card.firstElementChild?.animate([{ transform: "scaleX(0.05)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" });
}

/**
 * A card that has gone from the table, where it lay.
 * @param {{element: HTMLElement, place: string, style: string}} card
 * @param {HTMLElement} felt
 */
function ghostOf({ element, place, style }, felt) {
  const ghost = document.createElement("span");
  ghost.className = `${place} ghost`;
  ghost.style.cssText = style;
  ghost.append(element);
  element.removeAttribute("data-key");
  felt.append(ghost);
  return element;
}

/**
 * @param {HTMLElement[]} ghosts
 * @param {HTMLElement | null} plate of the winner; null: nobody won these cards
 */
function gather(ghosts, plate) {
  const ends = ghosts.map((card) => (plate ? `translate(${plate.offsetLeft - card.offsetLeft}px, ${plate.offsetTop - card.offsetTop}px) scale(0.4)` : "scale(0.9)"));
  ghosts.forEach((card, at) => {
    const motion = card.animate([{ transform: "none", opacity: 1 }, { transform: ends[at], opacity: 0 }], { duration: GATHER, easing: "ease-in", fill: "forwards" });
    motion.finished.finally(() => card.parentElement?.remove()).catch(() => {}); // it is cut short when the page draws something else
  });
}
