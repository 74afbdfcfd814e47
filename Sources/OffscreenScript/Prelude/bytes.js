// Bytes and UTF-8, for the files that send and receive.
(function (core) {
  "use strict";
  const { put, TypeError, Uint8Array } = core;

  /** A list of the bytes. https://encoding.spec.whatwg.org/#utf-8-encode */
  core.utf8Encode = function (text) {
    const out = core.list();
    for (let index = 0; index < text.length; index += 1) {
      let code = core.StringCharCodeAt(text, index);
      if (code < 0x80) {
        put(out, code);
        continue;
      }
      if (code >= 0xD800 && code <= 0xDFFF) {
        code = core.StringCodePointAt(text, index);
        if (code > 0xFFFF) index += 1;
        else code = 0xFFFD;
      }
      if (code < 0x800) {
        put(out, 0xC0 | (code >> 6));
      } else {
        if (code < 0x10000) {
          put(out, 0xE0 | (code >> 12));
        } else {
          put(out, 0xF0 | (code >> 18));
          put(out, 0x80 | ((code >> 12) & 63));
        }
        put(out, 0x80 | ((code >> 6) & 63));
      }
      put(out, 0x80 | (code & 63));
    }
    return out;
  };

  const hexDigit = (code) => (code >= 48 && code <= 57 ? code - 48 : code >= 65 && code <= 70 ? code - 55
    : code >= 97 && code <= 102 ? code - 87 : -1);

  /** The bytes of a text in UTF-8, its escapes taken as bytes. https://url.spec.whatwg.org/#string-percent-decode */
  core.percentDecode = function (text) {
    const bytes = core.utf8Encode(text), out = core.list();
    for (let index = 0; index < bytes.length; index += 1) {
      const high = bytes[index] === 37 && index + 2 < bytes.length ? hexDigit(bytes[index + 1]) : -1;
      const low = high < 0 ? -1 : hexDigit(bytes[index + 2]);
      put(out, low < 0 ? bytes[index] : high * 16 + low);
      if (low >= 0) index += 2;
    }
    return core.bytes(out);
  };

  core.utf8Decode = (list) => core.native.decode("utf-8", core.bytes(list)) ?? "";

  core.isUTF8 = function (bytes) {
    for (let index = 0; index < bytes.length; index += 1) {
      const first = bytes[index];
      if (first < 0x80) continue;
      const count = first >= 0xF0 && first <= 0xF4 ? 3 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xC2 && first < 0xE0 ? 1 : 0;
      if (count === 0) return false;
      for (let next = 1; next <= count; next += 1) {
        const byte = bytes[index + next];
        if (byte === undefined || (byte & 0xC0) !== 0x80) return false;
        if (next === 1 && ((first === 0xE0 && byte < 0xA0) || (first === 0xED && byte > 0x9F)
          || (first === 0xF0 && byte < 0x90) || (first === 0xF4 && byte > 0x8F))) return false;
      }
      index += count;
    }
    return true;
  };

  /** A `Uint8Array` of a list of bytes. */
  core.bytes = function (list) {
    const array = new Uint8Array(list.length);
    for (let index = 0; index < list.length; index += 1) array[index] = list[index];
    return array;
  };

  /** What a view is one of. */
  core.viewOf = (view) => (core.TypedArrayKind(view) === undefined
    ? { buffer: core.DataViewBuffer(view), byteOffset: core.DataViewByteOffset(view), byteLength: core.DataViewByteLength(view) }
    : {
      buffer: core.TypedArrayBuffer(view), byteOffset: core.TypedArrayByteOffset(view),
      byteLength: core.TypedArrayByteLength(view),
    });

  core.isUint8Array = (value) => core.ArrayBufferIsView(value) && core.TypedArrayKind(value) === "Uint8Array";

  function isBuffer(value) {
    try {
      core.ArrayBufferByteLength(value);
      return true;
    } catch {
      return false;
    }
  }
  core.isBufferSource = (value) => core.isObject(value) && (core.ArrayBufferIsView(value) || isBuffer(value));

  /** A view's or a buffer's bytes. https://webidl.spec.whatwg.org/#dfn-get-buffer-source-copy */
  core.viewBytes = function (value) {
    if (core.ArrayBufferIsView(value)) {
      const { buffer, byteOffset, byteLength } = core.viewOf(value);
      return new Uint8Array(buffer, byteOffset, byteLength);
    }
    if (!isBuffer(value)) throw new TypeError("The value is neither a buffer nor a view of one.");
    return new Uint8Array(value);
  };
})
