// What all elements of HTML have: html.js says which members there are.
// https://html.spec.whatwg.org/multipage/dom.html#htmlelement
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap, tree, atom } = core;
  const { parentOf, kindOf, nameOf } = tree;
  const { isHTML, isNamed, htmlID, get, has, set, remove, reflect, atomSet, most } = core.html;

  // MARK: What HTML, SVG and MathML elements share
  // https://html.spec.whatwg.org/multipage/dom.html#htmlorsvgelement

  const tabIndexAtom = atom("tabindex"), nonceAtom = atom("nonce"), autofocusAtom = atom("autofocus");
  const elementID = core.elementID;
  const datasets = new SafeMap();
  // Nonces that were set by the property, until the attribute changes.
  const nonces = new SafeMap();

  const sharedMembers = {
    get dataset() {
      const id = elementID(this);
      let dataset = datasets.get(id);
      if (dataset === undefined) datasets.set(id, dataset = core.makeDataset(id));
      return dataset;
    },

    get nonce() {
      const id = elementID(this);
      return nonces.get(id) ?? get(id, nonceAtom) ?? "";
    },
    set nonce(value) {
      const id = elementID(this);
      value = core.string(value);
      nonces.set(id, value);
      native.setNonce(id, value);
      watchNonces();
    },

    get autofocus() { return has(elementID(this), autofocusAtom); },
    set autofocus(value) {
      const id = elementID(this);
      if (value) set(id, autofocusAtom, "");
      else remove(id, autofocusAtom);
    },

    get tabIndex() {
      const id = elementID(this);
      const value = core.html.parseInteger(get(id, tabIndexAtom));
      if (value !== null && value <= most && value >= -most - 1) return value;
      return core.focus.isFocusableByDefault(id) ? 0 : -1;
    },
    set tabIndex(value) { set(elementID(this), tabIndexAtom, "" + core.long(value)); },

    focus(options = undefined) {
      const id = elementID(this);
      options = core.dictionary(options);
      const focusVisible = options.focusVisible;
      const preventsScroll = options.preventScroll;
      core.focus.focus(id, focusVisible, preventsScroll);
    },
    blur() { core.focus.blur(elementID(this)); },

    get style() { return core.inlineStyle(elementID(this)); },
    set style(value) { core.inlineStyle(elementID(this)).cssText = value; },
    get attributeStyleMap() { return core.inlineStyleMap(elementID(this)); },
  };
  core.sharedElementMembers = sharedMembers;

  let watchesNonces = false;
  function watchNonces() {
    if (watchesNonces) return;
    watchesNonces = true;
    const hook = (element) => nonces.delete(element) && native.setNonce(element, null);
    hook.wants = (name) => name === nonceAtom;
    put(hooks.attributeChanged, hook);
    put(hooks.cloned, (id, copy) => {
      const nonce = nonces.get(id);
      if (nonce === undefined) return;
      nonces.set(copy, nonce);
      native.setNonce(copy, nonce);
    });
  }

  core.bring("HTMLElement and others", sharedMembers);

  // MARK: HTMLElement

  const hiddenAtom = atom("hidden"), translateAtom = atom("translate"), draggableAtom = atom("draggable"),
    spellcheckAtom = atom("spellcheck"), editableAtom = atom("contenteditable"), capitalizeAtom = atom("autocapitalize"),
    correctAtom = atom("autocorrect"), suggestionsAtom = atom("writingsuggestions"), hrefAtom = atom("href"),
    typeAtom = atom("type"), popoverAtom = atom("popover");
  const aAtom = atom("a"), imgAtom = atom("img"), inputAtom = atom("input");

  /** The nearest of an element and its ancestors for which a function gives something. */
  function inherited(id, state) {
    for (let node = id; node >= 0 && kindOf(node) === tree.ELEMENT; node = parentOf(node)) {
      const value = state(node);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function keyword(id, name, values) {
    const text = get(id, name);
    return text === null ? undefined : values[core.toASCIILowercase(text)];
  }

  // https://html.spec.whatwg.org/multipage/forms.html#category-autocapitalize
  const inherits = atomSet("button fieldset input output select textarea");
  const translateStates = { __proto__: null, yes: true, "": true, no: false };
  const truths = { __proto__: null, true: true, "": true, false: false };
  const switches = { __proto__: null, on: true, "": true, off: false };
  const editableStates = { __proto__: null, true: "true", "": "true", false: "false", "plaintext-only": "plaintext-only" };
  const capitalizeStates = {
    __proto__: null, none: "none", off: "none", on: "sentences", sentences: "sentences", words: "words",
    characters: "characters",
  };

  /** https://html.spec.whatwg.org/multipage/interaction.html#attr-contenteditable */
  function isEditable(id) {
    const state = inherited(id, (node) => (isHTML(node) ? keyword(node, editableAtom, editableStates) : undefined));
    return state !== undefined && state !== "false";
  }

  core.bring("HTMLElement", {
    get translate() {
      return inherited(htmlID(this), (id) => (isHTML(id) ? keyword(id, translateAtom, translateStates) : undefined)) ?? true;
    },
    set translate(value) { set(htmlID(this), translateAtom, value ? "yes" : "no"); },

    get hidden() {
      const text = get(htmlID(this), hiddenAtom);
      if (text === null) return false;
      return core.toASCIILowercase(text) === "until-found" ? "until-found" : true;
    },
    set hidden(value) {
      const id = htmlID(this);
      if (value === null || value === undefined) value = false;
      if (typeof value !== "boolean" && typeof value !== "number") value = core.string(value);
      if (typeof value === "string" && core.toASCIILowercase(value) === "until-found") set(id, hiddenAtom, "until-found");
      else if (value) set(id, hiddenAtom, "");
      else remove(id, hiddenAtom);
    },

    click() { core.html.click(htmlID(this)); },

    get draggable() {
      const id = htmlID(this);
      return keyword(id, draggableAtom, { __proto__: null, true: true, false: false })
        ?? (isNamed(id, imgAtom) || (isNamed(id, aAtom) && has(id, hrefAtom)));
    },
    set draggable(value) { set(htmlID(this), draggableAtom, value ? "true" : "false"); },

    get spellcheck() {
      return inherited(htmlID(this), (id) => (isHTML(id) ? keyword(id, spellcheckAtom, truths) : undefined)) ?? true;
    },
    set spellcheck(value) { set(htmlID(this), spellcheckAtom, value ? "true" : "false"); },

    get writingSuggestions() {
      const state = inherited(htmlID(this), (id) => {
        if (!isHTML(id) || !has(id, suggestionsAtom)) return undefined;
        return core.toASCIILowercase(get(id, suggestionsAtom)) !== "false";
      });
      return state === false ? "false" : "true";
    },
    set writingSuggestions(value) { set(htmlID(this), suggestionsAtom, core.string(value)); },

    /** https://html.spec.whatwg.org/multipage/interaction.html#own-autocapitalization-hint */
    get autocapitalize() {
      const id = htmlID(this);
      const own = (node) => (!has(node, capitalizeAtom) || get(node, capitalizeAtom) === "" ? ""
        : keyword(node, capitalizeAtom, capitalizeStates) ?? "sentences");
      const state = own(id);
      const form = state === "" && inherits.has(nameOf(id)) ? core.formOwner(id) : -1;
      return form < 0 ? state : own(form);
    },
    set autocapitalize(value) { set(htmlID(this), capitalizeAtom, core.string(value)); },

    get autocorrect() {
      const id = htmlID(this);
      if (isNamed(id, inputAtom)) {
        const type = core.toASCIILowercase(get(id, typeAtom) ?? "");
        if (type === "url" || type === "email" || type === "password") return false;
      }
      if (has(id, correctAtom)) return keyword(id, correctAtom, switches) ?? true;
      const form = inherits.has(nameOf(id)) ? core.formOwner(id) : -1;
      return form < 0 ? true : keyword(form, correctAtom, switches) ?? true;
    },
    set autocorrect(value) { set(htmlID(this), correctAtom, value ? "on" : "off"); },

    get innerText() { return native.innerText(htmlID(this)); },
    set innerText(value) {
      const id = htmlID(this);
      core.setInnerText(id, core.stringOrEmpty(value));
    },

    get outerText() { return native.innerText(htmlID(this)); },
    set outerText(value) { core.setOuterText(htmlID(this), core.stringOrEmpty(value)); },

    get contentEditable() { return keyword(htmlID(this), editableAtom, editableStates) ?? "inherit"; },
    set contentEditable(value) {
      const id = htmlID(this);
      value = core.toASCIILowercase(core.string(value));
      if (value === "inherit") return remove(id, editableAtom);
      if (value !== "true" && value !== "false" && value !== "plaintext-only") {
        throw error("SyntaxError", "The value is none of \"true\", \"false\", \"plaintext-only\" and \"inherit\".");
      }
      set(id, editableAtom, value);
    },
    get isContentEditable() { return isEditable(htmlID(this)); },

    get popover() { return popoverState(htmlID(this)); },
    set popover(value) {
      const id = htmlID(this);
      if (value === null || value === undefined) remove(id, popoverAtom);
      else set(id, popoverAtom, core.string(value));
    },
    attachInternals() {
      const id = htmlID(this);
      core.load("custom-elements.js");
      return core.customElements.attachInternals(id);
    },
    showPopover(options = undefined) { core.popovers().show(htmlID(this), options); },
    hidePopover() { core.popovers().hide(htmlID(this)); },
    togglePopover(options = undefined) { return core.popovers().toggle(htmlID(this), options); },
  });

  // https://html.spec.whatwg.org/multipage/popover.html#attr-popover
  const popoverStates = new core.html.Enumeration({
    keywords: "auto manual hint", aliases: { "": "auto" }, missing: null, invalid: "manual", isNullable: true,
  });
  const popoverState = (id) => popoverStates.state(get(id, popoverAtom));

  class Attributes {}
  reflect(Attributes, htmlID, {
    string: "title lang accessKey", boolean: "inert",
    enumeration: {
      dir: { keywords: "ltr rtl auto" },
      enterKeyHint: { keywords: "enter done go next previous search send" },
      inputMode: { keywords: "none text tel url email numeric decimal search" },
    },
  });
  core.bring("HTMLElement's attributes", Attributes.prototype);

  core.html.inherited = inherited;
  core.html.isEditable = isEditable;
  core.html.popoverState = popoverState;
})
