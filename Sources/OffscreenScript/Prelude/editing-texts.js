// Commands that insert and delete. https://w3c.github.io/editing/docs/execCommand/#miscellaneous-commands
(function (core) {
  "use strict";
  const { native, list, put, StringSlice } = core;
  core.load("editing-blocks.js");
  const tree = core.tree;
  const { parentOf, indexOf, contains, childrenOf, TEXT, COMMENT, kindOf } = tree;
  const { get, set } = core.html;
  const {
    nameOf, isElement, isText, first, last, next, previous, make, atoms, prohibited, isSingleLine, isHost, hostOf, isEditable, isInSameHost,
    isBlock, isInline, isVisible, isBreak, isExtraneousBreak, isCollapsedBlockProp, isAllowed, bounds, select, move, append, wrap,
    splitParent, unwrap, rename, nodesIn, blockExtended, removeBreakAtEnd, removeBreaks, lengthOf, childAt, computed, setOf,
  } = core.editing;
  const { keeping, record, restore } = core.editingValues;
  const { fixAncestors, isList } = core.editingBlocks;

  const mayHold = (id) => isEditable(id) || isHost(id);
  const isItem = (id) => nameOf(id) === "li" || nameOf(id) === "dt" || nameOf(id) === "dd";
  const idAtom = atoms.id;

  // MARK: White space. https://w3c.github.io/editing/docs/execCommand/#canonicalize-whitespace

  const isSpace = (code) => code === 32 || code === 160;
  /**
   * Spaces of which none collapses, in turns as Chromium writes them.
   * https://w3c.github.io/editing/docs/execCommand/#canonical-space-sequence
   */
  function spacesOf(length, holdsStart, holdsEnd) {
    if (length === 1) return holdsStart || holdsEnd ? "\u00a0" : " ";
    let text = "";
    for (let index = 0; index < length; index += 1) text += index % 2 === 0 || (holdsEnd && index === length - 1) ? "\u00a0" : " ";
    return text;
  }

  /**
   * `isSeen`: whether none of the spaces collapses, however they lie now.
   * Deviation: of one text; spaces that go on in another one stay as they are.
   */
  function canonicalize(id, place, isSeen = false) {
    let node = id, offset = place;
    if (!isText(node)) {
      const previousChild = childAt(id, place - 1), nextChild = childAt(id, place);
      if (isText(previousChild)) {
        node = previousChild;
        offset = lengthOf(node);
      } else if (isText(nextChild)) {
        node = nextChild;
        offset = 0;
      }
    }
    if (!isText(node) || !isEditable(node) || !isElement(parentOf(node))) return;
    const whiteSpace = computed(parentOf(node), "white-space");
    if (whiteSpace !== "normal" && whiteSpace !== "nowrap") return;
    const data = tree.dataOf(node);
    let start = offset, end = offset;
    while (start > 0 && isSpace(core.StringCharCodeAt(data, start - 1))) start -= 1;
    while (end < data.length && isSpace(core.StringCharCodeAt(data, end))) end += 1;
    if (start === end) return;
    const atStart = start === 0 && core.editing.followsBreak(node);
    const atEnd = end === data.length && core.editing.precedesBreak(node);
    let length = 0;
    for (let index = start; index < end; index += 1) {
      // Of spaces that collapse, one counts; none where the line begins.
      const isPlain = core.StringCharCodeAt(data, index) === 32;
      const followsPlain = index > start ? core.StringCharCodeAt(data, index - 1) === 32 : atStart;
      if (isSeen || !isPlain || !followsPlain) length += 1;
    }
    if (!isSeen && atEnd && length > 0 && core.StringCharCodeAt(data, end - 1) === 32 && offset < end) length -= 1;
    const text = spacesOf(length, atStart, atEnd);
    if (text === StringSlice(data, start, end)) return;
    const selected = bounds();
    const moved = (point, at) => (point !== node || at <= start ? at : at >= end ? at - (end - start) + text.length : core.MathMin(at, start + text.length));
    const { start: from, startOffset, end: to, endOffset } = selected;
    const fromOffset = moved(from, startOffset), toOffset = moved(to, endOffset);
    tree.replaceData(node, start, end - start, text);
    select(from, fromOffset, to, toOffset);
  }

  // MARK: Deleting. https://w3c.github.io/editing/docs/execCommand/#deleting-the-selection

  function blockOf(id) {
    let node = id;
    while (isInSameHost(parentOf(node), node) && !isBlock(node)) node = parentOf(node);
    const name = nameOf(node);
    if ((!isBlock(node) && !isHost(node)) || !isAllowed("span", node) || name === "td" || name === "th") return -1;
    return node;
  }
  const tableParts = setOf("thead tbody tfoot tr th td");

  function addBreakTo(id) {
    if (id >= 0 && mayHold(id) && core.editing.firstVisible(id) < 0) tree.preInsert(make("br"), id, -1);
  }

  /** `merges`: whether what is left of the blocks at both ends becomes one. `strips`: whether empty elements go, too. */
  function deleteSelection(merges = true, strips = true) {
    let selected = bounds();
    if (selected === null || selected.isCollapsed) return;
    let { start, startOffset, end, endOffset } = selected;
    // Into the texts beside the ends.
    while (!isText(start) && isElement(childAt(start, startOffset)) && isInline(childAt(start, startOffset)) && first(childAt(start, startOffset)) >= 0) {
      start = childAt(start, startOffset);
      startOffset = 0;
    }
    if (isText(childAt(start, startOffset))) {
      start = childAt(start, startOffset);
      startOffset = 0;
    }
    if (isText(start) && startOffset === 0 && start !== end) {
      startOffset = indexOf(start);
      start = parentOf(start);
    }
    if (isText(end) && endOffset === lengthOf(end) && start !== end) {
      endOffset = 1 + indexOf(end);
      end = parentOf(end);
    }
    if (core.ranges.compare(start, startOffset, end, endOffset) > 0) return select(selected.start, selected.startOffset);
    select(start, startOffset, end, endOffset);
    const startBlock = blockOf(start);
    let endBlock = blockOf(end);
    if (start === end && isText(start)) {
      if (isEditable(start)) tree.replaceData(start, startOffset, endOffset - startOffset, "");
      select(start, startOffset);
      canonicalize(start, startOffset, true);
      if (startBlock >= 0) fillBlock(startBlock);
      return undefined;
    }
    const nodes = nodesIn(bounds(), (id) => isEditable(id) && !tableParts.has(nameOf(id)));
    if (isText(start) && isEditable(start)) tree.replaceData(start, startOffset, lengthOf(start) - startOffset, "");
    for (let index = 0; index < nodes.length; index += 1) {
      let parent = parentOf(nodes[index]);
      if (parent < 0) continue;
      tree.remove(nodes[index]);
      let block = parent;
      while (block >= 0 && isInline(block)) block = parentOf(block);
      if (strips || !contains(parent, start)) {
        while (isEditable(parent) && isInline(parent) && first(parent) < 0 && parent !== start) {
          const around = parentOf(parent);
          tree.remove(parent);
          parent = around;
        }
      }
      addBreakTo(block);
    }
    if (isText(end) && isEditable(end)) tree.replaceData(end, 0, bounds().endOffset, "");
    selected = bounds();
    ({ start, startOffset } = selected);
    canonicalize(selected.start, selected.startOffset, true);
    canonicalize(bounds().end, bounds().endOffset, true);
    ({ start, startOffset } = bounds());
    if (!merges || startBlock < 0 || endBlock < 0 || startBlock === endBlock || !isInSameHost(startBlock, endBlock)) {
      return select(start, startOffset);
    }
    if (first(startBlock) >= 0 && first(startBlock) === last(startBlock) && isCollapsedBlockProp(first(startBlock))) {
      tree.remove(first(startBlock));
      start = startBlock;
      startOffset = 0;
    }
    let values;
    if (contains(startBlock, endBlock)) {
      let reference = endBlock;
      while (parentOf(reference) !== startBlock) reference = parentOf(reference);
      select(startBlock, indexOf(reference));
      if (first(endBlock) < 0) {
        while (isEditable(endBlock) && endBlock !== startBlock && first(endBlock) < 0) {
          const parent = parentOf(endBlock);
          tree.remove(endBlock);
          endBlock = parent;
        }
        return undefined;
      }
      if (!isInline(first(endBlock))) return undefined;
      const run = lineFrom(first(endBlock));
      values = record(run);
      while (parentOf(run[0]) !== startBlock && isEditable(parentOf(run[0]))) splitParent(run);
      if (isBreak(previous(run[0])) && isEditable(previous(run[0]))) tree.remove(previous(run[0]));
    } else if (contains(endBlock, startBlock)) {
      select(startBlock, lengthOf(startBlock));
      let reference = startBlock;
      while (parentOf(reference) !== endBlock) reference = parentOf(reference);
      const following = next(reference);
      if (following >= 0 && isInline(following) && last(startBlock) >= 0 && isBreak(last(startBlock))) tree.remove(last(startBlock));
      const run = following >= 0 && isInline(following) ? lineFrom(following) : list();
      values = record(run);
      for (let index = 0; index < run.length; index += 1) append(run[index], startBlock);
    } else {
      select(startBlock, lengthOf(startBlock));
      if (first(endBlock) >= 0 && isInline(first(endBlock)) && last(startBlock) >= 0 && isBreak(last(startBlock))) tree.remove(last(startBlock));
      values = record(childrenOf(endBlock));
      while (first(endBlock) >= 0) append(first(endBlock), startBlock);
      while (first(endBlock) < 0 && isEditable(endBlock)) {
        const parent = parentOf(endBlock);
        tree.remove(endBlock);
        endBlock = parent;
      }
    }
    restore(values);
    fillBlock(startBlock);
    removeBreakAtEnd(startBlock);
    return undefined;
  }
  function lineFrom(id) {
    const run = list(id);
    while (!isBreak(run[run.length - 1]) && next(run[run.length - 1]) >= 0 && isInline(next(run[run.length - 1]))) put(run, next(run[run.length - 1]));
    return run;
  }
  /** A block without anything in it keeps a line. */
  function fillBlock(id) {
    if (parentOf(id) < 0 || !mayHold(id)) return;
    for (let child = first(id); child >= 0; child = next(child)) if (isVisible(child) || isBreak(child)) return;
    tree.preInsert(make("br"), id, -1);
  }

  /** What one press of a key deletes of a text: a whole character. */
  function deleteWithin(node, offset, isForward) {
    const data = tree.dataOf(node);
    let place = offset + (isForward ? 1 : -1);
    const code = core.StringCharCodeAt(data, isForward ? offset : place);
    if (isForward && code >= 0xd800 && code < 0xdc00 && place < data.length) place += 1;
    if (!isForward && code >= 0xdc00 && code < 0xe000 && place > 0) place -= 1;
    select(node, core.MathMin(offset, place), node, core.MathMax(offset, place));
    deleteSelection();
  }

  const isThing = (id) => isBreak(id) || nameOf(id) === "hr" || nameOf(id) === "img";

  /** `delete` and `forwardDelete`. https://w3c.github.io/editing/docs/execCommand/#the-delete-command */
  function deleteBeside(isForward) {
    const selected = bounds();
    if (!selected.isCollapsed) {
      deleteSelection();
      return true;
    }
    canonicalize(selected.start, selected.startOffset);
    let { start: node, startOffset: offset } = bounds();
    for (;;) {
      const isAtEdge = isForward ? offset === lengthOf(node) : offset === 0;
      const child = isText(node) ? -1 : childAt(node, isForward ? offset : offset - 1);
      const sibling = isForward ? next(node) : previous(node);
      if (isAtEdge && sibling >= 0 && isEditable(sibling) && !isVisible(sibling) && !isExtraneousBreak(sibling)) {
        tree.remove(sibling);
      } else if (child >= 0 && isEditable(child) && !isVisible(child) && !isExtraneousBreak(child)) {
        tree.remove(child);
        if (!isForward) offset -= 1;
      } else if ((isAtEdge && isInline(node) && !isHost(node)) || (!isHost(node) && !isVisible(node))) {
        offset = indexOf(node) + (isForward ? 1 : 0);
        node = parentOf(node);
      } else if (child >= 0 && isEditable(child) && !isBlock(child) && !isThing(child)) {
        node = child;
        offset = isForward ? 0 : lengthOf(child);
      } else {
        break;
      }
    }
    if (isText(node)) {
      deleteWithin(node, offset, isForward);
      return true;
    }
    const child = childAt(node, isForward ? offset : offset - 1);
    if (child >= 0 && isThing(child) && !(isForward && isExtraneousBreak(child))) {
      select(node, indexOf(child), node, indexOf(child) + 1);
      deleteSelection();
      return true;
    }
    if (isInline(node) && !isHost(node)) return true;
    if (!isForward && leaveItem(node, offset)) return true;
    // The end of the block before, or the start of the one after.
    let from = node, place = offset;
    while (isEditable(from) && (isForward ? place === lengthOf(from) || isExtraneousBreak(childAt(from, place)) : place === 0)) {
      place = indexOf(from) + (isForward ? 1 : 0);
      from = parentOf(from);
    }
    let other = childAt(from, isForward ? place : place - 1);
    if (other < 0 || nameOf(other) === "table" || !isEditable(other)) return true;
    if (nameOf(other) === "hr") {
      tree.remove(other);
      return true;
    }
    while (!isText(other) && (isForward ? first(other) : last(other)) >= 0 && !isThing(isForward ? first(other) : last(other))) {
      other = isForward ? first(other) : last(other);
    }
    let otherOffset = isForward ? 0 : lengthOf(other);
    if (!isForward && isBreak(last(other)) && isExtraneousBreak(last(other))) otherOffset -= 1;
    if (!isForward && last(other) >= 0 && isBreak(last(other)) && lengthOf(other) === 1) otherOffset = 0;
    if (isForward) select(node, offset, other, otherOffset);
    else select(other, otherOffset, node, offset);
    if (bounds().isCollapsed) return true;
    deleteSelection();
    return true;
  }

  /** At the start of an item or of a quotation, that is left. */
  function leaveItem(node, offset) {
    if (offset !== 0) return false;
    if (isItem(node) && previous(node) < 0 && isEditable(parentOf(node))) {
      keeping(list(node), () => splitParent(list(node)));
      if (nameOf(node) === "li" && !isList(parentOf(node))) fixAncestors(node);
      return true;
    }
    for (let ancestor = node; isEditable(ancestor); ancestor = parentOf(ancestor)) {
      if (nameOf(ancestor) === "blockquote") {
        core.editingBlocks.outdent();
        return true;
      }
      if (previous(ancestor) >= 0 || isList(ancestor)) return false;
    }
    return false;
  }

  // MARK: Inserting

  /** At the start of what is selected. */
  function insertNode(id) {
    let { start, startOffset } = bounds();
    if (kindOf(start) >= TEXT && kindOf(start) <= COMMENT) {
      const parent = parentOf(start);
      if (isText(start) && startOffset > 0 && startOffset < lengthOf(start)) core.splitText(start, startOffset);
      startOffset = indexOf(start) + (startOffset > 0 ? 1 : 0);
      start = parent;
    }
    tree.preInsert(id, start, childAt(start, startOffset));
  }
  /** Out of a text, to its edge. */
  function leaveText() {
    const { start, startOffset } = bounds();
    if (!isText(start)) return;
    if (startOffset === 0) select(parentOf(start), indexOf(start));
    else if (startOffset === lengthOf(start)) select(parentOf(start), 1 + indexOf(start));
  }
  function dropProp() {
    const { start } = bounds();
    const only = isText(start) ? -1 : first(start);
    if (only >= 0 && next(only) < 0 && isCollapsedBlockProp(only)) {
      tree.remove(only);
      select(start, 0);
    }
  }
  const selectAfter = (id) => select(parentOf(id), 1 + indexOf(id));

  /** https://w3c.github.io/editing/docs/execCommand/#the-inserttext-command */
  function insertText(value) {
    deleteSelection(true, false);
    const lines = core.split(value, "\n");
    for (let index = 0; index < lines.length; index += 1) {
      if (!mayHold(bounds().start)) return true;
      if (index > 0) insertParagraph();
      if (lines[index] !== "") insertLine(withSpaces(lines[index]));
    }
    return true;
  }
  /** A text whose spaces none collapses with another. */
  function withSpaces(text) {
    let result = "";
    for (let index = 0; index < text.length;) {
      let end = index;
      while (end < text.length && isSpace(core.StringCharCodeAt(text, end))) end += 1;
      result += end - index > 1 ? spacesOf(end - index, false, false) : end > index ? text[index] : text[end];
      index = end > index ? end : end + 1;
    }
    return result;
  }
  function insertLine(text) {
    let { start: node, startOffset: offset } = bounds();
    if (!isText(node)) {
      if (isText(childAt(node, offset - 1))) {
        node = childAt(node, offset - 1);
        offset = lengthOf(node);
      } else if (isText(childAt(node, offset))) {
        node = childAt(node, offset);
        offset = 0;
      }
    }
    if (isText(node) && !isEditable(node)) return;
    if (isText(node)) {
      select(node, offset);
      tree.replaceData(node, offset, 0, text);
    } else {
      dropProp();
      const made = tree.createText(text);
      insertNode(made);
      node = made;
      offset = 0;
    }
    select(node, offset, node, offset + text.length);
    core.commandState.applyOverrides();
    const { end, endOffset } = bounds();
    select(end, endOffset);
    canonicalize(end, endOffset);
    // Spaces at the end of what was written stay.
    const after = bounds();
    select(after.end, after.endOffset);
  }

  /** https://w3c.github.io/editing/docs/execCommand/#the-insertparagraph-command */
  function insertParagraph() {
    deleteSelection();
    if (!mayHold(bounds().start)) return true;
    let { start: node, startOffset: offset } = bounds();
    if (isText(node) && offset > 0 && offset < lengthOf(node)) core.splitText(node, offset);
    if (isText(node) && offset === lengthOf(node)) {
      offset = 1 + indexOf(node);
      node = parentOf(node);
    }
    if (kindOf(node) >= TEXT && kindOf(node) <= COMMENT) {
      offset = indexOf(node);
      node = parentOf(node);
    }
    select(node, offset);
    let container = node;
    while (!isSingleLine(container) && isEditable(parentOf(container)) && isInSameHost(node, parentOf(container))) container = parentOf(container);
    if (isEditable(container) && isSingleLine(container) && (nameOf(container) === "p" || nameOf(container) === "div")) {
      let outer = container;
      while (!isItem(outer) && isEditable(parentOf(outer))) outer = parentOf(outer);
      if (isItem(outer)) container = outer;
    }
    if (!isEditable(container) || !isSingleLine(container) || !isInSameHost(container, node)) {
      container = makeContainer();
      if (container < 0) return true;
      ({ start: node, startOffset: offset } = bounds());
      // The caret may not have come into it.
      if (!contains(container, node)) return true;
    }
    const name = nameOf(container);
    if (name === "address" || name === "listing" || name === "pre") {
      const made = make("br");
      insertNode(made);
      selectAfter(made);
      if (last(container) === made) append(make("br"), container);
      selectAfter(made);
      return true;
    }
    if (isItem(container) && (first(container) < 0 || (first(container) === last(container) && isBreak(first(container))))) {
      splitParent(list(container));
      if (first(container) < 0) append(make("br"), container);
      if (name !== "li") container = rename(container, core.commandState.separator);
      fixAncestors(container);
      return true;
    }
    return splitContainer(container, node, offset);
  }

  /** A block around the line that is selected, where there was none; -1 where that is all. */
  function makeContainer() {
    const tag = core.commandState.separator;
    const nodes = nodesIn(blockExtended(bounds()), (id) => isEditable(id) && isAllowed(id, "p"));
    if (nodes.length > 0) {
      const run = list(nodes[0]);
      while (next(run[run.length - 1]) >= 0 && isAllowed(next(run[run.length - 1]), "p") && isInline(next(run[run.length - 1]))) put(run, next(run[run.length - 1]));
      const made = wrap(run, core.editing.never, () => make(tag));
      if (made >= 0) return made;
    }
    if (!isAllowed(tag, bounds().start)) return -1;
    const made = make(tag);
    insertNode(made);
    tree.preInsert(make("br"), made, -1);
    select(made, 0);
    return -1;
  }

  function splitContainer(container, node, offset) {
    // 14. to 17. What comes into the new line.
    while (offset === 0 && node !== container && !prohibited.has(nameOf(node))) {
      offset = indexOf(node);
      node = parentOf(node);
    }
    while (offset === lengthOf(node) && node !== container && !prohibited.has(nameOf(node))) {
      offset = 1 + indexOf(node);
      node = parentOf(node);
    }
    const name = nameOf(container), rest = childAt(node, offset);
    const isAtEnd = node === container && (rest < 0 || (isBreak(rest) && next(rest) < 0));
    // 18. Headings and terms are of one line.
    let newName = name;
    if (isAtEnd && core.editing.headings.has(name)) newName = core.commandState.separator;
    else if (isAtEnd && name === "dt") newName = "dd";
    else if (isAtEnd && name === "dd") newName = "dt";
    const made = newName === name ? tree.clone(container, false, tree.documentOf(container)) : make(newName);
    core.removeAttribute(made, idAtom, 7);
    tree.preInsert(made, parentOf(container), next(container));
    // 22. to 25. What follows the point, with the elements that it is in.
    let tail = list();
    for (let child = childAt(node, offset); child >= 0; child = next(child)) put(tail, child);
    while (node !== container) {
      const copy = tree.clone(node, false, tree.documentOf(node));
      core.removeAttribute(copy, idAtom, 7);
      for (let index = 0; index < tail.length; index += 1) tree.preInsert(tail[index], copy, -1);
      tail = list(copy);
      for (let sibling = next(node); sibling >= 0; sibling = next(sibling)) put(tail, sibling);
      node = parentOf(node);
    }
    for (let index = 0; index < tail.length; index += 1) tree.preInsert(tail[index], made, -1);
    let upper = container, lower = made;
    while (last(upper) >= 0 && prohibited.has(nameOf(last(upper)))) upper = last(upper);
    while (first(lower) >= 0 && prohibited.has(nameOf(first(lower)))) lower = first(lower);
    if (core.editing.firstVisible(upper) < 0) tree.preInsert(make("br"), upper, -1);
    if (core.editing.firstVisible(lower) < 0) tree.preInsert(make("br"), lower, -1);
    select(lower, 0);
    return true;
  }

  function insertLineBreak() {
    deleteSelection(true, false);
    const { start } = bounds();
    if (!mayHold(start) || (isElement(start) && !isAllowed("br", start))) return true;
    leaveText();
    dropProp();
    const made = make("br");
    insertNode(made);
    selectAfter(made);
    // At the end of its block, a break alone begins no line.
    if (isExtraneousBreak(made) || core.editing.isCollapsedBlockProp(made)) tree.preInsert(make("br"), parentOf(made), next(made));
    // Deviation: spaces that begin the new line do not collapse, as in Chromium.
    canonicalize(parentOf(made), indexOf(made) + 1);
    selectAfter(made);
    return true;
  }

  function insertHTML(value) {
    deleteSelection(true, false);
    let context = bounds().start;
    if (!mayHold(context)) return true;
    if (!isElement(context)) context = parentOf(context);
    const fragment = native.parseFragment(context, value, false);
    const nodes = childrenOf(fragment);
    if (nodes.length === 0) return true;
    leaveText();
    dropProp();
    insertNode(fragment);
    const end = nodes[nodes.length - 1];
    selectAfter(end);
    for (let index = 0; index < nodes.length; index += 1) if (isElement(nodes[index])) fixAncestors(nodes[index]);
    if (parentOf(end) >= 0) selectAfter(end);
    return true;
  }

  function insertImage(value) {
    if (value === "") return false;
    deleteSelection(true, false);
    if (!mayHold(bounds().start)) return true;
    leaveText();
    dropProp();
    const made = make("img");
    set(made, core.atom("src"), value);
    insertNode(made);
    selectAfter(made);
    return true;
  }

  function insertHorizontalRule() {
    let { start, startOffset, end, endOffset } = bounds();
    while (startOffset === 0 && isEditable(start)) {
      startOffset = indexOf(start);
      start = parentOf(start);
    }
    while (endOffset === lengthOf(end) && isEditable(end)) {
      endOffset = 1 + indexOf(end);
      end = parentOf(end);
    }
    select(start, startOffset, end, endOffset);
    deleteSelection(false);
    if (!mayHold(bounds().start)) return true;
    leaveText();
    const made = make("hr");
    insertNode(made);
    fixAncestors(made);
    selectAfter(made);
    return true;
  }

  // MARK: Links and plain text

  const isLink = (id) => nameOf(id) === "a" && get(id, atoms.href) !== null;

  function createLink(value) {
    if (value === "") return false;
    const nodes = core.editing.effectivelyContained(bounds(), isEditable);
    for (let index = 0; index < nodes.length; index += 1) {
      for (let node = nodes[index]; isEditable(node); node = parentOf(node)) if (isLink(node)) set(node, atoms.href, value);
    }
    core.editingValues.setValue("createlink", value);
    return true;
  }

  function unlink() {
    const range = bounds();
    const links = nodesIn(range, (id) => isEditable(id) && isLink(id), false);
    const ends = list(range.start, range.end);
    for (let index = 0; index < 2; index += 1) {
      for (let node = ends[index]; isEditable(node); node = parentOf(node)) {
        if (isLink(node) && core.ArrayIndexOf(links, node) < 0) put(links, node);
      }
    }
    for (let index = 0; index < links.length; index += 1) core.editingValues.clear(links[index], "unlink");
    return true;
  }

  const plainNames = setOf("abbr acronym b bdi bdo big blink cite code dfn em font i ins kbd mark nobr q s samp small span strike "
    + "strong sub sup tt u var");
  const cleared = ["subscript", "bold", "fontname", "fontsize", "forecolor", "hilitecolor", "italic", "strikethrough", "underline"];

  function removeFormat() {
    const isFormat = (id) => plainNames.has(nameOf(id)) && isEditable(id);
    const elements = core.editing.effectivelyContained(bounds(), isFormat);
    for (let index = 0; index < elements.length; index += 1) {
      const element = elements[index];
      while (first(element) >= 0) move(first(element), parentOf(element), element);
      tree.remove(element);
    }
    if (bounds() === null) return true;
    core.editingValues.splitAtEnds();
    const nodes = core.editing.effectivelyContained(bounds(), isEditable);
    for (let index = 0; index < nodes.length; index += 1) {
      while (isFormat(parentOf(nodes[index])) && isInSameHost(parentOf(nodes[index]), nodes[index])) splitParent(list(nodes[index]));
    }
    for (let index = 0; index < cleared.length; index += 1) core.editingValues.setValue(cleared[index], null);
    return true;
  }

  core.editingTexts = {
    __proto__: null, deleteSelection, deleteBeside, insertText, insertParagraph, insertLineBreak, insertHTML, insertImage,
    insertHorizontalRule, createLink, unlink, removeFormat, mayHold, hostOf, unwrap, removeBreaks,
  };
})
