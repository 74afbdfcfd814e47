package import OffscreenCSS
package enum SymbolMarker {
  package static func bulletSize(ascent: Int) -> Int { (ascent * 2 / 3 + 1) / 2 }
  package static func width(ascent: Int) -> Int { bulletSize(ascent: ascent) + 2 }
  package static func top(ascent: Int) -> Int { 3 * (ascent - ascent * 2 / 3) / 2 }
}
