/** The styles that all pages have are cheap to work out: what changes at one place restyles nothing far from it (docs/decisions/web-pages.md). */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const WEB = new URL("../../service/web/", import.meta.url);
const read = (path) => readFileSync(new URL(path, WEB), "utf8");
const [, named] = /for sheet in \[([^\]]+)\]/.exec(read("templates/base.html"));
const sheets = [...named.matchAll(/"(\w+)"/g)].map(([, sheet]) => sheet).filter((sheet) => sheet !== "print");

test("no rule is about any element that follows another, and none asks what the body has", () => {
  assert.ok(sheets.includes("felt"));
  for (const sheet of [...sheets, "tricks"]) assert.doesNotMatch(read(`static/css/${sheet}.css`), /[+~] [*:][^{};]*\{|\bbody:has/, sheet);
});
