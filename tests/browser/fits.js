// Runs inside a page whose texts are longer (longer.js). Returns what does not fit, and what was not changed. All lists are empty, and
// `sideways` (by how many px the page is too wide) is 0, if all is well. `allowed`: words and names that are not texts of the pages.
(allowed) => {
  const SLACK = 1.5; // px
  const AIR = 0.1; // of the height of a line: what is above and below most letters
  const ENOUGH = 120; // px, for a list to choose from
  const ARROW = 36; // px, with the padding
  const all = [...document.querySelectorAll("body, body *")].filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const spoken = (each) => each.closest(".spoken, .skip, .skeleton");
  const told = (each) => {
    const name = each.tagName.toLowerCase() + (each.id && `#${each.id}`) + [...each.classList].map((some) => `.${some}`).join("");
    return `${name} in ${each.parentElement?.closest("[id]")?.id}: ${(each.textContent || each.value || each.title).trim().replace(/\s+/g, " ").slice(0, 80)}`;
  };
  const clips = (way) => way === "hidden" || way === "clip";
  const inSight = (each) => !spoken(each) && each.getClientRects().length;

  // Whoever points at a text that ends in “…” must be able to read the whole.
  const told_in_full = (each) => {
    const style = getComputedStyle(each);
    if (style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none") return false;
    const text = each.textContent.trim();
    return Boolean(each.closest("[title]")?.title.includes(text));
  };
  const cut = all.filter((each) => {
    const { overflowX, overflowY, clipPath, position } = getComputedStyle(each);
    if (!inSight(each) || !each.textContent.trim() || each.matches("input, textarea, svg, svg *, body")) return false;
    if (position === "absolute" && clipPath !== "none") return false;
    const wide = clips(overflowX) && each.scrollWidth > each.clientWidth + SLACK;
    const high = clips(overflowY) && each.scrollHeight > each.clientHeight + SLACK;
    return (wide || high) && !told_in_full(each);
  });

  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=tab]";
  // The sign of the dealer stands on the edge of a seat on purpose.
  const spilt = all.filter((each) => {
    if (!each.matches("button:not(.seat), .button, summary, th, td, .chip") || !inSight(each)) return false;
    return each.scrollWidth > each.clientWidth + SLACK && getComputedStyle(each).display !== "inline" && each.clientWidth > 0;
  });

  // A list to choose from ends in “…” where it is narrow. It shows enough to tell its entries apart.
  const pen = document.createElement("canvas").getContext("2d");
  const chosen = all.filter((each) => each.matches("select") && inSight(each) && each.selectedOptions.length).filter((each) => {
    pen.font = getComputedStyle(each).font;
    return each.clientWidth < Math.min(ENOUGH, pen.measureText(each.selectedOptions[0].text).width + ARROW);
  });

  // What is left of each line that is drawn by the scrollers and clipping elements from this one on.
  function cropped(first, drawn) {
    let lines = [...drawn.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    for (let at = first; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      lines = lines.map(({ left, right, top, bottom }) => ({
        left: Math.max(left, box.left), right: Math.min(right, box.right), top: Math.max(top, box.top), bottom: Math.min(bottom, box.bottom),
      }));
    }
    return lines.filter(({ left, right, top, bottom }) => right - left > SLACK && bottom - top > SLACK);
  }
  // A bar that sticks to an edge of the window covers what can be scrolled into view. Its own controls are compared with each other.
  const layerOf = (each) => {
    for (let at = each; at; at = at.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
    }
    return null;
  };
  const controls = all.filter((each) => each.matches(CONTROLS) && inSight(each)).map((each) => ({ each, lines: cropped(each.parentElement, each), layer: layerOf(each) }));
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
  const overlapping = [];
  for (const [at, one] of controls.entries()) {
    for (const other of controls.slice(at + 1)) {
      if (one.layer !== other.layer || one.each.contains(other.each) || other.each.contains(one.each)) continue;
      if (one.lines.some((line) => other.lines.some((its) => meet(line, its)))) overlapping.push(`${told(one.each)} × ${told(other.each)}`);
    }
  }

  // Texts of different elements, line by line. The corners of cards lie on the cards below.
  const texts = all.filter((each) => inSight(each) && !each.closest("option, .playing, .lies, svg")).flatMap((each) => [...each.childNodes].filter((node) => node instanceof Text && node.data.trim()).map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = cropped(each, range).map((line) => ({ ...line, top: line.top + AIR * (line.bottom - line.top), bottom: line.bottom - AIR * (line.bottom - line.top) }));
    return { each, lines, layer: layerOf(each) };
  }));
  for (const [at, one] of texts.entries()) {
    for (const other of texts.slice(at + 1)) {
      if (one.each !== other.each && one.layer === other.layer && one.lines.some((line) => other.lines.some((its) => meet(line, its)))) overlapping.push(`${told(one.each)} × ${told(other.each)}`);
    }
  }

  // A word of three letters or more with a bare vowel was not changed.
  const names = new RegExp(`(?<!\\p{L})(?:${allowed.toSorted((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?!\\p{L})`, "gu");
  const bare = (text) => (text.replace(names, "").match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => /[aeiouy]/i.test(word) && !/\d/.test(word));
  const unchanged = new Set();
  const look = (text, each) => {
    const words = bare(text);
    if (words.length) unchanged.add(`${words.join(" ")} — ${text.trim().replace(/\s+/g, " ").slice(0, 100)} (${each.tagName.toLowerCase()} in ${each.closest("[id]")?.id})`);
  };
  // What can be chosen is not drawn before its list is opened. For the choices of house rules the API has no words for people.
  for (const each of [...all, ...document.querySelectorAll("option:not([id^=option-] *)")]) {
    if (each.closest("code, time, .skeleton")) continue;
    for (const node of each.childNodes) if (node instanceof Text) look(node.data, each);
    for (const name of ["aria-label", "title", "placeholder", "alt"]) if (each.hasAttribute(name)) look(each.getAttribute(name), each);
  }
  look(document.title, document.head);

  return {
    cut: [...cut, ...chosen].map(told),
    spilt: spilt.map(told),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    overlapping,
    unchanged: [...unchanged],
  };
}
