/** Signing in by a link: the secret is in the fragment; it is removed from the address at once and exchanged for a cookie that no script can read. */

import { enter } from "./api.js";
import { byId, h, redraw } from "./dom.js";

const token = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);

async function begin() {
  if (!token) throw new Error("There is no key in this address. Open the link exactly as you were given it, or scan its code.");
  const { game } = await enter(token);
  location.replace(game ? `/games/${game}` : "/");
}

begin().catch((problem) => {
  redraw(byId("state"), h("p", { role: "alert", class: "error" }, problem.message), h("p", {}, h("a", { class: "button", href: "/" }, "All games")));
});
