// Streams that decode, encode, compress and decompress. https://encoding.spec.whatwg.org/#interface-textdecoderstream
// https://compression.spec.whatwg.org/
(function (core) {
  "use strict";
  core.load("transform-stream.js");
  core.load("encoding.js");
  const { native, list, put, TypeError } = core;
  const { streams } = core;

  const Decoders = core.brand(), Encoders = core.brand(), Compressors = core.brand(), Decompressors = core.brand();

  /** https://streams.spec.whatwg.org/#generictransformstream */
  const sides = (State) => ({
    get readable() { return State.of(this).stream.readable.object; },
    get writable() { return State.of(this).stream.writable.object; },
  });

  function bytesOf(chunk) {
    if (!core.isBufferSource(chunk)) throw new TypeError("The chunk is neither a buffer nor a view of one.");
    return core.viewBytes(chunk);
  }

  class TextDecoderStream {
    constructor(label = "utf-8", options = undefined) {
      const decoding = core.makeDecoding(label, options);
      const pass = (text, enqueue) => { if (text !== "") enqueue(text); };
      const stream = streams.makeTransform(
        (chunk, enqueue) => {
          if (!core.isBufferSource(chunk) && !core.isSharedBuffer(chunk)) {
            throw new TypeError("The chunk is neither a buffer nor a view of one.");
          }
          pass(decoding.decode(core.anyBytes(chunk), false), enqueue);
        },
        (enqueue) => pass(decoding.decode(new core.Uint8Array(0), true), enqueue));
      new Decoders(this, { __proto__: null, decoding, stream });
    }
    get encoding() { return Decoders.of(this).decoding.name; }
    get fatal() { return Decoders.of(this).decoding.fatal; }
    get ignoreBOM() { return Decoders.of(this).decoding.ignoreBOM; }
  }
  core.mixin(TextDecoderStream, sides(Decoders));

  const isHigh = (code) => code >= 0xD800 && code <= 0xDBFF;

  class TextEncoderStream {
    constructor() {
      // A surrogate at the end waits for its other half.
      let pending = "";
      const stream = streams.makeTransform(
        (chunk, enqueue) => {
          let text = pending + core.string(chunk);
          pending = "";
          if (isHigh(core.StringCharCodeAt(text, text.length - 1))) {
            pending = text[text.length - 1];
            text = core.StringSlice(text, 0, -1);
          }
          if (text !== "") enqueue(core.utf8Encode(core.StringToWellFormed(text)));
        },
        (enqueue) => { if (pending !== "") enqueue(core.utf8Encode("\uFFFD")); });
      new Encoders(this, { __proto__: null, stream });
    }
    get encoding() {
      Encoders.of(this);
      return "utf-8";
    }
  }
  core.mixin(TextEncoderStream, sides(Encoders));

  // MARK: Compression

  const formats = list("deflate", "deflate-raw", "gzip");
  const mostBytes = 256 * 1024 * 1024;

  /** The library works on the whole: what comes is kept until the end. */
  function makeWhole(convert) {
    let pieces = list(), length = 0;
    return streams.makeTransform(
      (chunk) => {
        const bytes = bytesOf(chunk), size = core.TypedArrayLength(bytes);
        length += size;
        if (length > mostBytes) throw new core.RangeError("The stream is too large.");
        const copy = new core.Uint8Array(size);
        core.TypedArraySet(copy, bytes);
        put(pieces, copy);
      },
      (enqueue) => {
        const whole = core.joinBytes(pieces, length);
        pieces = list();
        const result = convert(whole);
        if (result === null) throw new TypeError("The compressed data was not valid.");
        if (core.TypedArrayLength(result) > 0) enqueue(result);
      });
  }

  class CompressionStream {
    constructor(format) {
      core.requireArguments(arguments.length, 1);
      format = core.enumeration(format, formats);
      new Compressors(this, { __proto__: null, stream: makeWhole((bytes) => native.compress(format, bytes)) });
    }
  }
  core.mixin(CompressionStream, sides(Compressors));

  class DecompressionStream {
    constructor(format) {
      core.requireArguments(arguments.length, 1);
      format = core.enumeration(format, formats);
      new Decompressors(this, { __proto__: null, stream: makeWhole((bytes) => native.decompress(format, bytes)) });
    }
  }
  core.mixin(DecompressionStream, sides(Decompressors));

  core.define({ TextDecoderStream, TextEncoderStream, CompressionStream, DecompressionStream });
})
