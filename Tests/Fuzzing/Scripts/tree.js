// Random calls of the DOM, against a plain model of the tree: what the standard's steps give, in arrays.
// https://dom.spec.whatwg.org
//
// With an even seed the page interferes: custom elements, filters and objects that are made into texts change the tree
// in the middle of calls. Then only what holds of every tree is looked at, and that its observers heard of all.
//
// `randomCalls(seed, count)` gives an empty text, or what was wrong, with the calls before it.
// It goes behind `randomness.js`.
"use strict";

const [ELEMENT, TEXT, INSTRUCTION, COMMENT, DOCUMENT, DOCTYPE, FRAGMENT] = [1, 3, 7, 8, 9, 10, 11];
const isCharacterData = (node) => [TEXT, INSTRUCTION, COMMENT].includes(node.nodeType);
const failure = (name) => { throw { name }; };

/** What the tree must be: for each node its parent and its children, and the ends of ranges. */
class Model {
  children = new Map();
  parents = new Map();
  ranges = new Map();

  kids(node) { return this.children.get(node) ?? []; }
  parent(node) { return this.parents.get(node) ?? null; }
  index(node) { return this.kids(this.parent(node)).indexOf(node); }
  length(node) { return node.nodeType === DOCTYPE ? 0 : isCharacterData(node) ? node.length : this.kids(node).length; }
  /** The node, and what it is in. */
  chain(node) {
    const chain = [];
    for (let up = node; up; up = this.parent(up)) chain.push(up);
    return chain;
  }
  root(node) { return this.chain(node).at(-1); }
  /** All in the tree of a node, in order. */
  walk(node, list = []) {
    list.push(node);
    for (const child of this.kids(node)) this.walk(child, list);
    return list;
  }
  contains(node, other) { return this.chain(other).includes(node); }
  /** As the document has it: for what was parsed, or made by a call. */
  learn(node) {
    if (this.children.has(node)) return;
    const list = [];
    this.children.set(node, list);
    if (!this.parents.has(node)) this.parents.set(node, null);
    for (let child = node.firstChild; child; child = child.nextSibling) {
      list.push(child);
      this.parents.set(child, node);
      this.learn(child);
    }
  }

  /** https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity, of `replace` with its `child` gone. */
  check(node, parent, child, isReplacing = false) {
    if (![DOCUMENT, FRAGMENT, ELEMENT].includes(parent.nodeType)) failure("HierarchyRequestError");
    if (this.hostIncluding(node, parent)) failure("HierarchyRequestError");
    if (child && this.parent(child) !== parent) failure("NotFoundError");
    const type = node.nodeType;
    if (type === DOCUMENT) failure("HierarchyRequestError");
    if (type === TEXT && parent.nodeType === DOCUMENT || type === DOCTYPE && parent.nodeType !== DOCUMENT) {
      failure("HierarchyRequestError");
    }
    if (parent.nodeType !== DOCUMENT) return;
    const kids = this.kids(parent).filter((kid) => !isReplacing || kid !== child);
    const place = child ? this.kids(parent).indexOf(child) : this.kids(parent).length;
    const before = this.kids(parent).slice(0, place), after = this.kids(parent).slice(place + (isReplacing ? 1 : 0));
    const has = (list, kind) => list.some((kid) => kid.nodeType === kind);
    const holds = type === FRAGMENT ? this.kids(node) : [node];
    const elements = holds.filter((kid) => kid.nodeType === ELEMENT).length;
    if (type === FRAGMENT && (elements > 1 || has(holds, TEXT))) failure("HierarchyRequestError");
    if (elements === 1 && (has(kids, ELEMENT) || has(after, DOCTYPE))) failure("HierarchyRequestError");
    if (type === DOCTYPE && (has(kids, DOCTYPE) || has(before, ELEMENT))) failure("HierarchyRequestError");
  }
  hostIncluding(node, other) {
    for (let up = other; up; up = this.parent(up) ?? up.host ?? hosts.get(up) ?? null) if (up === node) return true;
    return false;
  }

