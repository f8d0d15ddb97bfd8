// Runs inside a page. Returns everything on the page that somebody could not see, hit, read or tell apart. On a sound page all lists are
// empty, `sideways` (by how many px the page is too wide) is 0, and there is one h1 and one main element.
() => {
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility() && !each.closest(".spoken, .skip"));
  const told = (each) => each.outerHTML.slice(0, 90);

  // WCAG 2.2, 2.5.5: a target is at least 44 by 44 px. A checkbox or a radio button may be smaller, because its label can be tapped too.
  const tooSmall = visible("button, a, summary, select, input:not([type=checkbox], [type=radio])").filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width && (width < 43.5 || height < 43.5);
  });

  const beyond = visible("body *").filter((each) => {
    if (each.closest(".clip *, .scroll *, dialog:not([open])")) return false; // a table of data scrolls by itself (WCAG 2.2, 1.4.10)
    return each.getBoundingClientRect().right > innerWidth + 0.5;
  });

  // WCAG 2.2, 1.4.3: the contrast between a text and its background is at least 4.5 to 1.
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { colour: [r, g, b], a };
  };
  const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = (colour) => colour.map(linear).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const { colour, a } = parse(getComputedStyle(at).backgroundColor);
      if (a > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const contrast = (each) => {
    const levels = [light(parse(getComputedStyle(each).color).colour), light(ground(each))];
    return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
  };
  const texts = visible("body *").filter((each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  const faint = texts.filter((each) => !each.closest("option, :disabled, [aria-disabled=true]") && contrast(each) < 4.5);

  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return {
    tooSmall: tooSmall.map(told),
    beyond: beyond.map(told),
    faint: faint.map((each) => `${contrast(each).toFixed(2)} ${told(each)}`),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
    headings: document.querySelectorAll("h1").length,
    mains: document.querySelectorAll("main").length,
  };
}
