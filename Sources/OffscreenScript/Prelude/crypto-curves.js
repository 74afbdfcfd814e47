// Elliptic curves. https://w3c.github.io/webcrypto/#ecdsa https://w3c.github.io/webcrypto/#ed25519
(function (core) {
  "use strict";
  core.load("crypto-subtle.js");
  core.load("crypto-encoding.js");
  const { native, error, list, BigInt } = core;
  const { algorithms, check, checkUsages, hashOf, keyOf, nothing, required } = core.cryptography;
  const {
    OBJECT, OCTETS, Reader, areEqual, bits, bytes, fromBase64, fromHex, fromNumber, integer, inverse, join, lengthOf,
    object, octets, random, randomBelow, refuse, sequence, toBase64, toNumber, write,
  } = core.keyEncoding;

  const fail = () => { throw error("OperationError", "The operation failed."); };
  const unsupported = (what) => { throw error("NotSupportedError", what); };

  // MARK: Curves: of NIST, with the bytes of a coordinate and the order of their points; and those of 25519.

  const curves = {
    __proto__: null,
    "P-256": {
      kind: "EC", size: 32, name: fromHex("2a8648ce3d030107"),
      order: BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    },
    "P-384": {
      kind: "EC", size: 48, name: fromHex("2b81040022"),
      order: BigInt("0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
    },
    "P-521": {
      kind: "EC", size: 66, name: fromHex("2b81040023"),
      order: BigInt("0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
    },
    Ed25519: { kind: "Ed25519", size: 32, name: fromHex("2b6570") },
    X25519: { kind: "X25519", size: 32, name: fromHex("2b656e") },
  };
  const ellipticName = fromHex("2a8648ce3d0201");
  const isElliptic = (curve) => curve.kind === "EC";

  function curveOf(value) {
    const name = core.string(value);
    if (name !== "P-256" && name !== "P-384" && name !== "P-521") unsupported(`There is no curve '${name}'.`);
    return name;
  }

  // MARK: Keys. A handle: `{curve, point, secret, publicKey, privateKey}`, the last two in DER.

  const identifierOf = (curve) =>
    (isElliptic(curve) ? sequence(object(ellipticName), object(curve.name)) : sequence(object(curve.name)));

  function publicHandle(curve, point) {
    if (lengthOf(point) !== (isElliptic(curve) ? 2 * curve.size + 1 : curve.size)) refuse();
    if (isElliptic(curve) && point[0] !== 4) refuse();
    const publicKey = sequence(identifierOf(curve), bits(point));
    if (core.cryptography.calls.checkedPublicKey(curve.kind, publicKey) === null) refuse();
    return { __proto__: null, curve, point, secret: null, publicKey, privateKey: null };
  }

  /** What is enclosed of a private key; `point`: null where nobody knows it yet. */
  function enclose(curve, secret, point) {
    if (!isElliptic(curve)) return octets(secret);
    const known = point === null ? bytes() : write(0xA1, bits(point));
    return sequence(integer(bytes(1)), octets(secret), known);
  }

  function encodePrivate(curve, secret, point) {
    return sequence(integer(bytes(0)), identifierOf(curve), octets(enclose(curve, secret, point)));
  }

  /** The public point of a secret number. */
  function pointOf(curve, secret) {
    const key = core.cryptography.calls.publicKey(curve.kind, encodePrivate(curve, secret, null));
    if (key === null) refuse();
    const outer = new Reader(key).enter();
    outer.enter();
    return outer.bits();
  }

  function privateHandle(curve, secret) {
    if (lengthOf(secret) !== curve.size) refuse();
    const point = pointOf(curve, secret), handle = publicHandle(curve, point);
    handle.secret = secret;
    handle.privateKey = encodePrivate(curve, secret, point);
    return handle;
  }

  function checkIdentifier(reader, curve) {
    if (isElliptic(curve) && !areEqual(reader.read(OBJECT), ellipticName)) refuse();
    if (!areEqual(reader.read(OBJECT), curve.name)) refuse();
    reader.end();
  }

  function fromSPKI(curve, data) {
    const outer = new Reader(data).enter();
    checkIdentifier(outer.enter(), curve);
    const point = outer.bits();
    outer.end();
    return publicHandle(curve, point);
  }

  function fromPKCS8(curve, data) {
    const outer = new Reader(data).enter();
    outer.integer();
    checkIdentifier(outer.enter(), curve);
    const content = new Reader(outer.read(OCTETS));
    if (!isElliptic(curve)) {
      const secret = content.read(OCTETS);
      content.end();
      return privateHandle(curve, secret);
    }
    const inner = content.enter();
    if (toNumber(inner.integer()) !== 1n) refuse();
    const secret = inner.read(OCTETS);
    if (!inner.isAtEnd && inner.nextTag === 0xA0 && !areEqual(inner.enter(0xA0).read(OBJECT), curve.name)) refuse();
    const given = inner.isAtEnd ? null : inner.enter(0xA1).bits();
    const handle = privateHandle(curve, fromNumber(toNumber(secret), curve.size));
    if (given !== null && !areEqual(given, handle.point)) refuse();
    return handle;
  }

  function fromJWK(name, curve, jwk) {
    if (jwk.crv !== name) refuse();
    const x = fromBase64(jwk.x), y = isElliptic(curve) ? fromBase64(jwk.y) : bytes();
    const point = isElliptic(curve) ? join(bytes(4), x, y) : x;
    if (jwk.d === undefined) return publicHandle(curve, point);
    const handle = privateHandle(curve, fromBase64(jwk.d));
    if (!areEqual(handle.point, point)) refuse();
    return handle;
  }

  function toJWK(name, key) {
    const { curve, point, secret } = key.handle, jwk = { __proto__: null, kty: isElliptic(curve) ? "EC" : "OKP", crv: name };
    const start = isElliptic(curve) ? 1 : 0;
    jwk.x = toBase64(core.copyBytes(point, start, start + curve.size));
    if (isElliptic(curve)) jwk.y = toBase64(core.copyBytes(point, start + curve.size));
    if (key.type === "private") jwk.d = toBase64(secret);
    return jwk;
  }

  function generate(curve) {
    // https://www.rfc-editor.org/rfc/rfc8032#section-5.1.5: any bytes are a secret.
    if (!isElliptic(curve)) return privateHandle(curve, random(curve.size));
    return privateHandle(curve, fromNumber(randomBelow(curve.order), curve.size));
  }

  // MARK: Signing. https://www.secg.org/sec1-v2.pdf section 4.1.3

  function signElliptic({ hash }, key, data) {
    const { curve, secret } = key.handle, { order, size } = curve;
    const digest = native.digest(hash, data), orderBits = core.BigIntToString(order, 2).length;
    let number = toNumber(digest);
    const excess = lengthOf(digest) * 8 - orderBits;
    if (excess > 0) number >>= BigInt(excess);
    for (;;) {
      const once = randomBelow(order), point = pointOf(curve, fromNumber(once, size));
      const r = toNumber(core.copyBytes(point, 1, 1 + size)) % order;
      const s = (inverse(once, order) * (number + r * toNumber(secret))) % order;
      if (r !== 0n && s !== 0n) return join(fromNumber(r, size), fromNumber(s, size));
    }
  }

  function verifyElliptic({ hash }, key, signature, data) {
    const { curve, publicKey } = key.handle, { size } = curve;
    if (lengthOf(signature) !== 2 * size) return false;
    const written = sequence(integer(core.copyBytes(signature, 0, size)), integer(core.copyBytes(signature, size)));
    return core.cryptography.calls.isSignature("EC", publicKey, hash, written, data);
  }

  // MARK: Deriving

  const deriveParameters = (given) => ({ __proto__: null, other: required(given, "public", keyOf) });

  function deriveBits({ other }, key, length) {
    const { curve, privateKey } = key.handle;
    if (key.type !== "private" || other.type !== "public" || other.algorithm.name !== key.algorithm.name
      || other.handle.curve !== curve) {
      throw error("InvalidAccessError", "The keys are not a private and a public one of the same curve.");
    }
    const secret = check(core.cryptography.calls.agreement(curve.kind, privateKey, other.handle.publicKey));
    if (length === null) return secret;
    if (length > lengthOf(secret) * 8) fail();
    const found = core.copyBytes(secret, 0, core.MathCeil(length / 8));
    if (length % 8 > 0) found[lengthOf(found) - 1] &= 255 << (8 - (length % 8));
    return found;
  }

  // MARK: The algorithms

  function makeKey(name, curveName, handle, isPrivate) {
    const algorithm = { __proto__: null, name, curveName };
    const describe = () => (isElliptic(handle.curve) ? { name, namedCurve: curveName } : { name });
    return { __proto__: null, type: isPrivate ? "private" : "public", algorithm, handle, describe };
  }

  /** `curveParameter`: null for an algorithm that is its curve. */
  function add(name, use, publicUsages, privateUsages, curveParameter, more) {
    const isDerivation = privateUsages[0] === "deriveKey";
    const curveIn = (parameters) => (curveParameter === null ? name : parameters.curve);
    const allUsages = isDerivation ? privateUsages : list("sign", "verify");
    algorithms[core.toASCIIUppercase(name)] = {
      __proto__: null, name,
      operations: { __proto__: null, generateKey: curveParameter ?? nothing, importKey: curveParameter ?? nothing, ...more.operations },
      generateKey(parameters, usages) {
        checkUsages(usages, allUsages);
        const curve = curveIn(parameters), handle = generate(curves[curve]);
        return {
          __proto__: null, privateKey: makeKey(name, curve, handle, true), publicKey: makeKey(name, curve, handle, false), privateUsages,
          publicUsages,
        };
      },
      importKey(format, data, parameters, usages, extractable) {
        const curveName = curveIn(parameters), curve = curves[curveName];
        const isPrivate = format === "pkcs8" || (format === "jwk" && data.d !== undefined);
        checkUsages(usages, isPrivate ? privateUsages : publicUsages);
        if (format === "jwk") {
          core.checkJWK(data, isElliptic(curve) ? "EC" : "OKP", use, usages, extractable);
          if (name === "ECDSA" && data.alg !== undefined && data.alg !== algOf(curveName)) refuse();
          return makeKey(name, curveName, fromJWK(curveName, curve, data), isPrivate);
        }
        const handle = format === "raw" ? publicHandle(curve, data) : isPrivate ? fromPKCS8(curve, data) : fromSPKI(curve, data);
        return makeKey(name, curveName, handle, isPrivate);
      },
      exportKey(format, key) {
        const isPrivate = key.type === "private";
        if (format !== "jwk" && (format === "pkcs8") !== isPrivate) throw error("InvalidAccessError", "The key has another format.");
        if (format === "jwk") return toJWK(key.algorithm.curveName, key);
        const { point, publicKey, privateKey } = key.handle;
        return core.copyBytes(format === "raw" ? point : isPrivate ? privateKey : publicKey);
      },
      ...more.members,
    };
  }
  const algOf = (curve) => (curve === "P-521" ? "ES512" : `ES${core.StringSlice(curve, 2)}`);

  const curveParameter = (given) => ({ __proto__: null, curve: required(given, "namedCurve", curveOf) });
  const hashParameter = (given) => ({ __proto__: null, hash: required(given, "hash", hashOf) });
  const derives = list("deriveKey", "deriveBits");

  function requireType(key, type) {
    if (key.type !== type) throw error("InvalidAccessError", `The key is not ${type}.`);
  }

  add("ECDSA", "sig", list("verify"), list("sign"), curveParameter, {
    operations: { __proto__: null, sign: hashParameter, verify: hashParameter },
    members: {
      sign(parameters, key, data) {
        requireType(key, "private");
        return signElliptic(parameters, key, data);
      },
      verify(parameters, key, signature, data) {
        requireType(key, "public");
        return verifyElliptic(parameters, key, signature, data);
      },
    },
  });
  add("Ed25519", "sig", list("verify"), list("sign"), null, {
    operations: { __proto__: null, sign: nothing, verify: nothing },
    members: {
      sign(parameters, key, data) {
        requireType(key, "private");
        return check(core.cryptography.calls.signature(key.handle.privateKey, data));
      },
      verify(parameters, key, signature, data) {
        requireType(key, "public");
        return core.cryptography.calls.isSignature("Ed25519", key.handle.publicKey, "", signature, data);
      },
    },
  });
  const derivation = { operations: { __proto__: null, deriveBits: deriveParameters }, members: { deriveBits } };
  add("ECDH", "enc", list(), derives, curveParameter, derivation);
  add("X25519", "enc", list(), derives, null, derivation);
})