  /** https://dom.spec.whatwg.org/#concept-node-remove */
  remove(node) {
    const parent = this.parent(node);
    if (!parent) return;
    const index = this.index(node);
    for (const ends of this.ranges.values()) {
      for (const end of ends) {
        if (this.contains(node, end[0])) [end[0], end[1]] = [parent, index];
        else if (end[0] === parent && end[1] > index) end[1] -= 1;
      }
    }
    this.kids(parent).splice(index, 1);
    this.parents.set(node, null);
  }
  /** https://dom.spec.whatwg.org/#concept-node-insert */
  insert(node, parent, child) {
    const nodes = node.nodeType === FRAGMENT ? [...this.kids(node)] : [node];
    for (const one of nodes) this.remove(one);
    const index = child ? this.index(child) : this.kids(parent).length;
    if (child) {
      for (const ends of this.ranges.values()) {
        for (const end of ends) if (end[0] === parent && end[1] > index) end[1] += nodes.length;
      }
    }
    this.kids(parent).splice(index, 0, ...nodes);
    for (const one of nodes) this.parents.set(one, parent);
  }
  preInsert(node, parent, child) {
    this.check(node, parent, child);
    const kids = this.kids(parent);
    this.insert(node, parent, child === node ? kids[kids.indexOf(node) + 1] ?? null : child);
  }
  replace(node, parent, child) {
    this.check(node, parent, child, true);
    const kids = this.kids(parent);
    let next = kids[kids.indexOf(child) + 1] ?? null;
    if (next === node) next = kids[kids.indexOf(node) + 1] ?? null;
    this.remove(child);
    this.insert(node, parent, next);
  }
  replaceAll(node, parent) {
    for (const kid of [...this.kids(parent)]) this.remove(kid);
    if (node) this.insert(node, parent, null);
  }
  /** https://dom.spec.whatwg.org/#concept-cd-replace, for ranges. */
  replaceData(node, offset, count, added, length) {
    if (offset > length) failure("IndexSizeError");
    count = Math.min(count, length - offset);
    for (const ends of this.ranges.values()) {
      for (const end of ends) {
        if (end[0] !== node || end[1] <= offset) continue;
        end[1] = end[1] <= offset + count ? offset : end[1] + added - count;
      }
    }
  }
}

/** The elements that a template's contents belong to. */
const hosts = new Map();

const names = ["div", "span", "section", "x-y", "template", "slot", "form", "input", "svg"];
const words = ["", "a", "b <c> & d\u00a0", "\u{1F600}\ud83d", "  ", "end"];
const markup = ["", "x", "<div class=a>y</div>z", "<span id=i><b class='a b'>1</b>2</span>", "<!--c--><section>t<x-y></x-y></section>",
  "<form><input name=n></form>", "<template><div>in</div></template>", "<svg><g class=b></g></svg>&amp;"];

class Run {
  calls = [];
  pool = [];
  records = [];

  constructor(seed) {
    this.random = new Randomness(seed);
    this.isWild = seed % 2 === 0;
    if (this.isWild) this.defineElement();
    this.model = new Model();
    this.observer = new MutationObserver(() => {});
    this.home = document.body.appendChild(document.createElement("div"));
    this.other = document.implementation.createHTMLDocument("t");
    for (const node of [document, this.other, new Document(), this.home]) this.add(node);
    for (let count = 0; count < 12; count += 1) this.add(this.make());
    this.collections = ["div", "*", "b"].map((name) => [document.getElementsByTagName(name), (node) => name === "*" || node.localName === name])
      .concat(["a", "b"].map((name) => [document.getElementsByClassName(name), (node) => node.classList.contains(name)]));
  }

  // MARK: A page that interferes

  defineElement() {
    const interfere = () => this.interfere();
    customElements.define("x-y", class extends HTMLElement {
      static observedAttributes = ["class", "id", "slot", "title"];
      connectedCallback() { interfere(); }
      disconnectedCallback() { interfere(); }
      adoptedCallback() { interfere(); }
      connectedMoveCallback() { interfere(); }
      attributeChangedCallback() { interfere(); }
    });
  }

  depth = 0;
  isChecking = false;

  /** Some changes, where there are not too many in one another. */
  interfere() {
    if (!this.isWild || this.isChecking || this.depth > 2) return;
    this.depth += 1;
    const { random } = this, node = this.node(), parent = this.parentNode(), element = this.node(ELEMENT);
    this.calls.push(`  interferes with ${this.say([node, parent, element])}`);
    try {
      switch (random.number(9)) {
        case 0: case 1: node.remove(); break;
        case 2: case 3: parent.insertBefore(node, parent.firstChild); break;
        case 4: element.innerHTML = random.any(markup); break;
        case 5: element.setAttribute("class", random.any(["a", "b"])); break;
        case 6: parent.replaceChildren(node, "x"); break;
        case 7: parent.normalize(); break;
        default: element.outerHTML = random.any(markup);
      }
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    } finally {
      this.depth -= 1;
    }
  }

