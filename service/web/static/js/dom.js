/**
 * Builds elements, redraws a region without losing focus or scroll position, and listens to the clicks in a region.
 *
 * Callers always build the whole region from the state, and `redraw` changes only what differs. So the focus stays where it was, and a live
 * region announces only what is new. Children that may move have a `data-key`.
 */

import { signed } from "./texts/words.js";

/** @typedef {import("../../types/dom.js").Child} Child */

/**
 * What the elements hold that have not needed it yet.
 * @type {WeakMap<Element, () => Child>}
 */
const empty = new WeakMap();

/**
 * Create an element whose children never change while its `data-key` is the same. They are made when a redraw puts it on the page; where it
 * stands already, only its attributes change.
 * @param {string} tag
 * @param {Record<string, unknown>} attributes
 * @param {() => Child} children
 */
export function filledOnce(tag, attributes, children) {
  const element = h(tag, attributes);
  empty.set(element, children);
  return element;
}

/**
 * Create an element. Attributes that are null, undefined or false are left out; true gives an attribute without a value.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children nested lists are flattened; numbers get a minus sign, not a hyphen
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) setAttribute(element, name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * Text for screen readers only.
 * @param {string} text
 */
export const spoken = (text) => h("span", { class: "spoken" }, text);

/**
 * The parts that are not empty, in one line with dots between them.
 * @param {Child[]} parts
 * @returns {Child[]}
 */
export const dotted = (parts) => parts.filter(Boolean).map((part, place) => (place ? [" · ", part] : part));

/**
 * The element with this id. Templates and modules use the same ids. Its tag is only said where it must be known: `byId("ask", "dialog")`.
 * @type {import("../../types/dom.js").ById}
 */
export const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/**
 * Make the children of `parent` equal to `wanted`, keeping every element that can stay.
 * @param {Element} parent
 * @param {...Child} wanted
 */
export function redraw(parent, ...wanted) {
  const focused = document.activeElement;
  const fresh = nodes(wanted);
  const keys = new Set(fresh.map(keyOf));
  const keyed = new Map([...parent.children].filter((child) => keyOf(child)).map((child) => [keyOf(child), child]));
  // Remove old elements first. Otherwise elements that stay must be moved past them, and a moved element loses the focus.
  keyed.forEach((child, key) => keys.has(key) || child.remove());
  /** @type {ChildNode | null} */
  let here = parent.firstChild;
  for (const node of fresh) {
    const match = keyOf(node) ? keyed.get(keyOf(node)) : here;
    if (match && alike(match, node)) {
      if (match === here) here = here.nextSibling;
      else parent.insertBefore(match, here);
      patch(match, node);
    } else parent.insertBefore(filled(node), here);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
  // The focus was lost because the child was moved.
  if (focused !== document.activeElement && focused instanceof HTMLElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/**
 * The node with all that was not made yet within it.
 * @param {ChildNode} node
 */
function filled(node) {
  if (node instanceof Element) {
    for (const each of [node, ...node.getElementsByTagName("*")]) {
      const children = empty.get(each);
      if (children) each.append(...nodes([children()]));
      empty.delete(each);
    }
  }
  return node;
}

/**
 * Do this in a task of its own, when the browser has shown what is drawn now.
 * @param {() => void} work
 */
export const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work));

/** Whether this reader prefers that nothing moves. */
export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The element where an event happened, or the nearest one around it, that this selector fits.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around({ target }, selector) {
  const found = target instanceof Element && target.closest(selector);
  return found instanceof HTMLElement ? found : null;
}
/**
 * Listen on `root` for clicks on anything with `data-do`, and call the handler of that name with the element and the event.
 * @param {Element} root
 * @param {Record<string, (element: HTMLElement, event: Event) => void>} handlers
 * @param {string} [type]
 */
export function on(root, handlers, type = "click") {
  root.addEventListener(type, (event) => {
    const element = around(event, "[data-do]");
    if (event instanceof MouseEvent) last = event;
    if (element && root.contains(element)) handlers[element.dataset.do ?? ""]?.(element, event);
  });
}

// --- taps that are not taken ----------------------------------------------------------------------------------------------------------------
//
// What is under a finger changes with each act. The second tap of a double tap must not hit what has just come there, such as the next
// player's pad or another button. It comes soon after the first, at the same place. A tap elsewhere is meant.

/** How long after a tap a second one at its place is not taken, in ms. */
export const DEAD = 400;
// Taps so many pixels apart are at the same place.
const NEAR = 24;
/** @type {MouseEvent | undefined} */
let last; // the last tap on a control
let everyTap = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * For that many milliseconds, do not take a tap at the place of the last one. Keys still work.
 * @param {number} [time]
 * @param {{everywhere?: boolean}} [how] `everywhere`: no tap at all, because the page has changed by itself under the finger
 */
export function rest(time = DEAD, { everywhere = false } = {}) {
  clearTimeout(timer);
  everyTap = everywhere;
  byId("main").classList.add("resting");
  timer = setTimeout(() => byId("main").classList.remove("resting"), time);
  document.addEventListener("click", sift, { capture: true });
}

/** @param {MouseEvent} event */
function sift(event) {
  const again = last?.detail && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
  if (!event.detail || !byId("main").classList.contains("resting") || !(again || everyTap)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  untaken(event, again ? "twice" : "changed");
}

/**
 * Show that a tap was not taken: what was tapped shakes, and who listens to `untaken` on the window says why.
 * @param {Event | null | undefined} event
 * @param {"twice" | "changed" | "early" | "other"} why
 */
export function untaken(event, why) {
  const control = event && around(event, "button, summary, a");
  if (!prefersStill()) control?.animate({ translate: ["0", "-4px", "4px", "-4px", "0"] }, 200);
  dispatchEvent(new CustomEvent("untaken", { detail: why }));
}

/**
 * @param {Child[]} children
 * @returns {ChildNode[]}
 */
function nodes(children) {
  const all = /** @type {(ChildNode | string | number | null | undefined | false)[]} */ (children.flat(/** @type {1} */ (Infinity)));
  return all.flatMap((child) => {
    if (child === null || child === undefined || child === false || child === "") return [];
    return child instanceof Node ? child : document.createTextNode(typeof child === "number" ? signed(child) : child);
  });
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof HTMLElement ? (node.dataset.key ?? "") : "");

/**
 * @param {Node} one
 * @param {Node} other
 */
const alike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/**
 * @param {Node} old
 * @param {Node} now of the same kind
 */
function patch(old, now) {
  if (old === now) return;
  if (!(old instanceof Element && now instanceof Element)) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !keptByUser(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && !keptByUser(old, name)) setAttribute(old, name, value);
  }
  if (!empty.has(now)) redraw(old, ...now.childNodes);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function setAttribute(element, name, value) {
  // The policy of the pages forbids the attribute `style`, and allows scripts to set properties.
  if (name === "style" && "style" in element) /** @type {HTMLElement} */ (element).style.cssText = value;
  else element.setAttribute(name, value);
}

/**
 * Whether a redraw must keep this attribute, because the user may have changed it by opening something or moving the focus.
 * @param {Element} element
 * @param {string} name
 */
function keptByUser(element, name) {
  return (name === "open" && element.matches("details, dialog")) || name === "tabindex";
}
