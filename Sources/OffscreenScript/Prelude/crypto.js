// Random values, seeded as `Math.random` is. https://w3c.github.io/webcrypto/#crypto-interface
(function (core) {
  "use strict";
  const { native, error, TypeError } = core;

  core.load("bytes.js");
  const Brand = core.brand();
  const byte = () => core.MathFloor(native.random() * 256);
  const hex = (value) => (value < 16 ? "0" : "") + core.NumberToString(value, 16);

  /** https://w3c.github.io/webcrypto/#Crypto-method-randomUUID */
  core.randomUUID = function () {
    let out = "";
    for (let index = 0; index < 16; index += 1) {
      let value = byte();
      if (index === 6) value = (value & 15) | 64;
      if (index === 8) value = (value & 63) | 128;
      out += (index === 4 || index === 6 || index === 8 || index === 10 ? "-" : "") + hex(value);
    }
    return out;
  };

  class Crypto {
    constructor() { throw new TypeError("Illegal constructor"); }
    getRandomValues(array) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      if (!core.ArrayBufferIsView(array)) throw new TypeError("The value is no view of a buffer.");
      const kind = core.TypedArrayKind(array);
      if (kind === undefined || core.StringStartsWith(kind, "Float")) {
        throw error("TypeMismatchError", "The view does not hold integers.");
      }
      if (core.TypedArrayByteLength(array) > 65536) throw error("QuotaExceededError", "The array has more than 65536 bytes.");
      const bytes = core.viewBytes(array), count = core.TypedArrayLength(bytes);
      for (let index = 0; index < count; index += 1) bytes[index] = byte();
      return array;
    }
  }

  // Both are for secure contexts alone.
  if (core.isSecureContext()) {
    core.mixin(Crypto, {
      randomUUID() {
        Brand.of(this);
        return core.randomUUID();
      },
      get subtle() {
        Brand.of(this);
        return core.subtleCrypto;
      },
    });
  }
  const crypto = core.ObjectCreate(Crypto.prototype);
  new Brand(crypto);
  core.define({ Crypto });
  core.defineReplaceable({ get crypto() { return crypto; } });
})
