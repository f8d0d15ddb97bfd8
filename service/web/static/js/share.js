/** Sharing a table: a link with a QR code for whoever holds the phone, and who may watch. */

import { call, session } from "./api.js";
import { h, on, redraw } from "./dom.js";

const LINKS = [
  { scopes: ["record"], label: "Record at this table" },
  { scopes: ["read"], label: "Watch this table" },
];
const DAY = 86_400;

/**
 * The panel for directors inside `root`.
 * @param {HTMLElement} root
 * @param {{game: string, setVisibility: (visibility: string) => void}} table
 */
export function sharing(root, { game, setVisibility }) {
  const show = root.querySelector("[data-link]");
  on(root, {
    link: async (button) => {
      const kind = LINKS[Number(button.dataset.kind)];
      redraw(show, h("p", { class: "quiet" }, "Making the link…"));
      try {
        const { body } = await call("POST", "/tokens", { body: { label: kind.label, scopes: kind.scopes, game, expires_in: DAY } });
        redraw(show, linkCard(kind.label, new URL(body.link, location.origin).href, await qrOf(body.link)));
      } catch (problem) {
        redraw(show, h("p", { class: "error", role: "alert" }, problem.message));
      }
    },
    copy: async (button) => {
      const field = show.querySelector("input");
      field.select();
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else document.execCommand("copy"); // by plain http there is no clipboard object
      button.textContent = "Copied";
    },
  });
  on(root, { visibility: (select) => setVisibility(select.value) }, "change");
}

function linkCard(label, link, image) {
  return h("div", { class: "link-card" },
    h("img", { src: image, alt: `QR code: ${label}`, width: 220, height: 220 }),
    h("p", { class: "field" }, h("label", { for: "share-link" }, `${label} — for one day, whoever has this link`), h("input", { id: "share-link", readonly: true, value: link })),
    h("button", { type: "button", "data-do": "copy" }, "Copy the link"));
}

// Drawn by our own server and sent in the body: the secret of a link must not stand in any address or log.
async function qrOf(link) {
  const { csrf } = await session();
  const answer = await fetch("/qr", { method: "POST", headers: { "Content-Type": "text/plain", "X-CSRFToken": csrf ?? "" }, body: new URL(link, location.origin).href });
  if (!answer.ok) throw new Error("The QR code could not be drawn.");
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}
