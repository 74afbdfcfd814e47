// Random values, seeded as `Math.random` is. https://w3c.github.io/webcrypto/#Crypto-interface
(function (core) {
  "use strict";
  const { native, error, TypeError } = core;

  core.load("bytes.js");
  const Brand = core.brand();
  const byte = () => core.MathFloor(native.random() * 256);
  const hex = (value) => (value < 16 ? "0" : "") + core.NumberToString(value, 16);

  class Crypto {
    constructor() { throw new TypeError("Illegal constructor"); }
    getRandomValues(array) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      const kind = core.ArrayBufferIsView(array) ? core.TypedArrayKind(array) : undefined;
      if (kind === undefined) throw new TypeError("The value is no typed array.");
      if (kind === "Float32Array" || kind === "Float64Array" || kind === "Float16Array") {
        throw error("TypeMismatchError", "The array does not hold integers.");
      }
      if (core.TypedArrayByteLength(array) > 65536) throw error("QuotaExceededError", "The array has more than 65536 bytes.");
      const bytes = core.viewBytes(array);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = byte();
      return array;
    }
    randomUUID() {
      Brand.of(this);
      let out = "";
      for (let index = 0; index < 16; index += 1) {
        let value = byte();
        if (index === 6) value = (value & 15) | 64;
        if (index === 8) value = (value & 63) | 128;
        out += (index === 4 || index === 6 || index === 8 || index === 10 ? "-" : "") + hex(value);
      }
      return out;
    }
  }
  const crypto = core.ObjectCreate(Crypto.prototype);
  new Brand(crypto);
  core.randomUUID = () => crypto.randomUUID();
  core.define({ Crypto });
  core.defineReplaceable({ get crypto() { return crypto; } });
})
