/**
 * Makes files of the engine, inside Pyodide: bytecode belongs to the Python that runs it.
 *
 *     node build.mjs vendor PACKAGE PYODIDE SOURCES        from the npm package, for `make vendor`
 *     node build.mjs engine PYODIDE ENGINE SOURCES WORKER  all files of the engine, each as .br and .gz
 *
 * PACKAGE: the folder of the package. PYODIDE: the folder with what we keep of it. ENGINE: the folder to write. SOURCES: the folder above
 * `domain`. WORKER: the script of the worker.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";

const KEPT = ["pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs"];
const STDLIB = "python_stdlib.zip";
const LOCK = "pyodide-lock.json";
const LARGE = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };

/** @param {Uint8Array} body */
const brotli = (body) => brotliCompressSync(body, { params: { ...LARGE, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });

/**
 * Return a zip with the bytecode of the modules that a device loads.
 * @param {string} pyodide the folder with pyodide.mjs and what it loads
 * @param {string} sources
 * @param {boolean} stdlib whether the modules of the standard library are wanted, not those of `domain`
 * @returns {Promise<Uint8Array>}
 */
async function compiled(pyodide, sources, stdlib) {
  // Under Node, Pyodide loads a package for sockets, which nothing here needs.
  const nothing = { url: "data:text/javascript,", shortCircuit: true };
  registerHooks({ resolve: (name, context, next) => (name === "ws" ? nothing : next(name, context)) });
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const env = { PYTHONHASHSEED: "0", ...(stdlib ? { STDLIB: "1" } : {}) }; // so that the same sources give the same bytes
  const python = await loadPyodide({ indexURL: pyodide, env });
  python.mountNodeFS("/sources", sources);
  python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
  return python.FS.readFile("/compiled.zip");
}

/**
 * @param {string} from
 * @param {string} pyodide
 * @param {string} sources
 */
async function vendor(from, pyodide, sources) {
  writeFileSync(`${pyodide}/${STDLIB}.br`, brotli(await compiled(from, sources, true)));
  for (const name of KEPT) writeFileSync(`${pyodide}/${name}.br`, brotli(readFileSync(`${from}/${name}`)));
  const { info } = JSON.parse(readFileSync(`${from}/${LOCK}`, "utf8"));
  writeFileSync(`${pyodide}/${LOCK}.br`, brotli(Buffer.from(JSON.stringify({ info, packages: {} }))));
}

/**
 * @param {string} pyodide
 * @param {string} engine
 * @param {string} sources
 * @param {string} worker
 */
async function build(pyodide, engine, sources, worker) {
  const unpacked = `${engine}/unpacked`;
  mkdirSync(unpacked);
  /** @type {(name: string, body: Uint8Array, packed: Uint8Array) => void} */
  const write = (name, body, packed) => {
    writeFileSync(`${engine}/${name}.br`, packed);
    writeFileSync(`${engine}/${name}.gz`, gzipSync(body, { level: 9 }));
  };
  for (const name of [...KEPT, STDLIB, LOCK]) {
    const packed = readFileSync(`${pyodide}/${name}.br`);
    const body = brotliDecompressSync(packed);
    writeFileSync(`${unpacked}/${name}`, body);
    write(name, body, packed);
  }
  const script = readFileSync(worker);
  const domain = await compiled(unpacked, sources, false);
  write("worker.js", script, brotli(script));
  write("domain.zip", domain, brotli(domain));
  rmSync(unpacked, { recursive: true });
}

const [what, ...folders] = process.argv.slice(2);
await { vendor, engine: build }[what](...folders);
