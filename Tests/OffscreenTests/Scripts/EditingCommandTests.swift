import Testing

@testable import Offscreen

/// What `document.execCommand` makes of what is selected.
struct EditingCommandTests: ScriptTesting {
  /// The host's contents after commands; `[` and `]` in its text are the ends of what is selected.
  private func expectEdited(
    _ expected: String, _ markup: String, _ commands: String, location: SourceLocation = #_sourceLocation
  ) throws {
    try expect(
      expected, "<div id=h contenteditable>\(markup)</div>",
      """
      (() => {
        const end = mark => {
          const walker = document.createTreeWalker(h, NodeFilter.SHOW_TEXT)
          while (walker.nextNode()) {
            const offset = walker.currentNode.data.indexOf(mark)
            if (offset >= 0) { walker.currentNode.deleteData(offset, 1); return [walker.currentNode, offset] }
          }
        }
        const start = end('['), stop = end(']') ?? start
        getSelection().setBaseAndExtent(...start, ...stop)
        const run = (name, value) => document.execCommand(name, false, value), state = name => document.queryCommandState(name)
        const value = name => document.queryCommandValue(name), mixed = name => document.queryCommandIndeterm(name)
        const told = []
        \(commands)
        return [h.innerHTML, ...told]
      })()
      """, location: location)
  }

  @Test func stylesAreTags() throws {
    try expectEdited(#"["a<b>b</b>c",true,false]"#, "a[b]c", "run('bold'); told.push(state('bold'), mixed('bold'))")
    try expectEdited(#"["abc",false]"#, "a<b>[b]</b>c", "run('bold'); told.push(state('bold'))")
    try expectEdited(
      ##"["<font color=\"#ff0000\">ab</font>","rgb(255, 0, 0)"]"##, "[ab]",
      "run('foreColor', 'red'); told.push(value('foreColor'))")
    try expectEdited(
      #"["a<span style=\"font-weight: bold;\">b</span>"]"#, "a[b]", "run('styleWithCSS', true); run('bold')")
    try expectEdited(#"["<a href=\"/x\">ab</a>c"]"#, "[ab]c", "run('createLink', '/x')")
  }

  /// Spaces that are seen stay so: those that come to lie beside others, and at the beginning of a line.
  @Test func spacesDoNotCollapse() throws {
    try expectEdited(
      #"["a&nbsp; &nbsp;&nbsp;"]"#, "a&nbsp;&nbsp;[]&nbsp;&nbsp;&nbsp;", "run('forwardDelete')")
    try expectEdited(#"["a&nbsp; &nbsp;b"]"#, "a&nbsp; []&nbsp; b", "run('forwardDelete')")
    try expectEdited(
      #"["a&nbsp;&nbsp;<br>&nbsp; &nbsp;b"]"#, "a&nbsp;&nbsp;[]&nbsp;&nbsp;&nbsp;b", "run('insertLineBreak')")
  }

  @Test func blocksAndLists() throws {
    try expectEdited(
      #"["<h1>ab</h1>","h1"]"#, "<p>[a]b</p>", "run('formatBlock', '<h1>'); told.push(value('formatBlock'))")
    try expectEdited(
      #"["<ul><li>a</li><li>b</li></ul>",true]"#, "<p>[a</p><p>b]</p>",
      "run('insertUnorderedList'); told.push(state('insertUnorderedList'))")
    try expectEdited(#"["<blockquote><p>a</p></blockquote>"]"#, "<p>[]a</p>", "run('indent')")
    try expectEdited(#"["<p>a</p>"]"#, "<p>[]a</p>", "run('indent'); run('outdent')")
    try expectEdited(
      #"["<div align=\"center\"><p>a</p></div>",true]"#, "<p>[]a</p>",
      "run('justifyCenter'); told.push(state('justifyCenter'))")
  }

  @Test func textsComeAndGo() throws {
    try expectEdited(
      #"["axb",["insertText","x"]]"#, "a[]b",
      "h.oninput = e => told.push([e.inputType, e.data]); run('insertText', 'x')")
    try expectEdited(#"["<p>ad</p>"]"#, "<p>a[b</p><p>c]d</p>", "run('delete')")
    try expectEdited(#"["<p>abcd</p>"]"#, "<p>ab</p><p>[]cd</p>", "run('delete')")
    try expectEdited(#"["<p>abcd</p>"]"#, "<p>ab[]</p><p>cd</p>", "run('forwardDelete')")
    try expectEdited(
      #"["<p>a</p><p><b>X</b>b</p>"]"#, "<p>a[]b</p>", "run('insertParagraph'); run('bold'); run('insertText', 'X')")
    try expectEdited(#"["<p>a<b>q</b>rb</p>"]"#, "<p>a[]b</p>", "run('insertHTML', '<b>q</b>r')")
  }

  @Test func nothingIsDoneOutsideOfHosts() throws {
    try expect(
      #"["a",false,false,"",true]"#, "<p id=p>a</p>",
      "(getSelection().selectAllChildren(p), [p.innerHTML, document.execCommand('bold'), document.queryCommandEnabled('bold'), "
        + "document.queryCommandValue('foreColor'), document.queryCommandSupported('bold')])")
  }
}
