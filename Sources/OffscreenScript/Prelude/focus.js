// Which element is focused. https://html.spec.whatwg.org/multipage/interaction.html#focus
(function (core) {
  "use strict";
  const { native, put, hooks } = core;
  const tree = core.tree;
  const { FIRST, NEXT, nameOf, namespaceOf, parentOf } = tree;
  const { isHTML, isNamed, has, get, atomSet, parseInteger, isDisabled, isEditable } = core.html;
  const atom = core.atom;
  const aAtom = atom("a"), inputAtom = atom("input"), summaryAtom = atom("summary"), detailsAtom = atom("details"),
    typeAtom = atom("type"), hrefAtom = atom("href"), inertAtom = atom("inert"),
    tabIndexAtom = atom("tabindex"), controlsAtom = atom("controls"), canvasAtom = atom("canvas"), areaAtom = atom("area");

  const byDefault = atomSet("a area button frame iframe input object select textarea");
  const focusable = atomSet("button iframe input select textarea");
  const players = atomSet("audio video");

  /** https://html.spec.whatwg.org/multipage/interactive-elements.html#summary-for-its-parent-details */
  function isSummaryOfDetails(id) {
    if (!isNamed(id, summaryAtom)) return false;
    const parent = parentOf(id);
    if (parent < 0 || !isNamed(parent, detailsAtom)) return false;
    let child = tree.childElement(parent, FIRST, NEXT);
    while (child >= 0 && !isNamed(child, summaryAtom)) child = tree.siblingElement(child, NEXT);
    return child === id;
  }
  core.isSummaryOfDetails = isSummaryOfDetails;

  /** https://html.spec.whatwg.org/multipage/interaction.html#dom-tabindex */
  function isFocusableByDefault(id) {
    if (!isHTML(id)) return namespaceOf(id) === 1 && nameOf(id) === aAtom;
    return byDefault.has(nameOf(id)) || isSummaryOfDetails(id);
  }

  const isEditingHost = (id) => isHTML(id) && has(id, editableAtom) && isEditable(id);
  const editableAtom = atom("contenteditable");

  /** https://html.spec.whatwg.org/multipage/interaction.html#inert */
  function isInert(id) {
    for (let node = id; node >= 0; node = tree.flatParentOf(node)) if (isHTML(node) && has(node, inertAtom)) return true;
    const modal = core.dialogs?.topModal() ?? -1;
    return modal >= 0 && !tree.flatContains(modal, id) && !core.popovers().isShowing(id);
  }

  core.isInert = isInert;

  /** https://html.spec.whatwg.org/multipage/interaction.html#focusable-area */
  function isFocusable(id) {
    if (!tree.isInPage(id) || isDisabled(id)) return false;
    if (isInert(id) || !isShown(id)) return false;
    if (parseInteger(get(id, tabIndexAtom)) !== null) return true;
    const name = nameOf(id);
    if (!isHTML(id)) return name === aAtom && (has(id, hrefAtom) || native.attribute(id, hrefAtom, 3) !== null);
    if (name === aAtom || name === areaAtom) return has(id, hrefAtom);
    if (focusable.has(name)) return true;
    if (players.has(name)) return has(id, controlsAtom);
    return isSummaryOfDetails(id) || isEditingHost(id) || (core.isFormAssociated?.(id) ?? false);
  }

  /** What is in a canvas stands for what is drawn there. https://html.spec.whatwg.org/multipage/canvas.html#being-used-as-relevant-canvas-fallback-content */
  function canvasAround(id) {
    let found = id;
    for (let node = tree.flatParentOf(id); node > 0; node = tree.flatParentOf(node)) if (isNamed(node, canvasAtom)) found = node;
    return found;
  }

  function isShown(id) {
    if (isNamed(id, inputAtom) && core.toASCIILowercase(get(id, typeAtom) ?? "") === "hidden") return false;
    if (isNamed(id, areaAtom)) return true;
    const shown = canvasAround(id);
    return native.isRendered(shown) && !native.isSkipped(shown, false)
      && native.computedValue(id, "", "visibility") === "visible";
  }

  const event = (related) => ({
    __proto__: null, bubbles: false, composed: true, view: core.global, relatedTarget: related < 0 ? null : core.wrap(related),
  });

  function fire(id, type, bubbles, related) {
    const init = event(related);
    init.bubbles = bubbles;
    core.fire(core.wrap(id), type, init, "FocusEvent");
  }

  function setFocused(id, isVisible) {
    const old = core.focus.element;
    core.focus.element = id;
    if (old >= 0) native.setFormState(old, "focus", false);
    if (id >= 0) native.setFormState(id, "focus", true);
    if (id >= 0) native.setFormState(id, "focusVisible", isVisible);
  }

  /** https://html.spec.whatwg.org/multipage/interaction.html#focus-update-steps */
  function change(id, isVisible) {
    const old = core.focus.element;
    if (old === id) return;
    watch();
    setFocused(-1, false);
    if (old >= 0) {
      core.willBlur?.(old);
      fire(old, "blur", false, id);
      if (core.focus.element < 0) fire(old, "focusout", true, id);
    }
    // A listener has focused something else, or taken the element away.
    if (core.focus.element >= 0 || id < 0 || !tree.isInPage(id)) return;
    setFocused(id, isVisible);
    enterFrame();
    core.rendering.request();
    fire(id, "focus", false, old);
    if (core.focus.element === id) fire(id, "focusin", true, old);
  }

  // MARK: Frames

  /** The core of the window around, and the number of this one's element there; null for others than of this origin. */
  function around() {
    const frame = native.frameElement();
    const other = frame === null ? core : core.realmOf(frame);
    return other === core ? null : { __proto__: null, other, id: other.id(frame) };
  }

  /** What is focused in a frame is for the document around in the frame's element. */
  function enterFrame() {
    const outer = around();
    if (outer === null || outer.other.focus.element === outer.id) return;
    outer.other.load("focus.js");
    outer.other.focusing.focusFrame(outer.id);
  }

  // MARK: Elements that want the focus. https://html.spec.whatwg.org/multipage/interaction.html#the-autofocus-attribute
  // Deviation: those that get the attribute later want it too.

  const known = new core.SafeSet();

  function flushAutofocus() {
    const found = core.ids(native.queryAll(core.compileSelector("[autofocus]"), 0));
    // In the order in which they were made.
    const candidates = core.list();
    for (let index = 0; index < found.length; index += 1) {
      if (known.has(found[index])) continue;
      known.add(found[index]);
      put(candidates, found[index]);
    }
    if (candidates.length === 0) return;
    core.ArraySort(candidates, (a, b) => a - b);
    let top = core;
    // Frames of other origins are left out, and those in them.
    for (let outer = around(), depth = 0; outer !== null && depth < 100; depth += 1) {
      top = outer.other;
      top.load("focus.js");
      outer = top.focusing.around();
    }
    if (native.windowNumber() !== native.topWindow() && top === core) return;
    if (top.focusing.hasFocusedAutomatically) return;
    if (top.focus.element >= 0) {
      top.focusing.hasFocusedAutomatically = true;
      return;
    }
    for (let index = 0; index < candidates.length; index += 1) {
      if (!isFocusable(candidates[index])) continue;
      top.focusing.hasFocusedAutomatically = true;
      isOfDialog = false;
      change(candidates[index], true);
      return;
    }
  }

  // Of the document, when the focused element was last seen to be focusable; whether it is one that need not be.
  let structure = -1, attributes = -1, isOfDialog = false;

  /** As in Chromium, what cannot be focused any more is told of it. */
  function fixFocus() {
    const id = core.focus.element;
    if (id < 0 || (structure === core.versions[0] && attributes === core.versions[2])) return;
    structure = core.versions[0];
    attributes = core.versions[2];
    if (isLost(id)) change(-1, false);
  }

  const isLost = (id) => (isOfDialog ? isInert(id) || !isShown(id) : !isFocusable(id));

  /** Attributes take the focus away at once, without events. */
  function attributeChanged() {
    const id = core.focus.element;
    if (id >= 0 && isLost(id)) setFocused(-1, false);
  }
  const deciding = atomSet("contenteditable disabled hidden href inert tabindex");
  attributeChanged.wants = (atom) => deciding.has(atom);

  let isWatching = false;
  /** https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-step */
  function watch() {
    structure = -1;
    if (isWatching) return;
    isWatching = true;
    core.rendering.add(core.rendering.FOCUS, fixFocus);
    put(hooks.attributeChanged, attributeChanged);
    put(hooks.removed, (root) => {
      const id = core.focus.element;
      if (id >= 0 && (tree.contains(root, id) || !tree.isInPage(id))) setFocused(-1, false);
    });
  }

  core.focusing = {
    isFocusableByDefault, isFocusable,
    focus(id, focusVisible, preventsScroll = false) {
      const target = core.focusDelegate?.(id) ?? id;
      if (target < 0 || !isFocusable(target)) return;
      isOfDialog = false;
      change(target, focusVisible !== false);
      if (!preventsScroll && core.focus.element === target) core.scrollToFocus(target);
    },
    /** Also what is not focusable by itself. */
    focusDialog(id) {
      if (!tree.isInPage(id) || isInert(id) || !isShown(id)) return;
      isOfDialog = true;
      change(id, true);
    },
    around, flushAutofocus, hasFocusedAutomatically: false,
    /** Without events: the element is not focused itself, and no `:focus`. */
    focusFrame(id) {
      change(-1, false);
      if (core.focus.element >= 0 || !tree.isInPage(id)) return;
      isOfDialog = false;
      watch();
      core.focus.element = id;
      enterFrame();
    },
    blur(id) {
      if (core.focus.element === id) change(-1, false);
    },
  };
})
