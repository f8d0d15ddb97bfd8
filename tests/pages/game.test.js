/** What the page of one table makes of answers and messages (gamestate.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begun, connected, heard, kept, laid, released, returned, standing, taken } from "../../service/web/static/js/gamestate.js";

const SYSTEM = { event_types: [{ type: "Called", label: "Call", schema: {} }] };

const game = (version, prompts) => ({ version, prompts });

const desk = () => begun(game(5, []), SYSTEM);

const watching = () => begun(game(5), SYSTEM);

test("only a visitor who may record gets prompts, and so a desk", () => {
  assert.deepEqual([desk().desk, watching().desk, desk().types.get("Called").label], [true, false, "Call"]);
});

const TAKEN = [
  ["a desk takes a newer state", desk(), 6, 6],
  ["a desk takes the same version again", desk(), 5, 5],
  ["a desk never goes back", desk(), 4, 5],
  ["a spectator's page goes back when a delay is set", watching(), 4, 4],
];
for (const [name, state, version, expected] of TAKEN) test(name, () => assert.equal(taken(state, game(version)).game.version, expected));

test("the findings of a message count even if its state of the table is old", () => {
  const state = heard(desk(), { game: game(4), findings: [{ id: "f", status: "standing" }, { id: "g", status: "withdrawn" }], validated: 5 });
  assert.deepEqual([state.game.version, state.validated, standing(state).map(({ id }) => id)], [5, 5, ["f"]]);
});

test("the connection, and what was recorded here, change nothing else", () => {
  const state = kept(connected(desk(), "live"), 6);
  assert.deepEqual([state.connection, state.stored, { ...state, connection: "connecting", stored: 0 }], ["live", 6, desk()]);
});

const message = (version, id) => ({ game: game(version, []), findings: [{ id, status: "standing" }], validated: version });

test("while this device reads the record itself, messages are remembered and not shown", () => {
  const ahead = laid(heard(desk(), message(5, "f")), message(8, "g"));
  const then = heard(ahead, message(6, "h"));
  assert.deepEqual([then.ahead, then.game.version, then.server.game.version, then.findings[0].id], [true, 8, 6, "g"]);
  assert.equal(heard(then, message(5, "f")).server.game.version, 6);
});

test("when all is stored, the page goes back to no older version; when it is discarded, it does", () => {
  const ahead = laid(heard(desk(), message(5, "f")), message(8, "g"));
  assert.deepEqual([released(ahead).ahead, released(ahead).game.version, released(heard(ahead, message(9, "h"))).findings[0].id], [false, 8, "h"]);
  assert.deepEqual([returned(ahead).ahead, returned(ahead).game.version, returned(desk())], [false, 5, desk()]);
});
