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
  for (const [key, card] of now) {
    const before = former.get(key);
    if (!before) comes(card.element, region, card.seat);
    else if (before.down && !card.down) turns(card.element);
  }
  if (!former.size) return;
  const felt = region.querySelector(".felt");
  const gone = [...former].filter(([key]) => !now.has(key));
  // A card that goes alone was taken back: nobody won it.
  const winner = counts === "trick" && gone.length === former.size && gone.length > 1 ? (leader ?? null) : null;
  if (felt && gone.length) gather(/** @type {HTMLElement} */ (felt), gone.map(([, card]) => card), winner);
}

/**
 * @param {HTMLElement} region
 */
function cardsOn(region) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = region.querySelectorAll(".lies:not(.slot)");
  return new Map([...found].map((element) => [element.dataset.key ?? "", {
    element, seat: element.dataset.seat ?? "", down: Boolean(element.querySelector(".down")), x: element.offsetLeft, y: element.offsetTop, place: element.parentElement?.className ?? "", style: element.parentElement?.style.cssText ?? "",
  }]));
}

/**
 * @param {HTMLElement} region
 * @param {string} seat
 */
const plateOf = (region, seat) => /** @type {HTMLElement | null} */ (region.querySelector(`[data-key="spot-${seat}"] .seat`));

/**
 * @param {HTMLElement} card
 * @param {HTMLElement} region
 * @param {string} seat
 */
function comes(card, region, seat) {
  const plate = plateOf(region, seat);
  if (!plate) return;
  const way = `${plate.offsetLeft - card.offsetLeft}px ${plate.offsetTop - card.offsetTop}px`;
  card.firstElementChild?.animate([{ transform: `translate(${way.replace(" ", ",")}) scale(0.7)`, opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: PLAY, easing: "ease-out" });
}

/** @param {HTMLElement} card */
function turns(card) {
  card.firstElementChild?.animate([{ transform: "scaleX(0.05)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" });
}

/**
 * @param {HTMLElement} felt
 * @param {{element: HTMLElement, place: string, style: string, x: number, y: number}[]} cards
 * @param {number | null} winner
 */
function gather(felt, cards, winner) {
  const plate = winner === null ? null : plateOf(felt, String(winner));
  for (const { element, place, style, x, y } of cards) {
    const ghost = document.createElement("span");
    ghost.className = `${place} ghost`;
    ghost.style.cssText = style;
    ghost.append(element);
    element.removeAttribute("data-key");
    felt.append(ghost);
    const end = plate ? `translate(${plate.offsetLeft - x}px, ${plate.offsetTop - y}px) scale(0.4)` : "scale(0.9)";
    const motion = element.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0 }], { duration: GATHER, easing: "ease-in", fill: "forwards" });
    motion.finished.then(() => ghost.remove(), () => ghost.remove());
  }
}
