// Blobs and files. https://w3c.github.io/FileAPI/
(function (core) {
  "use strict";
  const { error, put, TypeError, SymbolIterator, Uint8Array } = core;
  core.load("bytes.js");

  const State = core.sharedBrand("Blob", "blob.js");
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

  /** The bytes of parts: blobs, bytes or strings. https://w3c.github.io/FileAPI/#process-blob-parts */
  function gather(parts, endings) {
    const pieces = core.list();
    let length = 0;
    for (let index = 0; index < parts.length; index += 1) {
      let piece = parts[index];
      if (typeof piece === "string") piece = core.utf8Encode(endings === "native" ? nativeEndings(piece) : piece);
      else piece = State.has(piece) ? bytesOf(piece) : core.viewBytes(piece);
      length += core.TypedArrayLength(piece);
      if (length > mostBytes) throw new core.RangeError("The blob is too large.");
      put(pieces, piece);
    }
    return core.joinBytes(pieces, length);
  }

  /** https://w3c.github.io/FileAPI/#convert-line-endings-to-native */
  function nativeEndings(text) {
    const replace = (text, end) => core.ArrayJoin(core.split(text, end), "\n");
    return replace(replace(text, "\r\n"), "\r");
  }

  const convertPart = (part) => (State.has(part) || core.isBufferSource(part) ? part : core.usvString(part));

  function partsOf(value) {
    if (value === undefined) return core.list();
    const method = core.isObject(value) ? value[SymbolIterator] : undefined;
    if (method === undefined || method === null) throw new TypeError("The blob's parts must be a sequence.");
    return core.iterate(value, method, convertPart);
  }

  const lineEndings = core.list("transparent", "native");

  /** https://w3c.github.io/FileAPI/#dfn-BlobPropertyBag */
  function bag(options) {
    options = core.dictionary(options);
    const endings = core.member(options, "endings", (value) => core.enumeration(value, lineEndings), "transparent");
    return { __proto__: null, endings, type: core.member(options, "type", cleanType, ""), options };
  }

  class Blob {
    constructor(parts = undefined, options = undefined) {
      const list = partsOf(parts);
      const settings = bag(options);
      new State(this, { __proto__: null, bytes: gather(list, settings.endings), type: settings.type });
    }
    get size() { return core.TypedArrayLength(bytesOf(this)); }
    get type() { return typeOf(this); }
    slice(start = 0, end = undefined, type = "") {
      const bytes = bytesOf(this), size = core.TypedArrayLength(bytes);
      const clamp = (value) => (value < 0 ? core.MathMax(size + value, 0) : core.MathMin(value, size));
      const from = clamp(core.clamp(start, -9007199254740991, 9007199254740991));
      const to = end === undefined ? size : clamp(core.clamp(end, -9007199254740991, 9007199254740991));
      return make(core.copyBytes(bytes, from, core.MathMax(from, to)), cleanType(type));
    }
    stream() {
      const bytes = bytesOf(this);
      core.load("body.js");
      return core.streamOfBytes(bytes).object;
    }
    // The decoder leaves a byte order mark out.
    text() { return promise(() => core.native.decode("utf-8", bytesOf(this)) ?? ""); }
    arrayBuffer() { return promise(() => core.TypedArrayBuffer(core.copyBytes(bytesOf(this)))); }
    bytes() { return promise(() => core.copyBytes(bytesOf(this))); }
  }

  function promise(steps) {
    try {
      return core.PromiseResolve(steps());
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  }

  function make(bytes, type) {
    const blob = core.ObjectCreate(Blob.prototype);
    new State(blob, { __proto__: null, bytes, type });
    return blob;
  }

  const FileState = core.sharedBrand("File", "blob.js");
  const now = () => core.MathFloor(core.native.timeOrigin() + core.native.now());
  class File extends Blob {
    constructor(parts, name, options = undefined) {
      core.requireArguments(arguments.length, 2);
      const list = partsOf(core.object(parts));
      name = core.usvString(name);
      const settings = bag(options);
      const modified = core.member(settings.options, "lastModified", core.longLong);
      super();
      const state = State.of(this);
      state.bytes = gather(list, settings.endings);
      state.type = settings.type;
      new FileState(this, { __proto__: null, name, modified: modified ?? now() });
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
    constructor() { super(); }
    get readyState() { return this.#state.state; }
    get result() { return this.#state.result; }
    get error() { return this.#state.error; }
    readAsText(blob, label = undefined) {
      label = label === undefined ? undefined : core.string(label);
      this.#read(blob, (bytes) => textOf(blob, bytes, label));
    }
    readAsArrayBuffer(blob) { this.#read(blob, (bytes) => core.TypedArrayBuffer(core.copyBytes(bytes))); }
    readAsBinaryString(blob) { this.#read(blob, binary); }
    readAsDataURL(blob) {
      this.#read(blob, (bytes) => dataURLOf(blob, bytes));
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
      const bytes = bytesOf(core.convertInterface(blob, State.has, "Blob"));
      const total = core.TypedArrayLength(bytes);
      if (state.state === 1) throw error("InvalidStateError", "The reader is busy.");
      state.state = 1;
      state.result = state.error = null;
      state.round += 1;
      const round = state.round;
      core.queueTask(() => {
        if (state.round !== round) return;
        const progress = { __proto__: null, lengthComputable: true, loaded: total, total };
        core.fire(this, "loadstart", { __proto__: null, lengthComputable: true, loaded: 0, total }, "ProgressEvent");
        if (state.round !== round) return;
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

  /** https://w3c.github.io/FileAPI/#blob-package-data */
  function encodingOf(blob, label) {
    const named = label === undefined ? null : core.native.encodingName(label);
    if (named !== null) return named;
    core.load("mime.js");
    const type = core.mime.parse(typeOf(blob));
    const charset = type === null ? null : core.mime.parameter(type, "charset");
    return (charset === null ? null : core.native.encodingName(charset)) ?? "UTF-8";
  }

  function binary(bytes) {
    let text = "";
    for (let index = 0; index < bytes.length; index += 1) text += core.StringFromCharCode(bytes[index]);
    return text;
  }

  // https://w3c.github.io/FileAPI/#blob-package-data
  const textOf = (blob, bytes, label) => core.decodeSniffed(bytes, encodingOf(blob, label));
  const dataURLOf = (blob, bytes) => `data:${typeOf(blob) || "application/octet-stream"};base64,${core.btoa(binary(bytes))}`;
  core.blobReading = { __proto__: null, binary, text: textOf, dataURL: dataURLOf };

  core.define({ Blob, File, FileReader });
  core.isBlob = State.has;
  core.isFile = FileState.has;
  core.blobBytes = bytesOf;
  core.blobType = typeOf;
  /** What a blob's attribute says, where it has one of this name. */
  core.blobMember = function (blob, name) {
    if (name === "size") return core.TypedArrayLength(bytesOf(blob));
    if (name === "type") return typeOf(blob);
    if (!FileState.has(blob)) return undefined;
    return name === "name" ? FileState.of(blob).name : name === "lastModified" ? FileState.of(blob).modified : undefined;
  };
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
