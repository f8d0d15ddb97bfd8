// Runs inside a page whose texts are longer (longer.js). Returns what does not fit, and what was not changed. If all is well, the lists are
// empty, and `sideways` (by how many px the page is too wide) is 0. `allowed`: words and names that are not texts of the pages.
(allowed) => {
  const SLACK = 1.5; // px
  const AIR = 0.1; // of the height of a line: what is above and below most letters
  const ENOUGH = 120; // px, for a list to choose from
  const ARROW = 36; // px, with the padding
  const CONTROLS = "button, a[href], input, select, textarea, summary";

  const all = [...document.querySelectorAll("body, body *")].filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const drawn = all.filter((each) => !each.closest(".spoken, .skip, .skeleton") && each.getClientRects().length);
  const brief = (text) => text.trim().replace(/\s+/g, " ").slice(0, 80);
  const placeOf = (each) => each.parentElement?.closest("[id]")?.id;
  const told = (each) => `${each.outerHTML.slice(0, 60)} … in ${placeOf(each)}: ${brief(each.textContent || each.value || "")}`;

  // --- nothing is cut ---

  // A text that ends in “…” can be read in full in its title.
  const hasTitle = (each) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(each);
    return (textOverflow === "ellipsis" || webkitLineClamp !== "none") && each.closest("[title]")?.title.includes(each.textContent.trim());
  };
  const isCut = (each) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(each);
    if (!each.textContent.trim() || each.matches("textarea, svg, svg *, body") || clipPath !== "none") return false;
    const wide = /hidden|clip/.test(overflowX) && each.scrollWidth > each.clientWidth + SLACK;
    const high = /hidden|clip/.test(overflowY) && each.scrollHeight > each.clientHeight + SLACK;
    return (wide || high) && !hasTitle(each);
  };
  // A list to choose from ends in “…” where it is narrow. It must show enough to tell its entries apart.
  const pen = document.createElement("canvas").getContext("2d");
  const isNarrow = (each) => {
    if (!each.matches("select") || !each.selectedOptions.length) return false;
    pen.font = getComputedStyle(each).font;
    return each.clientWidth < Math.min(ENOUGH, pen.measureText(each.selectedOptions[0].text).width + ARROW);
  };
  // The sign of the dealer stands on the edge of a seat on purpose.
  const isSpilt = (each) => (
    each.matches("button:not(.seat), .button, summary, th, td, .chip")
    && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + SLACK
  );

  // --- nothing overlaps ---

  // What the scrollers and clipping elements from `first` on leave of each line, without the air.
  function cropped(first, { air = 0 }, rects) {
    let lines = [...rects].map(({ left, right, top, bottom, height }) => (
      { left, right, top: top + air * height, bottom: bottom - air * height }
    ));
    for (let at = first; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      lines = lines.map(({ left, right, top, bottom }) => ({
        left: Math.max(left, box.left), right: Math.min(right, box.right),
        top: Math.max(top, box.top), bottom: Math.min(bottom, box.bottom),
      }));
    }
    return lines.filter(({ left, right, top, bottom }) => right - left > SLACK && bottom - top > SLACK);
  }
  // A bar that sticks to an edge of the window may cover what can be scrolled into view, so only things in the same bar are compared.
  const barOf = (each) => {
    for (let at = each; at; at = at.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    }
    return null;
  };
  const meet = (one, other) => (
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK
  );
  const collide = (one, other) => one.bar === other.bar && one.lines.some((line) => other.lines.some((its) => meet(line, its)));
  const overlaps = (things, apart) => things.flatMap((one, at) => things.slice(at + 1)
    .filter((other) => apart(one.each, other.each) && collide(one, other))
    .map((other) => `${told(one.each)} × ${told(other.each)}`));

  const controls = drawn.filter((each) => each.matches(CONTROLS))
    .map((each) => ({ each, bar: barOf(each), lines: cropped(each.parentElement, {}, each.getClientRects()) }));
  // Cards lie on other cards.
  const texts = drawn.filter((each) => !each.closest("option, .playing, .lies, svg"))
    .flatMap((each) => [...each.childNodes].filter((node) => node instanceof Text && node.data.trim()).map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return { each, bar: barOf(each), lines: cropped(each, { air: AIR }, range.getClientRects()) };
    }));

  // --- nothing is left in English ---

  const quoted = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const longestFirst = allowed.toSorted((one, other) => other.length - one.length);
  const names = new RegExp(`(?<!\\p{L})(?:${longestFirst.map(quoted).join("|")})(?!\\p{L})`, "gu");
  // Words of three letters or more with a bare vowel. What has digits is a code.
  const wordsOf = (text) => text.replace(names, "").match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const bare = (text) => wordsOf(text).filter((word) => /[aeiouy]/i.test(word) && !/\d/.test(word));
  const textsOf = (each) => [
    ...[...each.childNodes].filter((node) => node instanceof Text).map((node) => node.data),
    ...["aria-label", "title", "placeholder", "alt"].map((name) => each.getAttribute(name) ?? ""),
  ];
  // What can be chosen is not drawn before its list is opened. For the choices of house rules the API has no words for people.
  const options = document.querySelectorAll("option:not([id^=option-] *)");
  const unchanged = [...all, ...options, document.querySelector("title")].filter((each) => !each.closest("code, time, .skeleton, [translate=no]"))
    .flatMap((each) => textsOf(each).filter((text) => bare(text).length)
      .map((text) => `${bare(text).join(" ")}: ${brief(text)} in ${told(each)}`));

  return {
    cut: drawn.filter((each) => isCut(each) || isNarrow(each) || isSpilt(each)).map(told),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    overlapping: [
      ...overlaps(controls, (one, other) => !one.contains(other) && !other.contains(one)),
      ...overlaps(texts, (one, other) => one !== other),
    ],
    unchanged: [...new Set(unchanged)],
  };
}
