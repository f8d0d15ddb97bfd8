/** Listens to the server-sent events of one address. If the connection is lost, it connects again, for as long as the page is open. */

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/**
 * Follow one address.
 * @param {string} address
 * @param {string} type of the events
 * @param {{told: (data: any) => void, state: (state: "live" | "waiting") => void}} hear
 * @returns {() => void} stops following
 */
export function follow(address, type, hear) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = FIRST_WAIT;

  function open() {
    close();
    source = new EventSource(address);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT;
      hear.state("live");
    });
    source.addEventListener(type, (event) => hear.told(JSON.parse(event.data)));
    source.addEventListener("error", lost);
  }

  // After a broken stream the browser connects again by itself, but not after an answer such as 503. In that case this function connects
  // again.
  function lost() {
    hear.state("waiting");
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  const offline = () => hear.state("waiting");
  globalThis.addEventListener("online", open);
  globalThis.addEventListener("offline", offline);
  globalThis.addEventListener("pagehide", close);
  globalThis.addEventListener("pageshow", (event) => event.persisted && open());
  open();
  return close;
}
