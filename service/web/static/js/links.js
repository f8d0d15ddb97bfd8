/** Shows a link to a table with a code to scan and an address to copy. The secret is only in the fragment of the address. */

import { session } from "./api.js";
import { h } from "./dom.js";

/**
 * The part of the page that shows a link.
 * @param {string} label the purpose of the link
 * @param {string} link as the API gives it
 * @param {string} id of the field that holds the address
 */
export async function linkCard(label, link, id) {
  const address = new URL(link, location.origin).href;
  return h("div", { class: "link-card" },
    h("img", { src: await qrOf(address), alt: `QR code: ${label}`, width: 220, height: 220 }),
    h("p", { class: "field" }, h("label", { for: id }, label), h("input", { id, readonly: true, value: address })),
    h("button", { type: "button", "data-do": "copy" }, "Copy the link"));
}

/** Copy the address of the link that `button` belongs to. */
export async function copied(button) {
  const field = button.closest(".link-card").querySelector("input");
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy"); // over plain http there is no clipboard object
  button.textContent = "Copied";
}

// Our own server draws the code, and the link is sent in the body: the secret of a link must not be in any address or log.
async function qrOf(address) {
  const { csrf } = await session();
  const answer = await fetch("/qr", { method: "POST", headers: { "Content-Type": "text/plain", "X-CSRFToken": csrf ?? "" }, body: address });
  if (!answer.ok) throw new Error("The QR code could not be drawn.");
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}
