// Random values through structured cloning: the copy must be as its original, with the same connections inside.
// https://html.spec.whatwg.org/multipage/structured-data.html
//
// `randomCalls(seed, count)` gives an empty text, or what was wrong. It goes behind `randomness.js`.
"use strict";

const views = [Uint8Array, Int16Array, Float32Array, Float64Array, BigInt64Array, Uint8ClampedArray, DataView];
const errors = [Error, TypeError, RangeError, SyntaxError, EvalError, URIError, ReferenceError];

/** A graph of values, in which one may stand in several places. */
class Graph {
  made = [];
  buffers = [];
  /** Whether something in it cannot be cloned. */
  isRefused = false;

  constructor(random, refuses) {
    this.random = random;
    this.refuses = refuses;
  }

  keep(value) {
    this.made.push(value);
    return value;
  }

  value(depth) {
    const { random } = this;
    if (this.made.length > 0 && random.chance(6)) return random.any(this.made);
    if (this.refuses && random.chance(40)) {
      this.isRefused = true;
      return random.any(REFUSED)();
    }
    const kind = random.number(depth > 5 ? 13 : 22);
    switch (kind) {
      case 0: return random.any([undefined, null, true, false]);
      case 1: return random.any([0, -0, NaN, Infinity, 1.5, -7, 2 ** 53]);
      case 2: return random.any(["", "x", "\ud800", "a\0b", "\u{1F600}", "__proto__"]);
      case 3: return random.any([0n, -5n, 2n ** 70n]);
      case 4: return this.keep(random.any([new Boolean(false), new Number(-0), new String("s"), Object(3n)]));
      case 5: return this.keep(new Date(random.any([0, NaN, 1e15, -1])));
      case 6: {
        const value = new RegExp(random.any(["a+", "(?<x>.)", "/"]), random.any(["", "gi", "uy", "dsm"]));
        value.lastIndex = 3;
        return this.keep(value);
      }
      case 7: return this.buffer();
      case 8: case 9: return this.view();
      case 10: return this.keep(new DOMException("m", random.any(["AbortError", "x", "DataCloneError"])));
      case 11: return this.keep(new Blob(["ab", "c"], { type: "text/plain" }));
      case 12: return this.keep(random.any([new DOMRect(1, 2, 3, 4), new DOMPoint(1, 2), new File(["q"], "f.txt", { lastModified: 5 })]));
      case 13: case 14: {
        const value = this.keep(new Map);
        this.repeat(() => value.set(this.value(depth + 1), this.value(depth + 1)));
        return value;
      }
      case 15: {
        const value = this.keep(new Set);
        this.repeat(() => value.add(this.value(depth + 1)));
        return value;
      }
      case 16: return this.error(depth);
      case 17: case 18: {
        const value = this.keep([]);
        this.repeat(() => value.push(this.value(depth + 1)));
        if (random.chance(3)) value.length += 3;
        if (random.chance(3)) value.extra = this.value(depth + 1);
        return value;
      }
      default: {
        const value = this.keep(random.chance(5) ? Object.create(null) : random.chance(5) ? new class Own {} : {});
        this.repeat(() => {
          const name = random.any(["a", "b", "c", "1", "__proto__", "constructor", "length"]), inner = this.value(depth + 1);
          Object.defineProperty(value, name, random.chance(6) ? { get: () => inner, enumerable: true, configurable: true }
            : { value: inner, enumerable: !random.chance(6), configurable: true, writable: random.chance(2) });
        });
        if (random.chance(4)) value[Symbol("own")] = () => {};
        if (random.chance(6)) Object.defineProperty(value, Symbol.toStringTag, { get() { throw new Error("asked for its tag"); } });
        return value;
      }
    }
  }

  repeat(work) { for (let left = this.random.number(4); left > 0; left -= 1) work(); }

  buffer() {
    const { random } = this, size = 8 * random.number(4);
    const value = new ArrayBuffer(size, random.chance(3) ? { maxByteLength: size + 8 * random.number(3) } : undefined);
    new Uint8Array(value).forEach((_, index, bytes) => bytes[index] = index * 7 + 1);
    this.buffers.push(value);
    return this.keep(value);
  }

  view() {
    const { random } = this, buffer = this.buffers.length && random.chance(2) ? random.any(this.buffers) : this.buffer();
    const type = random.any(views), unit = type.BYTES_PER_ELEMENT ?? 1;
    if (random.chance(3)) return this.keep(new type(buffer));
    const start = 8 * random.number(buffer.byteLength / 8 + 1), room = buffer.byteLength - start;
    return this.keep(random.chance(2) ? new type(buffer, start) : new type(buffer, start, random.number(room / unit + 1)));
  }

