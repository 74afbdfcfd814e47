// Random values, seeded as `Math.random` is, and digests. https://w3c.github.io/webcrypto/
(function (core) {
  "use strict";
  const { native, error, list, TypeError } = core;

  core.load("bytes.js");
  const Brand = core.brand(), SubtleBrand = core.brand();
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

  // MARK: Digests. https://w3c.github.io/webcrypto/#SubtleCrypto-method-digest
  // Not implemented: keys, and what is done with them.

  const algorithms = list("SHA-1", "SHA-256", "SHA-384", "SHA-512");

  /** https://w3c.github.io/webcrypto/#algorithm-normalization-normalize-an-algorithm */
  function normalize(algorithm) {
    let name = algorithm;
    if (core.isObject(algorithm)) {
      ({ name } = algorithm);
      if (name === undefined) throw new TypeError("The algorithm has no name.");
    }
    name = core.toASCIIUppercase(core.string(name));
    if (core.ArrayIndexOf(algorithms, name) < 0) throw error("NotSupportedError", `There are no digests by '${name}'.`);
    return name;
  }

  class SubtleCrypto {
    constructor() { throw new TypeError("Illegal constructor"); }
    digest(algorithm, data) {
      core.load("streams.js");
      return core.streams.guard(() => {
        SubtleBrand.of(this);
        core.requireArguments(arguments.length, 2);
        if (!core.isBufferSource(data)) throw new TypeError("The data is neither a buffer nor a view of one.");
        const name = normalize(algorithm);
        const bytes = core.copyBytes(core.viewBytes(data));
        const result = new core.streams.Deferred();
        core.queueTask(() => result.resolve(core.TypedArrayBuffer(native.digest(name, bytes))));
        return result.promise;
      });
    }
  }

  // Both are for secure contexts alone.
  if (core.isSecureContext()) {
    const subtle = core.ObjectCreate(SubtleCrypto.prototype);
    new SubtleBrand(subtle);
    core.mixin(Crypto, {
      randomUUID() {
        Brand.of(this);
        return core.randomUUID();
      },
      get subtle() {
        Brand.of(this);
        return subtle;
      },
    });
    core.define({ SubtleCrypto });
  }
  const crypto = core.ObjectCreate(Crypto.prototype);
  new Brand(crypto);
  core.define({ Crypto });
  core.defineReplaceable({ get crypto() { return crypto; } });
})
