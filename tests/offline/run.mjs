/**
 * Runs a built engine under Node: for each line `[name, given]` on the input it prints the answer of the worker (domain/views/device.py).
 *
 *     node run.mjs ENGINE FOLDER
 *
 * ENGINE: the folder with the compressed files. FOLDER: an empty folder to unpack them in.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const [engine, folder] = process.argv.slice(2);
const nothing = { url: "data:text/javascript,", shortCircuit: true };
registerHooks({ resolve: (name, context, next) => (name === "ws" ? nothing : next(name, context)) });

for (const name of readdirSync(engine).filter((file) => file.endsWith(".br"))) {
  const body = brotliDecompressSync(readFileSync(`${engine}/${name}`));
  const file = name.replace(/\.br$/, "");
  if (!gunzipSync(readFileSync(`${engine}/${file}.gz`)).equals(body)) throw new Error(`${file} is not the same in both forms`);
  writeFileSync(`${folder}/${file}`, body);
}

const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/domain.zip", readFileSync(`${folder}/domain.zip`));
python.pyimport("sys").path.append("/domain.zip");
const worker = python.pyimport("domain.views.device").Worker();

for await (const line of createInterface({ input: process.stdin })) {
  const [name, given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(worker.answer(name, given))}\n`);
}
