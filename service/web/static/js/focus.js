/**
 * Keeps the focus on the page. When the control that had the focus is gone, the focus goes to the line that is now in its place. If there
 * is no such line, it goes to the heading of that part of the page. Without this, Tab would start at the top of the page again, and a
 * screen reader would say nothing.
 *
 * The focus never moves to another control, because somebody who holds Enter a moment too long would press the button of the next line.
 */

/** @typedef {{element: Element, around: Element[], list: Element | null | undefined, at: number}} Spot */

/**
 * Where the focus was last, on the page and in each dialog. `element`: the control that had it; `around`: the ancestors of the control, the
 * nearest first; `list`: the list or table body of its line; `at`: the place of the line, from 0.
 * @type {Map<Element, Spot>}
 */
const spots = new Map();
let waits = false;

document.addEventListener("focusin", ({ target }) => { if (target instanceof Element) spots.set(layerOf(target), spotOf(target)); });
document.addEventListener("focusout", left);
document.addEventListener("close", soon, true);
new MutationObserver(soon).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open", "disabled", "class"] });

/** @param {Element} element */
const layerOf = (element) => element.closest("dialog") ?? document.body;

/** @param {Element} element */
const isThere = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled");

const isLost = () => !document.activeElement || document.activeElement === document.body || !isThere(document.activeElement);

/**
 * @param {Element} element
 * @returns {Spot}
 */
function spotOf(element) {
  const around = [];
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each);
  const line = element.closest("li, tr");
  return { element, around, list: line?.parentElement, at: line?.parentElement ? [...line.parentElement.children].indexOf(line) : -1 };
}

// If the control is still there and no other control gets the focus, the user left the control on purpose. Then the focus is not moved.
/** @param {FocusEvent} event */
function left({ target, relatedTarget }) {
  if (relatedTarget || !(target instanceof Element)) return;
  requestAnimationFrame(() => { if (isThere(target) && isLost()) spots.delete(layerOf(target)); });
}

// Wait until the page is drawn and shown, because the code that removed the control may also move the focus itself. To look earlier would also
// make the browser work out the whole page once more.
function soon() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => setTimeout(() => {
    waits = false;
    for (const [layer, { element }] of spots) if (isThere(element)) spots.set(layer, spotOf(element)); // it may now be in another line
    keep();
  }));
}

function keep() {
  const layer = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const spot = spots.get(layer);
  if (!spot || !isLost() || isThere(spot.element)) return;
  const place = /** @type {HTMLElement} */ (lineAt(spot) ?? headingAt(spot, layer) ?? document.getElementById("main"));
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  if (place.matches(":focus-visible")) place.scrollIntoView({ block: "nearest" });
}

/** @param {Spot} spot */
function lineAt({ list, at }) {
  if (!list || !isThere(list)) return undefined;
  const line = list.children[at] ?? list.lastElementChild;
  return line && isThere(line) ? line : undefined;
}

// Takes the smallest part of the page that was around the control and is still there. Returns the first heading in this part, or else the
// last heading before it.
/**
 * @param {Spot} spot
 * @param {Element} layer
 */
function headingAt({ around }, layer) {
  const left = around.find(isThere) ?? layer;
  const headings = [...layer.querySelectorAll("h1, h2, h3")].filter(isThere);
  return headings.find((each) => left.contains(each)) ?? headings.findLast((each) => left.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING);
}
