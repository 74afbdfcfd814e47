// RSA. https://w3c.github.io/webcrypto/#rsassa-pkcs1 https://www.rfc-editor.org/rfc/rfc8017
(function (core) {
  "use strict";
  core.load("crypto-subtle.js");
  core.load("crypto-encoding.js");
  const { native, error, list, put } = core;
  const { algorithms, check, checkUsages, copyOf, hashOf, nothing, required } = core.cryptography;
  const {
    OBJECT, OCTETS, Reader, areEqual, bits, bytes, fromBase64, fromHex, fromNumber, integer, inverse, join, lengthOf,
    nothing: nothingToSay, object, octets, random, refuse, sequence, toBase64, toNumber,
  } = core.keyEncoding;

  const fail = () => { throw error("OperationError", "The operation failed."); };
  const identifier = sequence(object(fromHex("2a864886f70d010101")), nothingToSay);
  const sizes = { __proto__: null, "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 };

  // MARK: Keys. A handle: `{numbers, publicKey, privateKey}`, numbers by their names in JSON Web Keys, keys in DER.

  const privateNames = ["n", "e", "d", "p", "q", "dp", "dq", "qi"];

  function publicHandle(numbers) {
    const key = sequence(identifier, bits(sequence(integer(numbers.n), integer(numbers.e))));
    if (core.cryptography.calls.checkedPublicKey("RSA", key) === null) refuse();
    return { __proto__: null, numbers, publicKey: key, privateKey: null };
  }

  function privateHandle(numbers) {
    const handle = publicHandle(numbers);
    let inner = integer(bytes(0));
    for (let index = 0; index < privateNames.length; index += 1) inner = join(inner, integer(numbers[privateNames[index]]));
    handle.privateKey = sequence(integer(bytes(0)), identifier, octets(sequence(inner)));
    if (core.cryptography.calls.publicKey("RSA", handle.privateKey) === null) refuse();
    return handle;
  }

  function fromSPKI(data) {
    const outer = new Reader(data).enter();
    checkIdentifier(outer.enter());
    const inner = new Reader(outer.bits()).enter();
    outer.end();
    return publicHandle({ __proto__: null, n: inner.integer(), e: inner.integer() });
  }

  function fromPKCS8(data) {
    const outer = new Reader(data).enter();
    outer.integer();
    checkIdentifier(outer.enter());
    const inner = new Reader(outer.read(OCTETS)).enter(), numbers = { __proto__: null };
    if (toNumber(inner.integer()) !== 0n) refuse();
    for (let index = 0; index < privateNames.length; index += 1) numbers[privateNames[index]] = inner.integer();
    return privateHandle(numbers);
  }

  function checkIdentifier(reader) {
    if (!areEqual(reader.read(OBJECT), fromHex("2a864886f70d010101"))) refuse();
  }

  function fromJWK(jwk) {
    const numbers = { __proto__: null }, isPrivate = jwk.d !== undefined;
    if (jwk.oth !== undefined) throw error("NotSupportedError", "The key has more than two primes.");
    const count = isPrivate ? privateNames.length : 2;
    for (let index = 0; index < count; index += 1) numbers[privateNames[index]] = fromBase64(jwk[privateNames[index]]);
    return isPrivate ? privateHandle(numbers) : publicHandle(numbers);
  }

  function makeKey(name, hash, handle, isPrivate) {
    const modulusLength = core.BigIntToString(toNumber(handle.numbers.n), 2).length;
    const { e } = handle.numbers;
    return {
      __proto__: null, type: isPrivate ? "private" : "public", algorithm: { __proto__: null, name, hash, modulusLength }, handle,
      describe: () => ({ name, modulusLength, publicExponent: core.copyBytes(e), hash: { name: hash } }),
    };
  }

  // MARK: Making keys

  function prime(length, exponent) {
    const { calls } = core.cryptography;
    for (;;) {
      const candidate = random(length / 8);
      // The product of two of them has all the bits.
      candidate[0] |= 0xC0;
      candidate[lengthOf(candidate) - 1] |= 1;
      const number = toNumber(candidate);
      if (number % 3n === 0n || number % 5n === 0n || number % 7n === 0n || (number - 1n) % exponent === 0n) continue;
      if (calls.isPrime(candidate)) return number;
    }
  }

  function generate({ modulusLength, publicExponent }) {
    const exponent = toNumber(publicExponent);
    // The exponent must be a prime for what `prime` asks; all that are in use are.
    if (modulusLength < 512 || modulusLength > 8192 || modulusLength % 16 !== 0) fail();
    if (exponent !== 3n && exponent !== 65537n) fail();
    let p = prime(modulusLength / 2, exponent), q = prime(modulusLength / 2, exponent);
    if (p === q) fail();
    if (p < q) {
      const larger = q;
      q = p;
      p = larger;
    }
    const d = inverse(exponent, (p - 1n) * (q - 1n));
    const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
    const written = { __proto__: null };
    for (let index = 0; index < privateNames.length; index += 1) {
      written[privateNames[index]] = fromNumber(numbers[privateNames[index]]);
    }
    return privateHandle(written);
  }

  // MARK: Paddings

  const modulusBytes = (key) => core.MathCeil(key.algorithm.modulusLength / 8);
  const byPrivate = (key, block) => check(core.cryptography.calls.transformRSA(key.handle.privateKey, true, block));
  /** Null for what is no number below the modulus. */
  const byPublic = (key, block) => core.cryptography.calls.transformRSA(key.handle.publicKey, false, block);

  const digestInfo = {
    __proto__: null, "SHA-1": "3021300906052b0e03021a05000414", "SHA-256": "3031300d060960864801650304020105000420",
    "SHA-384": "3041300d060960864801650304020205000430", "SHA-512": "3051300d060960864801650304020305000440",
  };

  /** https://www.rfc-editor.org/rfc/rfc8017#section-9.2 */
  function padPKCS1(key, data) {
    const { hash } = key.algorithm, info = join(fromHex(digestInfo[hash]), native.digest(hash, data));
    const count = modulusBytes(key) - lengthOf(info) - 3;
    if (count < 8) fail();
    return join(bytes(0, 1), core.TypedArrayFill(new core.Uint8Array(count), 255), bytes(0), info);
  }

  /** https://www.rfc-editor.org/rfc/rfc8017#appendix-B.2.1 */
  function mask(hash, seed, count) {
    let found = bytes();
    for (let round = 0; lengthOf(found) < count; round += 1) {
      found = join(found, native.digest(hash, join(seed, bytes(round >> 24, round >> 16, round >> 8, round))));
    }
    return core.copyBytes(found, 0, count);
  }

  function xor(one, other) {
    const result = core.copyBytes(one);
    for (let index = 0; index < lengthOf(one); index += 1) result[index] ^= other[index];
    return result;
  }

  const zeros = (count) => new core.Uint8Array(count);

  /** https://www.rfc-editor.org/rfc/rfc8017#section-9.1.1 */
  function padPSS(key, data, salt) {
    const { hash, modulusLength } = key.algorithm;
    const length = core.MathCeil((modulusLength - 1) / 8), size = sizes[hash];
    if (length < size + lengthOf(salt) + 2) fail();
    const digest = native.digest(hash, join(zeros(8), native.digest(hash, data), salt));
    const block = join(zeros(length - lengthOf(salt) - size - 2), bytes(1), salt);
    const masked = xor(block, mask(hash, digest, lengthOf(block)));
    masked[0] &= 255 >> (8 * length - (modulusLength - 1));
    return join(zeros(modulusBytes(key) - length), masked, digest, bytes(0xBC));
  }

  /** https://www.rfc-editor.org/rfc/rfc8017#section-9.1.2 */
  function isPSS(key, padded, data, saltLength) {
    const { hash, modulusLength } = key.algorithm;
    const length = core.MathCeil((modulusLength - 1) / 8), size = sizes[hash];
    const block = core.copyBytes(padded, lengthOf(padded) - length);
    if (lengthOf(padded) > length && padded[0] !== 0) return false;
    const start = length - size - 1, zeroCount = start - saltLength - 1;
    if (zeroCount < 0 || block[length - 1] !== 0xBC) return false;
    const digest = core.copyBytes(block, start, start + size);
    const shown = core.copyBytes(block, 0, start), unused = 8 * length - (modulusLength - 1);
    if ((shown[0] & ~(255 >> unused) & 255) !== 0) return false;
    const open = xor(shown, mask(hash, digest, start));
    open[0] &= 255 >> unused;
    for (let index = 0; index < zeroCount; index += 1) if (open[index] !== 0) return false;
    if (open[zeroCount] !== 1) return false;
    const salt = core.copyBytes(open, zeroCount + 1);
    return areEqual(digest, native.digest(hash, join(zeros(8), native.digest(hash, data), salt)));
  }

  /** https://www.rfc-editor.org/rfc/rfc8017#section-7.1.1 */
  function padOAEP(key, data, label) {
    const { hash } = key.algorithm, size = sizes[hash], room = modulusBytes(key) - lengthOf(data) - 2 * size - 2;
    if (room < 0) fail();
    const block = join(native.digest(hash, label), zeros(room), bytes(1), data), seed = random(size);
    const masked = xor(block, mask(hash, seed, lengthOf(block)));
    return join(bytes(0), xor(seed, mask(hash, masked, size)), masked);
  }

  /** https://www.rfc-editor.org/rfc/rfc8017#section-7.1.2 */
  function openOAEP(key, padded, label) {
    const { hash } = key.algorithm, size = sizes[hash];
    if (lengthOf(padded) < 2 * size + 2) fail();
    const masked = core.copyBytes(padded, 1 + size);
    const seed = xor(core.copyBytes(padded, 1, 1 + size), mask(hash, masked, size));
    const block = xor(masked, mask(hash, seed, lengthOf(masked)));
    let place = size;
    while (place < lengthOf(block) && block[place] === 0) place += 1;
    const isWhole = padded[0] === 0 && areEqual(core.copyBytes(block, 0, size), native.digest(hash, label));
    if (!isWhole || block[place] !== 1) fail();
    return core.copyBytes(block, place + 1);
  }

  // MARK: The algorithms

  const exponentOf = (value) => {
    if (!core.isUint8Array(value)) throw new core.TypeError("The exponent is no Uint8Array.");
    return core.copyBytes(value);
  };
  const hashParameter = (given) => ({ __proto__: null, hash: required(given, "hash", hashOf) });
  const makingParameters = (given) => ({
    __proto__: null, hash: required(given, "hash", hashOf),
    modulusLength: required(given, "modulusLength", (value) => core.enforceRange(value, 0, 4294967295)),
    publicExponent: required(given, "publicExponent", exponentOf),
  });

  function add(name, publicUsages, privateUsages, prefix, use, more) {
    const alg = (hash) => (use === "enc" && hash === "SHA-1" ? prefix : use === "enc" ? `${prefix}-${core.StringSlice(hash, 4)}`
      : prefix + core.StringSlice(hash, 4));
    const allUsages = core.ArraySlice(publicUsages);
    for (let index = 0; index < privateUsages.length; index += 1) put(allUsages, privateUsages[index]);
    algorithms[core.toASCIIUppercase(name)] = {
      __proto__: null, name,
      operations: { __proto__: null, generateKey: makingParameters, importKey: hashParameter, ...more.operations },
      generateKey(parameters, usages) {
        checkUsages(usages, allUsages);
        const handle = generate(parameters);
        return {
          __proto__: null, privateKey: makeKey(name, parameters.hash, handle, true), publicKey: makeKey(name, parameters.hash, handle, false),
          privateUsages, publicUsages,
        };
      },
      importKey(format, data, { hash }, usages, extractable) {
        if (format === "raw") throw error("NotSupportedError", "Such keys are not imported as bytes.");
        const isPrivate = format === "pkcs8" || (format === "jwk" && data.d !== undefined);
        checkUsages(usages, isPrivate ? privateUsages : publicUsages);
        if (format === "spki") return makeKey(name, hash, fromSPKI(data), false);
        if (format === "pkcs8") return makeKey(name, hash, fromPKCS8(data), true);
        core.checkJWK(data, "RSA", use, usages, extractable);
        if (data.alg !== undefined && data.alg !== alg(hash)) refuse();
        return makeKey(name, hash, fromJWK(data), isPrivate);
      },
      exportKey(format, key) {
        const { numbers, publicKey, privateKey } = key.handle, isPrivate = key.type === "private";
        if (format === "raw") throw error("NotSupportedError", "Such keys are not exported as bytes.");
        if (format !== "jwk" && (format === "pkcs8") !== isPrivate) throw error("InvalidAccessError", "The key has another format.");
        if (format !== "jwk") return core.copyBytes(isPrivate ? privateKey : publicKey);
        const jwk = { __proto__: null, kty: "RSA", alg: alg(key.algorithm.hash) };
        const count = isPrivate ? privateNames.length : 2;
        for (let index = 0; index < count; index += 1) {
          jwk[privateNames[index]] = toBase64(fromNumber(toNumber(numbers[privateNames[index]])));
        }
        return jwk;
      },
      ...more.members,
    };
  }

  function requireType(key, type) {
    if (key.type !== type) throw error("InvalidAccessError", `The key is not ${type}.`);
  }

  const signs = list("sign"), verifies = list("verify");
  add("RSASSA-PKCS1-v1_5", verifies, signs, "RS", "sig", {
    operations: { __proto__: null, sign: nothing, verify: nothing },
    members: {
      sign(parameters, key, data) {
        requireType(key, "private");
        return byPrivate(key, padPKCS1(key, data));
      },
      verify(parameters, key, signature, data) {
        requireType(key, "public");
        const padded = lengthOf(signature) === modulusBytes(key) ? byPublic(key, signature) : null;
        return padded !== null && areEqual(padded, padPKCS1(key, data));
      },
    },
  });

  const saltParameter = (given) => ({
    __proto__: null, saltLength: required(given, "saltLength", (value) => core.enforceRange(value, 0, 4294967295)),
  });
  add("RSA-PSS", verifies, signs, "PS", "sig", {
    operations: { __proto__: null, sign: saltParameter, verify: saltParameter },
    members: {
      sign({ saltLength }, key, data) {
        requireType(key, "private");
        if (saltLength > modulusBytes(key)) fail();
        return byPrivate(key, padPSS(key, data, random(saltLength)));
      },
      verify({ saltLength }, key, signature, data) {
        requireType(key, "public");
        const padded = lengthOf(signature) === modulusBytes(key) ? byPublic(key, signature) : null;
        return padded !== null && isPSS(key, padded, data, saltLength);
      },
    },
  });

  const labelParameter = (given) => ({ __proto__: null, label: core.member(given, "label", copyOf) ?? bytes() });
  add("RSA-OAEP", list("encrypt", "wrapKey"), list("decrypt", "unwrapKey"), "RSA-OAEP", "enc", {
    operations: { __proto__: null, encrypt: labelParameter, decrypt: labelParameter },
    members: {
      encrypt({ label }, key, data) {
        requireType(key, "public");
        return check(byPublic(key, padOAEP(key, data, label)));
      },
      decrypt({ label }, key, data) {
        requireType(key, "private");
        if (lengthOf(data) !== modulusBytes(key)) fail();
        return openOAEP(key, byPrivate(key, data), label);
      },
    },
  });
})
