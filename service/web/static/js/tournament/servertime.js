/** The server's time, for clocks of machines that are set wrongly. It is taken from answers: their `Date` header is in whole seconds. */

const SECOND = 1_000;

export class ServerTime {
  // How far the server is ahead of this machine, in ms: at least `least`, at most `most`.
  #least = -Infinity;
  #most = Infinity;
  #exact = false;

  /**
   * Learn from an answer. Several answers together are more exact than one. Does nothing once an answer has said the time itself.
   * @param {Headers} headers of the answer
   * @param {number} sent when it was asked for, by this machine (ms)
   * @param {number} [came] when it came
   */
  learn(headers, sent, came = Date.now()) {
    const date = Date.parse(headers.get("Date") ?? "");
    if (!Number.isNaN(date) && !this.#exact) this.#narrow(date - came, date + SECOND - sent);
  }

  /** Learn from an answer that says the time itself: `now`, in ms. */
  told(now, sent, came = Date.now()) {
    if (!this.#exact) [this.#least, this.#most, this.#exact] = [-Infinity, Infinity, true];
    this.#narrow(now - came, now + 1 - sent);
  }

  #narrow(least, most) {
    const agrees = least <= this.#most && most >= this.#least; // otherwise one of the clocks was set again
    this.#least = agrees ? Math.max(least, this.#least) : least;
    this.#most = agrees ? Math.min(most, this.#most) : most;
  }

  /** Milliseconds since 1970, UTC. Without any answer: by this machine. */
  get now() {
    return Date.now() + (Number.isFinite(this.#least) ? (this.#least + this.#most) / 2 : 0);
  }
}
