// What random calls are made from.
"use strict";

/** Numbers that are the same for one seed. */
class Randomness {
  constructor(seed) { this.state = seed >>> 0; }
  number(bound) {
    let value = this.state = (this.state + 0x6d2b79f5) >>> 0;
    value = Math.imul(value ^ value >>> 15, value | 1);
    value ^= value + Math.imul(value ^ value >>> 7, value | 61);
    return ((value ^ value >>> 14) >>> 0) % bound;
  }
  any(list) { return list[this.number(list.length)]; }
  chance(one) { return this.number(one) === 0; }
}
