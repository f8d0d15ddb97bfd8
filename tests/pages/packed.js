/**
 * Reads from stdin what packs have of each module, `{path: {source, body}}`, where `body` is the function in the pack. Prints the paths of the
 * modules whose function does not do what the module says. Both are read by the parser of TypeScript and written again without comments.
 *
 * node tests/pages/packed.js <folder of the package typescript>
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";

const ts = createRequire(import.meta.url)(process.argv[2]);
const printer = ts.createPrinter({ removeComments: true });
const parsed = (text) => ts.createSourceFile("module.js", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
const printed = (file) => printer.printFile(file).replace(/^\s+/gm, "");

/** What a pack should have in place of an import. */
function held({ importClause, moduleSpecifier }, path) {
  const bindings = importClause?.namedBindings;
  if (!bindings) return "";
  const names = ts.isNamespaceImport(bindings) ? bindings.name.text : `{ ${bindings.elements.map(({ propertyName, name }) => (propertyName ? `${propertyName.text}: ` : "") + name.text).join(", ")} }`;
  return `const ${names} = $modules["${posix.join(posix.dirname(path), moduleSpecifier.text)}"];`;
}

function expected(path, source) {
  const file = parsed(source);
  const exported = [];
  const statements = file.statements.map((each) => {
    if (ts.isImportDeclaration(each)) return held(each, path);
    const text = source.slice(each.getStart(file), each.end);
    if (!each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return text;
    exported.push(...(each.declarationList?.declarations ?? [each]).map(({ name }) => name.text));
    return text.replace(/^export /, "");
  });
  return `const made = (() => {\n${statements.join("\n")}\nreturn { ${exported.join(", ")} };\n})();`;
}

for (const [path, { source, body }] of Object.entries(JSON.parse(readFileSync(0, "utf-8")))) {
  if (printed(parsed(body)) !== printed(parsed(expected(path, source)))) console.log(path);
}