  /** A text, or what becomes one and changes the tree while it does. */
  text() {
    const text = this.random.any(words);
    return this.isWild && this.random.chance(2) ? { toString: () => { this.interfere(); return text; } } : text;
  }

  make() {
    const { random } = this, owner = random.chance(4) ? this.other : document;
    switch (random.number(8)) {
      case 0: case 1: return owner.createTextNode(random.any(words));
      case 2: return owner.createComment(random.any(["c", "x y", ""]));
      case 3: return owner.createDocumentFragment();
      case 4: return random.chance(4) ? document.implementation.createDocumentType("n", "p", "s")
        : owner.createProcessingInstruction("t", "d");
      default: return owner.createElement(random.any(names));
    }
  }

  /** Makes a node, with what it holds, one that calls are about. */
  add(node) {
    this.model.learn(node);
    for (const one of this.model.walk(node)) {
      if (this.pool.includes(one)) continue;
      if (this.pool.length < 60 || one.nodeType === DOCUMENT) this.pool.push(one);
      if (one.localName === "template" && one.content && !hosts.has(one.content)) {
        hosts.set(one.content, one);
        this.add(one.content);
      }
      this.observer.observe(one, { childList: true });
    }
  }

  node(...types) {
    const list = types.length ? this.pool.filter((node) => types.includes(node.nodeType)) : this.pool;
    return this.random.any(list);
  }
  parentNode() { return this.node(ELEMENT, ELEMENT, FRAGMENT, DOCUMENT); }
  child(parent) { return this.random.chance(3) ? null : this.random.chance(8) ? this.node() : this.random.any(this.model.kids(parent)) ?? null; }

  /** Says a node in a report. */
  say(value) {
    if (Array.isArray(value)) return `[${value.map((one) => this.say(one)).join()}]`;
    return value instanceof Node ? `${value.nodeName}#${this.pool.indexOf(value)}` : String(JSON.stringify(value)).slice(0, 80);
  }

  /** Calls a method, and the model's steps, which must both fail or both not. */
  call(object, name, list, steps) {
    this.calls.push(`${this.say(object)}.${name}(${list.map((one) => this.say(one)).join(", ")})`);
    let wanted = "", found = "", result;
    const before = this.snapshot();
    if (this.isWild) steps = null;
    try { steps?.(this.model); } catch (error) { wanted = error.name; if (error instanceof Error) throw error; }
    try { result = typeof name === "symbol" ? undefined : object[name](...list); } catch (error) { found = error.name; }
    if (steps && wanted !== found) throw new Error(`fails with ${found || "nothing"} instead of ${wanted || "nothing"}`);
    this.replay(before);
    if (this.isWild) this.learnAnew();
    return result;
  }
  set(object, name, value, steps) {
    this.calls.push(`${this.say(object)}.${name} = ${this.say(value)}`);
    const before = this.snapshot();
    let found = "";
    try { object[name] = value; } catch (error) { found = error.name; }
    if (found === "" && !this.isWild) steps?.(this.model);
    this.replay(before);
    if (this.isWild) this.learnAnew();
    return found === "";
  }

  snapshot() {
    this.observer.takeRecords();
    return new Map([...this.model.children].map(([node, kids]) => [node, [...kids]]));
  }
  /** What observers hear makes of the tree before it the one after. */
  replay(before) {
    for (const record of this.observer.takeRecords()) {
      const kids = before.get(record.target);
      if (!kids) continue;
      let start = record.previousSibling ? kids.indexOf(record.previousSibling) + 1 : 0;
      // A node that takes its next sibling's place was taken out before.
      if (record.previousSibling && start === 0) {
        start = (record.nextSibling ? kids.indexOf(record.nextSibling) : kids.length) - record.removedNodes.length;
      }
      const removed = kids.splice(start, record.removedNodes.length, ...record.addedNodes);
      if (removed.some((node, index) => node !== record.removedNodes[index]) || (kids[start + record.addedNodes.length] ?? null) !== record.nextSibling) {
        throw new Error(`a record does not fit: ${this.say(record.target)} +${this.say([...record.addedNodes])} -${this.say([...record.removedNodes])}`);
      }
    }
    for (const [node, kids] of before) {
      const now = [...node.childNodes];
      if (kids.length !== now.length || kids.some((kid, index) => kid !== now[index])) {
        throw new Error(`records of ${this.say(node)} are missing: ${this.say(kids)} and not ${this.say(now)}`);
      }
    }
  }

