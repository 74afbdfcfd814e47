import CFonts

/// Gives every character a script: common ones take that of the text before them, and closing
/// brackets that of their opening ones.
/// https://www.unicode.org/reports/tr24/#Common
enum ScriptRuns {
  static let latin = HB_SCRIPT_LATIN.rawValue
  static let common = HB_SCRIPT_COMMON.rawValue

  static func scripts(of codepoints: [UInt32]) -> [UInt32] {
    // Chromium takes a text of Latin-1 characters only as Latin, digits and signs too.
    if codepoints.allSatisfy({ $0 <= 0xFF }) {
      return [UInt32](repeating: latin, count: codepoints.count)
    }
    let functions = hb_unicode_funcs_get_default()
    var result = [UInt32](repeating: common, count: codepoints.count)
    var current = common
    var brackets: [(close: UInt32, script: UInt32)] = []
    for (index, c) in codepoints.enumerated() {
      var script: UInt32
      if c < 0x80 {
        let letter = c | 0x20
        script = letter >= 0x61 && letter <= 0x7A ? latin : common
      } else {
        script = hb_unicode_script(functions, c).rawValue
      }
      if script == common || script == HB_SCRIPT_INHERITED.rawValue
        || script == HB_SCRIPT_UNKNOWN.rawValue
      {
        script = current
        if let close = closing(c) {
          if brackets.count >= 64 { brackets.removeFirst(32) }
          brackets.append((close, current))
        } else if let match = brackets.lastIndex(where: { $0.close == c }) {
          if brackets[match].script != common { script = brackets[match].script }
          brackets.removeSubrange(match...)
        }
      } else if current == common {
        // The signs before the first letter are of its script.
        for before in 0..<index { result[before] = script }
        for bracket in brackets.indices { brackets[bracket].script = script }
      }
      current = script
      result[index] = script
    }
    return result
  }

  private static func closing(_ c: UInt32) -> UInt32? {
    switch c {
    case 0x28: 0x29
    case 0x3C: 0x3E
    case 0x5B: 0x5D
    case 0x7B: 0x7D
    case 0xAB: 0xBB
    case 0x2018: 0x2019
    case 0x201C: 0x201D
    case 0x2039: 0x203A
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A: c + 1
    case 0xFF08: 0xFF09
    case 0xFF3B: 0xFF3D
    case 0xFF5B: 0xFF5D
    default: nil
    }
  }
}
