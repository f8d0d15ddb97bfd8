/**
 * The worker in which the rules run: Pyodide with the bytecode of `domain/`, all from the address of this script. It gets
 * `{id, name, given}` and answers `{id, answer}` or `{id, fault}`; `given` and `answer` are JSON (domain/views/device.py).
 */

const here = new URL(".", self.location.href).href;
/** @param {string} name */
const got = (name) => fetch(here + name).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`${name}: ${answer.status}`))));

/** @returns {Promise<(name: string, given: string) => string>} */
async function started() {
  const domain = got("domain.zip");
  const { loadPyodide } = await import(`${here}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: here });
  python.FS.writeFile("/domain.zip", new Uint8Array(await domain));
  python.pyimport("sys").path.append("/domain.zip");
  const worker = python.pyimport("domain.views.device").Worker();
  return (name, given) => worker.answer(name, given);
}

const answering = started();

self.addEventListener("message", async ({ data: { id, name, given } }) => {
  try {
    const answer = await answering;
    self.postMessage({ id, answer: answer(name, given) });
  } catch (fault) {
    self.postMessage({ id, fault: String(fault) });
  }
});
