/**
 * Keeps the game of this page on the device, so that it opens again without a network: the service worker (sw.js) keeps the page and what the
 * API says of it, from here it gets each new message. The game is kept until its result is settled and all is stored. Where browsers allow no
 * service worker, as over plain http, nothing is kept.
 *
 * If the server has another version of these scripts by now, the page says so when nothing waits any more.
 */

import { byId, h } from "./dom.js";
import { heard } from "./gamestate.js";
import { waitingGames } from "./keep.js";
import { SHELF } from "./texts/form.js";

/** @typedef {import("../../types/worker.d.ts").Asked} Asked */

// The form records before anything is kept.
const PAUSE = 5_000;
// How long the page waits for the server's first message before it takes the one that it has kept.
const PATIENCE = 2_000;
/** The states of a game whose record is still being written. */
const UNSETTLED = new Set(["open", "finished", "unfinished", "abandoned"]);

const version = /\/assets\/(\w+)\//.exec(import.meta.url)?.[1];

export class Shelf {
  /** @type {ServiceWorkerRegistration | null} */
  #registration = null;
  #lost = Boolean(navigator.serviceWorker?.controller); // whether the server did not answer, and has not answered since; this page may be kept
  #newer = false;
  #dropped = false; // whether the game was forgotten
  #seats = "";
  #told = h("p", { class: "notice", role: "status" }, SHELF.newer, " ", h("a", { href: location.href }, SHELF.loadAgain));

  /**
   * @param {string} game
   * @param {import("./desk.js").Desk} desk
   */
  constructor(game, desk) {
    this.desk = desk;
    this.path = `/games/${game}`;
    desk.shelf = this;
    setTimeout(() => this.#begin().catch(() => {}), PAUSE); // the browser may deny it
    setTimeout(() => this.#recall().catch(() => {}), PATIENCE);
  }

  /** @param {import("./gamestate.js").State} state */
  take({ server }) {
    if (!server) return;
    this.#ask({ live: server, path: this.path });
    const seats = JSON.stringify(server.game.seats);
    if (this.#seats && this.#seats !== seats) this.again(); // perhaps a name was erased
    this.#seats = seats;
  }

  /**
   * To be called when the connection, the game or what is stored has changed.
   * @param {import("./gamestate.js").State} state
   */
  show({ connection }) {
    if (connection === "waiting") this.#lost = true;
    if (connection !== "live" || !this.#lost) return this.#settle();
    this.#lost = false;
    return this.again();
  }

  /** The server answers again: its scripts may have changed, and this page may be for nobody any more. */
  async again() {
    try {
      await this.#keep();
      await this.#registration?.update();
      const script = await (await fetch("/sw.js", { cache: "no-cache" })).text();
      this.#newer = version !== undefined && !script.includes(`"version": "${version}"`);
    } catch {} // it does not answer after all
    this.#settle();
  }

  async #begin() {
    if (!navigator.serviceWorker || document.getElementById("practice")) return;
    const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", () => this.#settle()));
    this.#registration = registration;
    await navigator.serviceWorker.ready;
    await this.#keep();
    this.#settle();
  }

  async #keep() {
    const { page, ahead } = this.desk;
    const { state } = page;
    const { dataset } = byId("main");
    const { server } = state;
    const said = ["/api/v1/session", `/api/v1${this.path}`, `/api/v1/systems/${dataset.system}/event-types`];
    if (!UNSETTLED.has(state.game.state) || !(await this.#ask({ keep: this.path, said, rules: ahead !== null, ...(server && { live: server, path: this.path }) }))) {
      delete dataset.kept;
      return;
    }
    dataset.kept = "here";
    this.#dropped = false; // perhaps it was kept again after it was forgotten
    if (page.state.server !== server) this.take(page.state);
  }

  #settle() {
    const { outbox, page } = this.desk;
    const over = !outbox.waiting && !UNSETTLED.has(page.state.game.state);
    if (this.#newer && !outbox.waiting) byId("notice").before(this.#told);
    else this.#told.remove();
    if (!Object.keys(waitingGames()).length) this.#registration?.waiting?.postMessage({ takeOver: true });
    if (over && this.#registration && !this.#dropped) this.#ask({ drop: this.path });
    this.#dropped = over;
  }

  // Without the server, the newest message that was kept counts.
  async #recall() {
    const { page, ahead } = this.desk;
    const kept = await globalThis.caches?.match(`/api/v1${this.path}/live`, { ignoreVary: true });
    if (!kept || page.state.server) return;
    page.next(heard, await kept.json());
    ahead?.lay();
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<boolean>} whether the game is kept
   */
  #ask(asked) {
    const worker = this.#registration?.active;
    if (!worker) return Promise.resolve(false);
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(asked, [port2]);
    return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  }
}
