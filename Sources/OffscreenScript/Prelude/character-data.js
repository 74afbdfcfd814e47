// Texts, comments and processing instructions. https://dom.spec.whatwg.org/#interface-characterdata
(function (core) {
  "use strict";
  const { native, links, error, hooks } = core;
  const tree = core.tree;
  const { TEXT, COMMENT, INSTRUCTION, PREVIOUS, NEXT, kindOf, link, parentOf, dataOf, replaceData, run } = tree;

  /** The number of what has data; a TypeError for other objects. */
  function characterData(object) {
    const id = core.id(object);
    const kind = kindOf(id);
    if (kind < TEXT || kind > INSTRUCTION) throw new core.TypeError("The object is no CharacterData.");
    return id;
  }

  function ofKind(object, kind) {
    const id = core.id(object);
    if (kindOf(id) !== kind) throw new core.TypeError("The object has another interface.");
    return id;
  }

  /** The count of https://dom.spec.whatwg.org/#concept-cd-substring: as much as there is. */
  function countWithin(length, offset, count) {
    if (offset > length) throw error("IndexSizeError", "The offset is beyond the end of the data.");
    return offset + count > length ? length - offset : count;
  }

  class CharacterData extends core.Node {
    get data() { return dataOf(characterData(this)); }
    set data(value) {
      const id = characterData(this);
      replaceData(id, 0, dataOf(id).length, value === null ? "" : core.string(value));
    }

    get length() { return dataOf(characterData(this)).length; }

    substringData(offset, count) {
      const id = characterData(this);
      core.requireArguments(arguments.length, 2);
      offset = core.unsignedLong(offset);
      count = core.unsignedLong(count);
      const data = dataOf(id);
      return core.StringSlice(data, offset, offset + countWithin(data.length, offset, count));
    }

    appendData(data) {
      const id = characterData(this);
      core.requireArguments(arguments.length, 1);
      data = core.string(data);
      replaceData(id, dataOf(id).length, 0, data);
    }

    insertData(offset, data) {
      const id = characterData(this);
      core.requireArguments(arguments.length, 2);
      offset = core.unsignedLong(offset);
      data = core.string(data);
      replaceData(id, offset, countWithin(dataOf(id).length, offset, 0), data);
    }

    deleteData(offset, count) {
      const id = characterData(this);
      core.requireArguments(arguments.length, 2);
      offset = core.unsignedLong(offset);
      count = core.unsignedLong(count);
      replaceData(id, offset, countWithin(dataOf(id).length, offset, count), "");
    }

    replaceData(offset, count, data) {
      const id = characterData(this);
      core.requireArguments(arguments.length, 3);
      offset = core.unsignedLong(offset);
      count = core.unsignedLong(count);
      data = core.string(data);
      replaceData(id, offset, countWithin(dataOf(id).length, offset, count), data);
    }

    get nextElementSibling() { return core.wrap(tree.siblingElement(characterData(this), NEXT)); }
    get previousElementSibling() { return core.wrap(tree.siblingElement(characterData(this), PREVIOUS)); }
  }

  /** Splits a text; gives the new one. https://dom.spec.whatwg.org/#concept-text-split */
  function splitText(id, offset) {
    const data = dataOf(id);
    if (offset > data.length) throw error("IndexSizeError", "The offset is beyond the end of the text.");
    const count = data.length - offset;
    const added = tree.createText(core.StringSlice(data, offset));
    if (!tree.isAlone()) tree.setDocument(added, tree.documentOf(id));
    const parent = parentOf(id);
    if (parent >= 0) {
      tree.insert(added, parent, link(id, NEXT));
      if (hooks.splitting.length > 0) run(hooks.splitting, id, offset, added);
    }
    replaceData(id, offset, count, "");
    return added;
  }

  class Text extends CharacterData {
    constructor(data = "") {
      core.willConstruct(tree.createText(core.string(data)));
      super();
    }

    splitText(offset) {
      const id = ofKind(this, TEXT);
      core.requireArguments(arguments.length, 1);
      return core.wrap(splitText(id, core.unsignedLong(offset)));
    }

    get wholeText() {
      let first = ofKind(this, TEXT);
      for (let node = link(first, PREVIOUS); node >= 0 && kindOf(node) === TEXT; node = link(node, PREVIOUS)) {
        first = node;
      }
      let text = "";
      for (let node = first; node >= 0 && kindOf(node) === TEXT; node = link(node, NEXT)) text += dataOf(node);
      return text;
    }
  }

  class CDATASection extends Text {
    constructor() {
      throw new core.TypeError("Illegal constructor");
    }
  }

  class Comment extends CharacterData {
    constructor(data = "") {
      core.willConstruct(tree.createComment(core.string(data)));
      super();
    }
  }

  class ProcessingInstruction extends CharacterData {
    get target() { return core.spelling(tree.nameOf(ofKind(this, INSTRUCTION))); }
  }

  core.CharacterData = CharacterData;
  core.Text = Text;
  core.CDATASection = CDATASection;
  core.Comment = Comment;
  core.ProcessingInstruction = ProcessingInstruction;
  core.splitText = splitText;

  core.addChildMembers(CharacterData);
  core.later(Text.prototype, "Text in slots", "element-members.js", "assignedSlot");
  core.define({ CharacterData, Text, CDATASection, Comment, ProcessingInstruction });
  core.unscopable(CharacterData, ["after", "before", "remove", "replaceWith"]);
})
