// Keyframes as pages give them, and as they get them back. https://drafts.csswg.org/web-animations-1/#processing-a-keyframes-argument
(function (core) {
  "use strict";
  const { native, put, TypeError, SafeMap } = core;
  const animations = core.animations ??= { __proto__: null };

  const composites = ["replace", "add", "accumulate", "auto"];

  // MARK: Names

  const capital = /[A-Z]/;
  const attributes = new SafeMap(), names = new SafeMap();

  /** https://drafts.csswg.org/web-animations-1/#idl-attribute-name-to-animation-property-name; null for what is none. */
  function nameOf(attribute) {
    let name = names.get(attribute);
    if (name === undefined) {
      name = findName(attribute);
      if (names.size < 5000) names.set(attribute, name);
    }
    return name;
  }

  function findName(attribute) {
    if (core.StringStartsWith(attribute, "--")) return attribute.length > 2 ? attribute : null;
    if (attribute === "cssFloat") return "float";
    if (attribute === "cssOffset") return "offset";
    if (attribute === "float" || attribute === "offset" || attribute.length > 64) return null;
    if (core.StringIncludes(attribute, "-")) return null;
    let name = "";
    for (let index = 0; index < attribute.length; index += 1) {
      const letter = attribute[index];
      name += core.RegExpExec(capital, letter) === null ? letter : "-" + core.StringToLowerCase(letter);
    }
    if (core.StringStartsWith(name, "webkit-")) name = "-" + name;
    if (core.StringStartsWith(name, "animation") || core.StringStartsWith(name, "transition")) return null;
    return native.longhands(name) === null ? null : name;
  }

  /** https://drafts.csswg.org/web-animations-1/#animation-property-name-to-idl-attribute-name */
  function attributeOf(name) {
    if (name === "float") return "cssFloat";
    if (name === "offset") return "cssOffset";
    if (core.StringStartsWith(name, "--")) return name;
    let attribute = attributes.get(name);
    if (attribute !== undefined) return attribute;
    attribute = "";
    for (let index = 0; index < name.length; index += 1) {
      if (name[index] === "-") {
        index += 1;
        // A prefix begins with a small letter.
        attribute += attribute === "" ? name[index] ?? "" : core.StringToUpperCase(name[index] ?? "");
      } else {
        attribute += name[index];
      }
    }
    if (attributes.size < 5000) attributes.set(name, attribute);
    return attribute;
  }

  // MARK: Values

  /** A value as it is serialized; null where it is not valid. */
  function valueOf(name, text) {
    const flat = native.declaration(name, text);
    if (flat === null || flat.length === 0) return null;
    if (flat.length === 3 && flat[0] === name) return flat[1];
    const pairs = core.list();
    for (let index = 0; index < flat.length; index += 3) {
      put(pairs, flat[index]);
      put(pairs, flat[index + 1]);
    }
    const whole = native.shorthand(name, pairs);
    return whole === "" ? text : whole;
  }

  function isSequence(value) {
    if (!core.isObject(value)) return false;
    const method = value[core.SymbolIterator];
    return method !== undefined && method !== null;
  }

  const strings = (value) => (isSequence(value) ? core.sequence(value, core.string) : core.list(core.string(value)));

  /** An easing function, serialized; a TypeError for what is none. */
  function easingOf(text) {
    const easing = native.easing(text);
    if (easing === null) throw new TypeError(`'${text}' is not an easing function.`);
    return easing;
  }
  animations.easingOf = easingOf;

  const orNull = (value) => (value === null ? null : core.double(value));

  /** The properties of an object that is read as a keyframe, in the order of their names. */
  function propertiesOf(input) {
    const keys = core.ReflectOwnKeys(input);
    const found = core.list();
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (typeof key !== "string" || nameOf(key) === null) continue;
      const descriptor = core.ReflectGetOwnPropertyDescriptor(input, key);
      if (descriptor !== undefined && descriptor.enumerable) put(found, key);
    }
    return core.ArraySort(found, (one, other) => (one < other ? -1 : 1));
  }

  // MARK: The two forms

  const makeKeyframe = () => ({
    __proto__: null, offset: null, computedOffset: null, easing: "linear", composite: "auto", values: core.list(),
  });

  /** `values`: name, value, name, value. */
  function addValue(keyframe, name, text) {
    const value = valueOf(name, text);
    if (value === null) return;
    put(keyframe.values, name);
    put(keyframe.values, value);
  }

  function readList(input, method) {
    const keyframes = core.list();
    const items = core.iterate(input, method, (item) => {
      if (item !== undefined && item !== null && !core.isObject(item)) throw new TypeError("A keyframe is an object.");
      const keyframe = makeKeyframe();
      if (item === undefined || item === null) return keyframe;
      keyframe.composite = core.member(item, "composite", (value) => core.enumeration(value, composites), "auto");
      keyframe.easing = core.member(item, "easing", core.string, "linear");
      keyframe.offset = core.member(item, "offset", orNull, null);
      const properties = propertiesOf(item);
      for (let index = 0; index < properties.length; index += 1) {
        addValue(keyframe, nameOf(properties[index]), core.string(item[properties[index]]));
      }
      return keyframe;
    });
    for (let index = 0; index < items.length; index += 1) put(keyframes, items[index]);
    return keyframes;
  }

  /** https://drafts.csswg.org/web-animations-1/#processing-a-keyframes-argument, step 5 of an object that is no list. */
  function readProperties(input) {
    const composite = core.member(input, "composite", (value) =>
      (isSequence(value) ? core.sequence(value, (item) => core.enumeration(item, composites))
        : core.list(core.enumeration(value, composites))), core.list());
    const easings = core.member(input, "easing", strings, core.list());
    const offsets = core.member(input, "offset", (value) =>
      (isSequence(value) ? core.sequence(value, orNull) : core.list(orNull(value))), core.list());
    const properties = propertiesOf(input);
    const all = core.list();
    for (let index = 0; index < properties.length; index += 1) {
      const name = nameOf(properties[index]);
      const values = strings(input[properties[index]]);
      for (let place = 0; place < values.length; place += 1) {
        const keyframe = makeKeyframe();
        keyframe.computedOffset = values.length === 1 ? 1 : place / (values.length - 1);
        addValue(keyframe, name, values[place]);
        put(all, keyframe);
      }
    }
    core.ArraySort(all, (one, other) => one.computedOffset - other.computedOffset);
    // Those of one offset become one.
    const keyframes = core.list();
    for (let index = 0; index < all.length; index += 1) {
      const last = keyframes.length > 0 ? keyframes[keyframes.length - 1] : null;
      if (last !== null && last.computedOffset === all[index].computedOffset) {
        for (let place = 0; place < all[index].values.length; place += 1) put(last.values, all[index].values[place]);
      } else {
        put(keyframes, all[index]);
      }
    }
    for (let index = 0; index < keyframes.length; index += 1) {
      keyframes[index].computedOffset = null;
      if (index < offsets.length) keyframes[index].offset = offsets[index];
      if (easings.length > 0) keyframes[index].easing = easings[index % easings.length];
      if (composite.length > 0) keyframes[index].composite = composite[index % composite.length];
    }
    // Easing functions that no keyframe has must be valid all the same.
    for (let index = keyframes.length; index < easings.length; index += 1) easingOf(easings[index]);
    return keyframes;
  }

  /** https://drafts.csswg.org/web-animations-1/#compute-missing-keyframe-offsets */
  function computeOffsets(keyframes) {
    const count = keyframes.length;
    for (let index = 0; index < count; index += 1) keyframes[index].computedOffset = keyframes[index].offset;
    if (count === 0) return;
    if (count > 1 && keyframes[0].computedOffset === null) keyframes[0].computedOffset = 0;
    if (keyframes[count - 1].computedOffset === null) keyframes[count - 1].computedOffset = 1;
    let start = 0;
    for (let index = 1; index < count; index += 1) {
      const end = keyframes[index].computedOffset;
      if (end === null) continue;
      const from = keyframes[start].computedOffset;
      for (let place = start + 1; place < index; place += 1) {
        keyframes[place].computedOffset = from + (end - from) * (place - start) / (index - start);
      }
      start = index;
    }
  }

  /** What a keyframes argument says: `{offset, computedOffset, easing, composite, values}` of each. */
  animations.readKeyframes = function (input) {
    if (input === null || input === undefined) return core.list();
    if (!core.isObject(input)) throw new TypeError("Keyframes are an object.");
    const method = input[core.SymbolIterator];
    const keyframes = method === undefined || method === null ? readProperties(input) : readList(input, method);
    // 6. and 7. Offsets are in order, and in range.
    let last = null;
    for (let index = 0; index < keyframes.length; index += 1) {
      const { offset } = keyframes[index];
      if (offset === null) continue;
      if (last !== null && offset < last) throw new TypeError("The offsets of keyframes are not in order.");
      last = offset;
    }
    for (let index = 0; index < keyframes.length; index += 1) {
      const { offset } = keyframes[index];
      if (offset !== null && (offset < 0 || offset > 1)) throw new TypeError("The offset of a keyframe is not between 0 and 1.");
    }
    // 8. Easing.
    for (let index = 0; index < keyframes.length; index += 1) keyframes[index].easing = easingOf(keyframes[index].easing);
    computeOffsets(keyframes);
    return keyframes;
  };

  /** The keyframes of an effect that a style sheet has begun. */
  animations.nativeKeyframes = function (number) {
    const flat = native.effectKeyframes(number);
    const keyframes = core.list();
    for (let index = 0; index + 3 < flat.length;) {
      const keyframe = makeKeyframe();
      keyframe.offset = keyframe.computedOffset = +flat[index];
      keyframe.easing = flat[index + 1];
      keyframe.composite = flat[index + 2];
      const end = index + 4 + 2 * +flat[index + 3];
      for (index += 4; index < end; index += 1) put(keyframe.values, flat[index]);
      put(keyframes, keyframe);
    }
    return keyframes;
  };

  // MARK: What they become

  /** For `getKeyframes`. */
  animations.showKeyframes = function (keyframes) {
    const result = core.list();
    for (let index = 0; index < keyframes.length; index += 1) {
      const { offset, computedOffset, easing, composite, values } = keyframes[index];
      const shown = core.ObjectCreate(core.Object.prototype);
      const add = (name, value) => core.ReflectDefineProperty(shown, name,
        { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      add("offset", offset);
      add("computedOffset", computedOffset);
      add("easing", easing);
      add("composite", composite);
      for (let place = 0; place < values.length; place += 2) add(attributeOf(values[place]), values[place + 1]);
      put(result, shown);
    }
    return core.array(result);
  };

  /** For `native.setEffect`: shorthands come before what they are of. https://drafts.csswg.org/web-animations-1/#calculating-computed-keyframes */
  animations.flatKeyframes = function (keyframes) {
    const flat = core.list();
    for (let index = 0; index < keyframes.length; index += 1) {
      const { computedOffset, easing, composite, values } = keyframes[index];
      const declarations = core.list();
      for (let place = 0; place < values.length; place += 2) {
        const name = values[place];
        put(declarations, { __proto__: null, name, value: values[place + 1], size: native.longhands(name)?.length ?? 1 });
      }
      core.ArraySort(declarations, (one, other) =>
        (one.size !== other.size ? other.size - one.size : one.name < other.name ? -1 : 1));
      let text = "";
      for (let place = 0; place < declarations.length; place += 1) {
        text += declarations[place].name + ":" + declarations[place].value + ";";
      }
      put(flat, "" + computedOffset);
      put(flat, easing);
      put(flat, composite);
      put(flat, text);
    }
    return flat;
  };

  /** The longhands that keyframes change: a set. */
  animations.changedProperties = function (keyframes) {
    const found = new core.SafeSet();
    for (let index = 0; index < keyframes.length; index += 1) {
      const { values } = keyframes[index];
      for (let place = 0; place < values.length; place += 2) {
        const longhands = native.longhands(values[place]) ?? core.list();
        for (let item = 0; item < longhands.length; item += 1) found.add(longhands[item]);
      }
    }
    return found;
  };
})
