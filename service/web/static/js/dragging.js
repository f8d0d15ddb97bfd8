/**
 * Puts the lines of a list in another order: with a mouse, a pen or a finger a line is drawn by its grip. While it is drawn only `transform`
 * changes; the order changes when the line is let go. Nothing glides for people who prefer no motion, but the line still follows the finger.
 */

/** How many px the pointer moves before it draws the line: until then it is a tap. */
const SLOP = 6;
/** Within so many px of the edge of the window the page scrolls along. */
const EDGE = 72;
const SCROLL = 9;
const GLIDE = 160;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Drag
 * @property {number} pointer its id
 * @property {HTMLElement} line
 * @property {HTMLElement[]} lines
 * @property {number[]} tops where the lines stand
 * @property {number} from the place of the line
 * @property {number} to the place where it would be put
 * @property {number} begun where the pointer was on the page
 * @property {number} y where the pointer is in the window
 * @property {boolean} drawn whether the line has moved
 */

/**
 * Listen to the grips of a list.
 * @param {HTMLElement} list
 * @param {string} grip its selector; it needs `touch-action: none`
 * @param {(from: number, to: number) => void} put changes the order and draws it
 */
export function sortable(list, grip, put) {
  /** @type {Drag | null} */
  let drag = null;
  let dropped = false;

  list.addEventListener("pointerdown", (event) => {
    const handle = event.target instanceof Element && event.target.closest(grip);
    const line = handle ? handle.closest("li") : null;
    if (!handle || !line || event.button !== 0 || drag) return;
    const lines = /** @type {HTMLElement[]} */ ([...list.children]);
    handle.setPointerCapture(event.pointerId);
    const from = lines.indexOf(line);
    drag = { pointer: event.pointerId, line, lines, tops: lines.map((each) => each.offsetTop), from, to: from, begun: event.clientY + scrollY, y: event.clientY, drawn: false };
  });
  list.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    drag.y = event.clientY;
    if (!drag.drawn && Math.abs(drag.y + scrollY - drag.begun) > SLOP) begin(drag);
    if (drag.drawn) place(drag, list);
  });
  list.addEventListener("pointerup", (event) => event.pointerId === drag?.pointer && end(true));
  list.addEventListener("lostpointercapture", (event) => event.pointerId === drag?.pointer && end(false));
  addEventListener("keydown", (event) => event.key === "Escape" && end(false));
  // The browser makes a click of the end of a drag.
  list.addEventListener("click", (event) => { if (dropped) event.stopImmediatePropagation(); }, true);

  /** @param {Drag} begun */
  function begin(begun) {
    begun.drawn = true;
    list.classList.add("sorting");
    begun.line.classList.add("drawn");
    follow();
  }

  function follow() {
    if (!drag) return;
    const by = drag.y < EDGE ? -SCROLL : drag.y > innerHeight - EDGE ? SCROLL : 0;
    if (by) {
      scrollBy({ top: by, behavior: "instant" });
      place(drag, list);
    }
    requestAnimationFrame(follow);
  }

  /** @param {boolean} kept whether the line stays where it is now */
  function end(kept) {
    const done = drag;
    drag = null;
    if (!done?.drawn) return;
    dropped = true;
    const released = () => setTimeout(() => { dropped = false; });
    if (kept) released();
    else addEventListener("pointerup", released, { once: true }); // it was broken off, and the button is still down
    glide(list, () => {
      list.classList.remove("sorting");
      done.lines.forEach((each) => { each.style.transform = ""; });
      done.line.classList.remove("drawn");
      if (kept && done.to !== done.from) put(done.from, done.to);
    });
  }
}

/**
 * Change the order of a list, and let its lines glide to their new places.
 * @param {HTMLElement} list
 * @param {() => void} change
 */
export function glide(list, change) {
  const before = new Map([...list.children].map((line) => [line, line.getBoundingClientRect().top]));
  change();
  if (still.matches) return;
  for (const [line, top] of before) {
    const by = line.isConnected ? top - line.getBoundingClientRect().top : 0;
    if (by) line.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
  }
}

/**
 * The line follows the pointer, and the others make room for it.
 * @param {Drag} drag
 * @param {HTMLElement} list
 */
function place(drag, list) {
  const { line, lines, tops, from } = drag;
  const by = Math.min(Math.max(drag.y + scrollY - drag.begun, tops[0] - tops[from]), tops[tops.length - 1] - tops[from]);
  const away = tops.map((top) => Math.abs(top - tops[from] - by));
  drag.to = away.indexOf(Math.min(...away));
  const room = line.offsetHeight + Number.parseFloat(getComputedStyle(list).rowGap || "0");
  lines.forEach((each, at) => {
    const makes = at > from && at <= drag.to ? -room : at < from && at >= drag.to ? room : 0;
    each.style.transform = each === line ? `translateY(${by}px)` : makes ? `translateY(${makes}px)` : "";
  });
}