  /** What methods with nodes and texts insert: made a fragment where there are several. */
  mixed() {
    const { random } = this;
    return Array.from({ length: random.number(4) }, () => random.chance(4) ? this.text() : this.node());
  }

  step() {
    const { random, model } = this;
    const parent = this.parentNode(), node = this.node(), kind = random.number(30);
    switch (kind) {
      case 0: case 1: case 2: return void this.call(parent, "appendChild", [node], (model) => model.preInsert(node, parent, null));
      case 3: case 4: case 5: {
        const child = this.child(parent);
        return void this.call(parent, "insertBefore", [node, child], (model) => model.preInsert(node, parent, child));
      }
      case 6: {
        const child = this.child(parent) ?? this.node();
        return void this.call(parent, "replaceChild", [node, child], (model) => model.replace(node, parent, child));
      }
      case 7: {
        const child = this.child(parent) ?? this.node();
        return void this.call(parent, "removeChild", [child], (model) => {
          if (model.parent(child) !== parent) failure("NotFoundError");
          model.remove(child);
        });
      }
      case 8: {
        const one = this.node(ELEMENT, TEXT, COMMENT, INSTRUCTION, DOCTYPE);
        return void this.call(one, "remove", [], (model) => model.remove(one));
      }
      case 9: {
        const list = this.mixed();
        this.call(parent, random.any(["append", "prepend", "replaceChildren"]), list);
        return this.learnAnew();
      }
      case 10: {
        const one = this.node(ELEMENT, TEXT, COMMENT);
        this.call(one, random.any(["before", "after", "replaceWith"]), this.mixed());
        return this.learnAnew();
      }
      case 11: {
        const text = random.any(words);
        return void this.set(node, "textContent", text, (model) => {
          if (isCharacterData(node)) model.replaceData(node, 0, Infinity, text.length, Infinity);
          else if (node.nodeType === ELEMENT || node.nodeType === FRAGMENT) {
            model.replaceAll(null, node);
            const made = node.firstChild;
            if ((text === "") !== (made === null)) throw new Error("textContent makes one text of what is not empty");
            if (made) { model.children.set(made, []); model.parents.set(made, null); model.insert(made, node, null); this.add(made); }
          }
        });
      }
      case 12: {
        const one = this.node(TEXT, COMMENT, INSTRUCTION), [offset, count] = [random.number(6), random.number(5)];
        const text = random.any(words), length = one.length, data = one.data;
        const isWhole = offset <= length;
        this.call(one, "replaceData", [offset, count, text], (model) => model.replaceData(one, offset, count, text.length, length));
        const wanted = isWhole ? data.slice(0, offset) + text + data.slice(offset + count) : data;
        // Half a character is a replacement character here.
        if (!this.isWild && one.data !== wanted && one.data !== wanted.toWellFormed()) throw new Error(`the data are ${this.say(one.data)}`);
        return;
      }
      case 13: {
        const one = this.node(TEXT), offset = random.number(4), length = one?.length;
        if (!one || offset > length) return;
        const made = this.call(one, "splitText", [offset]);
        if (made && !this.isWild) this.learnSplit(one, made, offset);
        return;
      }
      case 14: this.call(node, "normalize", []); return this.learnAnew();
      case 15: case 16: {
        const one = this.node(ELEMENT), text = random.any(markup);
        if (!one) return;
        this.set(one, "innerHTML", text);
        return this.learnAnew();
      }
      case 17: {
        const one = this.node(ELEMENT);
        this.call(one, "insertAdjacentHTML", [random.any(["beforebegin", "afterbegin", "beforeend", "afterend"]), random.any(markup)]);
        return this.learnAnew();
      }
      case 18: {
        const copy = this.call(node, "cloneNode", [random.chance(2)]);
        if (copy && this.isWild) this.add(copy);
        else if (copy) this.checkCopy(node, copy);
        return;
      }
      case 19: {
        const owner = this.node(DOCUMENT);
        this.call(owner, "adoptNode", [node], (model) => {
          if (node.nodeType === DOCUMENT) failure("NotSupportedError");
          if (node instanceof ShadowRoot) failure("HierarchyRequestError");
          if (!hosts.has(node)) model.remove(node);
        });
        return;
      }
      case 20: return this.rangeCall();
      case 21: {
        const one = this.node(ELEMENT);
        return void this.set(one, random.any(["className", "id"]), random.any(["a", "b a", "", "i", " a\tb"]));
      }
      case 22: {
        const one = this.node(ELEMENT);
        return void this.call(one, random.any(["setAttribute", "toggleAttribute"]), [random.any(["class", "id", "slot", "title"]), this.isWild ? this.text() : random.any(["a", "b", "i"])]);
      }
      case 23: {
        const one = this.node(ELEMENT);
        if (one.shadowRoot) return;
        const root = this.call(one, "attachShadow", [{ mode: "open" }]);
        if (root) this.add(root);
        return;
      }
      case 24: {
        const range = document.createRange();
        if (model.ranges.size > 6) model.ranges.delete([...model.ranges.keys()][0]);
        const start = this.place(), end = this.place();
        try {
          range.setStart(...start);
          range.setEnd(...end);
        } catch (error) {
          if (error.name !== "InvalidNodeTypeError") throw error;
          return;
        }
        this.calls.push(`range ${this.say(start)} ${this.say(end)}`);
        model.ranges.set(range, [[range.startContainer, range.startOffset], [range.endContainer, range.endOffset]]);
        return;
      }
      case 25: {
        const one = this.node(ELEMENT), place = random.any(["beforebegin", "afterbegin", "beforeend", "afterend"]);
        this.call(one, "insertAdjacentText", [place, this.text()]);
        return this.learnAnew();
      }
      case 26: {
        const one = this.node(ELEMENT);
        this.set(one, "outerHTML", random.any(markup));
        return this.learnAnew();
      }
      case 27: {
        if (!parent.moveBefore) return;
        this.call(parent, "moveBefore", [node, this.child(parent)]);
        return this.learnAnew();
      }
      case 28: return this.walkerCall();
      default: return this.add(this.make());
    }
  }