  error(depth) {
    const { random } = this, value = this.keep(new (random.any(errors))(random.any(["m", "", undefined])));
    if (random.chance(3)) value.name = random.any(["TypeError", "Own", "", "RangeError"]);
    if (random.chance(2)) Object.defineProperty(value, "cause", { value: this.value(depth + 1), configurable: true, writable: true });
    if (random.chance(4)) value.extra = 1;
    return value;
  }
}

const REFUSED = [
  () => () => {}, () => Symbol("x"), () => new WeakMap, () => new WeakSet, () => new WeakRef({}), () => Promise.resolve(1),
  () => document.body, () => new Event("x"), () => window, () => (function* () {})(), () => Object(Symbol("x")),
  () => document.createRange(), () => new AbortController, () => getComputedStyle(document.body), () => new MessageChannel().port1,
];

/** Compares an original with its copy, and remembers what stands for what. */
class Comparison {
  pairs = new Map();

  fail(what, place) { throw new Error(`${what} at ${place}`); }

  same(one, copy, place) {
    if (typeof one !== "object" || one === null) {
      if (!Object.is(one, copy) && !(typeof one === "string" && one.toWellFormed() === copy)) this.fail(`${String(copy)} and not ${String(one)}`, place);
      return;
    }
    if (this.pairs.has(one)) {
      if (this.pairs.get(one) !== copy) this.fail("another object in the place of one", place);
      return;
    }
    if (typeof copy !== "object" || copy === null || one === copy) this.fail("not a copy", place);
    if ([...this.pairs.values()].includes(copy)) this.fail("one object in the place of two", place);
    this.pairs.set(one, copy);
    const kind = this.kind(one);
    if (Object.getPrototypeOf(copy) !== kind.prototype) this.fail(`no ${kind.name}`, place);
    if (kind === Map) {
      const copies = [...copy];
      if (copies.length !== one.size) this.fail("another size", place);
      [...one].forEach(([key, value], index) => {
        this.same(key, copies[index][0], `${place} key ${index}`);
        this.same(value, copies[index][1], `${place} value ${index}`);
      });
    } else if (kind === Set) {
      const copies = [...copy];
      if (copies.length !== one.size) this.fail("another size", place);
      [...one].forEach((item, index) => this.same(item, copies[index], `${place} item ${index}`));
    } else if ([Boolean, Number, String, BigInt, Date].includes(kind)) {
      if (!Object.is(one.valueOf(), copy.valueOf())) this.fail("another value", place);
    } else if (kind === RegExp) {
      if (one.source !== copy.source || one.flags !== copy.flags || copy.lastIndex !== 0) this.fail("another expression", place);
    } else if (kind === ArrayBuffer) {
      if (one.byteLength !== copy.byteLength || one.resizable !== copy.resizable || one.maxByteLength !== copy.maxByteLength) this.fail("another length", place);
      const [bytes, copies] = [new Uint8Array(one), new Uint8Array(copy)];
      if (bytes.some((byte, index) => byte !== copies[index])) this.fail("other bytes", place);
    } else if (views.includes(kind)) {
      this.same(one.buffer, copy.buffer, `${place} buffer`);
      if (one.byteOffset !== copy.byteOffset || one.byteLength !== copy.byteLength) this.fail("another part", place);
      if (one.buffer.resizable && one.buffer.byteLength + 8 <= one.buffer.maxByteLength) this.grows(one, copy, place);
    } else if (errors.includes(kind)) {
      for (const name of ["message", "stack", "cause"]) {
        const [a, b] = [Object.getOwnPropertyDescriptor(one, name), Object.getOwnPropertyDescriptor(copy, name)];
        if (name !== "stack" && (a === undefined) !== (b === undefined)) this.fail(`no ${name}`, place);
        if (a && b && name !== "stack") this.same(name === "message" ? String(a.value) : a.value, b.value, `${place} ${name}`);
      }
      if ("extra" in copy) this.fail("what is not cloned", place);
    } else if (kind === DOMException) {
      if (one.message !== copy.message || one.name !== copy.name) this.fail("another exception", place);
    } else if (kind === Blob || kind === File) {
      if (one.size !== copy.size || one.type !== copy.type || one.name !== copy.name) this.fail("another file", place);
    } else if (kind === DOMRect || kind === DOMPoint) {
      if (JSON.stringify(one) !== JSON.stringify(copy)) this.fail("another shape", place);
    } else {
      if (Array.isArray(one) !== Array.isArray(copy) || Array.isArray(one) && one.length !== copy.length) this.fail("another length", place);
      const [keys, copies] = [Object.keys(one), Reflect.ownKeys(copy).filter((key) => key !== "length" || !Array.isArray(copy))];
      if (keys.join() !== copies.join()) this.fail(`members ${copies.map(String)} and not ${keys}`, place);
      for (const key of keys) {
        const member = Object.getOwnPropertyDescriptor(copy, key);
        if (!member.writable || !member.enumerable || !member.configurable) this.fail("a member is not plain", `${place}.${key}`);
        this.same(one[key], member.value, `${place}.${key}`);
      }
    }
  }

