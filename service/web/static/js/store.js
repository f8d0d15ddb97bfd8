/**
 * The state of a page. A page is its state, pure functions that make the next state, and a function that draws it. Nothing else keeps what
 * is shown. A state is never changed: what asks for more, and what runs a clock, reads the newest one here and puts what it learned into the
 * next.
 */

import { afterPaint } from "./dom.js";

/**
 * @template State
 * @typedef {object} Store
 * @property {State} state
 * @property {<Told extends unknown[]>(make: (state: State, ...told: Told) => State, ...told: Told) => void} next make the next state, and draw
 *   it: `next(turned, 3)` for `turned(state, 3)`
 */

/**
 * @template State
 * @typedef {{from: readonly (keyof State)[], draw: (state: State) => void}} Part of a page; `from`: the members of the state that it is drawn from
 */

/**
 * @template State
 * @param {State} first
 * @param {(state: State, former: State | null) => void} draw draws a state; `former`: the state that is drawn now, null at first
 * @returns {Store<State>}
 */
export function store(first, draw) {
  /** @type {Store<State>} */
  const page = {
    state: first,
    next(make, ...told) {
      const former = page.state;
      page.state = make(former, ...told);
      if (page.state !== former) draw(page.state, former);
    },
  };
  draw(first, null);
  return page;
}

/**
 * The parts of a page that need not be drawn at once. Each is drawn in a task of its own, after the browser has shown what was drawn before,
 * and while nothing moves, so that no tap and no motion has to wait for all of them. A part is drawn again when a member of the state is another one that it is drawn from.
 * @template State
 * @param {Store<State>} page
 * @param {readonly Part<State>[]} parts
 * @param {(work: () => void) => void} whenStill does the work when nothing moves
 * @returns {() => void} to be called when the page has a new state
 */
export function drawnInTurn(page, parts, whenStill) {
  /** @type {Map<Part<State>, State>} */
  const drawn = new Map();
  const isDue = (/** @type {Part<State>} */ part) => part.from.some((member) => drawn.get(part)?.[member] !== page.state[member]);
  let waits = false;
  function next() {
    const part = parts.find(isDue);
    waits = Boolean(part);
    if (!part) return;
    drawn.set(part, page.state);
    setTimeout(() => whenStill(next));
    part.draw(page.state);
  }
  return () => {
    if (!waits) afterPaint(() => whenStill(next));
    waits = true;
  };
}
