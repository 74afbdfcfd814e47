// Forms, and the controls that are no text fields. https://html.spec.whatwg.org/multipage/forms.html
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, SafeSet, TypeError } = core;
  const tree = core.tree;
  const { nameOf, parentOf } = tree;
  const {
    HTMLElement, reflect, declare, behave, classNamed, isHTML, isNamed, get, has, set, resolve, parseNumber, atomSet,
    requireHTML, isDisabled, associated, exotic,
  } = core.html;
  const { LiveElements, LiveNodes, makeCollection, stateOf, liveElements, makeIterable, indexOf } = core.collections;
  const atom = core.atom;
  const formAtom = atom("form"), nameAtom = atom("name"), idAtom = atom("id"), typeAtom = atom("type"), inputAtom = atom("input"),
    buttonAtom = atom("button"), labelAtom = atom("label"), legendAtom = atom("legend"), fieldsetAtom = atom("fieldset"),
    optionAtom = atom("option"), selectAtom = atom("select"), forAtom = atom("for"), imgAtom = atom("img"), valueAtom = atom("value"),
    noValidateAtom = atom("novalidate"), dialogAtom = atom("dialog");

  const listed = atomSet("button fieldset input object output select textarea");
  const submittable = atomSet("button input select textarea");
  const labelable = atomSet("button input meter output progress select textarea");

  const isListed = (id) => isHTML(id) && (listed.has(nameOf(id)) || (core.isFormAssociated?.(id) ?? false));
  const typeOf = (id) => core.toASCIILowercase(get(id, typeAtom) ?? "");

  // MARK: Form owners. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner

  function ancestor(id, name) {
    let node = parentOf(id);
    while (node >= 0 && !isNamed(node, name)) node = parentOf(node);
    return node;
  }

  /** The number of the form that an element belongs to, or -1. */
  function ownerOf(id) {
    const name = nameOf(id);
    if (name === labelAtom) {
      const control = controlOf(id);
      return control < 0 ? -1 : ownerOf(control);
    }
    if (name === legendAtom) {
      const parent = parentOf(id);
      return parent >= 0 && isNamed(parent, fieldsetAtom) ? ownerOf(parent) : -1;
    }
    if (name === optionAtom) {
      const select = ancestor(id, selectAtom);
      return select < 0 ? -1 : ownerOf(select);
    }
    if (isListed(id)) {
      const named = get(id, formAtom);
      if (named !== null && tree.isInDocument(id)) {
        const element = named === "" ? -1 : native.elementByID(tree.rootOf(id), atom(named));
        return element >= 0 && isNamed(element, formAtom) ? element : -1;
      }
    }
    return ancestor(id, formAtom);
  }

  const listedSelector = core.compileSelector("button, fieldset, input, object, output, select, textarea");

  /** The listed elements of a form, in tree order. */
  function controlsOf(form) {
    const root = tree.rootOf(form);
    const list = core.list();
    const found = core.formAssociatedIn?.(root) ?? native.queryAll(listedSelector, root);
    for (let index = 0; index < found.length; index += 1) {
      if (isHTML(found[index]) && ownerOf(found[index]) === form) put(list, found[index]);
    }
    return list;
  }

  const isImageButton = (id) => isNamed(id, inputAtom) && typeOf(id) === "image";

  function elementsOf(form) {
    const all = controlsOf(form), list = core.list();
    for (let index = 0; index < all.length; index += 1) if (!isImageButton(all[index])) put(list, all[index]);
    return list;
  }

  /** Puts `form` on an interface. */
  function addForm(Class, is) {
    core.mixin(Class, { get form() { return core.wrap(ownerOf(is(this))); } });
  }

  // MARK: Labels. https://html.spec.whatwg.org/multipage/forms.html#the-label-element

  const isLabelable = (id) => isHTML(id) && (labelable.has(nameOf(id)) || (core.isFormAssociated?.(id) ?? false))
    && !(isNamed(id, inputAtom) && typeOf(id) === "hidden");

  /** The labeled control, or -1. */
  function controlOf(label) {
    const name = get(label, forAtom);
    if (name !== null) {
      const element = name === "" ? -1 : native.elementByID(tree.rootOf(label), atom(name));
      return element >= 0 && isLabelable(element) ? element : -1;
    }
    for (let node = tree.nextNode(label, label); node >= 0; node = tree.nextNode(node, label)) {
      if (tree.isElement(node) && isLabelable(node)) return node;
    }
    return -1;
  }

  const labelLists = new SafeMap();

  function labelsOf(id) {
    let list = labelLists.get(id);
    if (list === undefined) {
      list = core.collections.liveNodeList(() => {
        const labels = native.elementsByTagName(tree.rootOf(id), labelAtom, labelAtom, 0);
        const found = core.list();
        for (let index = 0; index < labels.length; index += 1) if (controlOf(labels[index]) === id) put(found, labels[index]);
        // The root itself is not below the root.
        const root = tree.rootOf(id);
        return isNamed(root, labelAtom) && controlOf(root) === id ? core.list(root) : found;
      }, true);
      labelLists.set(id, list);
    }
    return list;
  }

  function addLabels(Class, is) {
    core.mixin(Class, {
      get labels() {
        const id = is(this);
        return isLabelable(id) ? labelsOf(id) : null;
      },
    });
  }

  declare("HTMLLabelElement", (is) => {
    class HTMLLabelElement extends HTMLElement {
      get control() { return core.wrap(controlOf(is(this))); }
    }
    reflect(HTMLLabelElement, is, { string: "htmlFor=for" });
    addForm(HTMLLabelElement, is);
    return HTMLLabelElement;
  });

  const interactive = atomSet("button details embed iframe input label select textarea");

  /** https://html.spec.whatwg.org/multipage/dom.html#interactive-content */
  function isInteractive(id) {
    if (!isHTML(id)) return false;
    const name = nameOf(id);
    if (name === atom("a")) return has(id, atom("href"));
    if (name === imgAtom) return has(id, atom("usemap"));
    if (name === atom("audio") || name === atom("video")) return has(id, atom("controls"));
    return interactive.has(name) || has(id, atom("tabindex"));
  }

  behave("label", (id, event) => {
    const control = controlOf(id);
    if (control < 0) return null;
    return {
      __proto__: null,
      run() {
        // What is interactive inside the label has a meaning of its own.
        for (let node = core.idIfNode(event.target); node >= 0 && node !== id; node = parentOf(node)) {
          if (node === control || isInteractive(node)) return;
        }
        core.html.click(control, core.events.isTrusted(event));
      },
    };
  });

  // MARK: Validation, and what controls say of themselves
  // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints

  // By the name's atom: functions of an element, from the files that know it.
  const resets = new SafeMap(), entries = new SafeMap(), flags = new SafeMap(), barred = new SafeMap();

  const validation = () => {
    core.load("validity.js");
    return core.validity;
  };

  function addValidation(Class, is) {
    core.mixin(Class, {
      get willValidate() { return validation().willValidate(is(this)); },
      get validity() { return validation().stateOf(is(this)); },
      get validationMessage() { return validation().messageOf(is(this)); },
      checkValidity() { return validation().check(is(this)); },
      reportValidity() { return validation().report(is(this)); },
      setCustomValidity(message) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        validation().setCustom(id, core.string(message));
      },
    });
  }

  // MARK: Collections of a form

  /** Elements by name, several of one name together. */
  class FormControls extends LiveElements {
    constructor(form) {
      super(() => elementsOf(form), true);
      this.form = form;
      this.named = this.namedControls;
    }
    matching(name) {
      const ids = this.ids, list = core.list();
      for (let index = 0; index < ids.length; index += 1) {
        if (get(ids[index], idAtom) === name || get(ids[index], nameAtom) === name) put(list, ids[index]);
      }
      return list;
    }
    namedControls(name) {
      const list = name === "" ? core.list() : this.matching(name);
      if (list.length === 0) return undefined;
      return list.length === 1 ? core.wrap(list[0]) : radioList(() => this.matching(name));
    }
  }

  function radioList(compute) {
    const state = new LiveNodes("NodeList", compute, true);
    state.isRadioList = true;
    return makeCollection(classNamed("RadioNodeList"), state);
  }

  declare("HTMLFormControlsCollection", () => {
    class HTMLFormControlsCollection extends core.HTMLCollection {
      constructor() { throw new TypeError("Illegal constructor"); }
      namedItem(name) {
        const state = stateOf(this, "HTMLCollection");
        core.requireArguments(arguments.length, 1);
        return state.namedControls(core.string(name)) ?? null;
      }
    }
    makeIterable(HTMLFormControlsCollection, false);
    return HTMLFormControlsCollection;
  });

  const isRadio = (id) => isNamed(id, inputAtom) && typeOf(id) === "radio";

  declare("RadioNodeList", () => class RadioNodeList extends core.NodeList {
    constructor() { throw new TypeError("Illegal constructor"); }
    get value() {
      const ids = radiosOf(this);
      for (let index = 0; index < ids.length; index += 1) {
        if (isRadio(ids[index]) && inputs().isChecked(ids[index])) return get(ids[index], valueAtom) ?? "on";
      }
      return "";
    }
    set value(value) {
      const ids = radiosOf(this);
      value = core.string(value);
      for (let index = 0; index < ids.length; index += 1) {
        if (!isRadio(ids[index])) continue;
        const own = get(ids[index], valueAtom);
        if (own === value || (own === null && value === "on")) return inputs().setChecked(ids[index], true);
      }
    }
  });

  function radiosOf(list) {
    const state = stateOf(list, "NodeList");
    if (!core.ObjectHasOwn(state, "isRadioList")) throw new TypeError("The object has another interface.");
    return state.ids;
  }

  function inputs() {
    core.load("inputs.js");
    return core.inputs;
  }

  const collections = new SafeMap();

  function collectionOf(form) {
    let found = collections.get(form);
    if (found === undefined) {
      const state = new FormControls(form);
      found = { state, object: makeCollection(classNamed("HTMLFormControlsCollection"), state) };
      collections.set(form, found);
    }
    return found;
  }

  // MARK: HTMLFormElement. https://html.spec.whatwg.org/multipage/forms.html#the-form-element

  /** What a name means on a form: a control, or where there is none a picture. */
  function namedOf(form, name) {
    if (name === "") return undefined;
    const controls = collectionOf(form).state.matching(name);
    if (controls.length === 1) return core.wrap(controls[0]);
    if (controls.length > 1) return radioList(() => collectionOf(form).state.matching(name));
    const images = imagesOf(form, name);
    if (images.length === 0) return undefined;
    return images.length === 1 ? core.wrap(images[0]) : radioList(() => imagesOf(form, name));
  }

  function imagesOf(form, name) {
    const all = native.elementsByTagName(form, imgAtom, imgAtom, 0), list = core.list();
    for (let index = 0; index < all.length; index += 1) {
      if ((get(all[index], idAtom) === name || get(all[index], nameAtom) === name) && ownerOf(all[index]) === form) {
        put(list, all[index]);
      }
    }
    return list;
  }

  /** Index or name: the value or undefined. */
  function memberOf(receiver, key) {
    if (typeof key !== "string") return undefined;
    const form = core.idIfNode(receiver);
    if (form < 0 || !isNamed(form, formAtom)) return undefined;
    const index = indexOf(key);
    return index >= 0 ? collectionOf(form).state.at(index) : namedOf(form, key);
  }

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#dom-fs-action */
  function addressProperty(Class, is, member) {
    const name = atom(core.toASCIILowercase(member));
    core.mixin(Class, {
      get [member]() {
        const id = is(this);
        const text = get(id, name);
        if (text === null || text === "") return core.documentDetails(tree.documentOf(id)).url;
        return resolve(id, text) ?? text;
      },
      set [member](value) { set(is(this), name, core.usvString(value)); },
    });
  }

  const encodings = "application/x-www-form-urlencoded multipart/form-data text/plain";
  const encoding = { keywords: encodings, missing: "application/x-www-form-urlencoded" };

  declare("HTMLFormElement", (is) => {
    const HTMLFormElement = exotic("HTMLFormElement", {
      get elements() { return collectionOf(is(this)).object; },
      get length() { return collectionOf(is(this)).state.length(); },
      submit() { submit(is(this), -1, true); },
      requestSubmit(submitter = null) {
        const form = is(this);
        if (submitter === null) return submit(form, -1, false);
        const id = requireHTML(submitter);
        if (!isSubmitButton(id)) throw new TypeError("The submitter is no submit button.");
        if (ownerOf(id) !== form) throw error("NotFoundError", "The submitter belongs to another form.");
        submit(form, id, false);
      },
      reset() { reset(is(this)); },
      checkValidity() { return validation().checkForm(is(this)); },
      reportValidity() { return validation().reportForm(is(this)); },
    }, {
      __proto__: null,
      get(target, key, receiver) { return memberOf(receiver, key) ?? core.ReflectGet(target, key, receiver); },
    });
    reflect(HTMLFormElement, is, {
      string: "acceptCharset=accept-charset name target rel", boolean: "noValidate", tokens: { "relList=rel": "noreferrer noopener opener" },
      enumeration: {
        autocomplete: { keywords: "on off", missing: "on" },
        enctype: encoding, "encoding=enctype": encoding, method: { keywords: "get post dialog", missing: "get" },
      },
    });
    addressProperty(HTMLFormElement, is, "action");
    makeIterable(HTMLFormElement, false);
    return HTMLFormElement;
  });

  // MARK: Submitting. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm

  const firing = new SafeSet();

  function isSubmitButton(id) {
    if (isNamed(id, inputAtom)) {
      const type = typeOf(id);
      return type === "submit" || type === "image";
    }
    return isNamed(id, buttonAtom) && buttonType(id) === "submit";
  }

  /** A button with a command submits nothing unless it says so. */
  function buttonType(id) {
    const type = typeOf(id);
    if (type === "reset" || type === "button" || type === "submit") return type;
    return has(id, atom("command")) || has(id, atom("commandfor")) ? "button" : "submit";
  }

  /** An attribute of the submitter, or else of the form. */
  function choice(form, submitter, own, general) {
    const text = submitter < 0 ? null : get(submitter, atom(own));
    return text ?? get(form, atom(general));
  }

  function submit(form, submitter, isByMethod) {
    if (!tree.isInDocument(form)) return;
    if (!isByMethod) {
      if (firing.has(form)) return;
      firing.add(form);
      try {
        const validates = !has(form, noValidateAtom) && (submitter < 0 || !has(submitter, atom("formnovalidate")));
        if (validates && !validation().reportForm(form)) return;
        if (!core.fire(core.wrap(form), "submit", {
          __proto__: null, bubbles: true, cancelable: true, submitter: submitter < 0 ? null : core.wrap(submitter),
        }, "SubmitEvent")) return;
      } finally {
        firing.delete(form);
      }
      if (!tree.isInDocument(form)) return;
    }
    core.load("form-data.js");
    const list = core.formData.construct(form, submitter);
    if (list === null || !tree.isInDocument(form)) return;
    const method = core.toASCIILowercase(choice(form, submitter, "formmethod", "method") ?? "get");
    if (method === "dialog") return closeDialog(form, submitter);
    if (!tree.isInPage(form) || native.isForbidden("forms")) return;
    const action = choice(form, submitter, "formaction", "action") ?? "";
    const address = action === "" ? core.documentDetails(tree.documentOf(form)).url : resolve(form, action);
    if (address === null) return;
    const target = choice(form, submitter, "formtarget", "target") ?? core.baseTarget();
    // In a task: a later submission replaces this one.
    const encoding = core.toASCIILowercase(choice(form, submitter, "formenctype", "enctype") ?? "");
    core.load("links.js");
    const plan = {
      __proto__: null, address, target, list, method, encoding, charset: core.formEntries.encodingOf(form),
      relations: core.relationsOf(form), replaces: !native.isComplete(),
    };
    planned.set(form, plan);
    core.queueTask(() => {
      if (plan !== planned.get(form)) return;
      planned.delete(form);
      navigate(plan);
    });
  }
  // By form.
  const planned = new SafeMap();

  function navigate({ address, target, list, method, encoding, charset, relations, replaces }) {
    const go = (href, request) => core.navigateIn(target, href, "form", request, relations, replaces);
    const scheme = native.url(address, null)?.[2];
    const sends = scheme === "http:" || scheme === "https:";
    if (method === "post" && sends) {
      const { bytes, type } = core.formData.body(list, encoding, charset);
      return void go(address, { __proto__: null, method: "POST", type, body: bytes });
    }
    const takesQuery = sends || scheme === "file:" || scheme === "data:";
    const parts = takesQuery && method !== "post" ? native.setURLPart(address, "search", core.formData.urlEncoded(list, charset)) : null;
    go(parts === null ? address : parts[0], null);
  }

  function closeDialog(form, submitter) {
    const dialog = ancestor(form, dialogAtom);
    if (dialog < 0 || !has(dialog, atom("open"))) return;
    core.load("interactive.js");
    core.dialogs.close(dialog, submitter < 0 ? undefined : get(submitter, valueAtom) ?? undefined);
  }

  const resetting = new SafeSet();

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-form-reset */
  function reset(form, resetControls = resetWithReactions) {
    if (resetting.has(form)) return;
    resetting.add(form);
    try {
      if (!core.fire(core.wrap(form), "reset", { __proto__: null, bubbles: true, cancelable: true })) return;
      resetControls(controlsOf(form));
    } finally {
      resetting.delete(form);
    }
  }

  /** Loads the file that knows the values of controls of a name. */
  function loadControl(name) {
    if (name === inputAtom || name === atom("textarea")) core.load("inputs.js");
    if (name === selectAtom) core.load("selects.js");
  }

  function resetAll(controls) {
    for (let index = 0; index < controls.length; index += 1) {
      const name = nameOf(controls[index]);
      loadControl(name);
      resets.get(name)?.(controls[index]);
      core.resetCustomElement?.(controls[index]);
    }
  }
  const resetWithReactions = tree.reacting(resetAll);

  // MARK: Buttons. https://html.spec.whatwg.org/multipage/form-elements.html#the-button-element

  const commandAtom = atom("command"), commandForAtom = atom("commandfor"), popoverTargetAtom = atom("popovertarget"),
    popoverActionAtom = atom("popovertargetaction");
  const popoverActions = { __proto__: null, show: "show", hide: "hide" };
  const commands = atomSetOfStrings("toggle-popover show-popover hide-popover close request-close show-modal");

  function atomSetOfStrings(text) {
    const names = core.split(text, " "), result = new SafeSet();
    for (let index = 0; index < names.length; index += 1) result.add(names[index]);
    return result;
  }

  function addInvoker(Class, is) {
    reflect(Class, is, {
      element: "popoverTargetElement=popovertarget",
      enumeration: { popoverTargetAction: { keywords: "toggle show hide", missing: "toggle" } },
    });
  }

  function commandOf(id) {
    const text = get(id, commandAtom);
    if (text === null) return "";
    if (core.StringStartsWith(text, "--")) return text;
    const lower = core.toASCIILowercase(text);
    return commands.has(lower) ? lower : "";
  }

  /** Reset and submit, by a button's kind; gives whether there was something to do. */
  function runButton(id, type) {
    const form = ownerOf(id);
    if (form < 0) return false;
    if (type === "submit") submit(form, id, false);
    else if (type === "reset") reset(form, resetAll);
    else return false;
    return true;
  }

  function runPopover(id) {
    const target = associated(id, popoverTargetAtom);
    if (target < 0) return;
    core.popovers();
    core.runPopoverTarget(id, target, popoverActions[core.toASCIILowercase(get(id, popoverActionAtom) ?? "")] ?? "toggle");
  }

  behave("button", (id) => {
    if (isDisabled(id)) return null;
    return {
      __proto__: null,
      run() {
        if (isDisabled(id) || runButton(id, buttonType(id))) return;
        const target = associated(id, commandForAtom);
        if (target >= 0) {
          const command = commandOf(id);
          if (command === "") return;
          core.popovers();
          core.runCommand(id, target, command);
        } else {
          runPopover(id);
        }
      },
    };
  });

  declare("HTMLButtonElement", (is) => {
    class HTMLButtonElement extends HTMLElement {
      get type() { return buttonType(is(this)); }
      set type(value) { set(is(this), typeAtom, core.string(value)); }
      get command() { return commandOf(is(this)); }
      set command(value) { set(is(this), commandAtom, core.string(value)); }
    }
    reflect(HTMLButtonElement, is, {
      string: "name value formTarget", boolean: "disabled formNoValidate", element: "commandForElement=commandfor",
      enumeration: {
        formEnctype: { keywords: encodings, invalid: "application/x-www-form-urlencoded" },
        formMethod: { keywords: "get post dialog", invalid: "get" },
      },
    });
    addressProperty(HTMLButtonElement, is, "formAction");
    addInvoker(HTMLButtonElement, is);
    addForm(HTMLButtonElement, is);
    addLabels(HTMLButtonElement, is);
    addValidation(HTMLButtonElement, is);
    return HTMLButtonElement;
  });
  barred.set(buttonAtom, (id) => buttonType(id) !== "submit");

  // MARK: Fieldset, legend, output

  declare("HTMLFieldSetElement", (is) => {
    const lists = new SafeMap();
    class HTMLFieldSetElement extends HTMLElement {
      get type() {
        is(this);
        return "fieldset";
      }
      get elements() {
        const id = is(this);
        let list = lists.get(id);
        if (list === undefined) {
          list = liveElements(() => {
            const all = core.formAssociatedIn?.(id) ?? native.queryAll(listedSelector, id), found = core.list();
            for (let index = 0; index < all.length; index += 1) if (isHTML(all[index])) put(found, all[index]);
            return found;
          }, true);
          lists.set(id, list);
        }
        return list;
      }
    }
    reflect(HTMLFieldSetElement, is, { string: "name", boolean: "disabled" });
    addForm(HTMLFieldSetElement, is);
    addValidation(HTMLFieldSetElement, is);
    return HTMLFieldSetElement;
  });

  declare("HTMLLegendElement", (is) => {
    class HTMLLegendElement extends HTMLElement {}
    reflect(HTMLLegendElement, is, { string: "align" });
    addForm(HTMLLegendElement, is);
    return HTMLLegendElement;
  });

  const outputDefaults = new SafeMap();

  declare("HTMLOutputElement", (is) => {
    class HTMLOutputElement extends HTMLElement {
      get type() {
        is(this);
        return "output";
      }
      get defaultValue() {
        const id = is(this);
        return outputDefaults.get(id) ?? tree.textContent(id);
      }
      set defaultValue(value) {
        const id = is(this);
        value = core.string(value);
        if (outputDefaults.has(id)) outputDefaults.set(id, value);
        else tree.setTextContent(id, value);
      }
      get value() { return tree.textContent(is(this)); }
      set value(value) {
        const id = is(this);
        value = core.string(value);
        if (!outputDefaults.has(id)) outputDefaults.set(id, tree.textContent(id));
        tree.setTextContent(id, value);
      }
    }
    reflect(HTMLOutputElement, is, { string: "name", tokens: "htmlFor=for" });
    addForm(HTMLOutputElement, is);
    addLabels(HTMLOutputElement, is);
    addValidation(HTMLOutputElement, is);
    return HTMLOutputElement;
  });
  resets.set(atom("output"), (id) => {
    const value = outputDefaults.get(id) ?? tree.textContent(id);
    outputDefaults.delete(id);
    tree.setTextContent(id, value);
  });

  // MARK: Gauges. https://html.spec.whatwg.org/multipage/form-elements.html#the-progress-element

  declare("HTMLProgressElement", (is) => {
    const maxAtom = atom("max");
    const maximum = (id) => {
      const value = parseNumber(get(id, maxAtom));
      return value === null || value <= 0 ? 1 : value;
    };
    const current = (id) => core.MathMin(core.MathMax(parseNumber(get(id, valueAtom)) ?? 0, 0), maximum(id));
    class HTMLProgressElement extends HTMLElement {
      get value() { return current(is(this)); }
      set value(value) { set(is(this), valueAtom, "" + core.double(value)); }
      get position() {
        const id = is(this);
        return has(id, valueAtom) ? current(id) / maximum(id) : -1;
      }
    }
    reflect(HTMLProgressElement, is, { positiveDouble: { max: 1 } });
    addLabels(HTMLProgressElement, is);
    return HTMLProgressElement;
  });

  declare("HTMLMeterElement", (is) => {
    const names = ["value", "min", "max", "low", "high", "optimum"];
    const own = (id, name) => parseNumber(get(id, atom(name)));
    const clamp = (value, low, high) => (value < low ? low : value > high ? high : value);
    // https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element
    const actual = {
      __proto__: null,
      min: (id) => own(id, "min") ?? 0,
      max: (id) => core.MathMax(own(id, "max") ?? 1, actual.min(id)),
      value: (id) => clamp(own(id, "value") ?? 0, actual.min(id), actual.max(id)),
      low: (id) => clamp(own(id, "low") ?? actual.min(id), actual.min(id), actual.max(id)),
      high: (id) => clamp(own(id, "high") ?? actual.max(id), actual.low(id), actual.max(id)),
      optimum: (id) => clamp(own(id, "optimum") ?? (actual.min(id) + actual.max(id)) / 2, actual.min(id), actual.max(id)),
    };
    class HTMLMeterElement extends HTMLElement {}
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      core.mixin(HTMLMeterElement, {
        get [name]() { return actual[name](is(this)); },
        set [name](value) { set(is(this), atom(name), "" + core.double(value)); },
      });
    }
    addLabels(HTMLMeterElement, is);
    return HTMLMeterElement;
  });

  declare("HTMLDataListElement", (is) => {
    const lists = new SafeMap();
    return class HTMLDataListElement extends HTMLElement {
      get options() {
        const id = is(this);
        let list = lists.get(id);
        if (list === undefined) {
          lists.set(id, list = liveElements(() => native.elementsByTagName(id, optionAtom, optionAtom, 0)));
        }
        return list;
      }
    };
  });

  core.forms = {
    ownerOf, controlsOf, labelsOf, addForm, addLabels, addValidation, addInvoker, addressProperty, isListed, isSubmitButton, runButton, runPopover,
    typeOf, ancestor, submittable, loadControl, resets, entries, flags, barred, encodings, submit, reset,
  };
})
