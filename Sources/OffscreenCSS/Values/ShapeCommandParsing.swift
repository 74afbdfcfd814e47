/// https://drafts.csswg.org/css-shapes-2/#shape-function
extension TokenCursor {
  private static var mostCommands: Int { 10_000 }

  /// What is between the parentheses of `shape()`.
  mutating func commands(in context: ParsingContext) -> Specified<BasicShape>? {
    let rule = consumeKeyword(FillRule.self) ?? .nonzero
    guard consumeIdent("from"), let start = consumePosition(in: context), consumeComma() else { return nil }
    var commands = [start.map(Self.command(.move) { $0.end = $1 })]
    repeat {
      guard commands.count < Self.mostCommands, let command = shapeCommand(in: context) else { return nil }
      commands.append(command)
    } while consumeComma()
    return commands.joined().map { .shape(rule, $0) }
  }

  private static func command<Value>(
    _ kind: ShapeCommand.Kind, _ set: @escaping @Sendable (inout ShapeCommand, Value) -> Void
  ) -> @Sendable (Value) -> ShapeCommand {
    { value in
      var command = ShapeCommand(kind)
      set(&command, value)
      return command
    }
  }

  private mutating func shapeCommand(in context: ParsingContext) -> Specified<ShapeCommand>? {
    guard let kind = consumeKeyword(ShapeCommand.Kind.self) else { return nil }
    switch kind {
    case .close: return .computed(ShapeCommand(.close))
    case .hline, .vline: return axisCommand(kind, in: context)
    case .move, .line, .curve, .smooth, .arc: break
    }
    guard let (isRelative, end) = endPoint(in: context) else { return nil }
    var command = end.map(
      Self.command(kind) {
        $0.end = $1; $0.isRelative = isRelative
      })
    switch kind {
    case .curve:
      guard consumeIdent("with"), let first = control(isRelative: isRelative, in: context) else { return nil }
      command = command.with(first, Self.adding)
      if consumeSlash() {
        guard let second = control(isRelative: isRelative, in: context) else { return nil }
        command = command.with(second, Self.adding)
      }
    case .smooth:
      guard consumeIdent("with") else { break }
      guard let second = control(isRelative: isRelative, in: context) else { return nil }
      command = command.with(second, Self.adding)
    case .arc:
      guard let arc = arc(command, in: context) else { return nil }
      command = arc
    case .move, .line, .hline, .vline, .close: break
    }
    return command
  }

  private static func adding(_ command: ShapeCommand, _ control: ShapeCommand.Control) -> ShapeCommand {
    var command = command
    command.controls.append(control)
    return command
  }

  /// `to <position>` or `by <coordinate-pair>`.
  private mutating func endPoint(in context: ParsingContext) -> (isRelative: Bool, end: Specified<LengthPair>)? {
    if consumeIdent("to") { return consumePosition(in: context).map { (false, $0) } }
    guard consumeIdent("by") else { return nil }
    return pair(in: context).map { (true, $0) }
  }

  private mutating func pair(in context: ParsingContext) -> Specified<LengthPair>? {
    guard let x = consumeLengthPercentage(in: context), let y = consumeLengthPercentage(in: context) else { return nil }
    return x.with(y) { LengthPair(x: $0, y: $1) }
  }

  private mutating func axisCommand(_ kind: ShapeCommand.Kind, in context: ParsingContext) -> Specified<ShapeCommand>? {
    let isRelative: Bool
    if consumeIdent("to") { isRelative = false } else if consumeIdent("by") { isRelative = true } else { return nil }
    let end: Specified<LengthPercentage>
    if !isRelative, let part = side(of: kind) {
      end = .computed(.percentage(part))
    } else {
      guard let length = consumeLengthPercentage(in: context) else { return nil }
      end = length
    }
    return end.map(
      Self.command(kind) {
        $0.end = LengthPair(x: $1, y: $1)
        $0.isRelative = isRelative
      })
  }

  /// Per cent of the box.
  private mutating func side(of kind: ShapeCommand.Kind) -> Float? {
    kind == .hline
      ? consumeOne(of: ["left": 0, "x-start": 0, "center": 50, "right": 100, "x-end": 100])
      : consumeOne(of: ["top": 0, "y-start": 0, "center": 50, "bottom": 100, "y-end": 100])
  }

  /// A control point: a position, or a distance from somewhere.
  private mutating func control(isRelative: Bool, in context: ParsingContext) -> Specified<ShapeCommand.Control>? {
    var attempt = self
    if let point = attempt.pair(in: context) {
      var origin: ShapeCommand.Control.Origin? = isRelative ? .start : nil
      var isPair = isRelative
      if attempt.consumeIdent("from") {
        guard let found = attempt.consumeKeyword(ShapeCommand.Control.Origin.self) else { return nil }
        (origin, isPair) = (found, true)
      }
      if isPair {
        self = attempt
        let from = origin
        return point.map { ShapeCommand.Control(point: $0, origin: from) }
      }
    }
    if isRelative { return nil }
    return consumePosition(in: context)?.map { ShapeCommand.Control(point: $0, origin: nil) }
  }

  /// `of <length-percentage>{1,2} [<arc-sweep>? || <arc-size>? || rotate <angle>]`
  private mutating func arc(_ command: Specified<ShapeCommand>, in context: ParsingContext) -> Specified<ShapeCommand>?
  {
    guard consumeIdent("of"), let x = consumeLengthPercentage(in: context) else { return nil }
    let y = consumeLengthPercentage(in: context) ?? x
    let radii = x.with(y) { LengthPair(x: $0, y: $1) }
    var (sweep, size, angle): (Bool?, Bool?, Specified<Double>?) = (nil, nil, nil)
    while true {
      if sweep == nil, let found = consumeOne(of: ["cw": true, "ccw": false]) {
        sweep = found
      } else if size == nil, let found = consumeOne(of: ["large": true, "small": false]) {
        size = found
      } else if angle == nil, consumeIdent("rotate") {
        guard let found = consumeAngle(in: context) else { return nil }
        angle = found
      } else {
        break
      }
    }
    let (isClockwise, isLarge) = (sweep ?? false, size ?? false)
    return command.with(radii) { command, radii in
      var command = command
      (command.radii, command.isClockwise, command.isLarge) = (radii, isClockwise, isLarge)
      return command
    }.with(angle ?? .computed(0)) { command, angle in
      var command = command
      command.rotation = angle
      return command
    }
  }
}
