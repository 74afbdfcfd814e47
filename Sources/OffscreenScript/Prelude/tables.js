// Tables. https://html.spec.whatwg.org/multipage/tables.html
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, TypeError } = core;
  const tree = core.tree;
  const { FIRST, NEXT, PREVIOUS, LAST, parentOf } = tree;
  const { HTMLElement, reflect, declare, isNamed, isHTML, atomSet, ownedBy } = core.html;
  const { liveElements } = core.collections;
  const atom = core.atom;
  const tableAtom = atom("table"), captionAtom = atom("caption"), headAtom = atom("thead"), bodyAtom = atom("tbody"),
    footAtom = atom("tfoot"), rowAtom = atom("tr"), dataAtom = atom("td"), headerAtom = atom("th"), groupAtom = atom("colgroup");
  const sections = atomSet("thead tbody tfoot");

  // MARK: Finding

  const isSection = (id) => isHTML(id) && sections.has(tree.nameOf(id));
  const isCell = (id) => isNamed(id, dataAtom) || isNamed(id, headerAtom);

  /** The first child element that is wanted, or -1. */
  function child(id, isWanted) {
    let element = tree.childElement(id, FIRST, NEXT);
    while (element >= 0 && !isWanted(element)) element = tree.siblingElement(element, NEXT);
    return element;
  }

  const childNamed = (id, name) => child(id, (element) => isNamed(element, name));

  function childrenWhere(id, isWanted, list = core.list()) {
    for (let element = tree.childElement(id, FIRST, NEXT); element >= 0; element = tree.siblingElement(element, NEXT)) {
      if (isWanted(element)) put(list, element);
    }
    return list;
  }

  const isRow = (id) => isNamed(id, rowAtom);

  /** https://html.spec.whatwg.org/multipage/tables.html#dom-table-rows: those of heads, then of the table and bodies, then of feet. */
  function rowsOf(table) {
    const list = core.list();
    const heads = childrenWhere(table, (id) => isNamed(id, headAtom)), feet = childrenWhere(table, (id) => isNamed(id, footAtom));
    for (let index = 0; index < heads.length; index += 1) childrenWhere(heads[index], isRow, list);
    for (let element = tree.childElement(table, FIRST, NEXT); element >= 0; element = tree.siblingElement(element, NEXT)) {
      if (isRow(element)) put(list, element);
      else if (isNamed(element, bodyAtom)) childrenWhere(element, isRow, list);
    }
    for (let index = 0; index < feet.length; index += 1) childrenWhere(feet[index], isRow, list);
    return list;
  }

  const make = (name, near) => ownedBy(native.createElement(name, 0), tree.documentOf(near));

  function removeChild(id) {
    if (id >= 0) tree.remove(id);
  }

  /** Puts another element, or none, in the place of the first child of a name. */
  const replaceChild = tree.reacting((table, name, element, placeIn) => {
    removeChild(childNamed(table, name));
    if (element >= 0) tree.preInsert(element, table, placeIn(table));
  });

  /** A live list of an element, the same each time. */
  function listOf(lists, id, compute) {
    let list = lists.get(id);
    if (list === undefined) lists.set(id, list = liveElements(() => compute(id)));
    return list;
  }

  function outOfRange() { throw error("IndexSizeError", "The index is out of range."); }

  /** A value for a property that is an element or null: its number or -1. */
  function convert(value, isWanted) {
    if (value === null || value === undefined) return -1;
    const id = core.idIfNode(value);
    if (id < 0 || !isHTML(id) || !isWanted(id)) throw new TypeError("The value has another interface.");
    return id;
  }

  function deleteAt(index, list) {
    if (index < -1 || index >= list.length) outOfRange();
    if (index === -1) index = list.length - 1;
    if (index >= 0) tree.remove(list[index]);
  }

  // MARK: HTMLTableElement

  declare("HTMLTableElement", (is) => {
    const rowLists = new SafeMap(), bodyLists = new SafeMap();

    /** Where a head belongs: before the first element that is neither a caption nor a colgroup. */
    const placeOfHead = (id) => child(id, (element) => !isNamed(element, captionAtom) && !isNamed(element, groupAtom));

    class HTMLTableElement extends HTMLElement {
      get caption() { return core.wrap(childNamed(is(this), captionAtom)); }
      set caption(value) {
        const id = is(this);
        const caption = convert(value, (element) => isNamed(element, captionAtom));
        replaceChild(id, captionAtom, caption, (table) => tree.link(table, FIRST));
      }
      createCaption() {
        const id = is(this);
        let caption = childNamed(id, captionAtom);
        if (caption < 0) {
          caption = make(captionAtom, id);
          tree.preInsert(caption, id, tree.link(id, FIRST));
        }
        return core.wrap(caption);
      }
      deleteCaption() { removeChild(childNamed(is(this), captionAtom)); }

      get tHead() { return core.wrap(childNamed(is(this), headAtom)); }
      set tHead(value) {
        const id = is(this);
        const head = convert(value, isSection);
        if (head >= 0 && !isNamed(head, headAtom)) throw error("HierarchyRequestError", "The value is no thead element.");
        replaceChild(id, headAtom, head, placeOfHead);
      }
      createTHead() {
        const id = is(this);
        let head = childNamed(id, headAtom);
        if (head < 0) {
          head = make(headAtom, id);
          tree.preInsert(head, id, placeOfHead(id));
        }
        return core.wrap(head);
      }
      deleteTHead() { removeChild(childNamed(is(this), headAtom)); }

      get tFoot() { return core.wrap(childNamed(is(this), footAtom)); }
      set tFoot(value) {
        const id = is(this);
        const foot = convert(value, isSection);
        if (foot >= 0 && !isNamed(foot, footAtom)) throw error("HierarchyRequestError", "The value is no tfoot element.");
        replaceChild(id, footAtom, foot, () => -1);
      }
      createTFoot() {
        const id = is(this);
        let foot = childNamed(id, footAtom);
        if (foot < 0) {
          foot = make(footAtom, id);
          tree.preInsert(foot, id, -1);
        }
        return core.wrap(foot);
      }
      deleteTFoot() { removeChild(childNamed(is(this), footAtom)); }

      get tBodies() {
        return listOf(bodyLists, is(this), (id) => childrenWhere(id, (element) => isNamed(element, bodyAtom)));
      }
      createTBody() {
        const id = is(this);
        const body = make(bodyAtom, id);
        let last = tree.childElement(id, LAST, PREVIOUS);
        while (last >= 0 && !isNamed(last, bodyAtom)) last = tree.siblingElement(last, PREVIOUS);
        tree.preInsert(body, id, last < 0 ? -1 : tree.link(last, NEXT));
        return core.wrap(body);
      }

      get rows() { return listOf(rowLists, is(this), rowsOf); }

      insertRow(index = -1) {
        const id = is(this);
        index = core.long(index);
        const rows = rowsOf(id);
        if (index < -1 || index > rows.length) outOfRange();
        const row = make(rowAtom, id);
        if (rows.length === 0) {
          const bodies = childrenWhere(id, (element) => isNamed(element, bodyAtom));
          let body = bodies.length === 0 ? -1 : bodies[bodies.length - 1];
          if (body < 0) {
            body = make(bodyAtom, id);
            tree.preInsert(row, body, -1);
            tree.preInsert(body, id, -1);
          } else {
            tree.preInsert(row, body, -1);
          }
        } else if (index === -1 || index === rows.length) {
          tree.preInsert(row, parentOf(rows[rows.length - 1]), -1);
        } else {
          tree.preInsert(row, parentOf(rows[index]), rows[index]);
        }
        return core.wrap(row);
      }

      deleteRow(index) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        deleteAt(core.long(index), rowsOf(id));
      }
    }
    reflect(HTMLTableElement, is, {
      string: "align border frame rules summary width", nullAsEmpty: "bgColor cellPadding cellSpacing",
    });
    return HTMLTableElement;
  });

  // MARK: Parts

  const alignments = "align ch=char chOff=charoff vAlign";

  declare("HTMLTableCaptionElement", (is) => {
    class HTMLTableCaptionElement extends HTMLElement {}
    reflect(HTMLTableCaptionElement, is, { string: "align" });
    return HTMLTableCaptionElement;
  });

  declare("HTMLTableColElement", (is) => {
    class HTMLTableColElement extends HTMLElement {}
    reflect(HTMLTableColElement, is, { string: alignments + " width", clamped: { span: { low: 1, high: 1000, otherwise: 1 } } });
    return HTMLTableColElement;
  });

  declare("HTMLTableSectionElement", (is) => {
    const lists = new SafeMap();
    class HTMLTableSectionElement extends HTMLElement {
      get rows() { return listOf(lists, is(this), (id) => childrenWhere(id, isRow)); }
      insertRow(index = -1) {
        const id = is(this);
        index = core.long(index);
        const rows = childrenWhere(id, isRow);
        if (index < -1 || index > rows.length) outOfRange();
        const row = make(rowAtom, id);
        tree.preInsert(row, id, index === -1 || index === rows.length ? -1 : rows[index]);
        return core.wrap(row);
      }
      deleteRow(index) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        deleteAt(core.long(index), childrenWhere(id, isRow));
      }
    }
    reflect(HTMLTableSectionElement, is, { string: alignments });
    return HTMLTableSectionElement;
  });

  declare("HTMLTableRowElement", (is) => {
    const lists = new SafeMap();
    class HTMLTableRowElement extends HTMLElement {
      get rowIndex() {
        const id = is(this);
        let table = parentOf(id);
        if (table >= 0 && isSection(table)) table = parentOf(table);
        if (table < 0 || !isNamed(table, tableAtom)) return -1;
        return core.ArrayIndexOf(rowsOf(table), id);
      }
      get sectionRowIndex() {
        const id = is(this);
        const parent = parentOf(id);
        if (parent < 0) return -1;
        if (isNamed(parent, tableAtom)) return core.ArrayIndexOf(rowsOf(parent), id);
        return isSection(parent) ? core.ArrayIndexOf(childrenWhere(parent, isRow), id) : -1;
      }
      get cells() { return listOf(lists, is(this), (id) => childrenWhere(id, isCell)); }
      insertCell(index = -1) {
        const id = is(this);
        index = core.long(index);
        const cells = childrenWhere(id, isCell);
        if (index < -1 || index > cells.length) outOfRange();
        const cell = make(dataAtom, id);
        tree.preInsert(cell, id, index === -1 || index === cells.length ? -1 : cells[index]);
        return core.wrap(cell);
      }
      deleteCell(index) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        deleteAt(core.long(index), childrenWhere(id, isCell));
      }
    }
    reflect(HTMLTableRowElement, is, { string: alignments, nullAsEmpty: "bgColor" });
    return HTMLTableRowElement;
  });

  declare("HTMLTableCellElement", (is) => {
    class HTMLTableCellElement extends HTMLElement {
      get cellIndex() {
        const id = is(this);
        const row = parentOf(id);
        return row >= 0 && isRow(row) ? core.ArrayIndexOf(childrenWhere(row, isCell), id) : -1;
      }
    }
    reflect(HTMLTableCellElement, is, {
      string: alignments + " headers abbr axis height width", boolean: "noWrap", nullAsEmpty: "bgColor",
      clamped: { colSpan: { low: 1, high: 1000, otherwise: 1 }, rowSpan: { low: 0, high: 65534, otherwise: 1 } },
      enumeration: { scope: { keywords: "row col rowgroup colgroup" } },
    });
    return HTMLTableCellElement;
  });
})