  place() {
    const node = this.node(), length = this.model.length(node);
    return [node, this.random.number(length + 1)];
  }

  /** Takes the tree as it is, where only its consistency is looked at. Ranges are taken as they are, too. */
  learnAnew() {
    const { model } = this, known = [...model.children.keys()];
    model.children.clear();
    model.parents.clear();
    for (const node of known) this.root(node);
    for (const node of [...model.children.keys()]) this.add(node);
    this.ranges();
  }
  root(node) {
    let root = node;
    for (let steps = 0; root.parentNode; steps += 1, root = root.parentNode) if (steps > 10_000) throw new Error("parents form a circle");
    this.model.learn(root);
  }
  ranges() {
    for (const range of this.model.ranges.keys()) {
      this.model.ranges.set(range, [[range.startContainer, range.startOffset], [range.endContainer, range.endOffset]]);
    }
  }

  /** https://dom.spec.whatwg.org/#concept-text-split */
  learnSplit(text, made, offset) {
    const { model } = this, parent = model.parent(text);
    model.children.set(made, []);
    model.parents.set(made, null);
    if (parent) {
      const index = model.index(text);
      model.insert(made, parent, model.kids(parent)[index + 1] ?? null);
      for (const ends of model.ranges.values()) {
        for (const end of ends) {
          if (end[0] === text && end[1] > offset) [end[0], end[1]] = [made, end[1] - offset];
          else if (end[0] === parent && end[1] === index + 1) end[1] += 1;
        }
      }
    } else {
      model.replaceData(text, offset, Infinity, 0, Infinity);
    }
    this.add(made);
  }

  checkCopy(node, copy) {
    const isDeep = this.calls.at(-1).endsWith("(true)");
    if (copy.parentNode) throw new Error("a copy has a parent");
    if (isDeep && !node.isEqualNode(copy)) throw new Error("a copy is not equal");
    if (!isDeep && copy.firstChild) throw new Error("a shallow copy has children");
    this.add(copy);
  }

