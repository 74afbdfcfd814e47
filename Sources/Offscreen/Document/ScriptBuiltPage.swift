import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint

/// Recognizes a page that is empty because its scripts would have filled it.
///
/// Until scripts run: then this file goes.
struct ScriptBuiltPage {
  let document: Document
  let tree: FragmentTree
  let list: DisplayList
  /// The frames whose pages are shown.
  let frames: Set<BoxID>
  /// What the picture shows, in CSS pixels.
  let picture: PaintRect

  /// So many painted shapes are a drawing, be there no word and no picture in it.
  private static let drawing = 12
  /// CSS pixels; smaller pictures are there to be counted, not to be seen.
  private static let smallestPicture = 16.0

  /// The warning; nil where the page shows something, or has no script that could have added to it.
  var warning: String? {
    guard !showsSomething, hasScripts else { return nil }
    return "the page builds itself with scripts, and after they ran the picture is (almost) empty"
  }

  // MARK: What is seen

  /// Whether there are words or pictures within the picture, other than those that ask for scripts (`noscript`), or
  /// more shapes than a page has before it is filled. Backgrounds as large as the picture are none.
  private var showsSomething: Bool {
    var transforms = [Transform.identity]
    var clips = [picture]
    var shapes = 0
    var asking: Set<Int32>?
    func seen(_ bounds: PaintRect) -> PaintRect {
      guard let clip = clips.last, let transform = transforms.last else { return .zero }
      return bounds.bounds(under: transform).intersection(clip)
    }
    var index = 0
    while index < list.commands.count {
      let bounds = list.bounds[index]
      switch list.commands[index] {
      case .glyphs(let number):
        let run = list.glyphRuns[Int(number)]
        if seen(line(of: run)).isEmpty { break }
        let known = asking ?? glyphsThatAskForScripts()
        asking = known
        if !known.contains(run.glyphs.lowerBound) { return true }
      case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .shadow:
        let part = seen(bounds)
        if !part.isEmpty, part.width < picture.width * 0.95 || part.height < picture.height * 0.95 { shapes += 1 }
      case .pushClip(let rect): clips.append(seen(rect))
      case .pushRoundedClip(let shape): clips.append(seen(list.roundedRects[Int(shape)].rect))
      case .pushPathClip(let path, _): clips.append(seen(list.paths[Int(path)].bounds))
      case .pushClipOut: clips.append(clips.last ?? picture)
      case .popClip: if clips.count > 1 { clips.removeLast() }
      case .pushTransform(let step):
        transforms.append(list.transforms[Int(step)].then(transforms.last ?? .identity))
      case .popTransform: if transforms.count > 1 { transforms.removeLast() }
      case .pushLayer(let layer):
        let end = Int(list.ends[index])
        if list.layers[Int(layer)].opacity <= 0, end > index { index = end }
      case .popLayer: break
      }
      index += 1
    }
    return shapes >= Self.drawing || showsPictures
  }

  /// About where its line is: the box around it leaves as much again at every side for glyphs that reach out.
  private func line(of run: GlyphRun) -> PaintRect {
    switch run.orientation {
    case .horizontal: run.bounds.inset(by: run.bounds.height / 3)
    case .sidewaysRight, .sidewaysLeft, .upright: run.bounds
    }
  }

  /// Where the glyphs begin, in the tree's list, of texts that are there for who has no scripts.
  private func glyphsThatAskForScripts() -> Set<Int32> {
    guard first(.noscript) != nil else { return [] }
    var result: Set<Int32> = []
    for fragment in tree.fragments where fragment.kind == .text && fragment.text >= 0 && !fragment.box.isNone {
      if asksForScripts(tree.boxes[fragment.box].node) {
        result.insert(tree.texts[Int(fragment.text)].glyphs.lowerBound)
      }
    }
    return result
  }

  /// Whether elements show pictures or other things of their own.
  private var showsPictures: Bool {
    guard !tree.root.isNone else { return false }
    var open = [(fragment: tree.root, origin: Point.zero)]
    while let (id, origin) = open.popLast() {
      let fragment = tree[id]
      if fragment.kind == .box, !fragment.box.isNone, shows(tree.boxes[fragment.box], fragment.box) {
        let part = PaintRect(Rect(origin: origin, size: fragment.size)).intersection(picture)
        if part.width >= Self.smallestPicture, part.height >= Self.smallestPicture { return true }
      }
      for link in tree.children(id) where !link.fragment.isNone { open.append((link.fragment, origin + link.offset)) }
    }
    return false
  }

  private func shows(_ box: Box, _ id: BoxID) -> Bool {
    if box.origin == .element, box.style.inherited.visibility == .visible,
      [.input, .select, .textarea, .button].contains(where: { document.isHTML(box.node, $0) })
    {
      return !asksForScripts(box.node)
    }
    guard box.kind == .replaced, box.data >= 0, Int(box.data) < tree.boxes.replaced.count,
      box.style.inherited.visibility == .visible, !asksForScripts(box.node)
    else { return false }
    switch tree.boxes.replaced[Int(box.data)].kind {
    case .image, .drawing, .brokenImage: return true
    case .generated(let value): return value != .none
    case .missingImage: return false
    // What scripts draw is not there; what is in a frame is, where it could be had.
    case .control:
      let isEmpty = [.canvas, .iframe, .frame, .object, .embed].contains { document.isHTML(box.node, $0) }
      return !isEmpty || frames.contains(id)
    }
  }

  private func asksForScripts(_ node: NodeID) -> Bool {
    var ancestor = node
    while !ancestor.isNone {
      if document.isHTML(ancestor, .noscript) { return true }
      ancestor = document.parent(ancestor)
    }
    return false
  }

  // MARK: What is missing

  /// Whether the page has scripts that a browser would run, or something to say to who does not run them.
  private var hasScripts: Bool {
    first(.script) { runs($0) } != nil || first(.noscript) != nil
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
  private func runs(_ script: NodeID) -> Bool {
    if document.hasAttribute(script, .nomodule) { return false }
    let type = (document.attribute(script, .type) ?? "").filter { !$0.isWhitespace }.lowercased()
    guard type.isEmpty || type == "module" || Self.scriptTypes.contains(type) else { return false }
    if let address = document.attribute(script, .src) { return !address.isEmpty }
    return document.childText(script).contains { $0 > 0x20 }
  }

  /// https://mimesniff.spec.whatwg.org/#javascript-mime-type
  private static let scriptTypes: Set = [
    "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
    "text/ecmascript", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
    "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
    "text/x-ecmascript", "text/x-javascript",
  ]

  private func first(_ name: KnownName, where isWanted: (NodeID) -> Bool = { _ in true }) -> NodeID? {
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isHTML(node, name), isWanted(node) { return node }
      node = document.next(node, within: root)
    }
    return nil
  }
}
