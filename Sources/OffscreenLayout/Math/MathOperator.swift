/// The spacing and properties of operators: the operator dictionary in its common parts.
/// https://w3c.github.io/mathml-core/#operator-dictionary
package struct MathOperator: Equatable, Sendable {
  package enum Form: String, Sendable { case prefix, infix, postfix }

  /// Room before and after it, in eighteenths of an em.
  package var before: Double
  package var after: Double
  /// A sum or an integral: limits stand close to it.
  package var isLarge = false
  /// A fence: its middle is on the axis.
  var isStretchy = false
  /// Limits move to its right where there is little room.
  package var movesLimits = false

  private init(_ before: Double, _ after: Double) { (self.before, self.after) = (before, after) }

  package init(_ text: String, _ form: Form) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count == 1 else {
      // Functions' names and the like.
      self.init(5, 5)
      return
    }
    switch first {
    // Invisible: application, multiplication, separation, addition.
    case "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}": self.init(0, 0)
    case "(", ")", "[", "]", "{", "}", "\u{2308}", "\u{2309}", "\u{230A}", "\u{230B}", "\u{27E6}"..."\u{27EF}":
      self.init(0, 0)
      isStretchy = true
    case "|", "\u{2016}":
      if form == .infix { self.init(5, 5) } else { self.init(0, 0) }
      isStretchy = true
    case ",", ";": self.init(0, 3)
    case ":": self.init(0, 3)
    case "!", "%", "\u{2032}"..."\u{2037}", "'", "\"", "\u{00B0}": self.init(0, 0)
    case "/", "\\", "\u{2044}", "\u{2215}": self.init(form == .infix ? 4 : 0, form == .infix ? 4 : 0)
    case "+", "-", "\u{2212}", "\u{00B1}", "\u{2213}":
      self.init(form == .infix ? 4 : 0, form == .infix ? 4 : 0)
    case "\u{00D7}", "\u{00F7}", "\u{2227}", "\u{2228}", "\u{2229}", "\u{222A}", "\u{2216}": self.init(4, 4)
    case "*", ".", "\u{00B7}", "\u{2022}", "\u{2217}", "\u{2218}", "\u{2219}", "\u{22C5}", "\u{22C6}",
      "\u{2295}"..."\u{22A1}":
      self.init(3, 3)
    case "\u{2211}", "\u{220F}", "\u{2210}", "\u{22C0}"..."\u{22C3}", "\u{2A00}"..."\u{2A06}":
      self.init(3, 3)
      (isLarge, movesLimits) = (true, true)
    case "\u{222B}"..."\u{2233}", "\u{2A0C}"..."\u{2A1C}":
      self.init(3, 3)
      isLarge = true
    case "\u{2200}", "\u{2202}", "\u{2203}", "\u{2204}", "\u{2207}", "\u{00AC}", "\u{2220}"..."\u{2222}",
      "\u{221A}"..."\u{221C}":
      self.init(form == .infix ? 5 : 0, form == .infix ? 5 : 0)
    case "^", "_", "~", "`", "\u{00AF}", "\u{02C6}", "\u{02C7}", "\u{02D8}"..."\u{02DC}", "\u{203E}", "\u{00A8}":
      self.init(0, 0)
    // Relations, arrows, and all that is not known.
    case _: self.init(5, 5)
    }
  }
}