  rangeCall() {
    const { random, model } = this, range = random.any([...model.ranges.keys()]);
    if (!range) return;
    const name = random.any(["deleteContents", "extractContents", "cloneContents", "insertNode", "surroundContents"]);
    const list = name === "insertNode" || name === "surroundContents" ? [this.node()] : [];
    const text = name === "cloneContents" || name === "extractContents" ? range.toString() : null;
    this.calls.push(`  of ${this.say([range.startContainer, range.startOffset, range.endContainer, range.endOffset])}`);
    const result = this.call(range, name, list);
    if (this.isWild) return;
    if (result?.nodeType === FRAGMENT) {
      // Half a character becomes a replacement character where it is cut off.
      const isWhole = text.isWellFormed() && !text.includes("\ufffd");
      const texts = (node) => node.nodeType === TEXT ? node.data : node.nodeType === FRAGMENT || node.nodeType === ELEMENT ? [...node.childNodes].map(texts).join("") : "";
      if (isWhole && texts(result) !== text) throw new Error(`${name} gives ${this.say(texts(result))} and not ${this.say(text)}`);
      this.add(result);
    }
    if (result !== undefined && name === "deleteContents" || name === "extractContents" && result && !range.collapsed) {
      throw new Error(`${name} leaves something`);
    }
    this.learnAnew();
  }

  /** Iterators go over all that is there, in order, while things are removed. */
  walkerCall() {
    if (this.isWild) return this.wildWalk();
    const root = this.parentNode(), wanted = this.model.walk(root);
    this.calls.push(`walk ${this.say(root)}`);
    const iterator = document.createNodeIterator(root), walker = document.createTreeWalker(root);
    const found = [], steps = [root];
    for (let node = iterator.nextNode(); node; node = iterator.nextNode()) found.push(node);
    while (walker.nextNode()) steps.push(walker.currentNode);
    for (const list of [found, steps]) {
      if (list.length !== wanted.length || list.some((node, index) => node !== wanted[index])) throw new Error("a walk is not in order");
    }
    while (iterator.previousNode()) found.pop();
    if (found.length) throw new Error("a walk back is not as long");
  }

  wildWalk() {
    const root = this.parentNode(), filter = () => this.random.any([1, 1, 2, 3]);
    // The standard keeps nodes that a filter has removed.
    const wild = () => { if (this.random.chance(3)) this.interfere(); return filter(); };
    const iterator = document.createNodeIterator(root, -1, filter), walker = document.createTreeWalker(root, -1, wild);
    this.calls.push(`walk ${this.say(root)}`);
    const before = this.snapshot();
    for (let step = 0; step < 60; step += 1) {
      iterator[this.random.any(["nextNode", "nextNode", "previousNode"])]();
      this.interfere();
      if (!root.contains(iterator.referenceNode)) throw new Error("an iterator has left its root");
      walker[this.random.any(["nextNode", "previousNode", "parentNode", "firstChild", "lastChild", "nextSibling", "previousSibling"])]();
    }
    this.replay(before);
    this.learnAnew();
  }

  // MARK: What holds always

  check() {
    const { model } = this;
    const wrong = (node, what) => { throw new Error(`${what} of ${this.say(node)}`); };
    for (const [node, kids] of model.children) {
      const parent = model.parent(node), root = model.root(node);
      if (node.parentNode !== parent) wrong(node, "parentNode");
      const found = [];
      for (let child = node.firstChild; child && found.length <= kids.length; child = child.nextSibling) found.push(child);
      if (found.length !== kids.length || found.some((kid, index) => kid !== kids[index])) wrong(node, `children ${this.say(found)} and not ${this.say(kids)}`);
      for (const [index, kid] of kids.entries()) {
        if (kid.previousSibling !== (kids[index - 1] ?? null)) wrong(kid, "previousSibling");
        if (kid.nextSibling !== (kids[index + 1] ?? null)) wrong(kid, "nextSibling");
        if (kid.ownerDocument !== (node.ownerDocument ?? node)) wrong(kid, "ownerDocument");
      }
      if (node.lastChild !== (kids.at(-1) ?? null)) wrong(node, "lastChild");
      if (node.childNodes.length !== kids.length) wrong(node, "childNodes");
      if (node.getRootNode() !== root) wrong(node, "getRootNode()");
      if (node.nodeType !== ELEMENT && node.nodeType !== FRAGMENT && node.nodeType !== DOCUMENT) continue;
      const elements = kids.filter((kid) => kid.nodeType === ELEMENT);
      if (node.childElementCount !== elements.length || node.children.length !== elements.length) wrong(node, "children");
      if (node.firstElementChild !== (elements[0] ?? null) || node.lastElementChild !== (elements.at(-1) ?? null)) wrong(node, "elements");
      elements.forEach((kid, index) => {
        if (node.children[index] !== kid) wrong(node, `children[${index}]`);
        if (kid.nextElementSibling !== (elements[index + 1] ?? null)) wrong(kid, "nextElementSibling");
      });
    }
    this.checkLists();
    for (const [range, ends] of model.ranges) {
      const [start, end] = ends;
      if (range.startContainer !== start[0] || range.startOffset !== start[1] || range.endContainer !== end[0] || range.endOffset !== end[1]) {
        throw new Error(`a range is ${this.say([range.startContainer, range.startOffset, range.endContainer, range.endOffset])} and not ${this.say([...start, ...end])}`);
      }
      if (range.startOffset > model.length(start[0]) || range.endOffset > model.length(end[0])) {
        throw new Error(`a range ends behind its node: ${this.say([...start, ...end])}`);
      }
      if (model.root(start[0]) !== model.root(end[0])) throw new Error("a range spans two trees");
    }
  }

