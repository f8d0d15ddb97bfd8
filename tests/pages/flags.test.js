/** The flags of the steps of a replay (flags.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { flaggedSteps, gravestOf, grouped } from "../../service/web/static/js/flags.js";

const step = (event, findings = [], retracted = false) => ({ event: { type: "Acted", sentence: "Ann acts", ...event }, findings, retracted });

test("a step is flagged by its gravest finding, a ruling or a correction", () => {
  const asked = { kind: "query", sentence: "Who led?" };
  const steps = [step({}), step({ after: 3 }, [asked, { kind: "breach", sentence: "Out of turn." }]), step({ type: "RulingRecorded" }), step({ after: 2 }), step({}, [], true), step({ withheld: true, after: 1 })];
  assert.deepEqual(flaggedSteps(steps).map(({ step: at, kind, said }) => [at, kind, said]), [
    [1, "breach", "Out of turn."], [2, "ruling", "Ann acts"], [3, "correction", "Ann acts"], [4, "correction", "Ann acts"], [5, "correction", "Hidden until the game reveals it"],
  ]);
});

test("flags that would lie on each other are one group, which has the sign of the gravest", () => {
  const flags = [[0, "gap"], [3, "ruling"], [4, "query"], [9, "correction"]].map(([at, kind]) => ({ step: at, kind, said: "" }));
  const groups = grouped(flags, (at) => 10 * at, 44);
  assert.deepEqual(groups.map((group) => [group.map(({ step: at }) => at), gravestOf(group)]), [[[0, 3, 4], "query"], [[9], "correction"]]);
});
