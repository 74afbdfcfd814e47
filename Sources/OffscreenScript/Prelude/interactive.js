// Details, dialogs and popovers. https://html.spec.whatwg.org/multipage/interactive-elements.html
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap } = core;
  const tree = core.tree;
  const { parentOf } = tree;
  const {
    HTMLElement, reflect, declare, behave, isHTML, isNamed, get, has, set, remove, popoverState, requireHTML, atomSet, Enumeration,
  } = core.html;
  const atom = core.atom;
  const openAtom = atom("open"), nameAtom = atom("name"), detailsAtom = atom("details"), dialogAtom = atom("dialog"),
    popoverAtom = atom("popover"), autofocusAtom = atom("autofocus");

  core.load("focus.js");
  const { isFocusable } = core.focusing;

  // MARK: Toggle events. https://html.spec.whatwg.org/multipage/popover.html#popover-attr-event-handling

  // From an element to what its next event says: as details or dialog, and as popover.
  const ownToggles = new SafeMap(), popoverToggles = new SafeMap();

  /** Fires `toggle` in a task of its own; one for several changes. */
  function queueToggle(id, oldState, newState, source = null, toggles = ownToggles) {
    const pending = toggles.get(id);
    if (pending !== undefined) pending.isObsolete = true;
    const toggle = { oldState: pending?.oldState ?? oldState, newState, isObsolete: false };
    toggles.set(id, toggle);
    core.queueTask(() => {
      if (toggle.isObsolete) return;
      toggles.delete(id);
      core.fire(core.wrap(id), "toggle", { __proto__: null, oldState: toggle.oldState, newState, source }, "ToggleEvent");
    });
  }

  const fireBeforeToggle = (id, oldState, newState, cancelable, source = null) =>
    core.fire(core.wrap(id), "beforetoggle", { __proto__: null, oldState, newState, cancelable, source }, "ToggleEvent");

  // MARK: Details. https://html.spec.whatwg.org/multipage/interactive-elements.html#the-details-element

  declare("HTMLDetailsElement", (is) => {
    class HTMLDetailsElement extends HTMLElement {}
    reflect(HTMLDetailsElement, is, { string: "name", boolean: "open" });
    return HTMLDetailsElement;
  });

  /** Another open details of a group, or -1; `known`: of these. */
  function openOther(id, known = null) {
    const name = get(id, nameAtom);
    if (name === null || name === "") return -1;
    const root = tree.rootOf(id);
    const others = native.elementsByTagName(root, detailsAtom, detailsAtom, 0);
    for (let index = 0; index < others.length; index += 1) {
      const other = others[index];
      if (other !== id && has(other, openAtom) && get(other, nameAtom) === name
        && (known === null || known.has(other))) return other;
    }
    return -1;
  }

  /** https://html.spec.whatwg.org/multipage/interactive-elements.html#ensure-details-exclusivity-by-closing-other-elements-if-needed */
  function closeOthers(id) {
    for (let other = openOther(id); other >= 0; other = openOther(id)) remove(other, openAtom);
  }

  function attributeChanged(id, name, namespace, old, value) {
    if (namespace !== 7 || !isHTML(id)) return;
    if (name === popoverAtom) return popoverChanged(id, old, value);
    if (!isNamed(id, detailsAtom)) return;
    if (name === nameAtom) {
      if (has(id, openAtom) && openOther(id) >= 0) remove(id, openAtom);
      return;
    }
    told.add(id);
    if (old === null && value !== null) {
      queueToggle(id, "closed", "open");
      closeOthers(id);
    } else if (old !== null && value === null) {
      queueToggle(id, "open", "closed");
    }
  }
  const watched = atomSet("open name popover");
  attributeChanged.wants = (name) => watched.has(name);
  put(hooks.attributeChanged, attributeChanged);

  // Those whose attribute scripts have changed: the others came from a parser, or are copies.
  const told = new core.SafeSet();

  function tellOpened(id) {
    if (told.has(id)) return;
    told.add(id);
    queueToggle(id, "closed", "open");
  }

  // What comes into a tree open, by the parser too, is closed where another of its group is open.
  const openSelector = core.compileSelector("details[open]");

  function closeInserted(root) {
    if (isNamed(root, detailsAtom)) closeIfOther(root);
    if (tree.link(root, tree.FIRST) < 0) return;
    const inserted = native.queryAll(openSelector, root);
    for (let index = 0; index < inserted.length; index += 1) closeIfOther(inserted[index]);
  }

  /** Of those that come together the first stays: the others have not been told of yet. */
  function closeIfOther(id) {
    if (!has(id, openAtom)) return;
    tellOpened(id);
    if (openOther(id, told) >= 0) remove(id, openAtom);
  }
  closeInserted.atoms = atomSet("details");
  put(hooks.inserted, closeInserted);
  closeInserted(0);

  behave("summary", (id) => {
    if (!core.isSummaryOfDetails(id)) return null;
    return {
      __proto__: null,
      run() {
        const details = parentOf(id);
        if (details < 0 || !core.isSummaryOfDetails(id)) return;
        if (has(details, openAtom)) remove(details, openAtom);
        else set(details, openAtom, "");
      },
    };
  });

  // MARK: Dialogs. https://html.spec.whatwg.org/multipage/interactive-elements.html#the-dialog-element

  const dialogs = new SafeMap();

  function dialogOf(id) {
    let state = dialogs.get(id);
    if (state === undefined) {
      dialogs.set(id, state = { isModal: false, returnValue: "", focused: -1, isClosing: false });
      watchRemovals();
    }
    return state;
  }

  function setModal(id, isModal) {
    const state = dialogOf(id);
    if (state.isModal === isModal) return;
    state.isModal = isModal;
    modals = without(modals, id);
    if (isModal) put(modals, id);
    native.setFormState(id, "modal", isModal);
  }

  function show(id, isModal) {
    const state = dialogOf(id);
    if (has(id, openAtom)) {
      if (state.isModal === isModal) return;
      throw error("InvalidStateError", "The dialog is open.");
    }
    if (isModal) {
      if (!tree.isInDocument(id)) throw error("InvalidStateError", "The dialog is in no document.");
      if (!native.isShown() || tree.documentOf(id) !== 0) throw error("InvalidStateError", "Nobody sees the document.");
      if (showing.has(id)) throw error("InvalidStateError", "The dialog shows as a popover.");
    }
    if (!fireBeforeToggle(id, "closed", "open", true)) return;
    if (has(id, openAtom) || (isModal && (!tree.isInDocument(id) || showing.has(id)))) return;
    queueToggle(id, "closed", "open");
    set(id, openAtom, "");
    if (isModal) setModal(id, true);
    state.focused = core.focus.element;
    hideAllAutomatic(id);
    focusIn(id);
  }

  /** https://html.spec.whatwg.org/multipage/interactive-elements.html#dialog-focusing-steps */
  function focusIn(id) {
    let control = core.shadow === null ? -1 : core.focusDelegateIn(id);
    for (let node = core.shadow === null ? tree.nextNode(id, id) : -1; node >= 0; node = tree.nextNode(node, id)) {
      if (!tree.isElement(node) || !isFocusable(node)) continue;
      if (has(node, autofocusAtom)) {
        control = node;
        break;
      }
      if (control < 0) control = node;
    }
    if (has(id, autofocusAtom) || control < 0) core.focusing.focusDialog(id);
    else core.focus.focus(control);
    if (dialogs.get(id)?.isModal && core.focus.element >= 0 && !tree.flatContains(id, core.focus.element)) {
      core.focus.blur(core.focus.element);
    }
  }

  /** https://html.spec.whatwg.org/multipage/interactive-elements.html#close-the-dialog */
  function close(id, value) {
    if (!has(id, openAtom)) return;
    fireBeforeToggle(id, "open", "closed", false);
    if (!has(id, openAtom)) return;
    queueToggle(id, "open", "closed");
    remove(id, openAtom);
    const state = dialogOf(id);
    const wasModal = state.isModal;
    setModal(id, false);
    if (value !== undefined) state.returnValue = value;
    const focused = state.focused;
    state.focused = -1;
    if (focused >= 0 && (wasModal || (core.focus.element >= 0 && tree.flatContains(id, core.focus.element)))) {
      core.focus.focus(focused);
    }
    core.queueTask(() => core.fire(core.wrap(id), "close"));
  }

  /** https://html.spec.whatwg.org/multipage/interactive-elements.html#dialog-request-close */
  function requestClose(id, value) {
    if (!has(id, openAtom) || !tree.isInDocument(id)) return;
    const state = dialogOf(id);
    if (state.isClosing) return;
    state.isClosing = true;
    try {
      if (core.fire(core.wrap(id), "cancel", { __proto__: null, cancelable: true }) && has(id, openAtom)) close(id, value);
    } finally {
      state.isClosing = false;
    }
  }

  declare("HTMLDialogElement", (is) => {
    const closedByAtom = atom("closedby");
    const closers = new Enumeration({ keywords: "any closerequest none" });
    class HTMLDialogElement extends HTMLElement {
      get returnValue() { return dialogOf(is(this)).returnValue; }
      set returnValue(value) { dialogOf(is(this)).returnValue = core.string(value); }
      get closedBy() {
        const id = is(this);
        return closers.state(get(id, closedByAtom)) || (dialogOf(id).isModal ? "closerequest" : "none");
      }
      set closedBy(value) { set(is(this), closedByAtom, core.string(value)); }
      show() { show(is(this), false); }
      showModal() { show(is(this), true); }
      close(returnValue = undefined) {
        const id = is(this);
        close(id, returnValue === undefined ? undefined : core.string(returnValue));
      }
      requestClose(returnValue = undefined) {
        const id = is(this);
        requestClose(id, returnValue === undefined ? undefined : core.string(returnValue));
      }
    }
    reflect(HTMLDialogElement, is, { boolean: "open" });
    return HTMLDialogElement;
  });

  // Modal dialogs that are open, the last on top.
  let modals = core.list();

  core.dialogs = { close, requestClose, show, topModal: () => (modals.length === 0 ? -1 : modals[modals.length - 1]) };

  // MARK: Popovers. https://html.spec.whatwg.org/multipage/popover.html

  const showing = new SafeMap(); // From a popover that is showing to {kind, source, focused}.
  let automatic = core.list(), hints = core.list();

  const listOf = (kind) => (kind === "auto" ? automatic : hints);

  function without(list, id) {
    const rest = core.list();
    for (let index = 0; index < list.length; index += 1) if (list[index] !== id) put(rest, list[index]);
    return rest;
  }

  /** https://html.spec.whatwg.org/multipage/popover.html#check-popover-validity */
  function check(id, isShowing, throws) {
    if (popoverState(id) === null) {
      if (throws) throw error("NotSupportedError", "The element is no popover.");
      return false;
    }
    if (showing.has(id) !== isShowing) return false;
    if (!tree.isInPage(id) || !native.isShown() || (isNamed(id, dialogAtom) && has(id, openAtom) && dialogOf(id).isModal)) {
      if (throws) throw error("InvalidStateError", "The popover is in no document, or is a modal dialog.");
      return false;
    }
    return true;
  }

  function showPopover(id, source, throws) {
    if (!check(id, false, throws)) return;
    if (!fireBeforeToggle(id, "closed", "open", true, source < 0 ? null : core.wrap(source))) return;
    if (!check(id, false, throws)) return;
    const kind = popoverState(id);
    if (kind === "auto" || kind === "hint") {
      hideUntil(ancestorOf(id, source), kind);
      if (!check(id, false, throws) || popoverState(id) !== kind) return;
    }
    const focused = core.focus.element;
    showing.set(id, { kind, source, focused, isHiding: false });
    if (kind === "auto") put(automatic, id);
    else if (kind === "hint") put(hints, id);
    watchRemovals();
    native.setFormState(id, "popoverSource", `${source}`);
    native.setFormState(id, "popover", true);
    // https://html.spec.whatwg.org/multipage/popover.html#popover-focusing-steps
    for (let node = id; node >= 0; node = tree.nextNode(node, id)) {
      if (tree.isElement(node) && has(node, autofocusAtom) && isFocusable(node)) {
        core.focus.focus(node);
        break;
      }
    }
    queueToggle(id, "closed", "open", source < 0 ? null : core.wrap(source), popoverToggles);
  }

  /** The popover that is showing and that another is inside of, by the tree or by what opened it; or -1. */
  function ancestorOf(id, source) {
    for (let place = 0; place < 2; place += 1) {
      const list = place === 0 ? hints : automatic;
      for (let index = list.length - 1; index >= 0; index -= 1) {
        const other = list[index];
        if (other !== id && (tree.contains(other, id) || (source >= 0 && tree.contains(other, source)))) return other;
      }
    }
    return -1;
  }

  /** https://html.spec.whatwg.org/multipage/popover.html#hide-all-popovers-until; -1: all. */
  function hideUntil(ancestor, kind) {
    hideAfter("hint", ancestor);
    if (kind === "auto") hideAfter("auto", ancestor);
  }

  function hideAfter(kind, ancestor) {
    for (let rounds = 0; rounds < 100; rounds += 1) {
      const list = listOf(kind);
      const last = list.length === 0 ? -1 : list[list.length - 1];
      if (last < 0 || last === ancestor) return;
      hidePopover(last, false, true, false);
    }
  }

  const hideAllAutomatic = (inside) => hideUntil(ancestorOf(inside, -1), "auto");

  /** https://html.spec.whatwg.org/multipage/popover.html#hide-popover-algorithm */
  function hidePopover(id, focuses, fires, throws) {
    if (!check(id, true, throws) && fires) return;
    const state = showing.get(id);
    if (state === undefined || state.isHiding) return;
    state.isHiding = true;
    if (state.kind === "auto" || state.kind === "hint") hideAfter(state.kind, id);
    if (fires) {
      fireBeforeToggle(id, "open", "closed", false, state.source < 0 ? null : core.wrap(state.source));
      queueToggle(id, "open", "closed", state.source < 0 ? null : core.wrap(state.source), popoverToggles);
    }
    showing.delete(id);
    if (state.kind === "auto") automatic = without(automatic, id);
    else if (state.kind === "hint") hints = without(hints, id);
    native.setFormState(id, "popover", false);
    const focused = core.focus.element;
    if (focuses && state.focused >= 0 && focused >= 0 && tree.flatContains(id, focused)) core.focus.focus(state.focused);
  }

  function popoverChanged(id, old, value) {
    if (showing.has(id) && showing.get(id).kind !== popoverState(id)) {
      const state = showing.get(id);
      if (old !== null && value !== null) return void hideChanged(id);
      fireBeforeToggle(id, "open", "closed", false);
      if (showing.get(id) === state) hidePopover(id, true, false, false);
      queueToggle(id, "open", "closed", null, popoverToggles);
    }
  }
  const hideChanged = (id) => hidePopover(id, true, true, false);

  let watches = false;
  function watchRemovals() {
    if (watches) return;
    watches = true;
    put(hooks.removed, (root) => {
      showing.forEach((state, id) => {
        if (!tree.isInDocument(id)) hidePopover(id, false, false, false);
      });
      dialogs.forEach((state, id) => {
        if (state.isModal && !tree.isInDocument(id)) setModal(id, false);
      });
    });
  }

  const sourceOf = (options) => (options.source === undefined ? -1 : requireHTML(options.source));

  const popovers = {
    show(id, options) { showPopover(id, sourceOf(core.dictionary(options)), true); },
    hide(id) { hidePopover(id, true, true, true); },
    toggle(id, options) {
      let force, source = -1;
      if (core.isObject(options)) {
        if (options.force !== undefined) force = !!options.force;
        source = sourceOf(options);
      } else if (options !== undefined && options !== null) {
        force = !!options;
      }
      if (showing.has(id) && force !== true) hidePopover(id, true, true, true);
      else if (!showing.has(id) && force !== false) showPopover(id, source, true);
      else check(id, showing.has(id), true);
      return showing.has(id);
    },
    isShowing: (id) => showing.has(id),
    showFrom: (id, source) => showPopover(id, source, false),
    hideFrom: (id) => hidePopover(id, true, true, false),
  };
  core.popovers = () => popovers;

  // MARK: What buttons do to them

  core.eventInterface("CommandEvent", core.Event, {
    command: [core.string, ""], source: [(value) => {
      if (value === null) return null;
      core.elementID(value);
      return value;
    }, null],
  });

  const isPopover = (id) => popoverState(id) !== null;

  /** https://html.spec.whatwg.org/multipage/form-elements.html#command-attributes; gives whether the button has a target. */
  core.runCommand = function (button, target, command) {
    if (!core.fire(core.wrap(target), "command",
      { __proto__: null, cancelable: true, composed: true, command, source: core.wrap(button) }, "CommandEvent")) return;
    if (!tree.isInDocument(target) || core.StringStartsWith(command, "--")) return;
    if (isPopover(target)) {
      if (command === "toggle-popover") {
        if (showing.has(target)) popovers.hideFrom(target);
        else popovers.showFrom(target, button);
      } else if (command === "show-popover") {
        if (!showing.has(target)) popovers.showFrom(target, button);
      } else if (command === "hide-popover" && showing.has(target)) {
        popovers.hideFrom(target);
      }
    }
    if (isNamed(target, dialogAtom)) {
      const value = get(button, atom("value")) ?? undefined;
      if (command === "close") close(target, value);
      else if (command === "request-close") requestClose(target, value);
      else if (command === "show-modal" && !has(target, openAtom) && tree.isInDocument(target) && !showing.has(target)) {
        show(target, true);
      }
    }
  };

  /** https://html.spec.whatwg.org/multipage/popover.html#popover-target-attribute-activation-behavior */
  core.runPopoverTarget = function (button, target, action) {
    if (!isPopover(target)) return;
    if (action === "show" && showing.has(target)) return;
    if (action === "hide" && !showing.has(target)) return;
    if (showing.has(target)) popovers.hideFrom(target);
    else popovers.showFrom(target, button);
  };
})
