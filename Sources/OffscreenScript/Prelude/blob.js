// Blobs and files. https://w3c.github.io/FileAPI/
(function (core) {
  "use strict";
  const { error, put, TypeError, SymbolIterator, Uint8Array } = core;
  core.load("bytes.js");

  const State = core.brand();
  const bytesOf = (value) => State.of(value).bytes, typeOf = (value) => State.of(value).type;

  const mostBytes = 256 * 1024 * 1024;

  function cleanType(type) {
    type = core.string(type);
    for (let index = 0; index < type.length; index += 1) {
      const code = core.StringCharCodeAt(type, index);
      if (code < 0x20 || code > 0x7E) return "";
    }
    return core.toASCIILowercase(type);
  }

  function gather(parts, options) {
    const pieces = core.list();
    let length = 0;
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      let piece;
      if (State.has(part)) piece = bytesOf(part);
      else if (core.isBufferSource(part)) piece = core.viewBytes(part);
      else {
        let text = core.usvString(part);
        if (options.endings === "native") text = core.ArrayJoin(core.split(core.ArrayJoin(core.split(text, "\r\n"), "\n"), "\r"), "\n");
        piece = core.utf8Encode(text);
      }
      length += piece.length;
      if (length > mostBytes) throw new core.RangeError("The blob is too large.");
      put(pieces, piece);
    }
    const bytes = new Uint8Array(length);
    let place = 0;
    for (let index = 0; index < pieces.length; index += 1) {
      const piece = pieces[index];
      for (let offset = 0; offset < piece.length; offset += 1) bytes[place + offset] = piece[offset];
      place += piece.length;
    }
    return bytes;
  }

  function partsOf(value) {
    if (value === undefined) return core.list();
    const method = core.isObject(value) ? value[SymbolIterator] : undefined;
    if (typeof method !== "function") throw new TypeError("The blob's parts must be a sequence.");
    return core.iterate(value, method);
  }

  function bag(options) {
    options = core.dictionary(options);
    const endings = options.endings === undefined ? "transparent" : core.string(options.endings);
    if (endings !== "transparent" && endings !== "native") throw new TypeError(`'${endings}' is not a valid line ending.`);
    return { __proto__: null, endings, type: options.type === undefined ? "" : cleanType(options.type), lastModified: options.lastModified };
  }

  class Blob {
    constructor(parts = undefined, options = undefined) {
      const list = partsOf(parts);
      const settings = bag(options);
      new State(this, { __proto__: null, bytes: gather(list, settings), type: settings.type });
    }
    get size() { return bytesOf(this).length; }
    get type() { return typeOf(this); }
    slice(start = 0, end = undefined, type = "") {
      const bytes = bytesOf(this), size = bytes.length;
      const clamp = (value) => (value < 0 ? core.MathMax(size + value, 0) : core.MathMin(value, size));
      const from = clamp(core.clamp(start, -9007199254740991, 9007199254740991));
      const to = end === undefined ? size : clamp(core.clamp(end, -9007199254740991, 9007199254740991));
      return make(copy(bytes, from, core.MathMax(from, to)), cleanType(type));
    }
    text() { return promise(() => core.native.decode("utf-8", bytesOf(this)) ?? ""); }
    arrayBuffer() { return promise(() => copy(bytesOf(this), 0, bytesOf(this).length).buffer); }
    bytes() { return promise(() => copy(bytesOf(this), 0, bytesOf(this).length)); }
  }

  function promise(steps) {
    try {
      return core.PromiseResolve(steps());
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  }

  function copy(bytes, from, to) {
    const result = new Uint8Array(to - from);
    for (let index = from; index < to; index += 1) result[index - from] = bytes[index];
    return result;
  }

  function make(bytes, type) {
    const blob = core.ObjectCreate(Blob.prototype);
    new State(blob, { __proto__: null, bytes, type });
    return blob;
  }

  const FileState = core.brand();
  const now = () => core.MathFloor(core.native.timeOrigin() + core.native.now());
  class File extends Blob {
    constructor(parts, name, options = undefined) {
      core.requireArguments(arguments.length, 2);
      super(parts, options);
      const modified = bag(options).lastModified;
      new FileState(this, {
        __proto__: null, name: core.usvString(name), modified: modified === undefined ? now() : core.longLong(modified),
      });
    }
    get name() { return FileState.of(this).name; }
    get lastModified() { return FileState.of(this).modified; }
    get webkitRelativePath() { FileState.of(this); return ""; }
  }

  // https://w3c.github.io/FileAPI/#filereader-section
  class ReaderState {
    state = 0;
    result = null;
    error = null;
    round = 0;
  }
  class FileReader extends core.EventTarget {
    #state = new ReaderState();
    get readyState() { return this.#state.state; }
    get result() { return this.#state.result; }
    get error() { return this.#state.error; }
    readAsText(blob, label = undefined) {
      const name = label === undefined ? "utf-8" : core.native.encodingName(core.string(label)) ?? "utf-8";
      this.#read(blob, (bytes) => core.native.decode(name, bytes) ?? "");
    }
    readAsArrayBuffer(blob) { this.#read(blob, (bytes) => copy(bytes, 0, bytes.length).buffer); }
    readAsBinaryString(blob) { this.#read(blob, binary); }
    readAsDataURL(blob) {
      this.#read(blob, (bytes) => `data:${typeOf(blob) || "application/octet-stream"};base64,${core.btoa(binary(bytes))}`);
    }
    abort() {
      const state = this.#state;
      if (state.state !== 1) {
        state.result = null;
        return;
      }
      state.round += 1;
      state.state = 2;
      state.result = null;
      core.fire(this, "abort", { __proto__: null, loaded: 0, total: 0 }, "ProgressEvent");
      core.fire(this, "loadend", { __proto__: null, loaded: 0, total: 0 }, "ProgressEvent");
    }
    #read(blob, convert) {
      const state = this.#state;
      const bytes = bytesOf(blob);
      if (state.state === 1) throw error("InvalidStateError", "The reader is busy.");
      state.state = 1;
      state.result = state.error = null;
      state.round += 1;
      const round = state.round;
      core.queueTask(() => {
        if (state.round !== round) return;
        const progress = { __proto__: null, lengthComputable: true, loaded: bytes.length, total: bytes.length };
        core.fire(this, "loadstart", { __proto__: null, lengthComputable: true, loaded: 0, total: bytes.length }, "ProgressEvent");
        core.fire(this, "progress", progress, "ProgressEvent");
        if (state.round !== round) return;
        state.state = 2;
        state.result = convert(bytes);
        core.fire(this, "load", progress, "ProgressEvent");
        if (state.state === 2) core.fire(this, "loadend", progress, "ProgressEvent");
      });
    }
  }
  core.constants(FileReader, { EMPTY: 0, LOADING: 1, DONE: 2 });
  core.eventHandlers(FileReader, ["loadstart", "progress", "load", "abort", "error", "loadend"]);

  function binary(bytes) {
    let text = "";
    for (let index = 0; index < bytes.length; index += 1) text += core.StringFromCharCode(bytes[index]);
    return text;
  }

  core.define({ Blob, File, FileReader });
  core.isBlob = State.has;
  core.isFile = FileState.has;
  core.blobBytes = bytesOf;
  core.blobType = typeOf;
  core.makeBlob = make;
  core.fileOf = function (blob, name) {
    if (FileState.has(blob) && name === undefined) return blob;
    const file = core.ObjectCreate(File.prototype);
    new State(file, State.of(blob));
    new FileState(file, {
      __proto__: null, name: name ?? "blob", modified: FileState.has(blob) ? FileState.of(blob).modified : now(),
    });
    return file;
  };
  core.serializers = core.serializers ?? core.list();
  put(core.serializers, (value) => {
    if (FileState.has(value)) return core.fileOf(value, FileState.of(value).name);
    return State.has(value) ? make(bytesOf(value), typeOf(value)) : undefined;
  });
})
