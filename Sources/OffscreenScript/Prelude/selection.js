// What the user has selected: one range. https://w3c.github.io/selection-api/
(function (core) {
  "use strict";
  core.load("range.js");
  const { error, TypeError } = core;
  const { boundsOf, isRange, makeRange, requirePoint, compare, rootOf, lengthOf } = core.ranges;
  const DOCTYPE = 1;
  const kindOf = (id) => core.links[(id << 3) + 6] & 255;

  const NONE = 0, FORWARD = 1, BACKWARD = 2;
  const { isInPage, isShadowRoot, hostOf } = core.tree;

  let isMaking = false;

  class State {
    range = null;
    /** The ends where they are in different trees, of which the range can only have one. */
    composed = null;
    direction = NONE;
    isQueued = false;

    /** The bounds of the range while it is in the document. */
    get bounds() {
      const bounds = this.range === null ? null : boundsOf(this.range);
      return bounds !== null && isInPage(bounds.start) ? bounds : null;
    }

    set(range, direction) {
      if (this.range !== null) boundsOf(this.range).selection = null;
      this.range = range;
      this.composed = null;
      this.direction = direction;
      if (range !== null) {
        boundsOf(range).selection = this;
        core.load("highlighting.js");
      }
      this.changed();
    }

    /** https://w3c.github.io/selection-api/#scheduling-selectionhange-event */
    changed() {
      // A range that has left the document is the selection's no more.
      if (this.range !== null && !isInPage(boundsOf(this.range).start)) {
        boundsOf(this.range).selection = null;
        this.range = null;
      }
      if (this.isQueued) return;
      const document = core.wrap(0);
      if (!core.isHeard(document, "selectionchange", false)) return;
      this.isQueued = true;
      core.queueTask(() => {
        this.isQueued = false;
        core.fire(document, "selectionchange");
      });
    }
  }

  class Selection {
    #state;

    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      this.#state = new State();
    }

    static {
      core.selectedBounds = () => selection.#state.bounds;
      core.selectPoints = (anchor, anchorOffset, focus, focusOffset) =>
        select(selection.#state, anchor, anchorOffset, focus, focusOffset);
      core.selectNothing = () => selection.#state.set(null, NONE);
    }

    get anchorNode() { return end(this.#state, true, true); }
    get anchorOffset() { return end(this.#state, true, false); }
    get focusNode() { return end(this.#state, false, true); }
    get focusOffset() { return end(this.#state, false, false); }
    // The names that were there first. https://developer.mozilla.org/docs/Web/API/Selection
    get baseNode() { return end(this.#state, true, true); }
    get baseOffset() { return end(this.#state, true, false); }
    get extentNode() { return end(this.#state, false, true); }
    get extentOffset() { return end(this.#state, false, false); }
    get isCollapsed() { return this.#state.bounds?.isCollapsed ?? true; }
    get rangeCount() { return this.#state.bounds === null ? 0 : 1; }

    get type() {
      const bounds = this.#state.bounds;
      return bounds === null ? "None" : bounds.isCollapsed ? "Caret" : "Range";
    }

    get direction() {
      const state = this.#state;
      if (state.bounds === null || state.bounds.isCollapsed || state.direction === NONE) return "none";
      return state.direction === BACKWARD ? "backward" : "forward";
    }

    getRangeAt(index) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      if (core.unsignedLong(index) !== 0 || state.bounds === null) {
        throw error("IndexSizeError", "There is no range at this index.");
      }
      return state.range;
    }

    addRange(range) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      if (!isRange(range)) {
        // One of another window.
        if (core.isOfSomeRealm((other) => other.ranges?.isRange(range))) return;
        throw new TypeError("The argument is not a Range.");
      }
      if (!isInPage(boundsOf(range).start) || state.bounds !== null) return;
      state.set(range, FORWARD);
    }

    removeRange(range) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      if (!isRange(range)) throw new TypeError("The argument is not a Range.");
      if (state.range !== range) throw error("NotFoundError", "The range is not selected.");
      state.set(null, NONE);
    }

    removeAllRanges() {
      if (this.#state.range !== null) this.#state.set(null, NONE);
    }

    empty() {
      if (this.#state.range !== null) this.#state.set(null, NONE);
    }

    collapse(node, offset = 0) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      collapse(state, node, offset);
    }

    setPosition(node, offset = 0) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      collapse(state, node, offset);
    }

    collapseToStart() {
      const { start, startOffset } = requireBounds(this.#state);
      this.#state.set(makeRange(start, startOffset, start, startOffset), FORWARD);
    }

    collapseToEnd() {
      const { end, endOffset } = requireBounds(this.#state);
      this.#state.set(makeRange(end, endOffset, end, endOffset), FORWARD);
    }

    /** https://w3c.github.io/selection-api/#dom-selection-extend */
    extend(node, offset = 0) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      const id = core.tree.requireNode(node);
      offset = core.unsignedLong(offset);
      if (!isInPage(id)) return;
      const bounds = requireBounds(state);
      requirePoint(id, offset);
      const isBackward = state.direction === BACKWARD;
      select(state, isBackward ? bounds.end : bounds.start, isBackward ? bounds.endOffset : bounds.startOffset, id, offset);
    }

    /** https://w3c.github.io/selection-api/#dom-selection-modify */
    modify(alter = "", direction = "", granularity = "") {
      const state = this.#state;
      alter = core.toASCIILowercase(core.string(alter));
      direction = core.string(direction);
      granularity = core.string(granularity);
      const { bounds } = state;
      if (bounds === null || (alter !== "move" && alter !== "extend")) return;
      const isBackward = state.direction === BACKWARD;
      core.load("selection-moving.js");
      const found = core.movePoint(isBackward ? bounds.start : bounds.end, isBackward ? bounds.startOffset : bounds.endOffset,
        direction, granularity);
      if (found === null) return;
      if (alter === "move") state.set(makeRange(found.node, found.offset, found.node, found.offset), FORWARD);
      else {
        select(state, isBackward ? bounds.end : bounds.start, isBackward ? bounds.endOffset : bounds.startOffset,
          found.node, found.offset);
      }
    }

    setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset) {
      const state = this.#state;
      core.requireArguments(arguments.length, 4);
      const anchor = core.tree.requireNode(anchorNode);
      anchorOffset = core.unsignedLong(anchorOffset);
      const focus = core.tree.requireNode(focusNode);
      focusOffset = core.unsignedLong(focusOffset);
      requirePoint(anchor, anchorOffset);
      requirePoint(focus, focusOffset);
      if (!isInPage(anchor) || !isInPage(focus)) return;
      select(state, anchor, anchorOffset, focus, focusOffset);
    }

    selectAllChildren(node) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      const id = core.tree.requireNode(node);
      if (kindOf(id) === DOCTYPE) throw error("InvalidNodeTypeError", "A document type has no children.");
      if (!isInPage(id)) return;
      const { links } = core;
      let count = 0;
      for (let child = links[(id << 3) + 1]; child >= 0; child = links[(child << 3) + 4]) count += 1;
      state.set(makeRange(id, 0, id, count), FORWARD);
    }

    deleteFromDocument() {
      const bounds = this.#state.bounds;
      if (bounds !== null) core.ranges.deleteContents(bounds);
    }

    containsNode(node, allowPartialContainment = false) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      const id = core.tree.requireNode(node);
      const bounds = state.bounds;
      if (bounds === null || !isInPage(id)) return false;
      const length = lengthOf(id);
      if (!allowPartialContainment) {
        return compare(id, 0, bounds.start, bounds.startOffset) >= 0 && compare(id, length, bounds.end, bounds.endOffset) <= 0;
      }
      return compare(id, 0, bounds.end, bounds.endOffset) <= 0 && compare(id, length, bounds.start, bounds.startOffset) >= 0;
    }

    /** https://w3c.github.io/selection-api/#dom-selection-getcomposedranges */
    getComposedRanges(options = undefined) {
      const state = this.#state;
      const roots = core.member(core.dictionary(options), "shadowRoots", core.sequence, core.list());
      for (let index = 0; index < roots.length; index += 1) {
        const root = core.idIfNode(roots[index]);
        if (root < 0 || !isShadowRoot(root)) throw new TypeError("A shadow root is none.");
      }
      const bounds = state.bounds;
      if (bounds === null) return [];
      const { composed } = state;
      const isKept = composed !== null && isInPage(composed.start) && isInPage(composed.end);
      const { start, startOffset, end, endOffset } = isKept ? composed : bounds;
      const first = seenWith(roots, start, startOffset, 0), last = seenWith(roots, end, endOffset, 1);
      return [new core.StaticRange({ __proto__: null, startContainer: core.wrap(first.node), startOffset: first.offset,
        endContainer: core.wrap(last.node), endOffset: last.offset })];
    }

    toString() {
      const bounds = this.#state.bounds;
      return bounds === null ? "" : core.ranges.textOf(bounds);
    }
  }

  /** The anchor or focus: its node or its offset. */
  function end(state, isAnchor, isNode) {
    const bounds = state.bounds;
    if (bounds === null) return isNode ? null : 0;
    const isStart = isAnchor === (state.direction !== BACKWARD);
    if (isNode) return core.wrap(isStart ? bounds.start : bounds.end);
    return isStart ? bounds.startOffset : bounds.endOffset;
  }

  function requireBounds(state) {
    const bounds = state.bounds;
    if (bounds === null) throw error("InvalidStateError", "Nothing is selected.");
    return bounds;
  }

  function collapse(state, node, offset) {
    if (node === null || node === undefined) {
      if (state.range !== null) state.set(null, NONE);
      return;
    }
    const id = core.tree.requireNode(node);
    offset = core.unsignedLong(offset);
    requirePoint(id, offset);
    if (!isInPage(id)) return;
    state.set(makeRange(id, offset, id, offset), FORWARD);
    focusHostOf(id);
  }

  /** As in Chromium, a caret that is put into what is edited focuses it. */
  function focusHostOf(node) {
    let host = -1;
    for (let around = node; around >= 0; around = core.tree.parentOf(around)) {
      if (!core.tree.isElement(around) || !core.html.isHTML(around)) continue;
      if (!core.html.isEditable(around)) break;
      host = around;
    }
    if (host >= 0 && core.focus.element !== host) core.focus.focus(host, false, true);
  }

  /** A point moved out of the shadow trees that `roots` are not in: beside the host. */
  function seenWith(roots, node, offset, behind) {
    for (let root = rootOf(node); isShadowRoot(root); root = rootOf(node)) {
      for (let index = 0; index < roots.length; index += 1) {
        if (core.tree.isSeenFrom(root, core.id(roots[index]))) return { __proto__: null, node, offset };
      }
      const host = hostOf(root);
      node = core.tree.parentOf(host);
      offset = core.tree.indexOf(host) + behind;
    }
    return { __proto__: null, node, offset };
  }

  /** A point with the hosts that it is in, the innermost first; each in the tree of the next. */
  function hostsOf(node) {
    const hosts = core.list();
    for (let root = rootOf(node); isShadowRoot(root); root = rootOf(core.tree.hostOf(root))) core.put(hosts, hostOf(root));
    return hosts;
  }

  /** Compares points of different trees: what is in a shadow tree comes before the children of its host. */
  function compareThroughShadows(node, offset, other, otherOffset) {
    const hosts = hostsOf(node), others = hostsOf(other);
    // The places in the innermost tree that both are in: a host, or -1 for the point itself.
    let host = -1, otherHost = -1;
    let depth = hosts.length, otherDepth = others.length;
    while (depth > 0 && otherDepth > 0 && hosts[depth - 1] === others[otherDepth - 1]) {
      depth -= 1;
      otherDepth -= 1;
    }
    if (depth > 0) host = hosts[depth - 1];
    if (otherDepth > 0) otherHost = others[otherDepth - 1];
    if (host >= 0 && otherHost >= 0) return core.tree.comparePosition(host, otherHost) & 4 ? -1 : 1;
    if (host < 0) return -compareThroughShadows(other, otherOffset, node, offset);
    if (core.tree.contains(host, other)) return -1;
    return compare(core.tree.parentOf(host), core.tree.indexOf(host), other, otherOffset) < 0 ? -1 : 1;
  }

  function select(state, anchor, anchorOffset, focus, focusOffset) {
    if (rootOf(anchor) !== rootOf(focus)) {
      // A range is in one tree: that of the later end.
      const isForward = compareThroughShadows(anchor, anchorOffset, focus, focusOffset) <= 0;
      const ends = isForward ? { __proto__: null, start: anchor, startOffset: anchorOffset, end: focus, endOffset: focusOffset }
        : { __proto__: null, start: focus, startOffset: focusOffset, end: anchor, endOffset: anchorOffset };
      state.set(makeRange(ends.end, ends.endOffset, ends.end, ends.endOffset), isForward ? FORWARD : BACKWARD);
      state.composed = ends;
      return;
    }
    if (compare(anchor, anchorOffset, focus, focusOffset) <= 0) {
      state.set(makeRange(anchor, anchorOffset, focus, focusOffset), FORWARD);
    } else {
      state.set(makeRange(focus, focusOffset, anchor, anchorOffset), BACKWARD);
    }
  }

  isMaking = true;
  const selection = new Selection();
  isMaking = false;
  core.define({ Selection });
  core.selection = selection;
})
