/** Reads a file with the records of many games, one a line (manyrecords.js). */

import assert from "node:assert/strict";
import test from "node:test";
import { hasMany, recordsOf } from "../../service/web/static/js/manyrecords.js";

const RECORD = ['{"club":"home","format":"faceup-record"}', '{"at":1,"data":{"10":"é","2":"</b>"}}', '{"at":2}', '{"head":{"version":2}}'];
const LINE = `{"header":${RECORD[0]},"events":[${RECORD[1]},${RECORD[2]}],"footer":${RECORD[3]}}`;
const UNREAD = '{"game":"home-a","failed":"RecordDamaged"}';
const PROBLEM = '{"title":"Damaged","detail":"It is damaged.","status":500,"game":"home-b"}';

/** @param {string} text */
const file = (text) => new File([text], "games.ndjson");

/** @param {string} text */
async function all(text) {
  const found = [];
  for await (const { file: { name }, file: one, fault } of recordsOf(file(text))) found.push([name, await one.text(), fault]);
  return found;
}

test("a file of many records is known by its first line", async () => {
  for (const text of [LINE, `${UNREAD}\n${LINE}`, `${PROBLEM}\n`, `${LINE.slice(0, 60)}"events":[${"x".repeat(2 ** 17)}`]) assert.ok(await hasMany(file(text)));
  const json = `{"header":${RECORD[0]},\n"events":[\n`;
  for (const text of ["", "\n", "[]", "null", "faceup sheet", '{"game":1}', json, RECORD.join("\n")]) assert.ok(!(await hasMany(file(text))));
});

test("each line becomes a record file of its own, in the canonical form", async () => {
  const one = RECORD.map((line) => `${line}\n`).join("");
  assert.deepEqual(await all(`${LINE}\n${LINE}`), [["games.ndjson, line 1", one, undefined], ["games.ndjson, line 2", one, undefined]]);
});

test("a line that is no record stays as it is, and says why if it can", async () => {
  assert.deepEqual(await all(`${UNREAD}\n\n${LINE.slice(1)}\n${PROBLEM}`), [
    ["games.ndjson, line 1", UNREAD, "home-a was not exported: RecordDamaged"],
    ["games.ndjson, line 2", "", undefined],
    ["games.ndjson, line 3", LINE.slice(1), undefined],
    ["games.ndjson, line 4", PROBLEM, "home-b was not exported: It is damaged."],
  ]);
});

test("a file larger than its pieces is read whole", async () => {
  const many = Array.from({ length: 3000 }, (_, number) => JSON.stringify({ game: `home-${number}`, failed: "x".repeat(100) }));
  assert.equal((await all(`${many.join("\n")}\n`)).length, 3000);
});
