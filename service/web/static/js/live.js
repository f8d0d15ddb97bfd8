/**
 * The live table, by server-sent events: the newest table of one game and the state of the connection. It never gives up connecting again.
 */

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/**
 * Follow one game.
 * @param {string} game
 * @param {string | null} view the viewer whose view is shown; null: the visitor's own
 * @param {{table: (body: any) => void, state: (state: "live" | "waiting") => void}} hear `table` gets `{game, findings, verdict, engine, validated}`
 * @returns {() => void} stops following
 */
export function follow(game, view, hear) {
  let source = null;
  let timer = 0;
  let wait = FIRST_WAIT;

  function open() {
    close();
    source = new EventSource(`/api/v1/games/${game}/live${view ? `?view=${view}` : ""}`);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT;
      hear.state("live");
    });
    source.addEventListener("table", (event) => hear.table(JSON.parse(event.data)));
    source.addEventListener("error", lost);
  }

  // After a broken stream the browser connects again by itself, but not after an answer such as 503: then this function does.
  function lost() {
    hear.state("waiting");
    if (source.readyState !== EventSource.CLOSED) return;
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
