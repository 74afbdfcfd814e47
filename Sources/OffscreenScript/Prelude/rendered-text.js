// innerText and outerText, as they are set.
(function (core) {
  "use strict";
  const { native, error, tree, RegExpExec } = core;
  const { ownedBy } = core.html;
  const { TEXT, FIRST, PREVIOUS, NEXT, link, parentOf, kindOf } = tree;
  const brAtom = core.atom("br");

  /** https://html.spec.whatwg.org/multipage/dom.html#rendered-text-fragment */
  function renderedText(text, document) {
    const fragment = ownedBy(native.createFragment(), document);
    let start = 0;
    for (let index = 0; index <= text.length; index += 1) {
      const isEnd = index === text.length;
      if (!isEnd && text[index] !== "\n" && text[index] !== "\r") continue;
      if (index > start) {
        native.insert(ownedBy(tree.createText(core.StringSlice(text, start, index)), document), fragment, -1);
      }
      if (isEnd) break;
      if (text[index] === "\r" && text[index + 1] === "\n") index += 1;
      native.insert(ownedBy(native.createElement(brAtom, 0), document), fragment, -1);
      start = index + 1;
    }
    return fragment;
  }

  /** https://html.spec.whatwg.org/multipage/dom.html#dom-innertext */
  core.setInnerText = function (id, value) {
    if (RegExpExec(lineBreak, value) === null) tree.setTextContent(id, value);
    else tree.replaceAll(renderedText(value, tree.documentOf(id)), id);
  };
  const lineBreak = /[\r\n]/;

  /** https://html.spec.whatwg.org/multipage/dom.html#dom-outertext */
  core.setOuterText = function (id, value) {
    const parent = parentOf(id);
    if (parent < 0 || kindOf(parent) === tree.DOCUMENT) {
      throw error("NoModificationAllowedError", "The element has no parent that could hold text.");
    }
    const next = link(id, NEXT), previous = link(id, PREVIOUS);
    const fragment = renderedText(value, tree.documentOf(id));
    if (link(fragment, FIRST) < 0) {
      native.insert(ownedBy(tree.createText(""), tree.documentOf(id)), fragment, -1);
    }
    tree.replace(fragment, parent, id);
    if (next >= 0) mergeWithNext(link(next, PREVIOUS));
    if (previous >= 0) mergeWithNext(previous);
  };

  function mergeWithNext(id) {
    if (id < 0 || kindOf(id) !== TEXT) return;
    const next = link(id, NEXT);
    if (next < 0 || kindOf(next) !== TEXT) return;
    tree.replaceData(id, tree.dataOf(id).length, 0, tree.dataOf(next));
    tree.remove(next);
  }
})
