// Runs in a page before its scripts do. From then on all texts are longer by about 40 % and have an accent on each vowel, as if the page
// were in another language: those of the HTML, the display members of API answers (`shown`), and what is passed to `window.longer`: all
// that a module of texts exports. A word whose vowels are bare comes from somewhere else.
(shown) => {
  const ACCENTS = { a: "á", e: "é", i: "í", o: "ó", u: "ú", y: "ý", A: "Á", E: "É", I: "Í", O: "Ó", U: "Ú", Y: "Ý" };
  const MORE = 0.4;
  const LONGEST = 8; // letters of an added word

  // `kept`: names and other values within the text that stay what they are.
  function stretched(text, kept = []) {
    let changed = 0;
    const words = (some) => some.replace(/\p{L}+/gu, (word) => {
      const accented = word.replace(/[aeiouy]/gi, (letter) => ACCENTS[letter]);
      if (accented !== word) changed += word.length;
      return accented;
    });
    // An API value may be shown with blanks and with a capital: `blind_nil` as `Blind nil`.
    const names = kept.toSorted((one, other) => other.length - one.length)
      .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[_-]/g, "[ _-]"));
    const parts = names.length ? text.split(new RegExp(`(?<!\\p{L})(${names.join("|")})(?!\\p{L})`, "giu")) : [text];
    const accented = parts.map((part, at) => (at % 2 ? part : words(part))).join("");
    const added = Math.ceil(changed * MORE);
    const more = "ẋ".repeat(added).replace(new RegExp(`.{${LONGEST}}(?=.)`, "gu"), "$& ");
    return added ? accented.replace(/[^\p{L}\p{N}]*$/u, (end) => ` ${more}${end}`) : accented;
  }

  const isRecord = (value) => ["string", "object"].some((type) => Object.values(value).every((each) => typeof each === type));

  // The keys of records of words by API value: to pass such a value to a text is to choose its word.
  const keysIn = (value) => (
    isPlain(value) ? [...(isRecord(value) ? Object.keys(value) : []), ...Object.values(value).flatMap(keysIn)] : []
  );

  const isPlain = (value) => Array.isArray(value) || (value instanceof Object && Object.getPrototypeOf(value) === Object.prototype);

  const mapped = (object, to) => Object.fromEntries(Object.entries(object).map(([name, each]) => [name, to(name, each)]));

  const stringsIn = (value) => {
    if (typeof value === "string") return /[aeiouy]/i.test(value) ? [value] : [];
    return isPlain(value) ? Object.values(value).flatMap(stringsIn) : [];
  };

  // `keys`: API values for which there are words. All other values that a text is given stay what they are within it.
  function longer(value, keys = [], kept = []) {
    if (typeof value === "string") return stretched(value, kept);
    if (typeof value === "function") {
      return (...given) => {
        const names = [...kept, ...given.flatMap(stringsIn).filter((each) => !keys.includes(each))];
        const put = (wrap) => (...words) => wrap(...words.map((word) => longer(word, keys, names)));
        return longer(value(...given.map((each) => (typeof each === "function" ? put(each) : each))), keys, names);
      };
    }
    if (Array.isArray(value)) return value.map((each) => longer(each, keys, kept));
    return isPlain(value) ? mapped(value, (_, each) => longer(each, keys, kept)) : value;
  }
  window.longer = (texts) => longer(texts, Object.values(texts).flatMap(keysIn));

  const isText = (value) => typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));

  function displayed(name, value) {
    if (shown.includes(name) && isText(value)) return longer(value);
    if (Array.isArray(value)) return value.map((each) => displayed("", each));
    return isPlain(value) ? mapped(value, displayed) : value;
  }
  const { parse } = JSON;
  JSON.parse = (...given) => displayed("", parse(...given));
  Response.prototype.json = async function json() {
    return JSON.parse(await this.text());
  };

  function translate(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Text) {
        if (!node.parentElement?.closest("script, style, code")) node.data = longer(node.data);
      } else {
        for (const name of ["aria-label", "title", "placeholder", "data-word"]) {
          if (node.hasAttribute(name)) node.setAttribute(name, longer(node.getAttribute(name)));
        }
        if (node instanceof HTMLTemplateElement) translate(node.content);
      }
    }
  }
  // The scripts of a page, all modules, run after this and before DOMContentLoaded.
  document.addEventListener("readystatechange", () => document.readyState === "interactive" && translate(document));
}
