// Nodes as commands that edit see them. https://w3c.github.io/editing/docs/execCommand/#common-definitions
(function (core) {
  "use strict";
  const { native, list, put, SafeSet } = core;
  core.load("selection.js");
  const tree = core.tree;
  const { ELEMENT, TEXT, FIRST, LAST, PREVIOUS, NEXT, link, parentOf, kindOf, indexOf, childrenOf, contains } = tree;
  const { isHTML, get, has } = core.html;
  const { lengthOf, compare } = core.ranges;

  const setOf = (names) => {
    const set = new SafeSet(), all = core.split(names, " ");
    for (let index = 0; index < all.length; index += 1) set.add(all[index]);
    return set;
  };
  /** The local name of an HTML element; "" of other nodes. */
  const nameOf = (id) => (id >= 0 && isHTML(id) ? core.spelling(tree.nameOf(id)) : "");
  const isElement = (id) => id >= 0 && kindOf(id) === ELEMENT;
  const isText = (id) => id >= 0 && kindOf(id) === TEXT;
  const first = (id) => link(id, FIRST), last = (id) => link(id, LAST), next = (id) => link(id, NEXT), previous = (id) => link(id, PREVIOUS);
  const make = (name) => native.createElement(core.atom(name), 0);
  const attributeCount = (id) => core.attributeNames(id).length;
  const atoms = {
    __proto__: null, editable: core.atom("contenteditable"), style: core.atom("style"), id: core.atom("id"),
    href: core.atom("href"), align: core.atom("align"),
  };

  const prohibited = setOf("address article aside blockquote caption center col colgroup dd details dir div dl dt fieldset "
    + "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing menu nav ol p plaintext pre section summary "
    + "table tbody td tfoot th thead tr ul xmp");
  const inlineContents = setOf("a abbr acronym b bdi bdo big blink cite code dfn em font h1 h2 h3 h4 h5 h6 i kbd listing mark "
    + "marquee nobr p pre q rp rt ruby s samp small span strike strong sub sup tt u var xmp");
  const headings = setOf("h1 h2 h3 h4 h5 h6");
  const nonListContainers = setOf("address div h1 h2 h3 h4 h5 h6 listing p pre xmp");
  const isSingleLine = (id) => {
    const name = nameOf(id);
    return nonListContainers.has(name) || name === "li" || name === "dt" || name === "dd";
  };

  // MARK: What may be edited

  const editableState = (id) => {
    if (!isElement(id) || !isHTML(id)) return undefined;
    const text = get(id, atoms.editable);
    if (text === null) return undefined;
    const lower = core.toASCIILowercase(text);
    return lower === "false" ? false : lower === "" || lower === "true" || lower === "plaintext-only" ? true : undefined;
  };
  const isHost = (id) => editableState(id) === true || (isElement(id) && parentOf(id) === 0 && core.isDesignMode());
  /** The editing host that a node is in or is; -1 where it may not be edited. */
  function hostOf(id) {
    for (let node = id; node >= 0; node = parentOf(node)) {
      if (isHost(node)) return node;
      if (editableState(node) === false) return -1;
    }
    return -1;
  }
  const isEditable = (id) => id > 0 && !isHost(id) && hostOf(id) >= 0;
  const isInSameHost = (one, other) => hostOf(one) >= 0 && hostOf(one) === hostOf(other);

  // MARK: What is seen of them

  const inlineDisplays = setOf("inline inline-block inline-table none");
  // Optimization: kept while no document changes.
  const known = new core.SafeMap();
  let structure = -1, attributes = -1, texts = -1;
  function computed(id, name) {
    const { versions } = core;
    if (structure !== versions[0] || attributes !== versions[2] || texts !== versions[4]) {
      structure = versions[0];
      attributes = versions[2];
      texts = versions[4];
      known.clear();
    }
    const key = `${id} ${name}`;
    let value = known.get(key);
    if (value === undefined) known.set(key, value = native.computedValue(id, "", name));
    return value;
  }
  function isBlock(id) {
    const kind = kindOf(id);
    if (kind !== ELEMENT) return kind === tree.DOCUMENT || kind === tree.FRAGMENT;
    const display = computed(id, "display");
    return display === "" ? prohibited.has(nameOf(id)) : !inlineDisplays.has(display);
  }
  const isInline = (id) => !isBlock(id);
  function blockAround(id) {
    let node = parentOf(id);
    while (node >= 0 && !isBlock(node) && parentOf(node) >= 0) node = parentOf(node);
    return node;
  }
  function isHidden(id) {
    for (let node = isElement(id) ? id : parentOf(id); node >= 0 && isElement(node); node = parentOf(node)) {
      if (computed(node, "display") === "none") return true;
    }
    return false;
  }

  const spaces = /^[\t\n\r ]*$/, spacesOfLines = /^[\t\r ]*$/;
  function isWhitespace(id) {
    if (!isText(id)) return false;
    const data = tree.dataOf(id);
    if (data === "") return true;
    if (core.RegExpExec(spaces, data) === null) return false;
    const parent = parentOf(id);
    if (!isElement(parent)) return true;
    const value = computed(parent, "white-space");
    return value === "pre-line" ? core.RegExpExec(spacesOfLines, data) !== null : value === "normal" || value === "nowrap" || value === "";
  }

  /** The node before or after another one in a tree, and whether the end of a block lies between; -1 at the end. */
  function neighbour(id, root, isForward) {
    const side = isForward ? NEXT : PREVIOUS, inner = isForward ? FIRST : LAST;
    let node = id, isBoundary = false;
    const child = first(id);
    if (isForward && child >= 0) return { __proto__: null, node: child, isBoundary: isElement(child) && isBlock(child) };
    while (node !== root && link(node, side) < 0) {
      node = parentOf(node);
      if (node < 0 || node === root) return { __proto__: null, node: -1, isBoundary: true };
      if (isElement(node) && isBlock(node)) isBoundary = true;
    }
    if (node === root) return { __proto__: null, node: -1, isBoundary: true };
    node = link(node, side);
    if (isElement(node) && isBlock(node)) isBoundary = true;
    while (!isForward && link(node, inner) >= 0) {
      node = link(node, inner);
      if (isElement(node) && isBlock(node)) isBoundary = true;
    }
    return { __proto__: null, node, isBoundary };
  }

  const replaced = setOf("img input button select textarea video audio canvas iframe object embed meter progress");
  const isReplaced = (id) => replaced.has(nameOf(id)) || (isElement(id) && tree.namespaceOf(id) === 1);

  /** What stands beside a node in its line: "content", "br", or "" where its block ends there. */
  function beside(id, isForward) {
    const root = blockAround(id);
    for (let at = neighbour(id, root, isForward); at.node >= 0 && !at.isBoundary; at = neighbour(at.node, root, isForward)) {
      const { node } = at;
      if (nameOf(node) === "br") return "br";
      if (isReplaced(node) || (isText(node) && !isWhitespace(node))) return "content";
    }
    return "";
  }
  const isCollapsedWhitespace = (id) => {
    if (!isWhitespace(id)) return false;
    if (tree.dataOf(id) === "" || parentOf(id) < 0 || isHidden(id)) return true;
    return beside(id, false) !== "content" || beside(id, true) !== "content";
  };
  const isBreak = (id) => nameOf(id) === "br";
  /** A break whose removal changes nothing: it only ends a line that ends with its block. */
  const isExtraneousBreak = (id) => isBreak(id) && beside(id, true) === "" && beside(id, false) === "content";
  const isCollapsedBreak = (id) => isBreak(id) && beside(id, true) === "";

  function isVisible(id) {
    if (id < 0 || isHidden(id)) return false;
    if (isBlock(id) || isReplaced(id)) return true;
    if (isText(id)) return !isCollapsedWhitespace(id);
    if (isBreak(id)) return !isExtraneousBreak(id);
    for (let child = first(id); child >= 0; child = next(child)) if (isVisible(child)) return true;
    return false;
  }

  function isCollapsedBlockProp(id) {
    if (isBreak(id)) return isCollapsedBreak(id) && !isExtraneousBreak(id);
    if (!isElement(id) || isBlock(id)) return false;
    let hasOne = false;
    for (let child = first(id); child >= 0; child = next(child)) {
      if (isCollapsedBlockProp(child)) hasOne = true;
      else if (isVisible(child)) return false;
    }
    return hasOne;
  }

  const childAt = (id, index) => {
    let child = index < 0 || !(kindOf(id) === ELEMENT || kindOf(id) === tree.DOCUMENT || kindOf(id) === tree.FRAGMENT) ? -1 : first(id);
    for (; child >= 0 && index > 0; index -= 1) child = next(child);
    return child;
  };
  // https://w3c.github.io/editing/docs/execCommand/#block-start-point and its kin
  function isBlockStart(node, offset) {
    if (parentOf(node) < 0 && offset === 0) return true;
    const child = childAt(node, offset - 1);
    return child >= 0 && ((isElement(child) && isBlock(child)) || isBreak(child)) && isVisible(child);
  }
  function isBlockEnd(node, offset) {
    if (parentOf(node) < 0 && offset === lengthOf(node)) return true;
    const child = childAt(node, offset);
    return child >= 0 && isElement(child) && isBlock(child) && isVisible(child);
  }
  const isBlockBoundary = (node, offset) => isBlockStart(node, offset) || isBlockEnd(node, offset);

  function followsBreak(id) {
    let node = id, offset = 0;
    while (!isBlockBoundary(node, offset)) {
      const child = childAt(node, offset - 1);
      if (child >= 0 && isVisible(child)) return false;
      if (offset === 0 || child < 0) {
        offset = indexOf(node);
        node = parentOf(node);
      } else {
        node = child;
        offset = lengthOf(child);
      }
    }
    return true;
  }
  function precedesBreak(id) {
    let node = id, offset = lengthOf(id);
    while (!isBlockBoundary(node, offset)) {
      const child = childAt(node, offset);
      if (child >= 0 && isVisible(child)) return false;
      if (offset === lengthOf(node) || child < 0) {
        offset = 1 + indexOf(node);
        node = parentOf(node);
      } else {
        node = child;
        offset = 0;
      }
    }
    return true;
  }

  // MARK: What may be in what. https://w3c.github.io/editing/docs/execCommand/#allowed-child

  const tableParts = setOf("colgroup table tbody tfoot thead tr");
  const childrenOfNames = {
    __proto__: null, colgroup: setOf("col"), table: setOf("caption col colgroup tbody td tfoot th thead tr"),
    tbody: setOf("td th tr"), tfoot: setOf("td th tr"), thead: setOf("td th tr"), tr: setOf("td th"), dl: setOf("dt dd"),
    dir: setOf("dir li ol ul"), ol: setOf("dir li ol ul"), ul: setOf("dir li ol ul"), hgroup: headings,
  };
  const nowhere = setOf("body caption col colgroup frame frameset head html tbody td tfoot th thead tr");
  const textOnly = setOf("script style plaintext xmp");

  /** `child`: a node, or the name of an element. */
  function isAllowed(child, parent) {
    const parentName = typeof parent === "string" ? parent : nameOf(parent);
    if (typeof child !== "string") {
      if (tableParts.has(parentName) && isText(child) && core.RegExpExec(spaces, tree.dataOf(child)) === null) return false;
      if (textOnly.has(parentName) && !isText(child)) return false;
      if (nameOf(child) === "") return isText(child) || isElement(child);
      child = nameOf(child);
    }
    if (typeof parent !== "string") {
      if (parentName === "") return true;
      for (let node = parent; node >= 0; node = parentOf(node)) {
        const name = nameOf(node);
        if (child === "a" && name === "a") return false;
        if (prohibited.has(child) && inlineContents.has(name)) return false;
        if (headings.has(child) && headings.has(name)) return false;
      }
    }
    const known = childrenOfNames[parentName];
    if (known !== undefined) return known.has(child);
    if (nowhere.has(child)) return false;
    if (child === "dd" || child === "dt" || child === "li") return false;
    if (child === parentName && (child === "a" || child === "nobr")) return false;
    if (headings.has(child) && headings.has(parentName)) return false;
    return !(inlineContents.has(parentName) && prohibited.has(child));
  }

  // MARK: Moving. https://w3c.github.io/editing/docs/execCommand/#preserve-ranges

  /** The ends of what is selected. */
  const bounds = () => core.selectedBounds();
  const select = (start, startOffset, end = start, endOffset = startOffset) => core.selectPoints(start, startOffset, end, endOffset);

  /** Puts a node before another one, or at the end: what is selected stays so. */
  function move(node, parent, before) {
    const selected = bounds();
    const oldParent = parentOf(node), oldIndex = oldParent < 0 ? -1 : indexOf(node);
    const newIndex = before < 0 ? lengthOf(parent) : indexOf(before);
    const moved = (point, offset) => {
      if (contains(node, point)) return { __proto__: null, node: point, offset };
      let place = offset;
      if (point === parent && offset > newIndex) place += 1;
      if (point === oldParent) {
        if (offset === oldIndex || offset === oldIndex + 1) {
          return { __proto__: null, node: parent, offset: newIndex + offset - oldIndex - (oldParent === parent && oldIndex < newIndex ? 1 : 0) };
        }
        if (offset > oldIndex + 1) place -= 1;
      }
      return { __proto__: null, node: point, offset: place };
    };
    const start = selected === null ? null : moved(selected.start, selected.startOffset);
    const end = selected === null ? null : moved(selected.end, selected.endOffset);
    tree.preInsert(node, parent, before);
    if (start !== null) {
      select(start.node, core.MathMin(start.offset, lengthOf(start.node)), end.node, core.MathMin(end.offset, lengthOf(end.node)));
    }
  }
  const append = (node, parent) => move(node, parent, -1);

  function removeBreakBefore(id) {
    let node = previous(id);
    if (node < 0) return;
    while (last(node) >= 0) node = last(node);
    const parent = parentOf(id);
    while (node >= 0 && node !== parent && !isVisible(node) && !isExtraneousBreak(node)) node = before(node);
    if (node >= 0 && node !== parent && isEditable(node) && isExtraneousBreak(node)) tree.remove(node);
  }
  function removeBreakAtEnd(id) {
    let node = id;
    while (last(node) >= 0) node = last(node);
    while (node >= 0 && node !== id && !isVisible(node) && !isExtraneousBreak(node)) node = before(node);
    if (node < 0 || node === id || !isEditable(node) || !isExtraneousBreak(node)) return;
    while (isEditable(parentOf(node)) && !isVisible(parentOf(node))) node = parentOf(node);
    tree.remove(node);
  }
  /** The node before one in tree order. */
  function before(id) {
    let node = previous(id);
    if (node < 0) return parentOf(id);
    while (last(node) >= 0) node = last(node);
    return node;
  }
  function removeBreaks(id) {
    removeBreakBefore(id);
    removeBreakAtEnd(id);
  }

  const never = () => false;
  const firstVisible = (id) => {
    let child = first(id);
    while (child >= 0 && !isVisible(child)) child = next(child);
    return child;
  };
  const lastVisible = (id) => {
    let child = last(id);
    while (child >= 0 && !isVisible(child)) child = previous(child);
    return child;
  };

  /**
   * Puts nodes beside each other into a sibling that `fits`, or into what `making` gives: where that is, or -1.
   * https://w3c.github.io/editing/docs/execCommand/#wrap
   */
  function wrap(nodes, fits = never, making = () => -1) {
    let hasContent = false;
    for (let index = 0; index < nodes.length; index += 1) if (isBreak(nodes[index]) || isVisible(nodes[index])) hasContent = true;
    if (!hasContent || parentOf(nodes[0]) < 0) return -1;
    let end = nodes[nodes.length - 1];
    if (isInline(end) && !isBreak(end) && next(end) >= 0 && isBreak(next(end))) put(nodes, next(end));
    while (previous(nodes[0]) >= 0 && !isVisible(previous(nodes[0]))) core.ArraySplice(nodes, 0, 0, previous(nodes[0]));
    for (end = nodes[nodes.length - 1]; next(end) >= 0 && !isVisible(next(end)); end = next(end)) put(nodes, next(end));
    const start = nodes[0], beforeStart = previous(start), afterEnd = next(end);
    let parent;
    if (isEditable(beforeStart) && fits(beforeStart)) parent = beforeStart;
    else if (isEditable(afterEnd) && fits(afterEnd)) parent = afterEnd;
    else parent = making();
    if (parent < 0) return -1;
    const original = parentOf(start);
    if (parentOf(parent) < 0) {
      const selected = bounds(), place = indexOf(start);
      const ends = selected === null ? null : { __proto__: null, start: selected.start, startOffset: selected.startOffset, end: selected.end, endOffset: selected.endOffset };
      tree.preInsert(parent, original, start);
      if (ends !== null) {
        const moved = (node, offset) => (node === original && offset >= place ? offset + 1 : offset);
        select(ends.start, moved(ends.start, ends.startOffset), ends.end, moved(ends.end, ends.endOffset));
      }
    }
    const isBefore = compare(parentOf(parent), indexOf(parent), original, indexOf(start)) < 0;
    if (isBefore) {
      const inner = lastVisible(parent);
      let visible = 0;
      while (visible < nodes.length && !isVisible(nodes[visible])) visible += 1;
      if (!isInline(parent) && inner >= 0 && isInline(inner) && visible < nodes.length && isInline(nodes[visible]) && !isBreak(last(parent))) {
        append(make("br"), parent);
      }
      for (let index = 0; index < nodes.length; index += 1) append(nodes[index], parent);
    } else {
      const inner = firstVisible(parent);
      let visible = nodes.length - 1;
      while (visible >= 0 && !isVisible(nodes[visible])) visible -= 1;
      if (!isInline(parent) && inner >= 0 && isInline(inner) && visible >= 0 && isInline(nodes[visible]) && !isBreak(nodes[nodes.length - 1])) {
        move(make("br"), parent, first(parent));
      }
      for (let index = nodes.length - 1; index >= 0; index -= 1) move(nodes[index], parent, first(parent));
    }
    if (isEditable(original) && first(original) < 0) tree.remove(original);
    const following = next(parent);
    if (isEditable(following) && fits(following)) {
      const inner = last(parent), other = first(following);
      if (!isInline(parent) && inner >= 0 && other >= 0 && isInline(inner) && isInline(other) && !isBreak(inner)) append(make("br"), parent);
      while (first(following) >= 0) append(first(following), parent);
      tree.remove(following);
    }
    removeBreaks(parent);
    return parent;
  }

  /** Takes nodes beside each other out of their parent, which is split where others stay in it. */
  function splitParent(nodes) {
    const original = parentOf(nodes[0]), around = original < 0 ? -1 : parentOf(original);
    if (!isEditable(original) || around < 0) return;
    const start = nodes[0], end = nodes[nodes.length - 1];
    const hasFirst = core.ArrayIndexOf(nodes, first(original)) >= 0, hasLast = core.ArrayIndexOf(nodes, last(original)) >= 0;
    if (hasFirst) removeBreakBefore(original);
    const follows = hasFirst && followsBreak(original), precedes = hasLast && precedesBreak(original);
    if (!hasFirst && hasLast) {
      for (let index = nodes.length - 1; index >= 0; index -= 1) move(nodes[index], around, next(original));
      if (precedes && !precedesBreak(end)) tree.preInsert(make("br"), around, next(end));
      return removeBreakAtEnd(original);
    }
    if (!hasFirst) {
      const copy = tree.clone(original, false, tree.documentOf(original));
      core.removeAttribute(original, atoms.id, 7);
      tree.preInsert(copy, around, original);
      while (previous(start) >= 0) append(first(original), copy);
    }
    for (let index = 0; index < nodes.length; index += 1) move(nodes[index], around, original);
    if (follows && !followsBreak(start)) tree.preInsert(make("br"), around, start);
    if (isInline(end) && !isBreak(end) && first(original) >= 0 && isBreak(first(original)) && !isInline(original)) tree.remove(first(original));
    if (first(original) < 0) {
      tree.remove(original);
      if (precedes && !precedesBreak(end)) tree.preInsert(make("br"), around, next(end));
    } else {
      removeBreakBefore(original);
    }
    if (next(end) < 0 && parentOf(end) >= 0) removeBreakAtEnd(parentOf(end));
    return undefined;
  }

  /** Its children stand in its place. */
  function unwrap(id) {
    const children = childrenOf(id);
    if (children.length > 0) splitParent(children);
    else if (parentOf(id) >= 0) tree.remove(id);
  }

  /** An element of another name in place of one. https://w3c.github.io/editing/docs/execCommand/#set-the-tag-name */
  function rename(id, name) {
    if (!isElement(id) || nameOf(id) === name || parentOf(id) < 0) return id;
    const made = make(name), parent = parentOf(id);
    tree.preInsert(made, parent, id);
    const names = core.attributeNames(id);
    for (let index = 0; index < names.length; index += 1) {
      const atom = core.atom(names[index]);
      core.setAttribute(made, atom, 7, get(id, atom) ?? "");
    }
    while (first(id) >= 0) append(first(id), made);
    tree.remove(id);
    return made;
  }

  // MARK: Ranges

  /** Nodes of a tree between two points, each for which `isWanted`; without what is in one that was taken where `outermost`. */
  function nodesIn(range, isWanted, outermost = true) {
    const found = list();
    let root = range.start;
    while (!contains(root, range.end)) root = parentOf(root);
    for (let node = root; node >= 0;) {
      const isTaken = isContained(node, range) && isWanted(node);
      if (isTaken) put(found, node);
      node = isTaken && outermost ? tree.nextSkippingChildren(node, root) : tree.nextNode(node, root);
    }
    return found;
  }
  function isContained(node, range) {
    const parent = parentOf(node);
    if (parent < 0) return false;
    const index = indexOf(node);
    return compare(parent, index, range.start, range.startOffset) >= 0 && compare(parent, index + 1, range.end, range.endOffset) <= 0;
  }

  /** https://w3c.github.io/editing/docs/execCommand/#effectively-contained */
  function isEffectivelyContained(node, range) {
    if (range.start === range.end && range.startOffset === range.endOffset) return false;
    if (isContained(node, range)) return true;
    if (isText(node)) {
      if (node === range.start && node === range.end) return range.startOffset !== range.endOffset;
      return (node === range.start && range.startOffset !== lengthOf(node)) || (node === range.end && range.endOffset !== 0);
    }
    if (first(node) < 0) return false;
    if (contains(node, range.start) && !(range.start !== node || range.startOffset === 0)) return false;
    if (range.start !== node && contains(node, range.start) && range.startOffset !== 0) return false;
    if (contains(node, range.end) && range.endOffset !== lengthOf(range.end)) return false;
    for (let child = first(node); child >= 0; child = next(child)) if (!isEffectivelyContained(child, range)) return false;
    return true;
  }
  function effectivelyContained(range, isWanted) {
    const found = list();
    if (range === null) return found;
    let root = range.start;
    while (!contains(root, range.end)) root = parentOf(root);
    // An ancestor may be contained by its children.
    while (parentOf(root) > 0 && isEffectivelyContained(parentOf(root), range)) root = parentOf(root);
    for (let node = root; node >= 0; node = tree.nextNode(node, root)) {
      if (isEffectivelyContained(node, range) && isWanted(node)) put(found, node);
    }
    return found;
  }

  /** https://w3c.github.io/editing/docs/execCommand/#block-extend */
  function blockExtended(range) {
    let { start, startOffset, end, endOffset } = range;
    const itemAround = (node) => {
      while (node >= 0 && nameOf(node) !== "li") node = parentOf(node);
      return node;
    };
    let item = itemAround(start);
    if (item >= 0) {
      startOffset = indexOf(item);
      start = parentOf(item);
    }
    if (!isBlockStart(start, startOffset)) {
      do {
        if (startOffset === 0) {
          startOffset = indexOf(start);
          start = parentOf(start);
        } else {
          startOffset -= 1;
        }
      } while (!isBlockBoundary(start, startOffset));
    }
    while (startOffset === 0 && parentOf(start) >= 0) {
      startOffset = indexOf(start);
      start = parentOf(start);
    }
    item = itemAround(end);
    if (item >= 0) {
      endOffset = 1 + indexOf(item);
      end = parentOf(item);
    }
    if (!isBlockEnd(end, endOffset)) {
      do {
        if (endOffset === lengthOf(end)) {
          endOffset = 1 + indexOf(end);
          end = parentOf(end);
        } else {
          endOffset += 1;
        }
      } while (!isBlockBoundary(end, endOffset));
    }
    while (endOffset === lengthOf(end) && parentOf(end) >= 0) {
      endOffset = 1 + indexOf(end);
      end = parentOf(end);
    }
    return { __proto__: null, start, startOffset, end, endOffset };
  }

  /** Of nodes in order, those that begin it and stand beside each other are taken out. */
  function takeRun(nodes, mayFollow = () => true) {
    const run = list(nodes[0]);
    core.ArrayShift(nodes);
    while (nodes.length > 0 && next(run[run.length - 1]) === nodes[0] && mayFollow(nodes[0], run[run.length - 1])) {
      put(run, nodes[0]);
      core.ArrayShift(nodes);
    }
    return run;
  }

  core.editing = {
    __proto__: null, setOf, nameOf, isElement, isText, first, last, next, previous, make, attributeCount, atoms, prohibited, headings,
    nonListContainers, isSingleLine, isHost, hostOf, isEditable, isInSameHost, isBlock, isInline, isVisible, isBreak, isWhitespace,
    isCollapsedWhitespace, isExtraneousBreak, isCollapsedBlockProp, isBlockStart, isBlockEnd, isBlockBoundary, followsBreak,
    precedesBreak, childAt, isAllowed, bounds, select, move, append, removeBreaks, removeBreakBefore, removeBreakAtEnd, before, wrap,
    splitParent, unwrap, rename, nodesIn, isContained, effectivelyContained, blockExtended, takeRun, computed, isReplaced, never,
    lengthOf, has, firstVisible, lastVisible, spaces,
  };
})
