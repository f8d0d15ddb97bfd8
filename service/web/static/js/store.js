/**
 * The state of a page. A page is its state, pure functions that make the next state, and a function that draws it. Nothing else keeps what
 * is shown. A state is never changed: what asks for more, and what runs a clock, reads the newest one here and puts what it learned into the
 * next.
 */

/**
 * @template State
 * @typedef {object} Store
 * @property {State} state
 * @property {<Told extends unknown[]>(make: (state: State, ...told: Told) => State, ...told: Told) => void} next make the next state, and draw
 *   it: `next(turned, 3)` for `turned(state, 3)`
 */

/**
 * @template State
 * @param {State} first
 * @param {(state: State, former: State | null) => void} draw draws a state; `former`: the state that is drawn now, null at first
 * @returns {Store<State>}
 */
export function store(first, draw) {
  let state = first;
  draw(state, null);
  return {
    get state() {
      return state;
    },
    next(make, ...told) {
      const former = state;
      state = make(state, ...told);
      if (state !== former) draw(state, former);
    },
  };
}
