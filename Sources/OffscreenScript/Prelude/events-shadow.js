// Events where there are shadow trees. https://dom.spec.whatwg.org/#concept-event-dispatch
(function (core) {
  "use strict";
  const { links, list, put } = core;

  function rootOf(id) {
    for (let parent = links[id << 3]; parent >= 0; parent = links[id << 3]) id = parent;
    return id;
  }

  function isInShadowTree(target) {
    const id = core.idIfNode(target);
    return id >= 0 && core.shadow.hostOf(rootOf(id)) >= 0;
  }

  /** https://dom.spec.whatwg.org/#retarget, of objects. */
  function retarget(target, against) {
    if (target === null) return null;
    let id = core.idIfNode(target);
    if (id < 0) return target;
    const other = against === null ? -1 : typeof against === "number" ? against : core.idIfNode(against);
    for (;;) {
      const root = rootOf(id);
      const host = core.shadow.hostOf(root);
      if (host < 0) return core.wrap(id);
      for (let node = other; node >= 0;) {
        const otherRoot = rootOf(node);
        if (otherRoot === root) return core.wrap(id);
        node = core.shadow.hostOf(otherRoot);
      }
      id = host;
    }
  }
  core.shadowRetarget = retarget;

  /** Fills a path. https://dom.spec.whatwg.org/#concept-event-dispatch step 5 */
  core.shadowPath = function (path, target, type, isComposed, relatedTarget) {
    path.adjusted = list();
    path.related = list();
    path.inShadow = list();
    path.closedRoots = list();
    path.closedSlots = list();
    const { hostOf, slotOf, isClosed } = core.shadow;
    const append = (item, id, adjusted, related, isSlotInClosed) => {
      put(path.targets, item);
      put(path.adjusted, adjusted);
      put(path.related, related);
      put(path.inShadow, id >= 0 && hostOf(rootOf(id)) >= 0);
      put(path.closedRoots, id >= 0 && hostOf(id) >= 0 && isClosed(id));
      put(path.closedSlots, isSlotInClosed);
    };
    let id = core.idIfNode(target);
    append(target, id, target, retarget(relatedTarget, target), false);
    if (id < 0) {
      if (core.eventParent === null) return path;
      for (let parent = core.eventParent(target); parent !== null; parent = core.eventParent(parent)) {
        append(parent, -1, null, retarget(relatedTarget, parent), false);
      }
      return path;
    }
    const firstRoot = rootOf(id);
    let adjustedTarget = target;
    for (;;) {
      const slot = slotOf(id);
      let parent = -1;
      let isSlotInClosed = false;
      if (slot >= 0) {
        parent = slot;
        const slotRoot = rootOf(slot);
        isSlotInClosed = hostOf(slotRoot) >= 0 && isClosed(slotRoot);
      } else {
        parent = links[id << 3];
        if (parent < 0) {
          const host = hostOf(id);
          if (host >= 0) parent = !isComposed && id === firstRoot ? -1 : host;
        }
      }
      if (parent < 0) {
        if (id === 0 && type !== "load") append(core.global, -1, null, retarget(relatedTarget, null), false);
        return path;
      }
      const related = retarget(relatedTarget, parent);
      const targetID = core.idIfNode(adjustedTarget);
      // The parent is in the target's tree, or in one around which that is not.
      let isInside = false;
      const targetRoot = rootOf(targetID);
      for (let node = parent; node >= 0 && !isInside;) {
        const root = rootOf(node);
        if (root === targetRoot) isInside = true;
        node = hostOf(root);
      }
      if (isInside) {
        append(parent, parent, null, related, isSlotInClosed);
      } else if (core.idIfNode(related) === parent) {
        return path;
      } else {
        adjustedTarget = core.wrap(parent);
        append(parent, parent, adjustedTarget, related, isSlotInClosed);
      }
      id = parent;
    }
  };

  /** Whether the last target lies in a shadow tree, of which nothing may be told afterwards. */
  core.endsInShadow = function (path) {
    for (let index = path.targets.length - 1; index >= 0; index -= 1) {
      if (path.adjusted[index] === null) continue;
      return isInShadowTree(path.adjusted[index]) || (path.related[index] !== null && isInShadowTree(path.related[index]));
    }
    return false;
  };

  /** https://dom.spec.whatwg.org/#dom-event-composedpath */
  core.shadowComposedPath = function (path, current, objectAt) {
    const length = path.targets.length;
    // What lies in closed trees that the current target is not in is left out.
    let currentIndex = 0, currentLevel = 0;
    for (let index = length - 1; index >= 0; index -= 1) {
      if (path.closedRoots[index]) currentLevel += 1;
      if (objectAt(path, index) === current) {
        currentIndex = index;
        break;
      }
      if (path.closedSlots[index]) currentLevel -= 1;
    }
    const before = list();
    let level = currentLevel, most = currentLevel;
    for (let index = currentIndex - 1; index >= 0; index -= 1) {
      if (path.closedRoots[index]) level += 1;
      if (level <= most) put(before, objectAt(path, index));
      if (path.closedSlots[index]) {
        level -= 1;
        if (level < most) most = level;
      }
    }
    const all = list();
    for (let index = before.length - 1; index >= 0; index -= 1) put(all, before[index]);
    put(all, current);
    level = most = currentLevel;
    for (let index = currentIndex + 1; index < length; index += 1) {
      if (path.closedSlots[index]) level += 1;
      if (level <= most) put(all, objectAt(path, index));
      if (path.closedRoots[index]) {
        level -= 1;
        if (level < most) most = level;
      }
    }
    return core.array(all);
  };
})
