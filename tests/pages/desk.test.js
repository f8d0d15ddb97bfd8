/** The acts of the desk (actnames.js): each button does the act that it names. The sentence of the desk (sayings.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { actsByName } from "../../service/web/static/js/tournament/actnames.js";
import { Acts } from "../../service/web/static/js/tournament/deskacts.js";
import { Settling } from "../../service/web/static/js/tournament/deskforms.js";
import { More } from "../../service/web/static/js/tournament/deskmore.js";
import { Pairing } from "../../service/web/static/js/tournament/deskpairing.js";
import { Undo } from "../../service/web/static/js/tournament/deskundo.js";
import { following } from "../../service/web/static/js/tournament/sayings.js";

test("an act is found by its name, whichever part does it", () => {
  const act = actsByName([{ pair: () => "paired" }, { keep: (place, choice) => `${place} ${choice} kept` }]);
  assert.deepEqual([act("pair")(), act("keep")("3-4", "0")], ["paired", "3-4 0 kept"]);
});

test("a name that no act has does nothing silently", () => {
  const act = actsByName([{ pair: () => "paired" }]);
  for (const name of ["", "publish", "constructor"]) assert.throws(() => act(name), new Error(`no act is named ${name}`));
});

test("two acts cannot share a name", () => {
  assert.throws(() => actsByName([{ again: () => "paired again" }, { again: () => "opened again" }]), new Error("two acts are named again"));
});

test("the parts of the desk name different acts", () => {
  const parts = [Acts, Settling, Pairing, More, Undo].map((Part) => Object.create(Part.prototype).works);
  assert.ok(parts.flatMap(Object.keys).length > 20);
  actsByName(parts);
});

const PAIRS = { entries: [{ people: ["a", "b"] }, { people: ["c", "d"] }] };

test("entries are called what they are", () => {
  assert.equal(following({ next: "pair", round: null, lines: [] }, PAIRS), "2 pairs entered: pair round 1");
});

test("a result of an earlier round that is missing is named once", () => {
  const lines = [{ kind: "late", round: 1, table: 2 }, { kind: "findings", round: 1, table: 2 }, { kind: "findings", round: 1, table: 3 }];
  assert.equal(following({ next: "settle", round: { round: 2 }, lines }, PAIRS), "Round 2 is paired, but a result is missing: round 1, table 2");
});
