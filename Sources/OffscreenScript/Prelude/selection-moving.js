// What `Selection.modify()` does: places of a caret in the texts that are seen. https://w3c.github.io/selection-api/#dom-selection-modify
(function (core) {
  "use strict";
  const { native, put, list, RegExpExec, SafeMap } = core;
  const { tree } = core;
  const { compare } = core.ranges;

  // No more of a document is looked at.
  const mostStops = 20000;

  const space = /^[\t\n\f\r ]$/, wordCharacter = /^[\p{L}\p{N}\p{M}_'\u2019]$/u, sentenceEnd = /^[.!?]$/;
  const is = (pattern, text) => RegExpExec(pattern, text) !== null;

  /** The nearest element around that is no inline box. */
  function blockOf(element, known) {
    let block = known.get(element);
    if (block !== undefined) return block;
    const display = native.computedValue(element, "", "display");
    const parent = tree.parentOf(element);
    block = parent < 0 || !tree.isElement(parent) || (display !== "inline" && display !== "contents") ? element : blockOf(parent, known);
    known.set(element, block);
    return block;
  }

  /** The element around that is edited as a whole; without one, the root. */
  function limitOf(node) {
    let found = tree.childElement(0, tree.FIRST, tree.NEXT);
    for (let around = node; around >= 0; around = tree.parentOf(around)) {
      if (tree.isElement(around) && core.html.isHTML(around) && core.html.isEditable(around)) found = around;
    }
    return found;
  }

  /**
   * Where a caret can be, in order: before each character that is shown, and at the end of each block's text, where the
   * character is "".
   */
  function stopsIn(root) {
    const stops = list(), blocks = new SafeMap();
    let last = null, isAfterSpace = true;
    const close = () => {
      if (last === null) return;
      // Space at the end of a line that collapses is not shown.
      if (isAfterSpace && stops.length > 0 && stops[stops.length - 1].collapses) last = core.ArrayPop(stops);
      const { node, block } = last;
      put(stops, { __proto__: null, node, offset: isAfterSpace && last.collapses ? last.offset : last.offset + 1, block, character: "", collapses: false });
    };
    for (let node = tree.nextNode(root, root); node >= 0 && stops.length < mostStops; node = tree.nextNode(node, root)) {
      if (tree.kindOf(node) !== tree.TEXT) continue;
      const parent = tree.parentOf(node);
      if (!tree.isElement(parent) || !native.isRendered(parent)) continue;
      const keeps = is(/^(?:pre|break)/, native.computedValue(parent, "", "white-space-collapse") || native.computedValue(parent, "", "white-space"));
      const block = blockOf(parent, blocks), text = native.text(node);
      for (let offset = 0; offset < text.length && stops.length < mostStops; offset += 1) {
        const character = text[offset], collapses = !keeps && is(space, character);
        if (last !== null && last.block !== block) {
          if (collapses) continue;
          close();
          last = null;
        }
        if (last === null) isAfterSpace = true;
        if (collapses && isAfterSpace) continue;
        isAfterSpace = collapses;
        put(stops, last = { __proto__: null, node, offset, block, character, collapses });
      }
    }
    close();
    return stops;
  }

  /** Left, top and bottom of the caret at a stop. */
  function placeOf(stops, index) {
    const { node, offset, character } = stops[index];
    const rects = character === "" ? native.textRects(node, core.MathMax(0, offset - 1), offset) : native.textRects(node, offset, offset + 1);
    if (rects.length < 4) return null;
    const first = character === "" ? rects.length - 4 : 0;
    return { __proto__: null, x: rects[first] + (character === "" ? rects[first + 2] : 0), top: rects[first + 1],
      bottom: rects[first + 1] + rects[first + 3] };
  }

  const isSameLine = (one, other) => one !== null && other !== null && one.top < other.bottom && other.top < one.bottom;

  /** From a stop of a line, the one of the line that is nearest to a place across. */
  function nearestInLine(stops, from, x) {
    const line = placeOf(stops, from);
    if (line === null) return from;
    let found = from, least = core.MathAbs(line.x - x);
    for (let step = -1; step <= 1; step += 2) {
      for (let index = from + step; index >= 0 && index < stops.length; index += step) {
        const place = placeOf(stops, index);
        if (!isSameLine(line, place)) break;
        if (core.MathAbs(place.x - x) < least) {
          least = core.MathAbs(place.x - x);
          found = index;
        }
      }
    }
    return found;
  }

  /** The stops from one on, in a direction, while something is so: the last of them, or the one behind. */
  function skip(stops, index, step, isSo) {
    while (index + step >= 0 && index + step < stops.length && isSo(index, index + step)) index += step;
    return index;
  }

  const moves = {
    __proto__: null,
    character: (stops, index, step) => index + step,
    word(stops, index, step) {
      // The character that a step goes over.
      const over = (from, to) => is(wordCharacter, stops[step > 0 ? from : to].character);
      index = skip(stops, index, step, (from, to) => !over(from, to));
      return skip(stops, index, step, over);
    },
    sentence(stops, index, step) {
      const isStart = (at) => at === 0 || stops[at - 1].character === ""
        || (is(space, stops[at - 1].character) && at > 1 && is(sentenceEnd, stops[at - 2].character));
      return skip(stops, index + step, step, (from) => !isStart(from));
    },
    line(stops, index, step) {
      const start = placeOf(stops, index);
      const next = skip(stops, index, step, (from) => isSameLine(start, placeOf(stops, from)));
      const place = placeOf(stops, next);
      if (start === null || place === null || isSameLine(start, place)) return step > 0 ? stops.length - 1 : 0;
      return nearestInLine(stops, next, start.x);
    },
    paragraph(stops, index, step) {
      const start = placeOf(stops, index), { block } = stops[index];
      const next = skip(stops, index, step, (from) => stops[from].block === block);
      return start === null || stops[next].block === block ? next : nearestInLine(stops, next, start.x);
    },
    lineboundary(stops, index, step) {
      const start = placeOf(stops, index);
      return skip(stops, index, step, (from, to) => isSameLine(start, placeOf(stops, to)));
    },
    paragraphboundary: (stops, index, step) => skip(stops, index, step, (from, to) => stops[to].block === stops[index].block),
    sentenceboundary: (stops, index, step) => moves.sentence(stops, index, step),
    documentboundary: (stops, index, step) => (step > 0 ? stops.length - 1 : 0),
  };

  const directions = { __proto__: null, forward: 1, right: 1, backward: -1, left: -1 };

  /** Where a point goes: null where it stays. */
  core.movePoint = function (node, offset, direction, granularity) {
    direction = core.toASCIILowercase(direction);
    const move = moves[core.toASCIILowercase(granularity)];
    let step = directions[direction];
    if (move === undefined || step === undefined) return null;
    const stops = stopsIn(limitOf(node));
    if (stops.length === 0) return null;
    // 1. The first stop that is not before the point.
    let low = 0, high = stops.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(stops[middle].node, stops[middle].offset, node, offset) < 0) low = middle + 1;
      else high = middle;
    }
    // 2. Left and right are those of the line.
    if ((direction === "left" || direction === "right")
      && native.computedValue(stops[low].block, "", "direction") === "rtl") step = -step;
    const index = core.MathMin(core.MathMax(move(stops, low, step), 0), stops.length - 1);
    return stops[index];
  };
})
