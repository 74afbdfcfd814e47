// Encodings. https://encoding.spec.whatwg.org/#api
(function (core) {
  "use strict";
  core.load("bytes.js");
  const { native, TypeError, RangeError, Uint8Array } = core;

  const EncoderBrand = core.brand();
  class TextEncoder {
    constructor() { new EncoderBrand(this); }
    get encoding() {
      EncoderBrand.of(this);
      return "utf-8";
    }
    encode(input = "") {
      EncoderBrand.of(this);
      return core.bytes(core.utf8Encode(core.usvString(input)));
    }
    encodeInto(source, destination) {
      EncoderBrand.of(this);
      core.requireArguments(arguments.length, 2);
      source = core.usvString(source);
      if (!core.isUint8Array(destination)) throw new TypeError("The destination is no Uint8Array.");
      let read = 0, written = 0;
      while (read < source.length) {
        const code = core.StringCodePointAt(source, read);
        const bytes = core.utf8Encode(core.StringFromCodePoint(code));
        if (written + bytes.length > core.TypedArrayLength(destination)) break;
        for (let index = 0; index < bytes.length; index += 1) destination[written + index] = bytes[index];
        written += bytes.length;
        read += code > 0xFFFF ? 2 : 1;
      }
      return { read, written };
    }
  }

  const DecoderState = core.brand();

  /** How many bytes at the end begin a character that is not whole yet. */
  function unfinished(bytes, name) {
    const count = bytes.length;
    if (name === "utf-16le" || name === "utf-16be") {
      let rest = count % 2;
      if (count - rest >= 2) {
        const high = bytes[count - rest - (name === "utf-16le" ? 1 : 2)];
        if (high >= 0xD8 && high <= 0xDB) rest += 2;
      }
      return rest;
    }
    if (name !== "utf-8") return 0;
    for (let back = 1; back <= 3 && back <= count; back += 1) {
      const byte = bytes[count - back];
      if (byte >= 0xC2 && byte <= 0xF4) return back < (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2) ? back : 0;
      if (byte < 0x80 || byte >= 0xC0) return 0;
    }
    return 0;
  }

  class TextDecoder {
    constructor(label = "utf-8", options = undefined) {
      label = core.string(label);
      options = core.dictionary(options);
      const name = native.encodingName(label);
      if (name === null || name === "replacement") throw new RangeError(`The encoding label '${label}' is invalid.`);
      new DecoderState(this, {
        __proto__: null, name: core.toASCIILowercase(name), fatal: !!options.fatal, ignoreBOM: !!options.ignoreBOM,
        rest: core.list(), isStarted: false,
      });
    }
    get encoding() { return DecoderState.of(this).name; }
    get fatal() { return DecoderState.of(this).fatal; }
    get ignoreBOM() { return DecoderState.of(this).ignoreBOM; }
    decode(input = undefined, options = undefined) {
      const state = DecoderState.of(this);
      const stream = !!core.dictionary(options).stream;
      const added = input === undefined ? core.list() : core.viewBytes(input);
      let bytes = core.list();
      for (let index = 0; index < state.rest.length; index += 1) core.put(bytes, state.rest[index]);
      for (let index = 0; index < added.length; index += 1) core.put(bytes, added[index]);
      state.rest = core.list();
      if (stream) {
        const keep = unfinished(bytes, state.name);
        const whole = core.list();
        for (let index = 0; index < bytes.length; index += 1) {
          core.put(index < bytes.length - keep ? whole : state.rest, bytes[index]);
        }
        bytes = whole;
      }
      if (state.fatal && state.name === "utf-8" && !core.isUTF8(bytes)) {
        throw new TypeError("The encoded data was not valid.");
      }
      let text = native.decode(state.name, core.bytes(bytes)) ?? "";
      const isStart = !state.isStarted;
      state.isStarted = stream && (state.isStarted || bytes.length > 0);
      const hasMark = core.StringCharCodeAt(text, 0) === 0xFEFF;
      if (isStart && !state.ignoreBOM && hasMark) text = core.StringSlice(text, 1);
      return text;
    }
  }
  core.define({ TextEncoder, TextDecoder });
})
