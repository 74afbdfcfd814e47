// What canvases draw, as numbers that are handed to Swift when they are to be seen: a call costs as much as some fifty of
// them. Instructions of all canvases stand in one list, in the order in which they were given.
(function (core) {
  "use strict";
  const { native, put, Float64Array, SafeMap } = core;

  // As `DrawingInstructions.Kind` numbers them.
  const SURFACE = 1;
  const kinds = {
    __proto__: null, SAVE: 2, RESTORE: 3, TRANSFORM: 4, FILL_COLOR: 5, STROKE_COLOR: 6, FILL_GRADIENT: 7, STROKE_GRADIENT: 8,
    FILL_PATTERN: 9, STROKE_PATTERN: 10, ALPHA: 11, OPERATION: 12, LINE: 13, DASHES: 14, SHADOW: 15, FILTER: 16,
    SMOOTHING: 17, FONT: 18, CLIP: 19, FILL: 20, STROKE: 21, FILL_RECT: 22, CLEAR_RECT: 23, IMAGE: 24, TEXT: 25, RESET: 26,
  };

  const usualRoom = 32768, mostStrings = 2000, mostCharacters = 1000000;
  let numbers = new Float64Array(usualRoom), room = usualRoom, length = 0, current = -1;
  // Strings by their texts: their places in the list that Swift has, and those that it is to add to it.
  const places = new SafeMap();
  let strings = core.list(), characters = 0;
  const isFull = () => places.size > mostStrings || characters > mostCharacters;

  function makeRoom(count) {
    numbers = new Float64Array(count);
    room = count;
  }

  /** Hands over what was recorded. */
  function flush() {
    if (length === 0) return;
    const count = length, texts = strings, forgets = isFull();
    length = 0;
    strings = core.list();
    current = -1;
    if (forgets) {
      places.clear();
      characters = 0;
    }
    native.draw(numbers, count, texts, forgets);
    if (room > usualRoom) makeRoom(usualRoom);
  }
  core.entry.draw = flush;

  /** Begins an instruction of a surface with so many numbers. */
  function begin(surface, kind, count) {
    if (length + count + 3 > room || isFull()) {
      flush();
      if (count + 3 > room) makeRoom(count + 3);
    }
    if (surface !== current) {
      numbers[length] = SURFACE;
      numbers[length + 1] = surface;
      length += 2;
      current = surface;
    }
    numbers[length] = kind;
    length += 1;
  }

  function add(value) {
    numbers[length] = value;
    length += 1;
  }

  /** Adds a string, of which its place is recorded. */
  function addString(text) {
    let place = places.get(text);
    if (place === undefined) {
      place = places.size;
      places.set(text, place);
      put(strings, text);
      characters += text.length;
    }
    add(place);
  }

  function record(surface, kind) { begin(surface, kind, 0); }

  function record1(surface, kind, a) {
    begin(surface, kind, 1);
    numbers[length] = a;
    length += 1;
  }

  function record4(surface, kind, a, b, c, d) {
    begin(surface, kind, 4);
    numbers[length] = a;
    numbers[length + 1] = b;
    numbers[length + 2] = c;
    numbers[length + 3] = d;
    length += 4;
  }

  function record6(surface, kind, a, b, c, d, e, f) {
    begin(surface, kind, 6);
    numbers[length] = a;
    numbers[length + 1] = b;
    numbers[length + 2] = c;
    numbers[length + 3] = d;
    numbers[length + 4] = e;
    numbers[length + 5] = f;
    length += 6;
  }

  /** A path's numbers, with how many they are before them. */
  function addPath(path) {
    const data = path.data, count = path.length;
    numbers[length] = count;
    length += 1;
    for (let index = 0; index < count; index += 1) numbers[length + index] = data[index];
    length += count;
  }

  // MARK: Numbers of surfaces and pictures

  // Realms draw on the same surfaces.
  const { agent } = core;
  agent.lastDrawing ??= 0;
  let sweepAt = 64;
  // Objects that have one, by weak references: their numbers are free once they are gone.
  let owned = core.list();
  const deref = core.WeakRefDeref;

  function number(owner = undefined) {
    agent.lastDrawing += 1;
    const lastNumber = agent.lastDrawing;
    if (owner !== undefined) {
      if (owned.length >= sweepAt) sweep();
      put(owned, { __proto__: null, reference: new core.WeakRef(owner), number: lastNumber });
    }
    return lastNumber;
  }

  function sweep() {
    const alive = core.list();
    for (let index = 0; index < owned.length; index += 1) {
      if (deref(owned[index].reference) === undefined) close(owned[index].number);
      else put(alive, owned[index]);
    }
    owned = alive;
    sweepAt = core.MathMax(64, 2 * alive.length);
  }

  function close(closed) {
    flush();
    native.closeDrawing(closed);
  }

  core.recorder = { __proto__: null, kinds, flush, begin, add, addString, record, record1, record4, record6, addPath, number, close };
})
