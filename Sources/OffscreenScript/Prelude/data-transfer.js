// Lists of files, and what is dragged or copied.
// https://w3c.github.io/FileAPI/#filelist-section
// https://html.spec.whatwg.org/multipage/dnd.html#the-datatransfer-interface
(function (core) {
  "use strict";
  core.load("blob.js");
  const { error, list, put, SafeMap, TypeError } = core;
  const { makeCollection, stateOf, State } = core.collections;

  // MARK: FileList

  class Files {
    interface = "FileList";
    named = null;
    constructor(files) { this.files = files; }
    length() { return this.files.length; }
    at(index) { return this.files[index]; }
    names() { return list(); }
  }
  class FileList {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return stateOf(this, "FileList").length(); }
    item(index) {
      const state = stateOf(this, "FileList");
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }
  }
  core.ReflectDefineProperty(FileList.prototype, core.SymbolIterator,
    { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });

  const makeFileList = (files) => makeCollection(FileList, new Files(files));
  const isFileList = (value) => State.has(value) && State.of(value).interface === "FileList";

  /** https://w3c.github.io/FileAPI/#filelist-section: serialized as the files in it. */
  core.carry("FileList", "data-transfer.js", (value) => (isFileList(value) ? State.of(value).files : undefined),
    (from, clone) => {
      const files = list();
      for (let index = 0; index < from.length; index += 1) put(files, clone(from[index]));
      return makeFileList(files);
    });

  // What file controls hold, by their numbers.
  const selected = new SafeMap();
  core.filesOf = function (id) {
    let files = selected.get(id);
    if (files === undefined) {
      files = makeFileList(list());
      selected.set(id, files);
    }
    return files;
  };
  core.setFiles = function (id, files) {
    if (!isFileList(files)) throw new TypeError("The value is not of type FileList.");
    selected.set(id, files);
  };

  // MARK: DataTransfer

  const Transfers = core.brand(), Items = core.brand();

  class DataTransferItem {
    constructor() { throw new TypeError("Illegal constructor"); }
    get kind() { return Items.of(this).kind; }
    get type() { return Items.of(this).type; }
    getAsString(callback) {
      const item = Items.of(this);
      core.requireArguments(arguments.length, 1);
      if (callback === null) return;
      core.convertCallback(callback);
      if (item.kind === "string") core.queueTask(() => core.callAndReport(callback, undefined, list(item.data)));
    }
    getAsFile() {
      const item = Items.of(this);
      return item.kind === "file" ? item.data : null;
    }
  }

  function makeItem(kind, type, data) {
    const item = core.ObjectCreate(DataTransferItem.prototype);
    new Items(item, { __proto__: null, kind, type, data });
    return item;
  }

  class ItemState {
    interface = "DataTransferItemList";
    named = null;
    items = list();
    length() { return this.items.length; }
    at(index) { return this.items[index]; }
    names() { return list(); }
  }
  class DataTransferItemList {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return stateOf(this, "DataTransferItemList").length(); }
    add(data, type = undefined) {
      const { items } = stateOf(this, "DataTransferItemList");
      core.requireArguments(arguments.length, 1);
      let item;
      if (arguments.length === 1) {
        const file = core.convertInterface(data, core.isFile, "File");
        item = makeItem("file", core.blobType(file), file);
      } else {
        type = core.toASCIILowercase(core.string(type));
        if (findText(items, type) >= 0) throw error("NotSupportedError", `There is an item of the type '${type}' already.`);
        item = makeItem("string", type, core.string(data));
      }
      put(items, item);
      return item;
    }
    remove(index) {
      const { items } = stateOf(this, "DataTransferItemList");
      core.requireArguments(arguments.length, 1);
      index = core.unsignedLong(index);
      if (index < items.length) core.ArraySplice(items, index, 1);
    }
    clear() {
      const { items } = stateOf(this, "DataTransferItemList");
      core.ArraySplice(items, 0, items.length);
    }
  }
  core.ReflectDefineProperty(DataTransferItemList.prototype, core.SymbolIterator,
    { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });

  /** The place of the text of a type, or -1. */
  function findText(items, type) {
    for (let index = 0; index < items.length; index += 1) {
      const item = Items.of(items[index]);
      if (item.kind === "string" && item.type === type) return index;
    }
    return -1;
  }

  /** https://html.spec.whatwg.org/multipage/dnd.html#dom-datatransfer-getdata */
  function convertFormat(format) {
    format = core.toASCIILowercase(core.string(format));
    return format === "text" ? "text/plain" : format === "url" ? "text/uri-list" : format;
  }

  const effects = list("none", "copy", "link", "move");
  const allowedEffects = list("none", "copy", "copyLink", "copyMove", "link", "linkMove", "move", "all", "uninitialized");

  class DataTransfer {
    constructor() {
      const state = new ItemState();
      new Transfers(this, {
        __proto__: null, items: state.items, list: makeCollection(DataTransferItemList, state), dropEffect: "none",
        effectAllowed: "none", files: null,
      });
    }
    get dropEffect() { return Transfers.of(this).dropEffect; }
    set dropEffect(value) {
      const state = Transfers.of(this);
      value = core.string(value);
      if (core.ArrayIndexOf(effects, value) >= 0) state.dropEffect = value;
    }
    get effectAllowed() { return Transfers.of(this).effectAllowed; }
    set effectAllowed(value) {
      const state = Transfers.of(this);
      value = core.string(value);
      if (core.ArrayIndexOf(allowedEffects, value) >= 0) state.effectAllowed = value;
    }
    get items() { return Transfers.of(this).list; }
    setDragImage(image, x, y) {
      Transfers.of(this);
      core.requireArguments(arguments.length, 3);
      core.convertInterface(image, (value) => core.isNode(value) && core.tree.isElement(core.id(value)), "Element");
      core.long(x);
      core.long(y);
    }
    get types() {
      const { items } = Transfers.of(this), types = list();
      let hasFile = false;
      for (let index = 0; index < items.length; index += 1) {
        const item = Items.of(items[index]);
        if (item.kind === "string") put(types, item.type);
        else hasFile = true;
      }
      if (hasFile) put(types, "Files");
      return core.ObjectFreeze(core.array(types));
    }
    getData(format) {
      const { items } = Transfers.of(this);
      core.requireArguments(arguments.length, 1);
      const place = findText(items, convertFormat(format));
      if (place < 0) return "";
      const { data } = Items.of(items[place]);
      return core.toASCIILowercase(core.string(format)) === "url" ? firstAddress(data) : data;
    }
    setData(format, data) {
      const { items } = Transfers.of(this);
      core.requireArguments(arguments.length, 2);
      format = convertFormat(format);
      data = core.string(data);
      const place = findText(items, format);
      if (place >= 0) core.ArraySplice(items, place, 1);
      put(items, makeItem("string", format, data));
    }
    clearData(format = undefined) {
      const { items } = Transfers.of(this);
      format = format === undefined ? undefined : convertFormat(format);
      for (let index = items.length - 1; index >= 0; index -= 1) {
        const item = Items.of(items[index]);
        if (item.kind === "string" && (format === undefined || item.type === format)) core.ArraySplice(items, index, 1);
      }
    }
    get files() {
      const transfer = Transfers.of(this), { items } = transfer, files = list();
      for (let index = 0; index < items.length; index += 1) {
        const item = Items.of(items[index]);
        if (item.kind === "file") put(files, item.data);
      }
      // The same object while it has the same files.
      const known = transfer.files === null ? list() : State.of(transfer.files).files;
      let isSame = transfer.files !== null && known.length === files.length;
      for (let index = 0; index < files.length && isSame; index += 1) isSame = known[index] === files[index];
      return isSame ? transfer.files : (transfer.files = makeFileList(files));
    }
  }

  /** The first address of a list of them. https://www.rfc-editor.org/rfc/rfc2483#section-5 */
  function firstAddress(text) {
    const lines = core.split(text, "\n");
    for (let index = 0; index < lines.length; index += 1) {
      const line = core.stripASCIIWhitespace(lines[index]);
      if (line !== "" && line[0] !== "#") return line;
    }
    return "";
  }

  core.define({ FileList, DataTransfer, DataTransferItem, DataTransferItemList });
  core.DataTransfer = DataTransfer;
})
