// Commands that give texts a style. https://w3c.github.io/editing/docs/execCommand/#inline-formatting-command-definitions
(function (core) {
  "use strict";
  const { list, put, MathMax } = core;
  core.load("editing.js");
  core.load("cssom.js");
  const tree = core.tree;
  const { parentOf } = tree;
  const { get, has, set, remove } = core.html;
  const {
    setOf, nameOf, isElement, isText, first, next, previous, make, attributeCount, atoms, isEditable, isInline, isVisible, isBreak,
    isAllowed, bounds, select, move, append, wrap, splitParent, rename, effectivelyContained, computed, lengthOf, hostOf, isInSameHost,
  } = core.editing;
  const colorAtom = core.atom("color"), faceAtom = core.atom("face"), sizeAtom = core.atom("size");

  // MARK: Values

  const properties = {
    __proto__: null, bold: "font-weight", italic: "font-style", fontname: "font-family", fontsize: "font-size", forecolor: "color",
    hilitecolor: "background-color", backcolor: "background-color",
  };
  const styleOf = (id) => core.styles.source(core.inlineStyle(id)).block();
  const styleValue = (id, name) => (has(id, atoms.style) ? styleOf(id).value(name) : "");
  const setStyle = (id, name, value) => {
    core.styles.set(id, name, value);
    if (has(id, atoms.style) && styleOf(id).names.length === 0) remove(id, atoms.style);
  };
  const isAnchor = (id) => nameOf(id) === "a" && has(id, atoms.href);

  // https://html.spec.whatwg.org/multipage/rendering.html#phrasing-content-3 (the sizes of `font`)
  const sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
  const pixels = [10, 13, 16, 18, 24, 32, 48];
  function sizeOfNumber(text) {
    const match = core.RegExpExec(/^[ \t\n\f\r]*([+-]?)(\d+)/, text);
    if (match === null) return null;
    let number = +match[2];
    if (match[1] === "+") number += 3;
    if (match[1] === "-") number = 3 - number;
    return sizes[MathMax(1, core.MathMin(7, number)) - 1];
  }

  /** What a value is when it is computed, as far as it must be compared. */
  function canonical(command, value) {
    if (value === null) return null;
    switch (command) {
      case "bold": return value === "bold" ? "700" : value === "normal" ? "400" : value;
      case "fontsize": {
        const place = core.ArrayIndexOf(sizes, value);
        return place >= 0 ? `${pixels[place]}px` : value;
      }
      case "forecolor": case "backcolor": case "hilitecolor": {
        const parsed = core.styles.parse("color", value);
        if (parsed === null) return value;
        const text = core.toASCIILowercase(parsed[1]);
        return names(text);
      }
      default: return value;
    }
  }
  // A named colour in the form that computed ones have.
  const probes = new core.SafeMap();
  function names(text) {
    if (core.RegExpExec(/^[a-z]+$/, text) === null || text === "inherit" || text === "currentcolor" || text === "initial") return text;
    let found = probes.get(text);
    if (found === undefined) {
      const body = core.bodyOf(0);
      if (body < 0) return text;
      const probe = make("span");
      core.styles.set(probe, "color", text);
      tree.insert(probe, body, -1);
      found = computed(probe, "color");
      tree.remove(probe);
      probes.set(text, found);
    }
    return found;
  }
  const isEqual = (command, one, other) => canonical(command, one) === canonical(command, other);

  /** https://w3c.github.io/editing/docs/execCommand/#effective-command-value */
  function effective(id, command) {
    let node = isElement(id) ? id : parentOf(id);
    if (!isElement(node)) return null;
    switch (command) {
      case "createlink": case "unlink":
        while (node >= 0 && !isAnchor(node)) node = parentOf(node);
        return node < 0 ? null : get(node, atoms.href);
      case "backcolor": case "hilitecolor": {
        let value = computed(node, "background-color");
        while (isTransparent(value) && isElement(parentOf(node))) {
          node = parentOf(node);
          value = computed(node, "background-color");
        }
        return value;
      }
      case "subscript": case "superscript": {
        let isLow = false, isHigh = false;
        for (; isElement(node) && isInline(node); node = parentOf(node)) {
          const alignment = computed(node, "vertical-align");
          if (alignment === "sub") isLow = true;
          else if (alignment === "super") isHigh = true;
        }
        return isLow && isHigh ? "mixed" : isLow ? "subscript" : isHigh ? "superscript" : null;
      }
      case "strikethrough": case "underline": {
        const line = command === "underline" ? "underline" : "line-through";
        for (; isElement(node); node = parentOf(node)) {
          if (core.StringIndexOf(computed(node, "text-decoration-line"), line) >= 0) return line;
        }
        return null;
      }
      default: return computed(node, properties[command]);
    }
  }
  const isTransparent = (value) => value === "transparent" || core.RegExpExec(/^rgba\(.*, 0\)$/, value) !== null || value === "";

  const tagValues = {
    __proto__: null, bold: { __proto__: null, b: "bold", strong: "bold" }, italic: { __proto__: null, i: "italic", em: "italic" },
  };

  /** https://w3c.github.io/editing/docs/execCommand/#specified-command-value */
  function specified(id, command) {
    if (!isElement(id)) return null;
    const name = nameOf(id);
    switch (command) {
      case "createlink": case "unlink": return isAnchor(id) ? get(id, atoms.href) : null;
      case "subscript": case "superscript": return name === "sup" ? "superscript" : name === "sub" ? "subscript" : null;
      case "strikethrough": case "underline": {
        const line = command === "underline" ? "underline" : "line-through";
        const value = styleValue(id, "text-decoration") || styleValue(id, "text-decoration-line");
        if (value !== "") return core.StringIndexOf(value, line) >= 0 ? line : null;
        if (command === "underline") return name === "u" ? line : null;
        return name === "s" || name === "strike" ? line : null;
      }
      case "backcolor": case "hilitecolor":
        if (computed(id, "display") !== "inline") return null;
        break;
      default:
    }
    const value = styleValue(id, properties[command]);
    if (value !== "") return value;
    if (name === "font") {
      if (command === "forecolor") return get(id, colorAtom);
      if (command === "fontname") return get(id, faceAtom);
      if (command === "fontsize") return has(id, sizeAtom) ? sizeOfNumber(get(id, sizeAtom)) : null;
    }
    return tagValues[command]?.[name] ?? null;
  }

  // MARK: Elements that only give a style. https://w3c.github.io/editing/docs/execCommand/#modifiable-element

  const plain = setOf("b em i s span strike strong sub sup u");
  function isModifiable(id) {
    const name = nameOf(id);
    let count = attributeCount(id);
    if (has(id, atoms.style)) count -= 1;
    if (plain.has(name)) return count === 0;
    if (name === "a") return count - (has(id, atoms.href) ? 1 : 0) === 0;
    if (name !== "font") return false;
    return count - (has(id, colorAtom) ? 1 : 0) - (has(id, faceAtom) ? 1 : 0) - (has(id, sizeAtom) ? 1 : 0) === 0;
  }
  const isDecoration = (name) => core.StringStartsWith(name, "text-decoration");
  const lines = setOf("none line-through underline overline blink");

  function isSimple(id) {
    const name = nameOf(id), count = attributeCount(id);
    if (!plain.has(name) && name !== "a" && name !== "font") return false;
    if (count === 0) return true;
    if (count !== 1) return false;
    if (!has(id, atoms.style)) {
      return (name === "a" && has(id, atoms.href)) || (name === "font" && (has(id, colorAtom) || has(id, faceAtom) || has(id, sizeAtom)));
    }
    const { names } = styleOf(id);
    if (names.length === 0) return true;
    let isOne = names.length === 1;
    if (isDecoration(names[0])) {
      isOne = true;
      for (let index = 0; index < names.length; index += 1) if (!isDecoration(names[index])) isOne = false;
    }
    if (!isOne) return false;
    if (isDecoration(names[0])) {
      return (name === "a" || name === "font" || name === "s" || name === "span" || name === "strike" || name === "u")
        && lines.has(styleValue(id, "text-decoration") || styleValue(id, "text-decoration-line"));
    }
    if (name === "b" || name === "strong") return names[0] === "font-weight";
    if (name === "i" || name === "em") return names[0] === "font-style";
    return name === "a" || name === "font" || name === "span";
  }

  // MARK: Changing. https://w3c.github.io/editing/docs/execCommand/#assorted-common-algorithms

  const isStyled = (id, command, value) => {
    if (!isElement(id)) return false;
    const own = specified(id, command);
    return own !== null && !isEqual(command, own, value);
  };

  /** https://w3c.github.io/editing/docs/execCommand/#clear-the-value */
  function clear(id, command) {
    if (!isEditable(id) || specified(id, command) === null) return;
    if (isSimple(id)) {
      const parent = parentOf(id);
      while (first(id) >= 0) move(first(id), parent, id);
      tree.remove(id);
      return;
    }
    if (command === "strikethrough" || command === "underline") {
      const line = command === "underline" ? "underline" : "line-through";
      const value = styleValue(id, "text-decoration");
      if (core.StringIndexOf(value, line) >= 0) {
        const words = core.split(value, " "), left = list();
        for (let index = 0; index < words.length; index += 1) if (words[index] !== line && words[index] !== "") put(left, words[index]);
        setStyle(id, "text-decoration", core.ArrayJoin(left, " "));
      }
    }
    if (properties[command] !== undefined) setStyle(id, properties[command], "");
    if (nameOf(id) === "font") {
      if (command === "forecolor") remove(id, colorAtom);
      if (command === "fontname") remove(id, faceAtom);
      if (command === "fontsize") remove(id, sizeAtom);
    }
    if (nameOf(id) === "a" && (command === "createlink" || command === "unlink")) remove(id, atoms.href);
    if (specified(id, command) !== null) rename(id, "span");
  }

  /** https://w3c.github.io/editing/docs/execCommand/#push-down-values */
  function pushDown(id, command, value) {
    let ancestor = parentOf(id);
    if (!isElement(ancestor) || isEqual(command, effective(id, command), value)) return;
    const ancestors = list();
    while (isElement(ancestor) && isEditable(ancestor) && !isEqual(command, effective(ancestor, command), value)) {
      put(ancestors, ancestor);
      ancestor = parentOf(ancestor);
    }
    if (ancestors.length === 0) return;
    const outer = ancestors[ancestors.length - 1];
    let propagated = specified(outer, command);
    if (propagated === null && value !== null) return;
    if (value !== null && !isEqual(command, effective(parentOf(outer), command), value)) return;
    while (ancestors.length > 0) {
      ancestor = core.ArrayPop(ancestors);
      const own = specified(ancestor, command);
      if (own !== null) propagated = own;
      const children = tree.childrenOf(ancestor);
      if (own !== null) clear(ancestor, command);
      for (let index = 0; index < children.length; index += 1) {
        const child = children[index];
        if (child === id || isStyled(child, command, propagated) || child === ancestors[ancestors.length - 1]) continue;
        force(child, command, propagated);
      }
    }
  }

  /** https://w3c.github.io/editing/docs/execCommand/#reorder-modifiable-descendants */
  function reorder(id, command, value) {
    const fits = (node) => isSimple(node) && specified(node, command) !== null && isEqual(command, specified(node, command), value);
    let candidate = id;
    while (isElement(candidate) && isModifiable(candidate) && first(candidate) >= 0 && next(first(candidate)) < 0
      && isElement(first(candidate)) && isModifiable(first(candidate)) && !fits(candidate)) candidate = first(candidate);
    if (candidate === id || candidate < 0 || !isElement(candidate) || !fits(candidate)
      || !isEqual(command, effective(candidate, command), value)) return;
    while (first(candidate) >= 0) move(first(candidate), parentOf(candidate), candidate);
    move(candidate, parentOf(id), id);
    append(id, candidate);
  }

  /** https://w3c.github.io/editing/docs/execCommand/#force-the-value */
  function force(id, command, value) {
    if (parentOf(id) < 0 || value === null) return undefined;
    const forceChildren = () => {
      const children = tree.childrenOf(id);
      for (let index = 0; index < children.length; index += 1) {
        if (!isStyled(children[index], command, value)) force(children[index], command, value);
      }
    };
    if (isAllowed(id, "span")) {
      if (previous(id) >= 0) reorder(previous(id), command, value);
      if (next(id) >= 0) reorder(next(id), command, value);
      wrap(list(id), (node) => isElement(node) && isSimple(node) && specified(node, command) !== null
        && isEqual(command, specified(node, command), value) && isEqual(command, effective(node, command), value));
    }
    // A break that has come to the end of its block is gone.
    if (parentOf(id) < 0 || !isVisible(id) || isEqual(command, effective(id, command), value)) return undefined;
    if (!isAllowed(id, "span")) return forceChildren();
    const made = elementFor(id, command, value);
    tree.preInsert(made, parentOf(id), id);
    const property = properties[command];
    if (!isEqual(command, effective(made, command), value)) {
      if (property !== undefined) core.styles.set(made, property, value);
      else if (command === "strikethrough" || command === "underline") core.styles.set(made, "text-decoration", value);
    }
    append(id, made);
    if (isElement(id) && !isEqual(command, effective(id, command), value)) {
      move(id, parentOf(made), made);
      tree.remove(made);
      forceChildren();
    }
    return undefined;
  }

  function elementFor(id, command, value) {
    const withAttribute = (name, atom, text) => {
      const made = make(name);
      set(made, atom, text);
      return made;
    };
    if (command === "createlink" || command === "unlink") {
      for (let node = parentOf(id); node >= 0; node = parentOf(node)) if (nameOf(node) === "a") node = rename(node, "span");
      return withAttribute("a", atoms.href, value);
    }
    if (value === "subscript" && (command === "subscript" || command === "superscript")) return make("sub");
    if (value === "superscript" && (command === "subscript" || command === "superscript")) return make("sup");
    const place = command === "fontsize" ? core.ArrayIndexOf(sizes, value) : -1;
    if (place >= 0 && (!core.commandState.styleWithCSS || place === 6)) return withAttribute("font", sizeAtom, `${place + 1}`);
    if (core.commandState.styleWithCSS) return make("span");
    switch (command) {
      case "bold": return canonical(command, value) === "700" ? make("b") : make("span");
      case "italic": return value === "italic" ? make("i") : make("span");
      case "strikethrough": return make("strike");
      case "underline": return make("u");
      case "forecolor": {
        const hex = core.hexColor(value);
        return hex === null ? make("span") : withAttribute("font", colorAtom, hex);
      }
      case "fontname": return withAttribute("font", faceAtom, value);
      default: return make("span");
    }
  }

  /** `#rrggbb` of an opaque colour; null of others. */
  core.hexColor = function (value) {
    const text = canonical("forecolor", value);
    const match = core.RegExpExec(/^rgb\((\d+), (\d+), (\d+)\)$/, text);
    if (match === null) return core.RegExpExec(/^#[0-9a-f]{6}$/, text) === null ? null : text;
    const pair = (digits) => (+digits < 16 ? "0" : "") + core.NumberToString(+digits, 16);
    return "#" + pair(match[1]) + pair(match[2]) + pair(match[3]);
  };

  const isFormattable = (id) => isEditable(id) && (isText(id) || nameOf(id) === "img" || isBreak(id)) && isVisible(id);

  /** Texts whose ends the selection's ends are. */
  function splitAtEnds() {
    let selected = bounds();
    if (isText(selected.start) && isEditable(selected.start) && selected.startOffset > 0 && selected.startOffset < lengthOf(selected.start)) {
      const { start, startOffset, end, endOffset } = selected;
      const made = core.splitText(start, startOffset);
      if (end === start) select(made, 0, made, endOffset - startOffset);
      else select(made, 0, bounds().end, bounds().endOffset);
      selected = bounds();
    }
    if (isText(selected.end) && isEditable(selected.end) && selected.endOffset > 0 && selected.endOffset < lengthOf(selected.end)) {
      const { start, startOffset, end, endOffset } = selected;
      core.splitText(end, endOffset);
      select(start, startOffset, end, endOffset);
    }
  }

  /** https://w3c.github.io/editing/docs/execCommand/#set-the-selection's-value */
  function setValue(command, value) {
    const state = core.commandState;
    if (effectivelyContained(bounds(), isFormattable).length === 0) {
      if (activated[command] !== undefined) state.states.set(command, value !== null && activated[command](value));
      if (command === "subscript") state.states.delete("superscript");
      if (command === "superscript") state.states.delete("subscript");
      if (value === null) state.values.delete(command);
      else if (command === "createlink" || activated[command] === undefined) state.values.set(command, value);
      return;
    }
    splitAtEnds();
    const elements = effectivelyContained(bounds(), (node) => isElement(node) && isEditable(node));
    for (let index = 0; index < elements.length; index += 1) if (parentOf(elements[index]) >= 0) clear(elements[index], command);
    const nodes = effectivelyContained(bounds(), isEditable);
    for (let index = 0; index < nodes.length; index += 1) {
      if (parentOf(nodes[index]) < 0) continue;
      pushDown(nodes[index], command, value);
      if (isAllowed(nodes[index], "span")) force(nodes[index], command, value);
    }
  }

  /** The values at which a command counts as given. */
  const activated = {
    __proto__: null,
    bold: (value) => value === "bold" || +value >= 600, italic: (value) => value === "italic" || value === "oblique",
    strikethrough: (value) => value === "line-through", underline: (value) => value === "underline",
    subscript: (value) => value === "subscript", superscript: (value) => value === "superscript",
  };

  // MARK: Keeping values. https://w3c.github.io/editing/docs/execCommand/#record-the-values

  const recorded = ["fontname", "fontsize", "forecolor", "hilitecolor", "italic", "strikethrough", "subscript", "underline", "bold"];
  function holderOf(id, command) {
    let node = isElement(id) ? id : parentOf(id);
    while (isElement(node) && specified(node, command) === null) node = parentOf(node);
    return isElement(node) ? node : -1;
  }
  function record(nodes) {
    const found = list();
    for (let index = 0; index < nodes.length; index += 1) {
      for (let place = 0; place < recorded.length; place += 1) {
        const command = recorded[place], holder = holderOf(nodes[index], command);
        put(found, { __proto__: null, node: nodes[index], command, value: holder < 0 ? null : specified(holder, command) });
      }
    }
    return found;
  }
  function restore(values) {
    for (let index = 0; index < values.length; index += 1) {
      const { node, command, value } = values[index];
      const holder = holderOf(node, command);
      if (value === null && holder >= 0) pushDown(node, command, null);
      else if (value !== null && (holder < 0 || !isEqual(command, specified(holder, command), value))) force(node, command, value);
    }
  }
  /** Does something to nodes that keep their style. */
  function keeping(nodes, steps) {
    const values = record(nodes);
    steps();
    restore(values);
  }

  core.editingValues = {
    __proto__: null, properties, sizes, pixels, sizeOfNumber, canonical, isEqual, effective, specified, clear, setValue, activated,
    isFormattable, splitAtEnds, record, restore, keeping, setStyle, styleValue, isAnchor, hostOf, isInSameHost, splitParent,
  };
})
