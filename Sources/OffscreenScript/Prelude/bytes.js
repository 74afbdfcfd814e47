// Bytes and UTF-8, for the files that send and receive.
(function (core) {
  "use strict";
  const { put, TypeError, Uint8Array } = core;

  /** A `Uint8Array`. https://encoding.spec.whatwg.org/#utf-8-encode */
  core.utf8Encode = (text) => core.native.encode(text);

  /** Text of a view's bytes, or of a list of them. https://encoding.spec.whatwg.org/#utf-8-decode-without-bom */
  core.utf8Decode = (bytes) =>
    core.native.decodePart("UTF-8", core.ArrayBufferIsView(bytes) ? bytes : core.bytes(bytes), 0, true, false)[0];

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

  /** Text in an encoding, unless a byte order mark tells another. https://encoding.spec.whatwg.org/#decode */
  core.decodeSniffed = function (bytes, encoding) {
    if (bytes[0] === 0xEF && bytes[1] === 0xBB && bytes[2] === 0xBF) encoding = "UTF-8";
    else if (bytes[0] === 0xFE && bytes[1] === 0xFF) encoding = "UTF-16BE";
    else if (bytes[0] === 0xFF && bytes[1] === 0xFE) encoding = "UTF-16LE";
    return core.native.decode(encoding, bytes) ?? "";
  };

  /** A `Uint8Array` of a list of bytes. */
  core.bytes = function (list) {
    const array = new Uint8Array(list.length);
    for (let index = 0; index < list.length; index += 1) array[index] = list[index];
    return array;
  };

  /** A `Uint8Array` of all in a list of them. */
  core.joinBytes = function (pieces, length) {
    const whole = new Uint8Array(length);
    let place = 0;
    for (let index = 0; index < pieces.length; index += 1) {
      core.TypedArraySet(whole, pieces[index], place);
      place += core.TypedArrayLength(pieces[index]);
    }
    return whole;
  };

  /** A `Uint8Array` with the same bytes, or some of them. */
  core.copyBytes = function (bytes, from = 0, to = core.TypedArrayLength(bytes)) {
    const copy = new Uint8Array(to - from);
    core.TypedArraySet(copy, new Uint8Array(core.TypedArrayBuffer(bytes), core.TypedArrayByteOffset(bytes) + from, to - from));
    return copy;
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
  core.isArrayBuffer = isBuffer;
  const sharedLength = core.SharedArrayBufferByteLength;
  function isShared(value) {
    try {
      return sharedLength !== undefined && sharedLength(value) >= 0;
    } catch {
      return false;
    }
  }
  core.isSharedBuffer = (value) => core.isObject(value) && isShared(value);
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

  /** The same, of what may be shared too. */
  core.anyBytes = (value) => (isShared(value) ? new Uint8Array(value) : core.viewBytes(value));
})
