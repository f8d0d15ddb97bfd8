/** The store of a page (store.js): what is drawn, and when. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { store } from "../../service/web/static/js/store.js";

test("every new state is drawn once, beside the one that it replaces; the same state is not drawn again", () => {
  const drawn = [];
  const counter = store(1, (state, former) => drawn.push([state, former]));
  counter.next((state, more) => state + more, 2);
  counter.next((state) => state);
  assert.deepEqual([drawn, counter.state], [[[1, null], [3, 1]], 3]);
});
