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
      return core.utf8Encode(core.usvString(input));
    }
    encodeInto(source, destination) {
      EncoderBrand.of(this);
      core.requireArguments(arguments.length, 2);
      source = core.usvString(source);
      if (!core.isUint8Array(destination)) throw new TypeError("The destination is no Uint8Array.");
      const room = core.TypedArrayLength(destination);
      let read = 0, written = 0;
      // What fits for certain goes at once, what may not one by one.
      const sure = core.MathMin(source.length, core.MathFloor(room / 3));
      const end = sure > 0 && sure < source.length && isHigh(core.StringCharCodeAt(source, sure - 1)) ? sure - 1 : sure;
      if (end > 0) {
        const bytes = core.utf8Encode(core.StringSlice(source, 0, end));
        core.TypedArraySet(destination, bytes);
        read = end;
        written = core.TypedArrayLength(bytes);
      }
      while (read < source.length && written < room) {
        const code = core.StringCodePointAt(source, read);
        const bytes = core.utf8Encode(core.StringFromCodePoint(code));
        const length = core.TypedArrayLength(bytes);
        if (written + length > room) break;
        core.TypedArraySet(destination, bytes, written);
        written += length;
        read += code > 0xFFFF ? 2 : 1;
      }
      return { read, written };
    }
  }
  const isHigh = (code) => code >= 0xD800 && code <= 0xDBFF;

  // MARK: Decoding

  /** A decoder of a label that goes on from piece to piece. */
  class Decoding {
    constructor(label, options) {
      label = core.string(label);
      options = core.dictionary(options);
      this.fatal = core.member(options, "fatal", core.boolean, false);
      this.ignoreBOM = core.member(options, "ignoreBOM", core.boolean, false);
      const name = native.encodingName(label);
      if (name === null || name === "replacement") throw new RangeError(`The encoding label '${label}' is invalid.`);
      this.encoding = name;
      this.name = core.toASCIILowercase(name);
      this.mayHaveMark = name === "UTF-8" || name === "UTF-16LE" || name === "UTF-16BE";
      this.reset();
    }

    reset() {
      this.state = 0;
      this.hasBegun = false;
    }

    /** The text of a view's bytes. https://encoding.spec.whatwg.org/#concept-td-serialize */
    decode(view, isLast) {
      const result = native.decodePart(this.encoding, view, this.state, isLast, this.fatal);
      if (result === null) {
        this.state = 0;
        throw new TypeError("The encoded data was not valid.");
      }
      const text = result[0];
      this.state = result[1];
      if (this.hasBegun || text === "") return text;
      this.hasBegun = true;
      const isMarked = this.mayHaveMark && !this.ignoreBOM && core.StringCharCodeAt(text, 0) === 0xFEFF;
      return isMarked ? core.StringSlice(text, 1) : text;
    }
  }

  const DecoderState = core.brand();
  class TextDecoder {
    constructor(label = "utf-8", options = undefined) {
      new DecoderState(this, { __proto__: null, decoding: new Decoding(label, options), goesOn: false });
    }
    get encoding() { return DecoderState.of(this).decoding.name; }
    get fatal() { return DecoderState.of(this).decoding.fatal; }
    get ignoreBOM() { return DecoderState.of(this).decoding.ignoreBOM; }
    decode(input = undefined, options = undefined) {
      const state = DecoderState.of(this);
      if (input !== undefined && !core.isBufferSource(input) && !core.isSharedBuffer(input)) {
        throw new TypeError("The input is neither a buffer nor a view of one.");
      }
      const goesOn = core.member(core.dictionary(options), "stream", core.boolean, false);
      if (!state.goesOn) state.decoding.reset();
      state.goesOn = goesOn;
      return state.decoding.decode(input === undefined ? new Uint8Array(0) : core.anyBytes(input), !goesOn);
    }
  }
  core.define({ TextEncoder, TextDecoder });
  core.makeDecoding = (label, options) => new Decoding(label, options);
})
