/// The spacing and properties of operators: the operator dictionary in its common parts.
/// https://w3c.github.io/mathml-core/#operator-dictionary
package struct MathOperator: Equatable, Sendable {
  package enum Form: String, Sendable { case prefix, infix, postfix }

  /// Room before and after it, in eighteenths of an em.
  package var before: Double
  package var after: Double
  /// A sum or an integral: limits stand close to it.
  package var isLarge = false
  /// Grows with what is beside it, or under and over it.
  var isStretchy = false
  /// Grows to both sides of the axis.
  var isSymmetric = false
  /// Along the line, as arrows and accents do.
  var stretchesInline = false
  /// What it grows to at least and at most, in CSS pixels.
  var minSize: Double?
  var maxSize: Double?
  /// The operator where it is one character.
  var character: UInt32?
  /// Limits move to its right where there is little room.
  package var movesLimits = false

  /// https://w3c.github.io/mathml-core/#operator-dictionary-compact
  private static func isInline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "^", "_", "~", "\u{AF}", "\u{2C6}", "\u{2C7}", "\u{2C9}", "\u{2CD}", "\u{2DC}", "\u{2F7}", "\u{302}",
      "\u{332}", "\u{203E}", "\u{20D0}", "\u{20D1}", "\u{20D6}", "\u{20D7}", "\u{20E1}", "\u{2322}", "\u{2323}",
      "\u{23AF}", "\u{23B4}", "\u{23B5}", "\u{23DC}"..."\u{23E1}", "\u{2500}":
      true
    case _: isArrow(scalar) && !isUpright(scalar)
    }
  }

  /// Those that lie on the line, or stand.
  private static func isArrow(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{2190}"..."\u{2195}", "\u{219A}"..."\u{21AE}", "\u{21B0}"..."\u{21B5}", "\u{21B9}",
      "\u{21BC}"..."\u{21D5}", "\u{21DA}"..."\u{21F0}", "\u{21F3}"..."\u{21FF}", "\u{27F0}", "\u{27F1}",
      "\u{27F5}"..."\u{27FF}", "\u{290A}"..."\u{2910}", "\u{2912}", "\u{2913}", "\u{294E}"..."\u{2961}",
      "\u{296E}", "\u{296F}", "\u{2B45}", "\u{2B46}":
      true
    case _: false
    }
  }

  private static func isUpright(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{2191}", "\u{2193}", "\u{2195}", "\u{219F}", "\u{21A1}", "\u{21A5}", "\u{21A7}", "\u{21A8}",
      "\u{21B0}"..."\u{21B3}", "\u{21BE}", "\u{21BF}", "\u{21C2}", "\u{21C3}", "\u{21C5}", "\u{21C8}", "\u{21CA}",
      "\u{21D1}", "\u{21D3}", "\u{21D5}", "\u{21DE}", "\u{21DF}", "\u{21E1}", "\u{21E3}", "\u{21E7}",
      "\u{21E9}"..."\u{21EF}", "\u{21F3}", "\u{21F5}", "\u{27F0}", "\u{27F1}", "\u{290A}", "\u{290B}", "\u{2912}",
      "\u{2913}", "\u{294F}", "\u{2951}", "\u{2954}", "\u{2955}", "\u{2958}", "\u{2959}", "\u{295C}", "\u{295D}",
      "\u{2960}", "\u{2961}", "\u{296E}", "\u{296F}":
      true
    case _: false
    }
  }

  private init(_ before: Double, _ after: Double) { (self.before, self.after) = (before, after) }

  package init(_ text: String, _ form: Form) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count == 1 else {
      // Functions' names and the like.
      self.init(5, 5)
      return
    }
    defer {
      character = first.value
      stretchesInline = Self.isInline(first)
      // Arrows grow as far as what is beside them reaches.
      isSymmetric = !stretchesInline && (isStretchy || isLarge) && !Self.isArrow(first)
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
      isStretchy = Self.isInline(first)
    case "\u{02C9}", "\u{02CD}", "\u{23B4}", "\u{23B5}", "\u{23DC}"..."\u{23E1}", "\u{2322}", "\u{2323}":
      self.init(0, 0)
      isStretchy = true
    case _ where Self.isArrow(first):
      self.init(5, 5)
      isStretchy = true
    // Relations, and all that is not known.
    case _: self.init(5, 5)
    }
  }
}
