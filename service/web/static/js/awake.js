/** Keeps the screen on while a game is recorded. Browsers allow it only over HTTPS, and end it when the page is hidden. */

let wanted = false;
/** @type {Promise<WakeLockSentinel | undefined> | null} */
let lock = null;

/** @param {boolean} awake whether the screen is to stay on */
export function keepAwake(awake) {
  wanted = awake;
  if (awake) return take();
  lock?.then((taken) => taken?.release());
  lock = null;
}

function take() {
  if (!wanted || lock || document.hidden || !navigator.wakeLock) return;
  const asked = navigator.wakeLock.request("screen").catch(() => undefined); // such as when the battery is low
  lock = asked;
  asked.then((taken) => {
    if (!taken) lock = null;
    taken?.addEventListener("release", () => { if (lock === asked) lock = null; });
  });
}

document.addEventListener("visibilitychange", take);
