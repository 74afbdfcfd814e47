// Ranges of the tree. https://dom.spec.whatwg.org/#ranges
(function (core) {
  "use strict";
  const { native, links, list, put, error, hooks, isObject, TypeError, StringSlice } = core;
  const DOCUMENT = 0, DOCTYPE = 1, ELEMENT = 2, TEXT = 3, COMMENT = 4, INSTRUCTION = 5, FRAGMENT = 6;
  const FIRST = 1, PREVIOUS = 3, NEXT = 4;

  const link = (id, place) => links[(id << 3) + place];
  const parentOf = (id) => links[id << 3];
  const kindOf = (id) => links[(id << 3) + 6] & 255;
  const isData = (id) => kindOf(id) >= TEXT && kindOf(id) <= INSTRUCTION;

  // MARK: Boundary points. https://dom.spec.whatwg.org/#boundary-points

  function rootOf(id) {
    for (let parent = links[id << 3]; parent >= 0; parent = links[id << 3]) id = parent;
    return id;
  }

  function isInclusiveAncestor(ancestor, id) {
    while (id >= 0 && id !== ancestor) id = parentOf(id);
    return id >= 0;
  }

  function indexOf(id) {
    let index = 0;
    for (let node = link(id, PREVIOUS); node >= 0; node = link(node, PREVIOUS)) index += 1;
    return index;
  }

  function lengthOf(id) {
    if (isData(id)) return core.tree.dataOf(id).length;
    let length = 0;
    for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) length += 1;
    return length;
  }

  function childAt(id, index) {
    let child = link(id, FIRST);
    while (child >= 0 && index > 0) {
      child = link(child, NEXT);
      index -= 1;
    }
    return child;
  }

  const { nextNode, nextSkippingChildren } = core.tree;

  /** -1, 0 or 1: where the first point lies, seen from the second, in the same tree. */
  function compare(node, offset, otherNode, otherOffset) {
    if (node === otherNode) return offset < otherOffset ? -1 : offset > otherOffset ? 1 : 0;
    const position = core.tree.comparePosition(otherNode, node);
    // The first node follows the second.
    if (position & 4) return -compare(otherNode, otherOffset, node, offset);
    // It contains the second.
    if (position & 8) {
      let child = otherNode;
      while (parentOf(child) !== node) child = parentOf(child);
      if (indexOf(child) < offset) return 1;
    }
    return -1;
  }

  /** Where a range begins and ends, by numbers of nodes. */
  class Bounds {
    constructor(start, startOffset, end, endOffset) {
      this.start = start;
      this.startOffset = startOffset;
      this.end = end;
      this.endOffset = endOffset;
      // An Attr has no number of its own.
      this.attribute = null;
      this.selection = null;
    }
    get isCollapsed() { return this.start === this.end && this.startOffset === this.endOffset; }

    setStart(node, offset) {
      if (rootOf(this.start) !== rootOf(node) || compare(node, offset, this.end, this.endOffset) > 0) {
        this.end = node;
        this.endOffset = offset;
      }
      this.start = node;
      this.startOffset = offset;
      this.selection?.changed();
    }

    setEnd(node, offset) {
      if (rootOf(this.start) !== rootOf(node) || compare(node, offset, this.start, this.startOffset) < 0) {
        this.start = node;
        this.startOffset = offset;
      }
      this.end = node;
      this.endOffset = offset;
      this.selection?.changed();
    }

    set(start, startOffset, end, endOffset) {
      this.start = start;
      this.startOffset = startOffset;
      this.end = end;
      this.endOffset = endOffset;
      this.selection?.changed();
    }

    contains(id) {
      return compare(id, 0, this.start, this.startOffset) > 0 && compare(id, lengthOf(id), this.end, this.endOffset) < 0;
    }

    partiallyContains(id) {
      return isInclusiveAncestor(id, this.start) !== isInclusiveAncestor(id, this.end);
    }
  }

  function requirePoint(id, offset) {
    if (kindOf(id) === DOCTYPE) throw error("InvalidNodeTypeError", "A document type is no place for a boundary.");
    if (offset > lengthOf(id)) throw error("IndexSizeError", "The offset is larger than the node's length.");
  }

  function requireParent(id) {
    const parent = parentOf(id);
    if (parent < 0) throw error("InvalidNodeTypeError", "The node has no parent.");
    return parent;
  }

  // MARK: Keeping ranges where they are while the tree changes

  // Of ranges that someone still has.
  const live = core.weakList();
  let isListening = false;

  function keepLive(bounds) {
    live.add(bounds);
    if (isListening) return;
    isListening = true;

    // https://dom.spec.whatwg.org/#live-range-pre-remove-steps
    put(hooks.removing, (node) => {
      const parent = parentOf(node);
      let index = -1;
      live.forEach((bounds) => {
        const isStart = isInclusiveAncestor(node, bounds.start), isEnd = isInclusiveAncestor(node, bounds.end);
        if (!isStart && !isEnd && bounds.start !== parent && bounds.end !== parent) return;
        if (index < 0) index = indexOf(node);
        if (isStart) {
          bounds.start = parent;
          bounds.startOffset = index;
        } else if (bounds.start === parent && bounds.startOffset > index) {
          bounds.startOffset -= 1;
        }
        if (isEnd) {
          bounds.end = parent;
          bounds.endOffset = index;
        } else if (bounds.end === parent && bounds.endOffset > index) {
          bounds.endOffset -= 1;
        }
        bounds.selection?.changed();
      });
    });

    // https://dom.spec.whatwg.org/#concept-node-insert step 5
    put(hooks.inserting, (parent, next, count) => {
      if (next < 0) return;
      let index = -1;
      live.forEach((bounds) => {
        if (bounds.start !== parent && bounds.end !== parent) return;
        if (index < 0) index = indexOf(next);
        if (bounds.start === parent && bounds.startOffset > index) bounds.startOffset += count;
        if (bounds.end === parent && bounds.endOffset > index) bounds.endOffset += count;
      });
    });

    // https://dom.spec.whatwg.org/#concept-cd-replace steps 8 to 11
    put(hooks.replacingData, (node, offset, count, newLength) => {
      const end = offset + count, difference = newLength - count;
      live.forEach((bounds) => {
        if (bounds.start === node && bounds.startOffset > offset) {
          bounds.startOffset = bounds.startOffset <= end ? offset : bounds.startOffset + difference;
        }
        if (bounds.end === node && bounds.endOffset > offset) {
          bounds.endOffset = bounds.endOffset <= end ? offset : bounds.endOffset + difference;
        }
      });
    });

    // https://dom.spec.whatwg.org/#concept-text-split step 7
    put(hooks.splitting, (node, offset, added) => {
      const parent = parentOf(node);
      let behind = -1;
      live.forEach((bounds) => {
        if (bounds.start === node && bounds.startOffset > offset) {
          bounds.start = added;
          bounds.startOffset -= offset;
        }
        if (bounds.end === node && bounds.endOffset > offset) {
          bounds.end = added;
          bounds.endOffset -= offset;
        }
        if (bounds.start !== parent && bounds.end !== parent) return;
        if (behind < 0) behind = indexOf(node) + 1;
        if (bounds.start === parent && bounds.startOffset === behind) bounds.startOffset += 1;
        if (bounds.end === parent && bounds.endOffset === behind) bounds.endOffset += 1;
      });
    });

    // https://dom.spec.whatwg.org/#dom-node-normalize step 6
    put(hooks.merging, (node, length, next) => {
      const parent = parentOf(next), index = indexOf(next);
      live.forEach((bounds) => {
        if (bounds.start === next) {
          bounds.start = node;
          bounds.startOffset += length;
        } else if (bounds.start === parent && bounds.startOffset === index) {
          bounds.start = node;
          bounds.startOffset = length;
        }
        if (bounds.end === next) {
          bounds.end = node;
          bounds.endOffset += length;
        } else if (bounds.end === parent && bounds.endOffset === index) {
          bounds.end = node;
          bounds.endOffset = length;
        }
      });
    });
  }

  // MARK: Interfaces

  let pending = null, boundsOf, isRange;

  function takePending() {
    if (pending === null) throw new TypeError("Illegal constructor");
    const bounds = pending;
    pending = null;
    return bounds;
  }

  class AbstractRange {
    #bounds;
    constructor() {
      this.#bounds = takePending();
    }
    get startContainer() { return object(this.#bounds, this.#bounds.start); }
    get startOffset() { return this.#bounds.startOffset; }
    get endContainer() { return object(this.#bounds, this.#bounds.end); }
    get endOffset() { return this.#bounds.endOffset; }
    get collapsed() { return this.#bounds.isCollapsed; }

    static {
      boundsOf = (range) => range.#bounds;
      isRange = (value) => isObject(value) && #bounds in value && value.#bounds.isLive === true;
    }
  }

  const object = (bounds, id) =>
    (bounds.attribute !== null && core.isAttributeNode(bounds.attribute) && id === core.attributeID() ? bounds.attribute
      : core.wrap(id));

  class StaticRange extends AbstractRange {
    constructor(init) {
      core.requireArguments(arguments.length, 1);
      init = core.dictionary(init);
      const member = (name, convert) => {
        const value = init[name];
        if (value === undefined) throw new TypeError(`The member "${name}" is required.`);
        return convert(value);
      };
      const endContainer = member("endContainer", requireNode), endOffset = member("endOffset", core.unsignedLong);
      const startContainer = member("startContainer", requireNode), startOffset = member("startOffset", core.unsignedLong);
      requireStaticNode(startContainer);
      requireStaticNode(endContainer);
      pending = new Bounds(core.id(startContainer), startOffset, core.id(endContainer), endOffset);
      super();
    }
  }

  function requireNode(value) {
    if (!core.isNode(value)) throw new TypeError("The value is not a Node.");
    return value;
  }

  function requireStaticNode(node) {
    if (kindOf(core.id(node)) === DOCTYPE || core.isAttributeNode(node)) {
      throw error("InvalidNodeTypeError", "A node of this kind is no place for a boundary.");
    }
  }

  /** The bounds of `this`, which must be a Range. */
  function own(range) {
    const bounds = boundsOf(range);
    if (bounds.isLive !== true) throw new TypeError("The object is not a Range.");
    return bounds;
  }

  /** The number of an argument that is a Node; an Attr is kept beside it. */
  function argument(value, bounds) {
    const id = core.tree.requireNode(value);
    if (core.isAttributeNode(value)) bounds.attribute = value;
    return id;
  }

  function makeRange(start, startOffset, end, endOffset) {
    pending = new Bounds(start, startOffset, end, endOffset);
    return new Range();
  }
  core.createRangeAt = (node, offset) => makeRange(node, offset, node, offset);
  core.createRange = (document) => makeRange(document, 0, document, 0);

  class Range extends AbstractRange {
    constructor() {
      pending ??= new Bounds(0, 0, 0, 0);
      const bounds = pending;
      bounds.isLive = true;
      super();
      keepLive(bounds);
    }

    get commonAncestorContainer() {
      const bounds = own(this);
      return object(bounds, commonAncestor(bounds));
    }

    setStart(node, offset) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 2);
      const id = argument(node, bounds);
      offset = core.unsignedLong(offset);
      requirePoint(id, offset);
      bounds.setStart(id, offset);
    }

    setEnd(node, offset) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 2);
      const id = argument(node, bounds);
      offset = core.unsignedLong(offset);
      requirePoint(id, offset);
      bounds.setEnd(id, offset);
    }

    setStartBefore(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = argument(node, bounds);
      bounds.setStart(requireParent(id), indexOf(id));
    }

    setStartAfter(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = argument(node, bounds);
      bounds.setStart(requireParent(id), indexOf(id) + 1);
    }

    setEndBefore(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = argument(node, bounds);
      bounds.setEnd(requireParent(id), indexOf(id));
    }

    setEndAfter(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = argument(node, bounds);
      bounds.setEnd(requireParent(id), indexOf(id) + 1);
    }

    collapse(toStart = false) {
      const bounds = own(this);
      if (toStart) bounds.set(bounds.start, bounds.startOffset, bounds.start, bounds.startOffset);
      else bounds.set(bounds.end, bounds.endOffset, bounds.end, bounds.endOffset);
    }

    selectNode(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      selectNode(bounds, argument(node, bounds));
    }

    selectNodeContents(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = argument(node, bounds);
      if (kindOf(id) === DOCTYPE) throw error("InvalidNodeTypeError", "A document type has no contents.");
      bounds.set(id, 0, id, lengthOf(id));
    }

    compareBoundaryPoints(how, sourceRange) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 2);
      how = core.unsignedShort(how);
      if (!isRange(sourceRange)) throw new TypeError("The argument is not a Range.");
      const source = boundsOf(sourceRange);
      if (how > 3) throw error("NotSupportedError", "There is no such comparison.");
      if (rootOf(bounds.start) !== rootOf(source.start)) {
        throw error("WrongDocumentError", "The ranges are not in the same tree.");
      }
      const usesEnd = how === 1 || how === 2, usesSourceEnd = how === 2 || how === 3;
      return compare(usesEnd ? bounds.end : bounds.start, usesEnd ? bounds.endOffset : bounds.startOffset,
        usesSourceEnd ? source.end : source.start, usesSourceEnd ? source.endOffset : source.startOffset);
    }

    deleteContents() { deleteContents(own(this)); }

    extractContents() { return core.wrap(takeContents(own(this), true)); }

    cloneContents() { return core.wrap(takeContents(own(this), false)); }

    insertNode(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      insertNode(bounds, core.tree.requireNode(node));
    }

    /** https://dom.spec.whatwg.org/#dom-range-surroundcontents */
    surroundContents(newParent) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = core.tree.requireNode(newParent);
      const ancestor = commonAncestor(bounds);
      for (let node = bounds.start; node !== ancestor; node = parentOf(node)) requireWhole(node);
      for (let node = bounds.end; node !== ancestor; node = parentOf(node)) requireWhole(node);
      const kind = kindOf(id);
      if (kind === DOCUMENT || kind === DOCTYPE || kind === FRAGMENT) {
        throw error("InvalidNodeTypeError", "A node of this kind cannot surround others.");
      }
      surround(bounds, id);
    }

    cloneRange() {
      const bounds = own(this);
      const range = makeRange(bounds.start, bounds.startOffset, bounds.end, bounds.endOffset);
      boundsOf(range).attribute = bounds.attribute;
      return range;
    }

    detach() { own(this); }

    isPointInRange(node, offset) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 2);
      const id = core.tree.requireNode(node);
      offset = core.unsignedLong(offset);
      if (rootOf(id) !== rootOf(bounds.start)) return false;
      requirePoint(id, offset);
      return compare(id, offset, bounds.start, bounds.startOffset) >= 0 && compare(id, offset, bounds.end, bounds.endOffset) <= 0;
    }

    comparePoint(node, offset) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 2);
      const id = core.tree.requireNode(node);
      offset = core.unsignedLong(offset);
      if (rootOf(id) !== rootOf(bounds.start)) throw error("WrongDocumentError", "The node is not in the range's tree.");
      requirePoint(id, offset);
      if (compare(id, offset, bounds.start, bounds.startOffset) < 0) return -1;
      return compare(id, offset, bounds.end, bounds.endOffset) > 0 ? 1 : 0;
    }

    intersectsNode(node) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      const id = core.tree.requireNode(node);
      if (rootOf(id) !== rootOf(bounds.start)) return false;
      const parent = parentOf(id);
      if (parent < 0) return true;
      const index = indexOf(id);
      return compare(parent, index, bounds.end, bounds.endOffset) < 0
        && compare(parent, index + 1, bounds.start, bounds.startOffset) > 0;
    }

    toString() { return textOf(own(this)); }

    /** https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-range-createcontextualfragment */
    createContextualFragment(markup) {
      const bounds = own(this);
      core.requireArguments(arguments.length, 1);
      markup = core.string(markup);
      let element = bounds.start;
      if (kindOf(element) === TEXT || kindOf(element) === COMMENT) element = parentOf(element);
      if (element >= 0 && kindOf(element) !== ELEMENT) element = -1;
      const document = core.tree.documentOf(bounds.start);
      const isXML = core.tree.isXMLDocument(document);
      if (element < 0 || (!isXML && core.tree.namespaceOf(element) === 0 && core.tree.nameOf(element) === core.atom("html"))) {
        element = native.createElement(core.atom("body"), 0);
        if (!core.tree.isAlone()) core.tree.setDocument(element, document);
      }
      return core.wrap(core.parseFragment(element, markup, true));
    }

    getClientRects() { return core.rectList(rectsOf(own(this))); }

    /** https://drafts.csswg.org/cssom-view/#dom-range-getboundingclientrect */
    getBoundingClientRect() {
      const rects = rectsOf(own(this));
      let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
      for (let index = 0; index < rects.length; index += 4) {
        if (rects[index + 2] === 0 && rects[index + 3] === 0) continue;
        left = core.MathMin(left, rects[index]);
        top = core.MathMin(top, rects[index + 1]);
        right = core.MathMax(right, rects[index] + rects[index + 2]);
        bottom = core.MathMax(bottom, rects[index + 1] + rects[index + 3]);
      }
      if (left <= right) return core.rect(left, top, right - left, bottom - top);
      return rects.length === 0 ? core.rect(0, 0, 0, 0) : core.rect(rects[0], rects[1], rects[2], rects[3]);
    }
  }
  core.constants(Range, { START_TO_START: 0, START_TO_END: 1, END_TO_END: 2, END_TO_START: 3 });

  function requireWhole(node) {
    if (kindOf(node) !== TEXT) throw error("InvalidStateError", "The range contains a part of a node that is no text.");
  }

  function commonAncestor({ start, end }) {
    let container = start;
    while (!isInclusiveAncestor(container, end)) container = parentOf(container);
    return container;
  }

  function selectNode(bounds, id) {
    const parent = requireParent(id);
    const index = indexOf(id);
    bounds.set(parent, index, parent, index + 1);
  }

  /** Calls a function with each node that a range contains and whose parent it does not. */
  function forEachWhole(bounds, steps) {
    const root = commonAncestor(bounds);
    const nodes = list();
    let node = root;
    while (node >= 0) {
      if (node !== root && bounds.contains(node)) {
        put(nodes, node);
        node = nextSkippingChildren(node, root);
      } else {
        node = nextNode(node, root);
      }
    }
    for (let index = 0; index < nodes.length; index += 1) steps(nodes[index]);
  }

  /** Where a range is once its contents are gone: node and offset. */
  function collapsedPoint({ start, startOffset, end }) {
    if (isInclusiveAncestor(start, end)) return { node: start, offset: startOffset };
    let reference = start;
    while (parentOf(reference) >= 0 && !isInclusiveAncestor(parentOf(reference), end)) reference = parentOf(reference);
    return { node: parentOf(reference), offset: indexOf(reference) + 1 };
  }

  /** https://dom.spec.whatwg.org/#dom-range-deletecontents */
  const deleteContents = core.tree.reacting((bounds) => {
    if (bounds.isCollapsed) return;
    const { start, startOffset, end, endOffset } = bounds;
    const { replaceData } = core.tree;
    if (start === end && isData(start)) {
      replaceData(start, startOffset, endOffset - startOffset, "");
      return;
    }
    const nodes = list();
    forEachWhole(bounds, (node) => put(nodes, node));
    const { node, offset } = collapsedPoint(bounds);
    if (isData(start)) replaceData(start, startOffset, lengthOf(start) - startOffset, "");
    for (let index = 0; index < nodes.length; index += 1) if (parentOf(nodes[index]) >= 0) core.tree.remove(nodes[index]);
    if (isData(end)) replaceData(end, 0, endOffset, "");
    bounds.set(node, offset, node, offset);
  });

  /**
   * A fragment with what a range contains, which is taken out or copied.
   * https://dom.spec.whatwg.org/#concept-range-extract and https://dom.spec.whatwg.org/#concept-range-clone
   */
  const takeContents = core.tree.reacting((bounds, isExtracted) => {
    const { tree } = core;
    const { start, startOffset, end, endOffset } = bounds;
    const document = tree.documentOf(start);
    const fragment = native.createFragment();
    if (!tree.isAlone()) tree.setDocument(fragment, document);
    if (bounds.isCollapsed) return fragment;

    // A copy of a text with a part of its data.
    const appendPart = (node, offset, count) => {
      const copy = tree.clone(node, false, document);
      tree.setData(copy, StringSlice(tree.dataOf(node), offset, offset + count));
      tree.preInsert(copy, fragment, -1);
      if (isExtracted) tree.replaceData(node, offset, count, "");
    };
    if (start === end && isData(start)) {
      appendPart(start, startOffset, endOffset - startOffset);
      return fragment;
    }

    const ancestor = commonAncestor(bounds);
    let first = -1, last = -1;
    if (!isInclusiveAncestor(start, end)) {
      first = start;
      while (parentOf(first) !== ancestor) first = parentOf(first);
    }
    if (!isInclusiveAncestor(end, start)) {
      last = end;
      while (parentOf(last) !== ancestor) last = parentOf(last);
    }
    const whole = list();
    for (let child = link(ancestor, FIRST); child >= 0; child = link(child, NEXT)) {
      if (!bounds.contains(child)) continue;
      if (kindOf(child) === DOCTYPE) throw error("HierarchyRequestError", "The range contains a document type.");
      put(whole, child);
    }
    const after = isExtracted ? collapsedPoint(bounds) : null;

    // A copy of a node of which a part is in the range, with that part.
    const appendPartial = (node, part) => {
      const copy = tree.clone(node, false, document);
      tree.preInsert(copy, fragment, -1);
      tree.preInsert(takeContents(part, isExtracted), copy, -1);
    };
    if (first >= 0) {
      if (isData(first)) appendPart(start, startOffset, lengthOf(start) - startOffset);
      else appendPartial(first, kept(new Bounds(start, startOffset, first, lengthOf(first))));
    }
    for (let index = 0; index < whole.length; index += 1) {
      const node = whole[index];
      tree.preInsert(isExtracted ? node : tree.clone(node, true, document), fragment, -1);
    }
    if (last >= 0) {
      if (isData(last)) appendPart(end, 0, endOffset);
      else appendPartial(last, kept(new Bounds(last, 0, end, endOffset)));
    }
    if (isExtracted) bounds.set(after.node, after.offset, after.node, after.offset);
    return fragment;

    // The range of a part moves with the tree as others do.
    function kept(part) {
      keepLive(part);
      return part;
    }
  });

  /** https://dom.spec.whatwg.org/#concept-range-insert */
  const insertNode = core.tree.reacting((bounds, node) => {
    const { tree } = core;
    const start = bounds.start;
    const kind = kindOf(start);
    if (kind === INSTRUCTION || kind === COMMENT || (kind === TEXT && parentOf(start) < 0) || start === node) {
      throw error("HierarchyRequestError", "Nothing can be inserted at the start of the range.");
    }
    let reference = kind === TEXT ? start : childAt(start, bounds.startOffset);
    const parent = reference < 0 ? start : parentOf(reference);
    tree.ensureValidity(node, parent, reference, -1);
    if (kind === TEXT) reference = core.splitText(start, bounds.startOffset);
    if (node === reference) reference = link(reference, NEXT);
    if (parentOf(node) >= 0) tree.remove(node);
    let offset = reference < 0 ? lengthOf(parent) : indexOf(reference);
    offset += kindOf(node) === FRAGMENT ? lengthOf(node) : 1;
    tree.preInsert(node, parent, reference);
    if (bounds.isCollapsed) bounds.setEnd(parent, offset);
  });

  const surround = core.tree.reacting((bounds, id) => {
    const fragment = takeContents(bounds, true);
    if (link(id, FIRST) >= 0) core.tree.replaceAll(-1, id);
    insertNode(bounds, id);
    core.tree.preInsert(fragment, id, -1);
    selectNode(bounds, id);
  });

  /** https://dom.spec.whatwg.org/#dom-range-stringifier */
  function textOf(bounds) {
    const { dataOf } = core.tree;
    const { start, startOffset, end, endOffset } = bounds;
    if (start === end && kindOf(start) === TEXT) return StringSlice(dataOf(start), startOffset, endOffset);
    let text = kindOf(start) === TEXT ? StringSlice(dataOf(start), startOffset) : "";
    const root = commonAncestor(bounds);
    for (let node = root; node >= 0; node = nextNode(node, root)) {
      if (kindOf(node) === TEXT && bounds.contains(node)) text += dataOf(node);
    }
    return kindOf(end) === TEXT ? text + StringSlice(dataOf(end), 0, endOffset) : text;
  }

  /** x, y, width, height of all boxes. https://drafts.csswg.org/cssom-view/#dom-range-getclientrects */
  function rectsOf(bounds) {
    const all = list();
    const add = (rects) => {
      for (let index = 0; index < rects.length; index += 1) put(all, rects[index]);
    };
    const { start, startOffset, end, endOffset } = bounds;
    if (rootOf(start) !== 0 && core.shadow === null) return all;
    const root = commonAncestor(bounds);
    let node = root;
    while (node >= 0) {
      const kind = kindOf(node);
      if (kind === TEXT) {
        const length = lengthOf(node);
        const from = node === start ? startOffset : 0, to = node === end ? endOffset : length;
        const isInside = node === start || node === end || bounds.contains(node);
        if (isInside && (from < to || bounds.isCollapsed)) {
          add(native.textRects === undefined || (from === 0 && to === length) ? native.clientRects(node)
            : native.textRects(node, from, to));
        }
        node = nextNode(node, root);
      } else {
        // An element of which an ancestor is selected is in that one's boxes; texts are told of by themselves.
        if (kind === ELEMENT && node !== root && bounds.contains(node)
          && (parentOf(node) === root || !bounds.contains(parentOf(node)))) add(native.clientRects(node));
        node = nextNode(node, root);
      }
    }
    return all;
  }

  core.define({ AbstractRange, Range, StaticRange });

  // The selection is in a file of its own, which is loaded once someone asks for it.
  core.getSelection = function () {
    core.load("selection.js");
    return core.selection;
  };
  core.defineGlobals({
    getSelection() { return core.getSelection(); },
  });
  core.StaticRange = StaticRange;
  core.ranges = {
    Bounds, boundsOf, isRange, makeRange, requirePoint, compare, rootOf, lengthOf, indexOf, isInclusiveAncestor, textOf,
    deleteContents,
  };
})
