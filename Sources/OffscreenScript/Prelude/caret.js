// Caret positions. https://drafts.csswg.org/cssom-view-1/#caretposition
(function (core) {
  "use strict";
  const { native, put, TypeError } = core;
  const { tree } = core;
  const key = core.list();

  // No more of what is at a point is looked at.
  const mostTexts = 1000, mostCharacters = 20000;

  const State = core.brand();

  class CaretPosition {
    constructor(token = undefined, node = undefined, offset = undefined) {
      if (token !== key) throw new TypeError("Illegal constructor");
      new State(this, { __proto__: null, node, offset });
    }
    get offsetNode() { return core.wrap(State.of(this).node); }
    get offset() { return State.of(this).offset; }
    getClientRect() {
      const { node, offset } = State.of(this);
      if (tree.kindOf(node) === tree.TEXT) {
        const rects = native.textRects(node, offset, offset);
        if (rects.length >= 4) return core.rect(rects[0], rects[1], 0, rects[3]);
      }
      const rects = native.clientRects(node);
      return rects.length < 4 ? null : core.rect(rects[0], rects[1], 0, rects[3]);
    }
  }
  core.define({ CaretPosition });

  /** The texts in an element that is seen, in tree order. */
  function textsIn(element) {
    const texts = core.list();
    for (let node = tree.nextNode(element, element); node >= 0 && texts.length < mostTexts; node = tree.nextNode(node, element)) {
      if (tree.kindOf(node) === tree.TEXT) put(texts, node);
    }
    return texts;
  }

  /** How far a point is from a rectangle at an index; lines count more than places in them. */
  function distance(rects, index, x, y) {
    const left = rects[index], top = rects[index + 1], right = left + rects[index + 2], bottom = top + rects[index + 3];
    const across = x < left ? left - x : x > right ? x - right : 0;
    const along = y < top ? top - y : y > bottom ? y - bottom : 0;
    return along * 1e4 + across;
  }

  function nearest(rects, x, y) {
    let least = Infinity;
    for (let index = 0; index + 3 < rects.length; index += 4) least = core.MathMin(least, distance(rects, index, x, y));
    return least;
  }

  /** The offset in a text that is nearest to a point. */
  function offsetIn(text, x, y) {
    const length = core.MathMin(native.text(text).length, mostCharacters);
    let least = Infinity, found = 0;
    for (let index = 0; index < length; index += 1) {
      const rects = native.textRects(text, index, index + 1);
      for (let place = 0; place + 3 < rects.length; place += 4) {
        const away = distance(rects, place, x, y);
        if (away >= least) continue;
        least = away;
        found = x > rects[place] + rects[place + 2] / 2 ? index + 1 : index;
      }
    }
    return found;
  }

  /** Node and offset at a point of the viewport; null where nothing is. */
  function positionAt(x, y) {
    const elements = native.elementsFromPoint(x, y);
    if (elements.length === 0) return null;
    const element = elements[0], texts = textsIn(element);
    let least = Infinity, found = -1;
    for (let index = 0; index < texts.length; index += 1) {
      const away = nearest(native.clientRects(texts[index]), x, y);
      if (away < least) {
        least = away;
        found = texts[index];
      }
    }
    return found < 0 ? { __proto__: null, node: element, offset: 0 } : { __proto__: null, node: found, offset: offsetIn(found, x, y) };
  }

  /** https://drafts.csswg.org/cssom-view-1/#dom-document-caretpositionfrompoint */
  core.caretPosition = function (document, x, y) {
    const found = document === 0 ? positionAt(x, y) : null;
    return found === null ? null : new CaretPosition(key, found.node, found.offset);
  };

  /** The same as a range, as browsers had it before. */
  core.caretRange = function (document, x, y) {
    const found = document === 0 ? positionAt(x, y) : null;
    if (found === null) return null;
    return core.createRangeAt(found.node, found.offset);
  };
})
