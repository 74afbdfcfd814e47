// Keys, and what is done with them. https://w3c.github.io/webcrypto/#subtlecrypto-interface
//
// What an algorithm does lies in the files that are loaded for it. Each gives an object by name: for an operation, how its
// parameters are converted and what it does.
(function (core) {
  "use strict";
  core.load("bytes.js");
  core.load("streams.js");
  const { native, error, list, put, TypeError } = core;
  const { streams } = core;

  // MARK: Keys. https://w3c.github.io/webcrypto/#cryptokey-interface

  const Keys = core.sharedBrand("CryptoKey", "crypto-subtle.js");
  const usageNames = list("encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey");

  class CryptoKey {
    constructor() { throw new TypeError("Illegal constructor"); }
    get type() { return Keys.of(this).type; }
    get extractable() { return Keys.of(this).extractable; }
    get algorithm() {
      const key = Keys.of(this);
      return (key.algorithmObject = key.algorithmObject ?? key.describe());
    }
    get usages() {
      const key = Keys.of(this);
      return (key.usagesArray = key.usagesArray ?? core.array(key.usages));
    }
  }

  /**
   * `key`: `{type, algorithm, handle, describe}`. `algorithm` has a name and what operations look at; `describe` makes what
   * a page sees of it.
   */
  function makeKey(key, extractable, usages) {
    const object = core.ObjectCreate(CryptoKey.prototype);
    const { type, algorithm, handle, describe } = key;
    new Keys(object, {
      __proto__: null, type, algorithm, handle, describe, extractable, usages, algorithmObject: undefined, usagesArray: undefined,
    });
    return object;
  }

  core.carry("CryptoKey", "crypto-subtle.js", (value) => (Keys.has(value) ? Keys.of(value) : undefined),
    (key) => makeKey(key, key.extractable, key.usages));

  /** Those of a list that another has, in the standard's order. */
  function common(usages, allowed) {
    const kept = list();
    for (let index = 0; index < usageNames.length; index += 1) {
      const name = usageNames[index];
      if (core.ArrayIndexOf(usages, name) >= 0 && core.ArrayIndexOf(allowed, name) >= 0) put(kept, name);
    }
    return kept;
  }

  /** A SyntaxError for a usage that is not allowed. */
  function checkUsages(usages, allowed) {
    for (let index = 0; index < usages.length; index += 1) {
      if (core.ArrayIndexOf(allowed, usages[index]) < 0) throw error("SyntaxError", `The key is not for '${usages[index]}'.`);
    }
  }

  // MARK: Algorithms. https://w3c.github.io/webcrypto/#algorithm-normalization

  const digests = list("SHA-1", "SHA-256", "SHA-384", "SHA-512");
  const files = {
    __proto__: null, "AES-CBC": "crypto-symmetric.js", "AES-CTR": "crypto-symmetric.js", "AES-GCM": "crypto-symmetric.js",
    "AES-KW": "crypto-symmetric.js", HMAC: "crypto-symmetric.js", HKDF: "crypto-symmetric.js", PBKDF2: "crypto-symmetric.js",
    "RSASSA-PKCS1-V1_5": "crypto-rsa.js", "RSA-PSS": "crypto-rsa.js", "RSA-OAEP": "crypto-rsa.js", ECDSA: "crypto-curves.js",
    ECDH: "crypto-curves.js", ED25519: "crypto-curves.js", X25519: "crypto-curves.js",
  };
  // By name in capitals: `{name, operations: {name: convert}, ...}`.
  const algorithms = { __proto__: null };

  function algorithmOf(name) {
    const upper = core.toASCIIUppercase(name), file = files[upper];
    if (file === undefined) return undefined;
    core.load(file);
    return algorithms[upper];
  }

  function nameOf(value) {
    if (!core.isObject(value)) return core.string(value);
    const { name } = value;
    if (name === undefined) throw new TypeError("The algorithm has no name.");
    return core.string(name);
  }

  /** The algorithm and its parameters: `{name, algorithm, parameters}`. */
  function normalize(value, operation) {
    const name = nameOf(value), algorithm = algorithmOf(name);
    const convert = algorithm?.operations[operation];
    if (convert === undefined) throw error("NotSupportedError", `'${name}' does not ${operation}.`);
    const given = core.isObject(value) ? value : core.dictionary(undefined);
    return { __proto__: null, name: algorithm.name, algorithm, parameters: convert(given) };
  }

  /** https://w3c.github.io/webcrypto/#dfn-HashAlgorithmIdentifier */
  function hashOf(value) {
    const name = core.toASCIIUppercase(nameOf(value));
    if (core.ArrayIndexOf(digests, name) < 0) throw error("NotSupportedError", `There are no digests by '${name}'.`);
    return name;
  }

  function required(given, name, convert) {
    const value = given[name];
    if (value === undefined) throw new TypeError(`The algorithm has no member "${name}".`);
    return convert(value);
  }

  function copyOf(value) {
    if (!core.isBufferSource(value)) throw new TypeError("The data is neither a buffer nor a view of one.");
    return core.copyBytes(core.viewBytes(value));
  }

  const nothing = () => undefined;

  // MARK: SubtleCrypto

  const Brand = core.brand();
  const formats = list("raw", "spki", "pkcs8", "jwk");
  const convertFormat = (value) => core.enumeration(value, formats);
  const convertUsages = (value) => core.sequence(value, (usage) => core.enumeration(usage, usageNames));
  const keyOf = (value) => Keys.of(core.convertInterface(value, Keys.has, "CryptoKey"));
  const buffer = (bytes) => core.TypedArrayBuffer(bytes);

  /** `prepare` converts what a page gives, and throws for what is not right; what it gives is done in a task of its own. */
  function perform(object, count, needed, prepare) {
    return streams.guard(() => {
      Brand.of(object);
      core.requireArguments(count, needed);
      const work = prepare(), result = new streams.Deferred();
      core.queueTask(() => {
        try {
          result.resolve(work());
        } catch (thrown) {
          const isOwn = core.isDOMException(thrown) || thrown instanceof TypeError;
          result.reject(isOwn ? thrown : error("OperationError", "The operation failed."));
        }
      });
      return result.promise;
    });
  }

  function checkKey(key, normalized, usage) {
    if (key.algorithm.name !== normalized.name) throw error("InvalidAccessError", "The key is for another algorithm.");
    if (core.ArrayIndexOf(key.usages, usage) < 0) throw error("InvalidAccessError", `The key is not for '${usage}'.`);
  }

  const isSecret = (type) => type === "secret" || type === "private";
  function requireUsages(type, usages) {
    if (isSecret(type) && usages.length === 0) throw error("SyntaxError", "The key is for nothing.");
  }

  function importKey(format, data, normalized, extractable, usages) {
    const key = normalized.algorithm.importKey(format, data, normalized.parameters, usages, extractable);
    requireUsages(key.type, usages);
    return makeKey(key, extractable, common(usages, usageNames));
  }

  function exportKey(format, key) {
    const algorithm = algorithmOf(key.algorithm.name);
    if (algorithm.exportKey === undefined) throw error("NotSupportedError", "Keys of this algorithm are not exported.");
    if (!key.extractable) throw error("InvalidAccessError", "The key cannot be exported.");
    return algorithm.exportKey(format, key);
  }

  /** What a page sees of a key in a format: bytes become a buffer, a JSON Web Key is an object. */
  function exported(format, key) {
    const found = exportKey(format, key);
    if (format !== "jwk") return buffer(found);
    const names = core.ReflectOwnKeys(found), jwk = core.ObjectCreate(core.Object.prototype);
    const define = (name, value) => core.ReflectDefineProperty(jwk, name,
      { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    for (let index = 0; index < names.length; index += 1) define(names[index], found[names[index]]);
    define("key_ops", core.array(key.usages));
    define("ext", key.extractable);
    return jwk;
  }

  /** https://w3c.github.io/webcrypto/#JsonWebKey-dictionary, as far as it is read. */
  const jwkTexts = ["alg", "crv", "d", "dp", "dq", "e", "k", "kty", "n", "p", "q", "qi", "use", "x", "y"];
  function convertJWK(value) {
    const given = core.dictionary(value), jwk = { __proto__: null };
    for (let index = 0; index < jwkTexts.length; index += 1) {
      jwk[jwkTexts[index]] = core.member(given, jwkTexts[index], core.string);
    }
    jwk.ext = core.member(given, "ext", core.boolean);
    jwk.key_ops = core.member(given, "key_ops", (ops) => core.sequence(ops, core.string));
    if (given.oth !== undefined) jwk.oth = true;
    return jwk;
  }

  /** What all keys of the format must say. `use`: what a page may say that they are for. */
  core.checkJWK = function (jwk, kty, use, usages, extractable) {
    const refuse = () => { throw error("DataError", "The JSON Web Key is not valid."); };
    if (jwk.kty !== kty) refuse();
    if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) refuse();
    if (jwk.key_ops !== undefined) {
      for (let index = 0; index < jwk.key_ops.length; index += 1) {
        if (core.ArrayIndexOf(jwk.key_ops, jwk.key_ops[index], index + 1) >= 0) refuse();
      }
      for (let index = 0; index < usages.length; index += 1) if (core.ArrayIndexOf(jwk.key_ops, usages[index]) < 0) refuse();
    }
    if (jwk.ext === false && extractable) refuse();
  };

  const convertKeyData = (format, data) => {
    if (format !== "jwk") return copyOf(data);
    if (core.isBufferSource(data)) throw new TypeError("A JSON Web Key is no buffer.");
    return convertJWK(data);
  };

  function deriveBits(normalized, key, length) { return normalized.algorithm.deriveBits(normalized.parameters, key, length); }

  /** Enciphers, deciphers or wraps, by whichever operation the algorithm has. */
  function cipher(normalized, operation, key, data) {
    return normalized.algorithm[operation](normalized.parameters, key, data);
  }

  function normalizeWrapping(value, operation, otherwise) {
    try {
      return normalize(value, operation);
    } catch (thrown) {
      if (!core.isDOMException(thrown)) throw thrown;
      return normalize(value, otherwise);
    }
  }

  class SubtleCrypto {
    constructor() { throw new TypeError("Illegal constructor"); }
    encrypt(algorithm, key, data) {
      return perform(this, arguments.length, 3, () => {
        key = keyOf(key);
        data = copyOf(data);
        const normalized = normalize(algorithm, "encrypt");
        return () => {
          checkKey(key, normalized, "encrypt");
          return buffer(cipher(normalized, "encrypt", key, data));
        };
      });
    }
    decrypt(algorithm, key, data) {
      return perform(this, arguments.length, 3, () => {
        key = keyOf(key);
        data = copyOf(data);
        const normalized = normalize(algorithm, "decrypt");
        return () => {
          checkKey(key, normalized, "decrypt");
          return buffer(cipher(normalized, "decrypt", key, data));
        };
      });
    }
    sign(algorithm, key, data) {
      return perform(this, arguments.length, 3, () => {
        key = keyOf(key);
        data = copyOf(data);
        const normalized = normalize(algorithm, "sign");
        return () => {
          checkKey(key, normalized, "sign");
          return buffer(normalized.algorithm.sign(normalized.parameters, key, data));
        };
      });
    }
    verify(algorithm, key, signature, data) {
      return perform(this, arguments.length, 4, () => {
        key = keyOf(key);
        signature = copyOf(signature);
        data = copyOf(data);
        const normalized = normalize(algorithm, "verify");
        return () => {
          checkKey(key, normalized, "verify");
          return normalized.algorithm.verify(normalized.parameters, key, signature, data);
        };
      });
    }
    digest(algorithm, data) {
      return perform(this, arguments.length, 2, () => {
        data = copyOf(data);
        const hash = hashOf(algorithm);
        return () => buffer(native.digest(hash, data));
      });
    }
    generateKey(algorithm, extractable, usages) {
      return perform(this, arguments.length, 3, () => {
        extractable = !!extractable;
        usages = convertUsages(usages);
        const normalized = normalize(algorithm, "generateKey");
        return () => {
          const made = normalized.algorithm.generateKey(normalized.parameters, usages);
          if (made.privateKey === undefined) {
            requireUsages("secret", usages);
            return makeKey(made, extractable, common(usages, usageNames));
          }
          const kept = common(usages, made.privateUsages);
          requireUsages("private", kept);
          return {
            privateKey: makeKey(made.privateKey, extractable, kept), publicKey: makeKey(made.publicKey, true, common(usages, made.publicUsages)),
          };
        };
      });
    }
    deriveKey(algorithm, baseKey, derivedKeyType, extractable, usages) {
      return perform(this, arguments.length, 5, () => {
        baseKey = keyOf(baseKey);
        extractable = !!extractable;
        usages = convertUsages(usages);
        const normalized = normalize(algorithm, "deriveBits"), target = normalize(derivedKeyType, "importKey");
        const length = normalize(derivedKeyType, "getKeyLength");
        return () => {
          checkKey(baseKey, normalized, "deriveKey");
          const bits = deriveBits(normalized, baseKey, length.algorithm.getKeyLength(length.parameters));
          return importKey("raw", bits, target, extractable, usages);
        };
      });
    }
    deriveBits(algorithm, baseKey, length = null) {
      return perform(this, arguments.length, 2, () => {
        baseKey = keyOf(baseKey);
        length = length === null ? null : core.unsignedLong(length);
        const normalized = normalize(algorithm, "deriveBits");
        return () => {
          checkKey(baseKey, normalized, "deriveBits");
          return buffer(deriveBits(normalized, baseKey, length));
        };
      });
    }
    importKey(format, keyData, algorithm, extractable, usages) {
      return perform(this, arguments.length, 5, () => {
        format = convertFormat(format);
        const data = convertKeyData(format, keyData);
        extractable = !!extractable;
        usages = convertUsages(usages);
        const normalized = normalize(algorithm, "importKey");
        return () => importKey(format, data, normalized, extractable, usages);
      });
    }
    exportKey(format, key) {
      return perform(this, arguments.length, 2, () => {
        format = convertFormat(format);
        key = keyOf(key);
        return () => exported(format, key);
      });
    }
    wrapKey(format, key, wrappingKey, algorithm) {
      return perform(this, arguments.length, 4, () => {
        format = convertFormat(format);
        key = keyOf(key);
        wrappingKey = keyOf(wrappingKey);
        const normalized = normalizeWrapping(algorithm, "wrapKey", "encrypt");
        return () => {
          checkKey(wrappingKey, normalized, "wrapKey");
          const data = exported(format, key);
          const bytes = format === "jwk" ? core.utf8Encode(core.JSONStringify(data)) : core.viewBytes(data);
          return buffer(cipher(normalized, "encrypt", wrappingKey, bytes));
        };
      });
    }
    unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, usages) {
      return perform(this, arguments.length, 7, () => {
        format = convertFormat(format);
        const wrapped = copyOf(wrappedKey);
        unwrappingKey = keyOf(unwrappingKey);
        extractable = !!extractable;
        usages = convertUsages(usages);
        const normalized = normalizeWrapping(unwrapAlgorithm, "unwrapKey", "decrypt");
        const target = normalize(unwrappedKeyAlgorithm, "importKey");
        return () => {
          checkKey(unwrappingKey, normalized, "unwrapKey");
          const bytes = cipher(normalized, "decrypt", unwrappingKey, wrapped);
          return importKey(format, format === "jwk" ? parseJWK(bytes) : bytes, target, extractable, usages);
        };
      });
    }
  }

  function parseJWK(bytes) {
    let value;
    try {
      value = core.JSONParse(core.utf8Decode(bytes));
    } catch {
      value = undefined;
    }
    if (!core.isObject(value)) throw error("DataError", "What was unwrapped is no JSON Web Key.");
    return convertJWK(value);
  }

  const subtle = core.ObjectCreate(SubtleCrypto.prototype);
  new Brand(subtle);
  core.define({ SubtleCrypto, CryptoKey });

  let calls;
  core.cryptography = {
    __proto__: null, algorithms, checkUsages, copyOf, hashOf, keyOf, nothing, required, common,
    /** OpenSSL. */
    get calls() {
      calls = calls ?? native.cryptography();
      if (calls === null) throw error("NotSupportedError", "There is no library for keys.");
      return calls;
    },
    /** Bytes that a call gave, or an OperationError. */
    check(bytes) {
      if (bytes === null) throw error("OperationError", "The operation failed.");
      return bytes;
    },
  };
  core.subtleCrypto = subtle;
})
