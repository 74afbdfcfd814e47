/// https://drafts.csswg.org/css-shapes-1/#basic-shape-functions
extension TokenCursor {
  mutating func consumeBasicShape(in context: ParsingContext) -> Specified<BasicShape>? {
    guard kind == .function else { return nil }
    var attempt = self
    guard let (token, contents) = attempt.consumeFunction() else { return nil }
    var inner = contents
    guard let shape = inner.basicShape(buffer.lowercased(token), in: context), inner.isAtEnd else { return nil }
    self = attempt
    return shape
  }

  private mutating func basicShape(_ name: String, in context: ParsingContext) -> Specified<BasicShape>? {
    switch name {
    case "inset":
      guard let sides = consumeSides({ $0.consumeLengthPercentage(in: context) }),
        let radii = round(in: context)
      else { return nil }
      return sides.with(radii) { .inset($0, radii: $1) }
    case "xywh":
      guard let x = consumeLengthPercentage(in: context), let y = consumeLengthPercentage(in: context),
        let width = consumeLengthPercentage(in: context, .nonNegative),
        let height = consumeLengthPercentage(in: context, .nonNegative), let radii = round(in: context)
      else { return nil }
      let right = x.with(width) { Self.rest($0, $1) }
      let bottom = y.with(height) { Self.rest($0, $1) }
      return Sides(top: y, right: right, bottom: bottom, left: x).joined().with(radii) { .inset($0, radii: $1) }
    case "rect":
      func edge(_ cursor: inout TokenCursor, isEnd: Bool) -> Specified<LengthPercentage>? {
        if cursor.consumeIdent("auto") { return .computed(.percentage(0)) }
        guard let value = cursor.consumeLengthPercentage(in: context) else { return nil }
        return isEnd ? value.map(\.fromEnd) : value
      }
      guard let top = edge(&self, isEnd: false), let right = edge(&self, isEnd: true),
        let bottom = edge(&self, isEnd: true), let left = edge(&self, isEnd: false),
        let radii = round(in: context)
      else { return nil }
      return Sides(top: top, right: right, bottom: bottom, left: left).joined().with(radii) { .inset($0, radii: $1) }
    case "circle":
      let radius = shapeRadius(in: context) ?? .computed(.closestSide)
      return at(in: context).map { radius.with($0) { .circle($0, center: $1) } }
    case "ellipse":
      var radii = (Specified.computed(ShapeRadius.closestSide), Specified.computed(ShapeRadius.closestSide))
      if let x = shapeRadius(in: context) {
        guard let y = shapeRadius(in: context) else { return nil }
        radii = (x, y)
      }
      let both = radii.0.with(radii.1) { (x: $0, y: $1) }
      return at(in: context).map { both.with($0) { .ellipse($0.x, $0.y, center: $1) } }
    case "polygon":
      guard let rule = fillRule() else { return nil }
      let points: [Specified<LengthPair>]? = consumeList { cursor in
        guard let x = cursor.consumeLengthPercentage(in: context),
          let y = cursor.consumeLengthPercentage(in: context)
        else { return nil }
        return x.with(y) { LengthPair(x: $0, y: $1) }
      }
      return points?.joined().map { .polygon(rule, $0) }
    case "path":
      guard let rule = fillRule(), let data = consumeString(), !data.isEmpty else { return nil }
      return .computed(.path(rule, data))
    case "shape": return commands(in: context)
    default: return nil
    }
  }

  /// What is left of the whole behind a start and a size.
  private static func rest(_ start: LengthPercentage, _ size: LengthPercentage) -> LengthPercentage {
    .calculation(.sum([start.fromEnd.node, .product(size.node, -1)])).simplified
  }

  /// `<fill-rule>,` or nothing.
  private mutating func fillRule() -> FillRule? {
    guard let rule = consumeKeyword(FillRule.self) else { return .nonzero }
    return consumeComma() ? rule : nil
  }

  private mutating func shapeRadius(in context: ParsingContext) -> Specified<ShapeRadius>? {
    if let side = consumeOne(of: ["closest-side": ShapeRadius.closestSide, "farthest-side": .farthestSide]) {
      return .computed(side)
    }
    return consumeLengthPercentage(in: context, .nonNegative)?.map { .length($0) }
  }

  private mutating func at(in context: ParsingContext) -> Specified<LengthPair>? {
    consumeIdent("at") ? consumePosition(in: context) : .computed(.center)
  }

