/// https://drafts.csswg.org/css-shapes-1/#basic-shape-functions
extension TokenCursor {
  mutating func consumeBasicShape(in context: ValueContext) -> BasicShape? {
    guard kind == .function else { return nil }
    var attempt = self
    guard let (token, contents) = attempt.consumeFunction() else { return nil }
    var inner = contents
    guard let shape = inner.basicShape(buffer.lowercased(token), in: context), inner.isAtEnd else { return nil }
    self = attempt
    return shape
  }

  private mutating func basicShape(_ name: String, in context: ValueContext) -> BasicShape? {
    switch name {
    case "inset":
      guard let sides = consumeSides({ $0.consumeLengthPercentage(in: context) }),
        let radii = round(in: context)
      else { return nil }
      return .inset(sides, radii: radii)
    case "xywh":
      guard let x = consumeLengthPercentage(in: context), let y = consumeLengthPercentage(in: context),
        let width = consumeLengthPercentage(in: context, .nonNegative),
        let height = consumeLengthPercentage(in: context, .nonNegative), let radii = round(in: context)
      else { return nil }
      return .inset(
        Sides(top: y, right: Self.rest(x, width), bottom: Self.rest(y, height), left: x), radii: radii)
    case "rect":
      func edge(_ cursor: inout TokenCursor, isEnd: Bool) -> LengthPercentage? {
        if cursor.consumeIdent("auto") { return .percentage(0) }
        guard let value = cursor.consumeLengthPercentage(in: context) else { return nil }
        return isEnd ? value.fromEnd : value
      }
      guard let top = edge(&self, isEnd: false), let right = edge(&self, isEnd: true),
        let bottom = edge(&self, isEnd: true), let left = edge(&self, isEnd: false),
        let radii = round(in: context)
      else { return nil }
      return .inset(Sides(top: top, right: right, bottom: bottom, left: left), radii: radii)
    case "circle":
      let radius = shapeRadius(in: context) ?? .closestSide
      return at(in: context).map { .circle(radius, center: $0) }
    case "ellipse":
      var radii = (ShapeRadius.closestSide, ShapeRadius.closestSide)
      if let x = shapeRadius(in: context) {
        guard let y = shapeRadius(in: context) else { return nil }
        radii = (x, y)
      }
      return at(in: context).map { .ellipse(radii.0, radii.1, center: $0) }
    case "polygon":
      guard let rule = fillRule() else { return nil }
      let points: [LengthPair]? = consumeList { cursor in
        guard let x = cursor.consumeLengthPercentage(in: context),
          let y = cursor.consumeLengthPercentage(in: context)
        else { return nil }
        return LengthPair(x: x, y: y)
      }
      return points.map { .polygon(rule, $0) }
    case "path":
      guard let rule = fillRule(), let data = consumeString(), !data.isEmpty else { return nil }
      return .path(rule, data)
    // Not implemented: shape().
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

  private mutating func shapeRadius(in context: ValueContext) -> ShapeRadius? {
    if let side = consumeOne(of: ["closest-side": ShapeRadius.closestSide, "farthest-side": .farthestSide]) {
      return side
    }
    return consumeLengthPercentage(in: context, .nonNegative).map { .length($0) }
  }

  private mutating func at(in context: ValueContext) -> LengthPair? {
    consumeIdent("at") ? consumePosition(in: context) : LengthPair(x: .percentage(50), y: .percentage(50))
  }

  /// `round <border-radius>`, or nothing.
  private mutating func round(in context: ValueContext) -> Corners<LengthPair>? {
    consumeIdent("round") ? consumeRadii(in: context) : Corners(.zero)
  }

  /// The grammar of `border-radius`.
  mutating func consumeRadii(in context: ValueContext) -> Corners<LengthPair>? {
    guard let x = consumeSides({ $0.consumeLengthPercentage(in: context, .nonNegative) }) else { return nil }
    var y = x
    if consumeSlash() {
      guard let second = consumeSides({ $0.consumeLengthPercentage(in: context, .nonNegative) })
      else { return nil }
      y = second
    }
    return Corners(
      topLeft: LengthPair(x: x.top, y: y.top), topRight: LengthPair(x: x.right, y: y.right),
      bottomRight: LengthPair(x: x.bottom, y: y.bottom), bottomLeft: LengthPair(x: x.left, y: y.left))
  }

  /// One to four values, the missing ones as opposite ones.
  mutating func consumeSides<Value>(_ value: (inout TokenCursor) -> Value?) -> Sides<Value>? {
    guard let top = value(&self) else { return nil }
    let right = value(&self) ?? top
    let bottom = value(&self) ?? top
    let left = value(&self) ?? right
    return Sides(top: top, right: right, bottom: bottom, left: left)
  }

  mutating func consumeClipPath(in context: ValueContext) -> ClipPath? {
    if consumeIdent("none") { return ClipPath.none }
    if let url = consumeURL() { return .reference(url.hasPrefix("#") ? url : context.resolveURL(url)) }
    var shape: BasicShape?
    var box: VisualBox?
    for _ in 0..<2 {
      if shape == nil, let value = consumeBasicShape(in: context) {
        shape = value
      } else if box == nil, let value = consumeVisualBox(except: [.text, .noClip]) {
        box = value
      }
    }
    if let shape { return .shape(shape, box ?? .borderBox) }
    return box.map { .box($0) }
  }

  mutating func consumeFloatShape(in context: ValueContext) -> FloatShape? {
    if consumeIdent("none") { return FloatShape.none }
    if let image = consumeImage(in: context) { return .image(image) }
    var shape: BasicShape?
    var box: VisualBox?
    for _ in 0..<2 {
      if shape == nil, let value = consumeBasicShape(in: context) {
        shape = value
      } else if box == nil,
        let value = consumeVisualBox(except: [.text, .noClip, .fillBox, .strokeBox, .viewBox])
      {
        box = value
      }
    }
    if let shape { return .shape(shape, box ?? .marginBox) }
    return box.map { .box($0) }
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
