/** Shows a link to a table with a code to scan and an address to copy. The secret is only in the fragment of the address. */

import { session } from "./api.js";
import { h, redraw } from "./dom.js";
import { LINKS } from "./texts/pages.js";

/**
 * The part of the page that shows a link.
 * @param {string} label the purpose of the link
 * @param {string} link as the API gives it
 * @param {string} id of the field that holds the address
 * @param {import("../../types/dom.js").Child} [told] what stands above it
 */
export async function linkCard(label, link, id, told = warning()) {
  const address = addressOf(link);
  return h("div", { class: "link-card" },
    told,
    h("img", { src: await qrOf(address), alt: LINKS.code(label), width: 220, height: 220 }),
    h("p", { class: "field" }, h("label", { for: id }, label), h("input", { id, readonly: true, value: address })),
    h("button", { type: "button", "data-do": "copy" }, LINKS.copy));
}

const ALONE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address to share for a link. It begins with the address that FACEUP_URL sets (then the page has `data-fixed`). Without FACEUP_URL, it
 * begins with the address at which this page is open, because this address works. If only this machine can open this address, or only devices
 * that trust a certificate of ours (`data-fixed` too), the address that the server knows (`data-address`) is used.
 * @param {string} link as the API gives it, or a path
 */
export function addressOf(link) {
  const { address, fixed } = document.body.dataset;
  const known = address && (fixed !== undefined || ALONE.test(location.hostname));
  return new URL(pathOf(link), known ? address : location.origin).href;
}

/**
 * Share an address: with what the phone offers, or else by copying it. Then the button says so, or shows the address if it cannot be copied.
 * @param {HTMLElement} button
 * @param {string} url
 * @param {boolean} [membersOnly] whether nobody else may open it: then the button says so
 */
export async function shareAddress(button, url, membersOnly = false) {
  if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {}); // it is closed without a choice
  const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false); // over plain http there is no clipboard
  redraw(button, copied ? (membersOnly ? LINKS.addressOfMembers : LINKS.addressCopied) : url);
}

/**
 * The path, query and fragment of a link. With them, this browser can open the link at the host of this page.
 * @param {string} link
 */
export function pathOf(link) {
  const { pathname, search, hash } = new URL(link, location.origin);
  return pathname + search + hash;
}

/** A warning to show before a link is shared, if only this machine can open the address of this page; otherwise null. */
export function warning() {
  if (!ALONE.test(location.hostname)) return null;
  const { address: better } = document.body.dataset;
  return h("p", { class: "warning" }, better ? LINKS.otherAddress(h("b", {}, better)) : LINKS.noAddress);
}

/**
 * Copy the address of the link that `button` belongs to.
 * @param {HTMLElement} button
 */
export async function copied(button) {
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (button.closest(".link-card")?.querySelector("input, textarea"));
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy"); // over plain http there is no clipboard object
  button.textContent = LINKS.copied;
}

/**
 * The QR code of an address, as the address of an image. Our own server draws it. The link is sent in the body of the request, because the
 * secret of a link must not be in any address or log.
 * @param {string} address
 */
export async function qrOf(address) {
  const { csrf } = await session();
  const answer = await fetch("/qr", { method: "POST", headers: { "Content-Type": "text/plain", "X-CSRFToken": csrf ?? "" }, body: address });
  if (!answer.ok) throw new Error(LINKS.notDrawn);
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}
