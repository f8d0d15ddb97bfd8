/** Reads a list of record files from stdin, as JSON. Prints for each the lines in which the page's own check finds a fault (verify.js). */

import { readFileSync } from "node:fs";

import { verified } from "../../service/web/static/js/verify.js";

const texts = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const text of texts) found.push((await verified(text)).faults);
console.log(JSON.stringify(found));