  checkLists() {
    const { model, random } = this, root = this.parentNode();
    const elements = model.walk(root).filter((node) => node.nodeType === ELEMENT);
    const inside = elements.filter((node) => node !== root);
    const same = (list, wanted, what) => {
      if (list.length !== wanted.length || wanted.some((node, index) => list[index] !== node)) {
        throw new Error(`${what} in ${this.say(root)}: ${this.say([...list])} and not ${this.say(wanted)}`);
      }
    };
    same(root.querySelectorAll("*"), inside, "*");
    same(root.querySelectorAll(".a"), inside.filter((node) => node.classList.contains("a")), ".a");
    if (root.getElementsByTagName) same(root.getElementsByTagName("*"), inside, "tags");
    if (root.getElementById) {
      const found = inside.find((node) => node.id === "i") ?? null;
      if (root.getElementById("i") !== found) throw new Error(`getElementById of ${this.say(root)}`);
    }
    const all = model.walk(document).filter((node) => node.nodeType === ELEMENT);
    for (const [list, test] of this.collections) {
      const wanted = all.filter(test);
      if (list.length !== wanted.length || wanted.some((node, index) => list.item(index) !== node)) throw new Error("a live collection");
    }
    // Two places, and their order.
    const [a, b] = [this.node(), this.node()], position = a.compareDocumentPosition(b);
    const isInside = model.contains(a, b), hasRoot = model.root(a) === model.root(b);
    if (a.contains(b) !== isInside || ((position & 16) !== 0) !== (isInside && a !== b)) throw new Error(`contains of ${this.say([a, b])}`);
    if (((position & 1) !== 0) !== !hasRoot) throw new Error(`compareDocumentPosition of ${this.say([a, b])}: ${position}`);
    if (hasRoot && a !== b) {
      const order = model.walk(model.root(a));
      if (((position & 4) !== 0) !== order.indexOf(a) < order.indexOf(b)) throw new Error(`order of ${this.say([a, b])}`);
    }
    this.checkMarkup(root);
    void random;
  }

  /** What is written is read as the same again, where the parser has no rules of its own. */
  checkMarkup(root) {
    const plain = ["DIV", "SPAN", "SECTION", "X-Y", "B", "SLOT"];
    const isPlain = this.model.walk(root).every((node) => [TEXT, COMMENT].includes(node.nodeType)
      || node.nodeType === ELEMENT && plain.includes(node.nodeName));
    if (!isPlain || root.nodeType !== ELEMENT) return;
    const text = root.innerHTML, copy = document.createElement("div");
    copy.innerHTML = text;
    if (copy.innerHTML !== text) throw new Error(`what was written is read as ${this.say(copy.innerHTML)} and not ${this.say(text)}`);
  }
}

document.currentScript.remove();
globalThis.randomCalls = (seed, count) => {
  const run = new Run(seed);
  try {
    for (let step = 0; step < count; step += 1) {
      run.step();
      run.isChecking = true;
      run.check();
      run.isChecking = false;
    }
    return "";
  } catch (error) {
    return `${seed}: ${error.message} ${error.stack}\n${run.calls.slice(-12).join("\n")}`;
  } finally {
    run.home.remove();
    run.observer.disconnect();
  }
};
