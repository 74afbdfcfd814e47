// AES, HMAC, and keys that are derived. https://w3c.github.io/webcrypto/#algorithms
(function (core) {
  "use strict";
  core.load("crypto-subtle.js");
  core.load("crypto-encoding.js");
  const { native, error, list, TypeError } = core;
  const { algorithms, check, checkUsages, copyOf, hashOf, nothing, required } = core.cryptography;
  const { areEqual, bytes, fromBase64, fromNumber, join, lengthOf, random, toBase64, toNumber } = core.keyEncoding;

  const fail = (message) => { throw error("OperationError", message); };
  const invalid = () => { throw error("DataError", "The key is not valid."); };
  const octet = (value) => core.enforceRange(value, 0, 255);
  const short = (value) => core.enforceRange(value, 0, 65535);
  const long = (value) => core.enforceRange(value, 0, 4294967295);

  // MARK: AES

  const lengthParameter = (given) => ({ __proto__: null, length: required(given, "length", short) });
  const isLength = (length) => length === 128 || length === 192 || length === 256;

  const converters = {
    __proto__: null,
    CBC: (given) => ({ __proto__: null, iv: required(given, "iv", copyOf) }),
    CTR: (given) => ({ __proto__: null, counter: required(given, "counter", copyOf), length: required(given, "length", octet) }),
    GCM: (given) => ({
      __proto__: null, further: core.member(given, "additionalData", copyOf) ?? bytes(), iv: required(given, "iv", copyOf),
      tagLength: core.member(given, "tagLength", octet, 128),
    }),
    KW: nothing,
  };

  const call = (mode, key, vector, data, encrypts, further = bytes(), tag = 16) =>
    check(core.cryptography.calls.aes(mode, key.handle, vector, data, encrypts, further, tag));

  /** The counter has so many of the block's bits, and begins anew after its highest value. */
  function counterMode({ counter, length }, key, data) {
    if (lengthOf(counter) !== 16 || length < 1 || length > 128) fail("The counter is not valid.");
    const range = 1n << core.BigInt(length), start = toNumber(counter), low = start % range;
    const blocks = core.BigInt(core.MathCeil(lengthOf(data) / 16));
    if (blocks > range) fail("The data is too long for the counter.");
    if (low + blocks <= range) return call("CTR", key, counter, data, true);
    const first = core.Number(range - low) * 16;
    return join(call("CTR", key, counter, core.copyBytes(data, 0, first), true),
      call("CTR", key, fromNumber(start - low, 16), core.copyBytes(data, first), true));
  }

  const ciphers = {
    __proto__: null,
    CBC({ iv }, key, data, encrypts) {
      if (lengthOf(iv) !== 16) fail("The vector has not 16 bytes.");
      return call("CBC", key, iv, data, encrypts);
    },
    CTR: counterMode,
    GCM({ iv, further, tagLength }, key, data, encrypts) {
      if (core.ArrayIndexOf(list(32, 64, 96, 104, 112, 120, 128), tagLength) < 0) fail("The tag's length is not valid.");
      return call("GCM", key, iv, data, encrypts, further, tagLength / 8);
    },
    KW(parameters, key, data, encrypts) {
      if (lengthOf(data) % 8 !== 0 || lengthOf(data) < (encrypts ? 16 : 24)) fail("The data is no whole number of blocks.");
      return call("WRAP", key, bytes(), data, encrypts);
    },
  };

  function aesKey(name, handle) {
    const length = lengthOf(handle) * 8;
    return { __proto__: null, type: "secret", algorithm: { __proto__: null, name, length }, handle, describe: () => ({ name, length }) };
  }

  function addAES(mode) {
    const name = `AES-${mode}`, isWrap = mode === "KW";
    const usages = isWrap ? list("wrapKey", "unwrapKey") : list("encrypt", "decrypt", "wrapKey", "unwrapKey");
    const operations = { __proto__: null, generateKey: lengthParameter, importKey: nothing, getKeyLength: lengthParameter };
    const names = isWrap ? ["wrapKey", "unwrapKey"] : ["encrypt", "decrypt"];
    for (let index = 0; index < names.length; index += 1) operations[names[index]] = converters[mode];
    algorithms[name] = {
      __proto__: null, name, operations,
      encrypt: (parameters, key, data) => ciphers[mode](parameters, key, data, true),
      decrypt: (parameters, key, data) => ciphers[mode](parameters, key, data, false),
      generateKey({ length }, asked) {
        checkUsages(asked, usages);
        if (!isLength(length)) fail("The length is not valid.");
        return aesKey(name, random(length / 8));
      },
      importKey(format, data, parameters, asked, extractable) {
        checkUsages(asked, usages);
        const handle = secretOf(format, data, "enc", asked, extractable);
        if (!isLength(lengthOf(handle) * 8)) invalid();
        if (format === "jwk" && data.alg !== undefined && data.alg !== `A${lengthOf(handle) * 8}${mode}`) invalid();
        return aesKey(name, handle);
      },
      exportKey: (format, key) => exportSecret(format, key, `A${key.algorithm.length}${mode}`),
      getKeyLength({ length }) {
        if (!isLength(length)) fail("The length is not valid.");
        return length;
      },
    };
  }

  /** The bytes of a key that is secret. */
  function secretOf(format, data, use, usages, extractable) {
    if (format === "raw") return data;
    if (format !== "jwk") throw error("NotSupportedError", "Such keys are not imported in this format.");
    core.checkJWK(data, "oct", use, usages, extractable);
    return fromBase64(data.k);
  }

  function exportSecret(format, key, alg) {
    if (format === "raw") return core.copyBytes(key.handle);
    if (format !== "jwk") throw error("NotSupportedError", "Such keys are not exported in this format.");
    return { __proto__: null, kty: "oct", k: toBase64(key.handle), alg };
  }

  addAES("CBC");
  addAES("CTR");
  addAES("GCM");
  addAES("KW");

  // MARK: HMAC. https://www.rfc-editor.org/rfc/rfc2104

  const blockOf = (hash) => (hash === "SHA-1" || hash === "SHA-256" ? 64 : 128);
  const sizes = { __proto__: null, "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 };

  function authenticate(hash, key, data) {
    const block = blockOf(hash), short = lengthOf(key) > block ? native.digest(hash, key) : key;
    const inner = new core.Uint8Array(block), outer = new core.Uint8Array(block);
    for (let index = 0; index < block; index += 1) {
      const value = short[index] ?? 0;
      inner[index] = value ^ 0x36;
      outer[index] = value ^ 0x5c;
    }
    return native.digest(hash, join(outer, native.digest(hash, join(inner, data))));
  }

  const hashAndLength = (given) => ({
    __proto__: null, hash: required(given, "hash", hashOf), length: core.member(given, "length", long),
  });

  function hmacKey(handle, hash, length) {
    return {
      __proto__: null, type: "secret", algorithm: { __proto__: null, name: "HMAC", hash, length }, handle,
      describe: () => ({ name: "HMAC", hash: { name: hash }, length }),
    };
  }

  const macUsages = list("sign", "verify");
  algorithms.HMAC = {
    __proto__: null, name: "HMAC",
    operations: {
      __proto__: null, sign: nothing, verify: nothing, generateKey: hashAndLength, importKey: hashAndLength, getKeyLength: hashAndLength,
    },
    sign: (parameters, key, data) => authenticate(key.algorithm.hash, key.handle, data),
    verify: (parameters, key, signature, data) => areEqual(authenticate(key.algorithm.hash, key.handle, data), signature),
    generateKey(parameters, usages) {
      checkUsages(usages, macUsages);
      const length = this.getKeyLength(parameters);
      if (length > 65536) fail("The length is not valid.");
      return hmacKey(cut(random(core.MathCeil(length / 8)), length), parameters.hash, length);
    },
    importKey(format, data, { hash, length }, usages, extractable) {
      checkUsages(usages, macUsages);
      const handle = secretOf(format, data, "sig", usages, extractable);
      if (format === "jwk" && data.alg !== undefined && data.alg !== `HS${core.StringSlice(hash, 4)}`) invalid();
      const whole = lengthOf(handle) * 8;
      if (whole === 0) invalid();
      if (length !== undefined && (length > whole || length <= whole - 8)) invalid();
      return hmacKey(length === undefined ? handle : cut(handle, length), hash, length ?? whole);
    },
    exportKey: (format, key) => exportSecret(format, key, `HS${core.StringSlice(key.algorithm.hash, 4)}`),
    getKeyLength({ hash, length }) {
      if (length === undefined) return blockOf(hash) * 8;
      if (length === 0) throw new TypeError("The length is zero.");
      return length;
    },
  };

  /** Bits behind a length are zero. */
  function cut(array, length) {
    const rest = length % 8;
    if (rest > 0) array[lengthOf(array) - 1] &= 255 << (8 - rest);
    return array;
  }

  // MARK: Derived keys

  function addDerivation(name, convert, deriveBits) {
    algorithms[name] = {
      __proto__: null, name, operations: { __proto__: null, deriveBits: convert, importKey: nothing, getKeyLength: nothing }, deriveBits,
      importKey(format, data, parameters, usages, extractable) {
        if (format !== "raw") throw error("NotSupportedError", "Such keys are imported as bytes.");
        checkUsages(usages, list("deriveKey", "deriveBits"));
        if (extractable) throw error("SyntaxError", "Such keys cannot be exported.");
        return { __proto__: null, type: "secret", algorithm: { __proto__: null, name }, handle: data, describe: () => ({ name }) };
      },
      getKeyLength: () => null,
    };
  }

  function checkLength(length) {
    if (length === null || length % 8 !== 0) fail("The length is no whole number of bytes.");
  }

  /** https://www.rfc-editor.org/rfc/rfc5869 */
  addDerivation("HKDF", (given) => ({
    __proto__: null, hash: required(given, "hash", hashOf), info: required(given, "info", copyOf), salt: required(given, "salt", copyOf),
  }), ({ hash, info, salt }, key, length) => {
    checkLength(length);
    const count = length / 8, size = sizes[hash];
    if (count > 255 * size) fail("The length is too long.");
    const secret = authenticate(hash, lengthOf(salt) === 0 ? new core.Uint8Array(size) : salt, key.handle);
    let found = bytes(), last = bytes();
    for (let round = 1; lengthOf(found) < count; round += 1) {
      last = authenticate(hash, secret, join(last, info, bytes(round)));
      found = join(found, last);
    }
    return core.copyBytes(found, 0, count);
  });

  addDerivation("PBKDF2", (given) => ({
    __proto__: null, hash: required(given, "hash", hashOf), iterations: required(given, "iterations", long),
    salt: required(given, "salt", copyOf),
  }), ({ hash, iterations, salt }, key, length) => {
    checkLength(length);
    if (iterations === 0) fail("There are no rounds.");
    if (length === 0) return bytes();
    return check(core.cryptography.calls.deriveByPassword(hash, key.handle, salt, iterations, length / 8));
  });
})
