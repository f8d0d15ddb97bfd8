/**
 * Estimates the time of the server's clock, because the clock of this machine may be wrong. The header `Date` of every answer has the
 * server's time in whole seconds.
 */

const SECOND = 1_000;

export class ServerTime {
  // How far the server's clock is ahead of this machine's clock, in ms: at least `least`, at most `most`.
  #least = -Infinity;
  #most = Infinity;
  #exact = false;

  /**
   * Learn the server's time from the headers of an answer. Several answers together are more exact than one. After an answer had the exact
   * time in its body (`told`), headers are ignored.
   * @param {Headers} headers of the answer
   * @param {number} sent when the request was sent, by this machine's clock (ms)
   * @param {number} [came] when the answer came, by this machine's clock (ms)
   */
  learn(headers, sent, came = Date.now()) {
    const date = Date.parse(headers.get("Date") ?? "");
    if (!Number.isNaN(date) && !this.#exact) this.#narrow(date - came, date + SECOND - sent);
  }

  /**
   * Learn the server's time from an answer whose body contains the exact time.
   * @param {number} now the exact time, in ms
   * @param {number} sent when the request was sent, by this machine's clock (ms)
   * @param {number} [came] when the answer came, by this machine's clock (ms)
   */
  told(now, sent, came = Date.now()) {
    if (!this.#exact) [this.#least, this.#most, this.#exact] = [-Infinity, Infinity, true];
    this.#narrow(now - came, now + 1 - sent);
  }

  /**
   * @param {number} least
   * @param {number} most
   */
  #narrow(least, most) {
    const agrees = least <= this.#most && most >= this.#least; // false: somebody has set one of the two clocks
    this.#least = agrees ? Math.max(least, this.#least) : least;
    this.#most = agrees ? Math.min(most, this.#most) : most;
  }

  /** Milliseconds since 1970, UTC. Before the first answer, the time of this machine. */
  get now() {
    return Date.now() + (Number.isFinite(this.#least) ? (this.#least + this.#most) / 2 : 0);
  }

  /** The same, but certainly not later than the server's time. */
  get earliest() {
    return Date.now() + (Number.isFinite(this.#least) ? this.#least : 0);
  }
}
