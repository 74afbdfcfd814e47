// Commands that change blocks and lists. https://w3c.github.io/editing/docs/execCommand/#block-formatting-command-definitions
(function (core) {
  "use strict";
  const { list, put } = core;
  core.load("editing-values.js");
  const tree = core.tree;
  const { parentOf, contains, childrenOf, indexOf } = tree;
  const { get, has, set, remove } = core.html;
  const {
    setOf, nameOf, isElement, isText, first, last, next, previous, make, attributeCount, atoms, prohibited, nonListContainers,
    isSingleLine, hostOf, isEditable, isInSameHost, isInline, isVisible, isBreak, isAllowed, bounds, move, append, wrap, splitParent,
    unwrap, rename, nodesIn, blockExtended, takeRun, computed, spaces, removeBreakAtEnd,
  } = core.editing;
  const { keeping, setStyle, styleValue } = core.editingValues;

  const isNamed = (id, name) => nameOf(id) === name;
  const isList = (id) => isNamed(id, "ol") || isNamed(id, "ul");
  const hasInside = (id, isWanted) => {
    for (let node = tree.nextNode(id, id); node >= 0; node = tree.nextNode(node, id)) if (isWanted(node)) return true;
    return false;
  };
  const hasProhibited = (id) => hasInside(id, (node) => prohibited.has(nameOf(node)));

  /** https://w3c.github.io/editing/docs/execCommand/#fix-disallowed-ancestors */
  function fixAncestors(id) {
    for (;;) {
      if (!isEditable(id)) return;
      let isAnywhere = false;
      for (let node = parentOf(id); isInSameHost(node, id); node = parentOf(node)) if (isAllowed(id, node)) isAnywhere = true;
      if (isAnywhere) break;
      const name = nameOf(id);
      if (name === "dd" || name === "dt") {
        wrap(list(id), (node) => isNamed(node, "dl") && attributeCount(node) === 0, () => make("dl"));
        return;
      }
      if (!isAllowed("p", hostOf(id)) || !prohibited.has(name)) return;
      const container = core.commandState.separator;
      if (name === container) return;
      id = rename(id, container);
      const children = childrenOf(id);
      for (let index = 0; index < children.length; index += 1) {
        if (prohibited.has(nameOf(children[index]))) keeping(list(children[index]), () => splitParent(list(children[index])));
      }
    }
    keeping(list(id), () => {
      while (parentOf(id) >= 0 && isEditable(parentOf(id)) && !isAllowed(id, parentOf(id))) splitParent(list(id));
    });
  }
  const fixAll = (nodes) => { for (let index = 0; index < nodes.length; index += 1) fixAncestors(nodes[index]); };

  // MARK: Blocks

  const formattable = setOf("address dd div dt h1 h2 h3 h4 h5 h6 p pre");
  const isFormattedBlock = (id) => formattable.has(nameOf(id)) && isEditable(id) && !hasProhibited(id);

  /** https://w3c.github.io/editing/docs/execCommand/#the-formatblock-command */
  function formatBlock(value) {
    const match = core.RegExpExec(/^<(.*)>$/, value);
    const name = core.toASCIILowercase(match === null ? value : match[1]);
    if (!formattable.has(name)) return false;
    const nodes = nodesIn(blockExtended(bounds()), (id) => isEditable(id)
      && (nonListContainers.has(nameOf(id)) || isAllowed(id, "p") || isNamed(id, "dd") || isNamed(id, "dt")) && !hasProhibited(id));
    keeping(nodes, () => {
      for (let index = 0; index < nodes.length; index += 1) {
        const node = nodes[index];
        for (;;) {
          let ancestor = parentOf(node);
          while (isInSameHost(ancestor, node) && !isFormattedBlock(ancestor)) ancestor = parentOf(ancestor);
          if (!isInSameHost(ancestor, node) || !isFormattedBlock(ancestor)) break;
          splitParent(list(node));
        }
      }
    });
    while (nodes.length > 0) {
      let run;
      if (isSingleLine(nodes[0])) {
        const container = core.ArrayShift(nodes);
        run = childrenOf(container);
        keeping(run, () => unwrap(container));
        if (run.length === 0) continue;
      } else {
        run = takeRun(nodes, (node, end) => !isSingleLine(node) && !isBreak(end));
      }
      const fits = name === "div" || name === "p" ? core.editing.never : (id) => isNamed(id, name) && attributeCount(id) === 0;
      const made = wrap(run, fits, () => make(name));
      if (made >= 0) fixAncestors(made);
    }
    return true;
  }

  /** The names of the blocks that what is selected is in. */
  function selectedBlocks() {
    const found = list();
    const nodes = nodesIn(blockExtended(bounds()), (id) => isEditable(id) && first(id) < 0 && isVisible(id));
    for (let index = 0; index < nodes.length; index += 1) {
      let node = nodes[index];
      while (isEditable(parentOf(node)) && isInSameHost(parentOf(node), node) && !formattable.has(nameOf(node))) node = parentOf(node);
      put(found, isFormattedBlock(node) ? nameOf(node) : "");
    }
    return found;
  }

  // MARK: Indentation

  const marginNames = /^(?:margin|padding|border)/;
  const isIndentation = (id) => isNamed(id, "blockquote")
    || (isNamed(id, "div") && has(id, atoms.style) && hasStyle(id, (name) => core.StringStartsWith(name, "margin")));
  function hasStyle(id, isWanted) {
    const { names } = core.styles.source(core.inlineStyle(id)).block();
    for (let index = 0; index < names.length; index += 1) if (isWanted(names[index])) return true;
    return false;
  }
  const dirAtom = core.atom("dir");
  function isSimpleIndentation(id) {
    if (!isIndentation(id)) return false;
    const count = attributeCount(id) - (has(id, atoms.style) ? 1 : 0) - (has(id, dirAtom) ? 1 : 0);
    return count === 0 && !(has(id, atoms.style) && hasStyle(id, (name) => core.RegExpExec(marginNames, name) === null));
  }

  /** Lists in an item come after it. https://w3c.github.io/editing/docs/execCommand/#normalize-sublists */
  function normalizeSublists(item) {
    if (!isNamed(item, "li") || !isEditable(item) || !isEditable(parentOf(item))) return;
    let made = -1;
    const hasList = () => {
      for (let child = first(item); child >= 0; child = next(child)) if (isList(child)) return true;
      return false;
    };
    while (hasList()) {
      const child = last(item);
      if (isList(child) || (made < 0 && isText(child) && core.RegExpExec(spaces, tree.dataOf(child)) !== null)) {
        made = -1;
        move(child, parentOf(item), next(item));
      } else {
        if (made < 0) {
          made = make("li");
          tree.preInsert(made, parentOf(item), next(item));
        }
        move(child, made, first(made));
      }
    }
  }

  /** The range over the blocks that are selected, after lists in items of which it begins or ends were put beside them. */
  function prepared() {
    const selected = bounds(), items = list();
    for (let node = selected.start; node >= 0; node = parentOf(node)) if (isNamed(node, "li")) put(items, node);
    for (let node = selected.end; node >= 0; node = parentOf(node)) {
      if (isNamed(node, "li") && core.ArrayIndexOf(items, node) < 0) put(items, node);
    }
    for (let index = 0; index < items.length; index += 1) normalizeSublists(items[index]);
    return blockExtended(bounds());
  }

  function indentRun(nodes) {
    if (nodes.length === 0) return;
    const parent = parentOf(nodes[0]);
    if (isList(parent)) {
      const tag = nameOf(parent);
      wrap(nodes, (id) => isNamed(id, tag), () => make(tag));
      return;
    }
    const made = wrap(nodes, isSimpleIndentation, () => make("blockquote"));
    if (made >= 0) fixAncestors(made);
  }

  function indent() {
    const nodes = nodesIn(prepared(), (id) => isEditable(id) && (isAllowed(id, "div") || isAllowed(id, "ol")));
    let visible = 0;
    while (visible < nodes.length && !isVisible(nodes[visible])) visible += 1;
    if (visible < nodes.length && isNamed(nodes[visible], "li") && isList(parentOf(nodes[visible]))) {
      let sibling = previous(nodes[visible]);
      while (sibling >= 0 && !isVisible(sibling)) sibling = previous(sibling);
      if (sibling >= 0) normalizeSublists(sibling);
    }
    while (nodes.length > 0) indentRun(takeRun(nodes));
    return true;
  }

  /** https://w3c.github.io/editing/docs/execCommand/#outdent */
  function outdentNode(node) {
    if (!isEditable(node)) return undefined;
    if (isSimpleIndentation(node)) return unwrap(node);
    if (isIndentation(node)) {
      remove(node, dirAtom);
      setStyle(node, "margin", "");
      setStyle(node, "padding", "");
      setStyle(node, "border", "");
      rename(node, "div");
      return undefined;
    }
    let ancestors = list(), ancestor = parentOf(node);
    for (; isElement(ancestor) && isEditable(ancestor) && !isSimpleIndentation(ancestor) && !isList(ancestor); ancestor = parentOf(ancestor)) put(ancestors, ancestor);
    if (!isEditable(ancestor) || !isSimpleIndentation(ancestor)) {
      ancestors = list();
      ancestor = parentOf(node);
      for (; isElement(ancestor) && isEditable(ancestor) && !isIndentation(ancestor) && !isList(ancestor); ancestor = parentOf(ancestor)) put(ancestors, ancestor);
    }
    if (isList(node) && !(isEditable(ancestor) && isIndentation(ancestor))) {
      remove(node, core.atom("reversed"));
      remove(node, core.atom("start"));
      remove(node, core.atom("type"));
      const children = childrenOf(node);
      if (attributeCount(node) > 0 && !isList(parentOf(node))) rename(node, "div");
      else keeping(children, () => unwrap(node));
      fixAll(children);
      return undefined;
    }
    if (!isEditable(ancestor) || !isIndentation(ancestor)) return undefined;
    put(ancestors, ancestor);
    const original = ancestor;
    while (ancestors.length > 0) {
      ancestor = core.ArrayPop(ancestors);
      const inner = ancestors.length > 0 ? ancestors[ancestors.length - 1] : node;
      let target = node;
      while (parentOf(target) !== ancestor && target >= 0) target = parentOf(target);
      if (target < 0) target = inner;
      if (isInline(target) && !isBreak(target) && next(target) >= 0 && isBreak(next(target))) tree.remove(next(target));
      const preceding = list(), following = list();
      for (let child = first(ancestor); child >= 0 && child !== target; child = next(child)) put(preceding, child);
      for (let child = next(target); child >= 0; child = next(child)) put(following, child);
      indentRun(preceding);
      indentRun(following);
    }
    return outdentNode(original);
  }

  function outdent() {
    const nodes = nodesIn(prepared(), (id) => isEditable(id)
      && (!hasInside(id, isEditable) || isList(id) || (isNamed(id, "li") && isList(parentOf(id)))));
    while (nodes.length > 0) {
      if (isList(nodes[0]) || !isList(parentOf(nodes[0]))) {
        outdentNode(core.ArrayShift(nodes));
        continue;
      }
      const run = takeRun(nodes, (node) => !isList(node));
      keeping(run, () => {
        splitParent(run);
        fixAll(run);
      });
    }
    return true;
  }

  // MARK: Lists. https://w3c.github.io/editing/docs/execCommand/#toggle-lists

  const isListed = (id) => isEditable(id) && !isIndentation(id) && (isList(id) || isList(parentOf(id)) || isAllowed(id, "li"));

  /** "ol", "ul", "mixed", "mixed ol", "mixed ul" or "none". https://w3c.github.io/editing/docs/execCommand/#selection's-list-state */
  function listState() {
    const nodes = nodesIn(blockExtended(bounds()), isListed);
    let hasOrdered = false, hasUnordered = false, hasNone = nodes.length === 0;
    for (let index = 0; index < nodes.length; index += 1) {
      let node = nodes[index], name = "";
      for (; isEditable(node) && name === ""; node = parentOf(node)) if (isList(node)) name = nameOf(node);
      if (name === "ol") hasOrdered = true;
      else if (name === "ul") hasUnordered = true;
      else hasNone = true;
    }
    if (hasOrdered && hasUnordered) return "mixed";
    if (hasOrdered) return hasNone ? "mixed ol" : "ol";
    return hasUnordered ? (hasNone ? "mixed ul" : "ul") : "none";
  }

  function toggleList(tag) {
    const isDisabling = listState() === tag, other = tag === "ol" ? "ul" : "ol";
    let range = prepared();
    if (!isDisabling) {
      const lists = nodesIn(range, (id) => isNamed(id, other) && isEditable(id), false);
      for (let index = 0; index < lists.length; index += 1) {
        const sibling = previous(lists[index]);
        if (isNamed(sibling, tag) && isEditable(sibling)) {
          while (first(lists[index]) >= 0) append(first(lists[index]), sibling);
          tree.remove(lists[index]);
        } else {
          rename(lists[index], tag);
        }
      }
      if (lists.length > 0) range = blockExtended(bounds());
    }
    let nodes = nodesIn(range, isListed);
    if (!isDisabling) {
      const kept = list();
      for (let index = 0; index < nodes.length; index += 1) {
        if (!isList(nodes[index]) || isList(parentOf(nodes[index]))) put(kept, nodes[index]);
      }
      nodes = kept;
    }
    const fits = (id) => isNamed(id, tag), making = () => make(tag);
    if (isDisabling) {
      while (nodes.length > 0) {
        if (isNamed(nodes[0], tag)) {
          outdentNode(core.ArrayShift(nodes));
          continue;
        }
        const run = takeRun(nodes, (node) => !isNamed(node, tag));
        keeping(run, () => {
          splitParent(run);
          fixAll(run);
        });
      }
      return true;
    }
    while (nodes.length > 0) {
      const run = list();
      while (nodes.length > 0 && (run.length === 0 || next(run[run.length - 1]) === nodes[0])) {
        const name = nameOf(nodes[0]);
        if (name === "p" || name === "div") {
          put(run, rename(core.ArrayShift(nodes), "li"));
        } else if (name === "li" || isList(nodes[0])) {
          put(run, core.ArrayShift(nodes));
        } else {
          const inner = takeRun(nodes, (node, end) => isInline(node) && isInline(end) && !isBreak(end));
          const made = wrap(inner, core.editing.never, () => make("li"));
          if (made >= 0) put(run, made);
          else if (run.length === 0) break;
        }
      }
      if (run.length === 0) continue;
      const parent = parentOf(run[0]);
      let areLists = true;
      for (let index = 0; index < run.length; index += 1) if (!isList(run[index])) areLists = false;
      if (isNamed(parent, tag) || areLists) continue;
      if (isNamed(parent, other)) {
        keeping(run, () => {
          splitParent(run);
          wrap(run, fits, making);
        });
        continue;
      }
      const made = wrap(run, fits, () => {
        const around = parentOf(run[0]), sibling = previous(around);
        if (!isEditable(around) || !isSimpleIndentation(around) || !isNamed(sibling, tag) || !isEditable(sibling)) return make(tag);
        normalizeSublists(last(sibling));
        if (!isNamed(last(sibling), tag) || !isEditable(last(sibling))) append(make(tag), sibling);
        return last(sibling);
      });
      if (made >= 0) fixAncestors(made);
    }
    return true;
  }

  // MARK: Alignment. https://w3c.github.io/editing/docs/execCommand/#justify-the-selection

  function alignmentOf(id) {
    let node = id;
    while (node >= 0 && (!isElement(node) || computed(node, "display") === "inline" || computed(node, "display") === "none")) node = parentOf(node);
    if (!isElement(node)) return "left";
    const value = computed(node, "text-align"), isRightToLeft = computed(node, "direction") === "rtl";
    switch (value) {
      case "start": case "-webkit-auto": case "match-parent": return isRightToLeft ? "right" : "left";
      case "end": return isRightToLeft ? "left" : "right";
      case "-webkit-center": return "center";
      case "-webkit-left": return "left";
      case "-webkit-right": return "right";
      default: return value === "" ? "left" : value;
    }
  }
  function ownAlignment(id) {
    const value = styleValue(id, "text-align");
    if (value !== "") return value;
    return isNamed(id, "center") ? "center" : core.toASCIILowercase(get(id, atoms.align) ?? "");
  }

  function justify(alignment) {
    const elements = nodesIn(blockExtended(bounds()), (id) => isElement(id) && isEditable(id)
      && (has(id, atoms.align) || styleValue(id, "text-align") !== "" || isNamed(id, "center")), false);
    for (let index = 0; index < elements.length; index += 1) {
      const element = elements[index];
      remove(element, atoms.align);
      if (styleValue(element, "text-align") !== "") setStyle(element, "text-align", "");
      const name = nameOf(element);
      if (attributeCount(element) === 0 && (name === "div" || name === "span" || name === "center")) unwrap(element);
      else if (name === "center") rename(element, "div");
    }
    const nodes = nodesIn(blockExtended(bounds()), (id) => isEditable(id) && isAllowed(id, "div") && alignmentOf(id) !== alignment);
    while (nodes.length > 0) {
      wrap(takeRun(nodes), (id) => isNamed(id, "div") && ownAlignment(id) === alignment
        && attributeCount(id) === (has(id, atoms.align) ? 1 : 0) + (has(id, atoms.style) ? 1 : 0)
        && !(has(id, atoms.style) && hasStyle(id, (name) => name !== "text-align")),
      () => {
        const made = make("div");
        if (core.commandState.styleWithCSS) core.styles.set(made, "text-align", alignment);
        else set(made, atoms.align, alignment);
        return made;
      });
    }
    return true;
  }
  const selectedAlignments = () => {
    const found = list();
    const nodes = nodesIn(blockExtended(bounds()), (id) => isEditable(id) && first(id) < 0 && isVisible(id));
    for (let index = 0; index < nodes.length; index += 1) put(found, alignmentOf(nodes[index]));
    return found;
  };

  core.editingBlocks = {
    __proto__: null, fixAncestors, formatBlock, selectedBlocks, indent, outdent, toggleList, listState, justify, selectedAlignments,
    hasInside, isList, isNamed, contains, indexOf, removeBreakAtEnd, formattable, prepared, normalizeSublists,
  };
})