  /** Views that are as long as their buffer stay so. */
  grows(one, copy, place) {
    const size = one.buffer.byteLength;
    for (const view of [one, copy]) view.buffer.resize(size + 8);
    if (one.byteLength !== copy.byteLength) this.fail("does not grow alike", place);
    for (const view of [one, copy]) view.buffer.resize(size);
  }

  kind(value) {
    if (Array.isArray(value)) return Array;
    for (const type of [Map, Set, Boolean, Number, String, Date, RegExp, ArrayBuffer, DOMException, File, Blob, DOMRect, DOMPoint, ...views]) {
      if (value instanceof type) return type;
    }
    if (value instanceof BigInt) return BigInt;
    if (value instanceof Error) return errors.find((type) => type.name === String(value.name)) ?? Error;
    return Object;
  }
}

/** Members that change the graph, or fail, while it is cloned. */
function sabotage(graph, random) {
  const objects = graph.made.filter((value) => Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value));
  const thrown = { mark: "thrown by a member" };
  const deeds = [
    () => { throw thrown; },
    () => { for (const value of graph.made) if (value instanceof Map || value instanceof Set) value.clear(); },
    () => { for (const value of objects) for (const key of Object.keys(value)) delete value[key]; },
    () => { for (const buffer of graph.buffers) if (buffer.resizable) buffer.resize(random.number(2) ? 0 : buffer.maxByteLength); },
    () => { for (const buffer of graph.buffers) if (!buffer.detached) buffer.transfer(); },
    () => structuredClone(random.any(graph.made)),
    () => { for (const value of graph.made) if (value instanceof Map) for (let key = 0; key < 50; key += 1) value.set(key, value); },
    () => { for (const value of objects) if (Array.isArray(value)) value.length = 0; },
  ];
  const deed = random.any(deeds);
  if (objects.length === 0) return null;
  let count = 0;
  const holder = random.any(objects);
  Reflect.defineProperty(holder, "zz", { enumerable: true, configurable: true, get() { count += 1; return count < 9 ? deed() : 1; } });
  return thrown;
}

function one(random) {
  const graph = new Graph(random, random.chance(2)), value = graph.value(0);
  const transfer = graph.buffers.filter((buffer) => random.chance(4));
  const thrown = random.chance(3) ? sabotage(graph, random) : null;
  let copy, failure = null;
  try {
    copy = structuredClone(value, { transfer: thrown ? transfer : [] });
  } catch (error) {
    failure = error;
  }
  if (thrown) {
    // It ends, and with nothing but what the standard or the page throws.
    if (failure && failure !== thrown && !["DataCloneError", "RangeError", "TypeError"].includes(failure.name)) throw failure;
    return;
  }
  if (graph.isRefused && failure) {
    if (!(failure instanceof DOMException) || failure.name !== "DataCloneError") throw failure;
    return;
  }
  if (failure) throw failure;
  new Comparison().same(value, copy, "value");
  // What goes with it comes out in its place, and the original is empty.
  if (transfer.length === 0) return;
  const sizes = transfer.map((buffer) => buffer.byteLength);
  const moved = structuredClone(transfer, { transfer });
  moved.forEach((buffer, index) => {
    if (buffer.byteLength !== sizes[index] || !transfer[index].detached) throw new Error("a buffer was not transferred");
  });
}

globalThis.randomCalls = (seed, count) => {
  const random = new Randomness(seed);
  for (let step = 0; step < count; step += 1) {
    const before = random.state;
    try {
      one(random);
    } catch (error) {
      return `${seed}: step ${step}, state ${before}: ${error?.message} ${error?.stack}`;
    }
  }
  return "";
};
