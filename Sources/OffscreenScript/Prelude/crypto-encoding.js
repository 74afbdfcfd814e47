// How keys are written: DER, base64url, numbers of many bytes. https://www.itu.int/rec/T-REC-X.690
(function (core) {
  "use strict";
  core.load("bytes.js");
  const { error, Uint8Array, BigInt } = core;

  const SEQUENCE = 0x30, INTEGER = 2, BITS = 3, OCTETS = 4, NULL = 5, OBJECT = 6;
  const lengthOf = core.TypedArrayLength;
  const refuse = () => { throw error("DataError", "The key is not valid."); };

  function join() {
    let length = 0;
    for (let index = 0; index < arguments.length; index += 1) length += lengthOf(arguments[index]);
    return core.joinBytes(arguments, length);
  }

  /** One byte each. */
  function bytes() {
    const array = new Uint8Array(arguments.length);
    for (let index = 0; index < arguments.length; index += 1) array[index] = arguments[index];
    return array;
  }

  function fromHex(text) {
    const array = new Uint8Array(text.length / 2);
    for (let index = 0; index < array.length; index += 1) array[index] = core.NumberParseInt(core.StringSlice(text, 2 * index, 2 * index + 2), 16);
    return array;
  }

  function areEqual(one, other) {
    if (lengthOf(one) !== lengthOf(other)) return false;
    let difference = 0;
    for (let index = 0; index < lengthOf(one); index += 1) difference |= one[index] ^ other[index];
    return difference === 0;
  }

  // MARK: Numbers, with the highest byte first

  function toNumber(array) {
    let text = "";
    for (let index = 0; index < lengthOf(array); index += 1) text += core.StringPadStart(core.NumberToString(array[index], 16), 2, "0");
    return text === "" ? 0n : BigInt("0x" + text);
  }

  /** As many bytes as it needs, or as many as are said. */
  function fromNumber(number, count = 0) {
    let text = core.BigIntToString(number, 16);
    if (text.length % 2 === 1) text = "0" + text;
    return fromHex(core.StringPadStart(text, 2 * count, "0"));
  }

  function inverse(number, modulus) {
    let a = number % modulus, b = modulus, x = 1n, y = 0n;
    while (b !== 0n) {
      const quotient = a / b, rest = a - quotient * b, next = x - quotient * y;
      a = b;
      b = rest;
      x = y;
      y = next;
    }
    return x < 0n ? x + modulus : x;
  }

  // MARK: DER

  function write(tag, content) {
    const length = lengthOf(content);
    if (length < 128) return join(bytes(tag, length), content);
    const count = length < 256 ? 1 : length < 65536 ? 2 : 3;
    const head = new Uint8Array(2 + count);
    head[0] = tag;
    head[1] = 128 + count;
    for (let index = 0; index < count; index += 1) head[2 + index] = (length >> (8 * (count - 1 - index))) & 255;
    return join(head, content);
  }

  const sequence = function () { return write(SEQUENCE, core.ReflectApply(join, undefined, arguments)); };
  const octets = (content) => write(OCTETS, content);
  const bits = (content) => write(BITS, join(bytes(0), content));
  const object = (content) => write(OBJECT, content);
  const nothing = write(NULL, bytes());

  /** A number that is not negative. */
  function integer(content) {
    let start = 0;
    while (start < lengthOf(content) - 1 && content[start] === 0) start += 1;
    const rest = core.copyBytes(content, start);
    return write(INTEGER, rest[0] >= 128 ? join(bytes(0), rest) : rest);
  }

  /** Reads one after the other; a DataError for what is not as it should be. */
  class Reader {
    #bytes;
    #place = 0;
    constructor(content) { this.#bytes = content; }
    get isAtEnd() { return this.#place >= lengthOf(this.#bytes); }
    get nextTag() { return this.#bytes[this.#place]; }
    read(tag) {
      const content = this.#bytes;
      if (content[this.#place] !== tag) refuse();
      let length = content[this.#place + 1];
      this.#place += 2;
      if (length === undefined) refuse();
      if (length >= 128) {
        const count = length - 128;
        if (count < 1 || count > 3) refuse();
        length = 0;
        for (let index = 0; index < count; index += 1) length = length * 256 + (content[this.#place + index] ?? refuse());
        this.#place += count;
      }
      if (this.#place + length > lengthOf(content)) refuse();
      const found = core.copyBytes(content, this.#place, this.#place + length);
      this.#place += length;
      return found;
    }
    enter(tag = SEQUENCE) { return new Reader(this.read(tag)); }
    /** Without the zero before a high bit. */
    integer() {
      const found = this.read(INTEGER);
      return lengthOf(found) > 1 && found[0] === 0 ? core.copyBytes(found, 1) : found;
    }
    bits() {
      const found = this.read(BITS);
      if (found[0] !== 0) refuse();
      return core.copyBytes(found, 1);
    }
    end() { if (!this.isAtEnd) refuse(); }
  }

  // MARK: base64url. https://www.rfc-editor.org/rfc/rfc7515#section-2

  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  function toBase64(content) {
    let text = "";
    for (let index = 0; index < lengthOf(content); index += 3) {
      const left = lengthOf(content) - index;
      const value = (content[index] << 16) | ((content[index + 1] ?? 0) << 8) | (content[index + 2] ?? 0);
      text += alphabet[value >> 18] + alphabet[(value >> 12) & 63];
      if (left > 1) text += alphabet[(value >> 6) & 63];
      if (left > 2) text += alphabet[value & 63];
    }
    return text;
  }

  function fromBase64(text) {
    if (typeof text !== "string" || text.length % 4 === 1) refuse();
    const found = new Uint8Array(core.MathFloor(text.length * 3 / 4));
    let value = 0, count = 0, place = 0;
    for (let index = 0; index < text.length; index += 1) {
      const digit = core.StringIndexOf(alphabet, text[index]);
      if (digit < 0) refuse();
      value = (value << 6) | digit;
      count += 6;
      if (count >= 8) {
        count -= 8;
        found[place] = (value >> count) & 255;
        place += 1;
        value &= (1 << count) - 1;
      }
    }
    return found;
  }

  // MARK: Random bytes, as the page's other random numbers

  function random(count) {
    const array = new Uint8Array(count);
    for (let index = 0; index < count; index += 1) array[index] = core.MathFloor(core.native.random() * 256);
    return array;
  }

  /** A number from 1 to below a limit. */
  function randomBelow(limit) {
    const count = lengthOf(fromNumber(limit));
    for (;;) {
      const number = toNumber(random(count + 8)) % limit;
      if (number > 0n) return number;
    }
  }

  core.keyEncoding = {
    __proto__: null, SEQUENCE, OCTETS, OBJECT, NULL, BITS, Reader, areEqual, bits, bytes, fromBase64, fromHex, fromNumber, integer, inverse,
    join, lengthOf, nothing, object, octets, random, randomBelow, refuse, sequence, toBase64, toNumber, write,
  };
})
