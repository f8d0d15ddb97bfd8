/**
 * Keeps the focus on the page. When the control that had it is gone, the focus goes to the line that is now in its place, or else to the heading
 * of that part. Otherwise Tab would start at the top of the page again, and a screen reader would say nothing.
 *
 * The focus never moves to another control, because somebody who holds Enter a moment too long would press the button of the next line.
 */

/** Where the focus was last, in the page and in each dialog: {element, around, list, at}. `around`: its ancestors, the nearest first. */
const spots = new Map();
let waits = false;

document.addEventListener("focusin", ({ target }) => spots.set(layerOf(target), spotOf(target)));
document.addEventListener("focusout", left);
document.addEventListener("close", soon, true);
new MutationObserver(() => {
  for (const [layer, { element }] of spots) if (isThere(element)) spots.set(layer, spotOf(element)); // the control may now be in another line
  if (isLost()) soon();
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open", "disabled", "class"] });

const layerOf = (element) => element.closest("dialog") ?? document.body;

const isThere = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled");

const isLost = () => !document.activeElement || document.activeElement === document.body || !isThere(document.activeElement);

function spotOf(element) {
  const around = [];
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each);
  const line = element.closest("li, tr");
  return { element, around, list: line?.parentElement, at: line ? [...line.parentElement.children].indexOf(line) : -1 };
}

// If the control stays and no other one gets the focus, the user left it on purpose.
function left({ target, relatedTarget }) {
  if (relatedTarget) return;
  requestAnimationFrame(() => { if (isThere(target) && isLost()) spots.delete(layerOf(target)); });
}

// Wait until the page is drawn: the code that removes the control may move the focus too.
function soon() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    keep();
  });
}

function keep() {
  const layer = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const spot = spots.get(layer);
  if (!spot || !isLost() || isThere(spot.element)) return;
  const place = lineAt(spot) ?? headingAt(spot, layer) ?? document.getElementById("main");
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  if (place.matches(":focus-visible")) place.scrollIntoView({ block: "nearest" });
}

function lineAt({ list, at }) {
  if (!list || !isThere(list)) return undefined;
  const line = list.children[at] ?? list.lastElementChild;
  return line && isThere(line) ? line : undefined;
}

// The first heading in the smallest part around the control that is still on the page, or else the last heading before that part.
function headingAt({ around }, layer) {
  const left = around.find(isThere);
  const headings = [...layer.querySelectorAll("h1, h2, h3")].filter(isThere);
  return headings.find((each) => left.contains(each)) ?? headings.findLast((each) => left.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING);
}
