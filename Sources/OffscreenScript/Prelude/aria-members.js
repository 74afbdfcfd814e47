// Properties that reflect ARIA's attributes: strings that are null where the attribute is missing, and elements.
// https://w3c.github.io/aria/#ARIAMixin
(function (core) {
  "use strict";
  const { native, elementID } = core;
  const NONE = 7;

  const ariaStrings = ["Atomic", "AutoComplete", "BrailleLabel", "BrailleRoleDescription", "Busy", "Checked", "ColCount",
    "ColIndex", "ColIndexText", "ColSpan", "Current", "Description", "Disabled", "Expanded", "HasPopup", "Hidden", "Invalid",
    "KeyShortcuts", "Label", "Level", "Live", "Modal", "MultiLine", "MultiSelectable", "Orientation", "Placeholder",
    "PosInSet", "Pressed", "ReadOnly", "Relevant", "Required", "RoleDescription", "RowCount", "RowIndex", "RowIndexText",
    "RowSpan", "Selected", "SetSize", "Sort", "ValueMax", "ValueMin", "ValueNow", "ValueText"];
  core.ariaStrings = ariaStrings;
  // Those whose attributes name elements: one, or a list. Their file is evaluated when one is first used.
  core.ariaReferences = ["ActiveDescendant", "Controls", "DescribedBy", "Details", "ErrorMessage", "FlowTo", "LabelledBy", "Owns"];

  const ariaAtom = (name) => core.atom("aria-" + core.toASCIILowercase(name));

  function loadedAria() {
    core.load("aria.js");
    return core.aria;
  }

  const brought = { __proto__: null };

  function addAccessor(members, name) {
    core.ReflectDefineProperty(brought, name, core.descriptor(members, name));
  }

  function addString(member, name) {
    let atom = -1;
    const read = () => { atom = name === "role" ? core.atom("role") : ariaAtom(name); };
    addAccessor({
      get [member]() {
        const id = elementID(this);
        if (atom < 0) read();
        return native.attribute(id, atom, NONE);
      },
      set [member](value) {
        const id = elementID(this);
        if (atom < 0) read();
        if (value === null || value === undefined) core.removeAttribute(id, atom, NONE);
        else core.setAttribute(id, atom, NONE, core.string(value));
      },
    }, member);
  }

  function addReference(name, isList) {
    const member = "aria" + name + (isList ? "Elements" : "Element");
    addAccessor({
      get [member]() {
        const id = elementID(this);
        return isList ? loadedAria().elements(id, ariaAtom(name)) : loadedAria().element(id, ariaAtom(name));
      },
      set [member](value) {
        const id = elementID(this);
        if (isList) loadedAria().setElements(id, ariaAtom(name), value);
        else loadedAria().setElement(id, ariaAtom(name), value);
      },
    }, member);
  }

  addString("role", "role");
  for (let index = 0; index < ariaStrings.length; index += 1) addString("aria" + ariaStrings[index], ariaStrings[index]);
  for (let index = 0; index < core.ariaReferences.length; index += 1) addReference(core.ariaReferences[index], index > 0);
  core.bring("ARIA", brought);
})