  /// `round <border-radius>`, or nothing.
  private mutating func round(in context: ParsingContext) -> Specified<Corners<LengthPair>>? {
    consumeIdent("round") ? consumeRadii(in: context)?.radii.joined() : .computed(Corners(.zero))
  }

  /// The grammar of `border-radius`, and where in the buffer the parts of each corner are.
  mutating func consumeRadii(
    in context: ParsingContext
  ) -> (radii: Corners<Specified<LengthPair>>, places: Corners<[Range<Int>]>)? {
    typealias Part = (value: Specified<LengthPercentage>, place: Range<Int>)
    func part(_ cursor: inout TokenCursor) -> Part? {
      let start = cursor.position
      return cursor.consumeLengthPercentage(in: context, .nonNegative).map { ($0, start..<cursor.position) }
    }
    guard let x = consumeEachSide(part) else { return nil }
    var y: Sides<Part>?
    if consumeSlash() {
      y = consumeEachSide(part)
      guard y != nil else { return nil }
    }
    func radius(_ x: Part, _ y: Part?) -> Specified<LengthPair> {
      x.value.with(y?.value ?? x.value) { LengthPair(x: $0, y: $1) }
    }
    func places(_ x: Part, _ y: Part?) -> [Range<Int>] { [x.place] + (y.map { [$0.place] } ?? []) }
    return (
      Corners(
        topLeft: radius(x.top, y?.top), topRight: radius(x.right, y?.right),
        bottomRight: radius(x.bottom, y?.bottom), bottomLeft: radius(x.left, y?.left)),
      Corners(
        topLeft: places(x.top, y?.top), topRight: places(x.right, y?.right),
        bottomRight: places(x.bottom, y?.bottom), bottomLeft: places(x.left, y?.left))
    )
  }

  /// One to four values, the missing ones as opposite ones.
  mutating func consumeSides<Value>(_ value: (inout TokenCursor) -> Specified<Value>?) -> Specified<Sides<Value>>? {
    consumeEachSide(value)?.joined()
  }

  private mutating func consumeEachSide<Value>(_ value: (inout TokenCursor) -> Value?) -> Sides<Value>? {
    guard let top = value(&self) else { return nil }
    let right = value(&self) ?? top
    let bottom = value(&self) ?? top
    let left = value(&self) ?? right
    return Sides(top: top, right: right, bottom: bottom, left: left)
  }

  mutating func consumeClipPath(in context: ParsingContext) -> Specified<ClipPath>? {
    if consumeIdent("none") { return .computed(.none) }
    if let url = consumeURL() { return .computed(.reference(context.resolveURL(url))) }
    var shape: Specified<BasicShape>?
    var box: VisualBox?
    for _ in 0..<2 {
      if shape == nil, let value = consumeBasicShape(in: context) {
        shape = value
      } else if box == nil, let value = consumeVisualBox(except: [.text, .borderArea, .noClip]) {
        box = value
      }
    }
    let reference = box ?? .borderBox
    if let shape { return shape.map { .shape($0, reference) } }
    return .constant(box.map { .box($0) })
  }

  mutating func consumeFloatShape(in context: ParsingContext) -> Specified<FloatShape>? {
    if consumeIdent("none") { return .computed(.none) }
    if let image = consumeImage(in: context) { return image.map { .image($0) } }
    var shape: Specified<BasicShape>?
    var box: VisualBox?
    for _ in 0..<2 {
      if shape == nil, let value = consumeBasicShape(in: context) {
        shape = value
      } else if box == nil,
        let value = consumeVisualBox(except: [.text, .borderArea, .noClip, .fillBox, .strokeBox, .viewBox])
      {
        box = value
      }
    }
    let reference = box ?? .marginBox
    if let shape { return shape.map { .shape($0, reference) } }
    return .constant(box.map { .box($0) })
  }

  mutating func consumeVisualBox(except excluded: [VisualBox]) -> VisualBox? {
    var attempt = self
    guard let box = attempt.consumeKeyword(VisualBox.self), !excluded.contains(box) else { return nil }
    self = attempt
    return box
  }
}

extension LengthPercentage {
  /// A sum of linear parts as one.
  var simplified: LengthPercentage {
    guard case .calculation(.sum(let parts)) = self else { return self }
    var (length, percentage) = (0.0, 0.0)
    for part in parts {
      switch part {
      case .linear(let l, let p): (length, percentage) = (length + l, percentage + p)
      case .product(.linear(let l, let p), let factor):
        (length, percentage) = (length + l * factor, percentage + p * factor)
      default: return self
      }
    }
    return .linear(length: length, percentage: percentage)
  }
}
