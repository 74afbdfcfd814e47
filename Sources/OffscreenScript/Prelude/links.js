// Links. https://html.spec.whatwg.org/multipage/links.html
(function (core) {
  "use strict";
  const { native } = core;
  const tree = core.tree;
  const { HTMLElement, reflect, declare, behave, get, has, set, resolve, isHTML, policies } = core.html;
  const atom = core.atom;
  const hrefAtom = atom("href"), targetAtom = atom("target"), downloadAtom = atom("download");
  const XLINK = 3;

  // MARK: Parts of the address. https://html.spec.whatwg.org/multipage/links.html#htmlhyperlinkelementutils

  const HREF = 0, ORIGIN = 1, PROTOCOL = 2;
  const parts = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

  function addressOf(id) {
    const text = get(id, hrefAtom);
    return text === null ? null : native.url(text, core.baseURL(tree.documentOf(id)), tree.documentOf(id) === 0);
  }

  function addPart(Class, is, index) {
    const name = parts[index];
    core.mixin(Class, {
      get [name]() {
        const url = addressOf(is(this));
        return url === null ? (index === PROTOCOL ? ":" : "") : url[index];
      },
      set [name](value) {
        const id = is(this);
        value = core.usvString(value);
        const url = addressOf(id);
        if (url !== null) set(id, hrefAtom, native.setURLPart(url[HREF], name, value)[HREF]);
      },
    });
  }

  function addHyperlinkUtilities(Class, is) {
    reflect(Class, is, { url: "href" });
    core.mixin(Class, {
      get origin() { return addressOf(is(this))?.[ORIGIN] ?? ""; },
      toString() {
        const text = get(is(this), hrefAtom);
        return text === null ? "" : resolve(is(this), text) ?? text;
      },
    });
    for (let index = PROTOCOL; index < parts.length; index += 1) addPart(Class, is, index);
  }

  declare("HTMLAnchorElement", (is) => {
    class HTMLAnchorElement extends HTMLElement {
      get text() { return tree.textContent(is(this)); }
      set text(value) { tree.setTextContent(is(this), core.string(value)); }
    }
    reflect(HTMLAnchorElement, is, {
      string: "target download ping rel hreflang type coords charset name rev shape",
      tokens: { "relList=rel": "noreferrer noopener opener" }, enumeration: { referrerPolicy: policies },
    });
    addHyperlinkUtilities(HTMLAnchorElement, is);
    return HTMLAnchorElement;
  });

  declare("HTMLAreaElement", (is) => {
    class HTMLAreaElement extends HTMLElement {}
    reflect(HTMLAreaElement, is, {
      string: "alt coords shape target download ping rel", boolean: "noHref",
      tokens: { "relList=rel": "noreferrer noopener opener" }, enumeration: { referrerPolicy: policies },
    });
    addHyperlinkUtilities(HTMLAreaElement, is);
    return HTMLAreaElement;
  });

  const relations = /(?:^|[\t\n\f\r ])(noopener|noreferrer|opener)(?=[\t\n\f\r ]|$)/g;
  const relAtom = atom("rel");

  /** What the `rel` attribute of a link or a form says of windows. */
  core.relationsOf = function (id) {
    const found = { __proto__: null, noopener: false, noreferrer: false, opener: false };
    const text = core.toASCIILowercase(get(id, relAtom) ?? "");
    relations.lastIndex = 0;
    for (let match = core.RegExpExec(relations, text); match !== null; match = core.RegExpExec(relations, text)) found[match[1]] = true;
    return { __proto__: null, noOpener: found.noopener, noReferrer: found.noreferrer, opener: found.opener };
  };

  // MARK: Following. https://html.spec.whatwg.org/multipage/links.html#following-hyperlinks-2

  const linkAddress = (id) =>
    get(id, hrefAtom) ?? (isHTML(id) ? null : native.attribute(id, hrefAtom, XLINK));

  behave("a area", (id) => {
    const text = linkAddress(id);
    if (text === null) return null;
    return {
      __proto__: null,
      run() {
        if (tree.documentOf(id) !== 0 || has(id, downloadAtom)) return;
        const address = resolve(id, text);
        if (address === null) return;
        core.navigateIn(get(id, targetAtom) ?? core.baseTarget(), address, "link", null, core.relationsOf(id));
      },
    };
  });
})
