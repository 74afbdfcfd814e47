import CFonts
import Foundation

/// Pango with the fonts of a catalog and nothing else, unhinted, unrounded, in pixels.
final class PangoShaper {
  struct Glyph: Equatable {
    var id: UInt32
    /// Pixels, along the line.
    var advance: Double
    var offset: Double
  }

  struct Style {
    var family: String
    var size: Double
    var weight: Int
    var isItalic: Bool
    /// As in CSS: `"smcp" 1`.
    var features = ""
  }

  private let functions: Functions
  private let context: UnsafeMutableRawPointer
  private static let scale = 1024.0
  /// A glyph that is not there.
  private static let empty: UInt32 = 0x0FFF_FFFF

  /// Nil where the libraries are not installed.
  init?(_ configuration: OpaquePointer) {
    guard let functions = Functions.all else { return nil }
    self.functions = functions
    // FreeType's fonts.
    guard let map = functions.newMap(1) else { return nil }
    functions.setConfiguration(map, UnsafeMutableRawPointer(configuration))
    functions.setResolution(map, 96)
    guard let context = functions.newContext(map) else { return nil }
    self.context = context
    guard let options = cairo_font_options_create() else { return nil }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    functions.setOptions(context, UnsafeMutableRawPointer(options))
    functions.setRounding(context, 0)
    functions.setLanguage(context, functions.language("en"))
  }

  /// The glyphs of a part of a text, in visual order.
  func shape(_ text: [UInt8], _ range: Range<Int>, _ style: Style, isRightToLeft: Bool) -> [Glyph] {
    guard let description = functions.newDescription() else { return [] }
    defer { functions.freeDescription(description) }
    functions.setFamily(description, style.family)
    functions.setSize(description, style.size * Self.scale)
    functions.setWeight(description, Int32(style.weight))
    functions.setStyle(description, style.isItalic ? 2 : 0)
    functions.setDescription(context, description)
    guard let attributes = functions.newAttributes() else { return [] }
    defer { functions.freeAttributes(attributes) }
    functions.insert(attributes, functions.fallbackAttribute(0))
    if !style.features.isEmpty { functions.insert(attributes, functions.featuresAttribute(style.features)) }
    return text.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return [] }
      let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
      var list = functions.itemize(
        context, isRightToLeft ? 1 : 0, bytes, Int32(range.lowerBound), Int32(range.count), attributes, nil
      )?.assumingMemoryBound(to: ItemList.self)
      var runs: [[Glyph]] = []
      while let node = list {
        let item = node.pointee.data
        runs.append(glyphs(of: item, bytes, buffer.count))
        functions.freeItem(UnsafeMutableRawPointer(item))
        let next = node.pointee.next
        list = next
      }
      return Array((isRightToLeft ? runs.reversed() : runs).joined())
    }
  }

  private func glyphs(of item: UnsafeMutablePointer<Item>, _ text: UnsafePointer<CChar>, _ count: Int) -> [Glyph] {
    guard let string = functions.newGlyphs() else { return [] }
    defer { functions.freeGlyphs(string) }
    functions.shape(UnsafeMutableRawPointer(item), text, Int32(count), nil, string, 0)
    let result = string.assumingMemoryBound(to: GlyphString.self).pointee
    guard let glyphs = result.glyphs else { return [] }
    return (0..<Int(result.count)).compactMap { index in
      let glyph = glyphs[index]
      return glyph.id == Self.empty && glyph.width == 0
        ? nil
        : Glyph(
          id: glyph.id, advance: Double(glyph.width) / Self.scale, offset: Double(glyph.xOffset) / Self.scale)
    }
  }

  // MARK: The library's structures, as far as they are used

  struct Item {
    var offset: Int32
    var length: Int32
    var characters: Int32
    // What follows is for Pango.
  }

  struct ItemList {
    var data: UnsafeMutablePointer<Item>
    var next: UnsafeMutablePointer<ItemList>?
    var previous: UnsafeMutablePointer<ItemList>?
  }

  struct GlyphInfo {
    var id: UInt32
    var width: Int32
    var xOffset: Int32
    var yOffset: Int32
    var flags: UInt32
  }

  struct GlyphString {
    var count: Int32
    var glyphs: UnsafeMutablePointer<GlyphInfo>?
    var clusters: UnsafeMutablePointer<Int32>?
    var space: Int32
  }

  private struct Functions {
    typealias Object = UnsafeMutableRawPointer
    let newMap: @convention(c) (Int32) -> Object?
    let setConfiguration: @convention(c) (Object, Object) -> Void
    let setResolution: @convention(c) (Object, Double) -> Void
    let newContext: @convention(c) (Object) -> Object?
    let setOptions: @convention(c) (Object, Object) -> Void
    let setRounding: @convention(c) (Object, Int32) -> Void
    let language: @convention(c) (UnsafePointer<CChar>) -> Object?
    let setLanguage: @convention(c) (Object, Object?) -> Void
    let newDescription: @convention(c) () -> Object?
    let freeDescription: @convention(c) (Object) -> Void
    let setFamily: @convention(c) (Object, UnsafePointer<CChar>) -> Void
    let setSize: @convention(c) (Object, Double) -> Void
    let setWeight: @convention(c) (Object, Int32) -> Void
    let setStyle: @convention(c) (Object, Int32) -> Void
    let setDescription: @convention(c) (Object, Object) -> Void
    let newAttributes: @convention(c) () -> Object?
    let freeAttributes: @convention(c) (Object) -> Void
    let fallbackAttribute: @convention(c) (Int32) -> Object?
    let featuresAttribute: @convention(c) (UnsafePointer<CChar>) -> Object?
    let insert: @convention(c) (Object, Object?) -> Void
    let itemize: @convention(c) (Object, Int32, UnsafePointer<CChar>, Int32, Int32, Object, Object?) -> Object?
    let freeItem: @convention(c) (Object) -> Void
    let newGlyphs: @convention(c) () -> Object?
    let freeGlyphs: @convention(c) (Object) -> Void
    let shape: @convention(c) (Object, UnsafePointer<CChar>, Int32, Object?, Object, Int32) -> Void

    static let all: Functions? = {
      let libraries = ["libpangocairo-1.0.so.0", "libpangoft2-1.0.so.0", "libpango-1.0.so.0"].compactMap {
        (name: String) in
        dlopen(name, RTLD_NOW)
      }
      guard libraries.count == 3 else { return nil }
      func symbol<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        for library in libraries {
          if let symbol = dlsym(library, name) { return unsafeBitCast(symbol, to: type) }
        }
        return nil
      }
      guard let newMap: @convention(c) (Int32) -> Object? = symbol("pango_cairo_font_map_new_for_font_type"),
        let setConfiguration: @convention(c) (Object, Object) -> Void = symbol("pango_fc_font_map_set_config"),
        let setResolution: @convention(c) (Object, Double) -> Void = symbol("pango_cairo_font_map_set_resolution"),
        let newContext: @convention(c) (Object) -> Object? = symbol("pango_font_map_create_context"),
        let setOptions: @convention(c) (Object, Object) -> Void = symbol("pango_cairo_context_set_font_options"),
        let setRounding: @convention(c) (Object, Int32) -> Void = symbol("pango_context_set_round_glyph_positions"),
        let language: @convention(c) (UnsafePointer<CChar>) -> Object? = symbol("pango_language_from_string"),
        let setLanguage: @convention(c) (Object, Object?) -> Void = symbol("pango_context_set_language"),
        let newDescription: @convention(c) () -> Object? = symbol("pango_font_description_new"),
        let freeDescription: @convention(c) (Object) -> Void = symbol("pango_font_description_free"),
        let setFamily: @convention(c) (Object, UnsafePointer<CChar>) -> Void = symbol(
          "pango_font_description_set_family"),
        let setSize: @convention(c) (Object, Double) -> Void = symbol("pango_font_description_set_absolute_size"),
        let setWeight: @convention(c) (Object, Int32) -> Void = symbol("pango_font_description_set_weight"),
        let setStyle: @convention(c) (Object, Int32) -> Void = symbol("pango_font_description_set_style"),
        let setDescription: @convention(c) (Object, Object) -> Void = symbol("pango_context_set_font_description"),
        let newAttributes: @convention(c) () -> Object? = symbol("pango_attr_list_new"),
        let freeAttributes: @convention(c) (Object) -> Void = symbol("pango_attr_list_unref"),
        let fallbackAttribute: @convention(c) (Int32) -> Object? = symbol("pango_attr_fallback_new"),
        let featuresAttribute: @convention(c) (UnsafePointer<CChar>) -> Object? = symbol(
          "pango_attr_font_features_new"),
        let insert: @convention(c) (Object, Object?) -> Void = symbol("pango_attr_list_insert"),
        let itemize: @convention(c) (Object, Int32, UnsafePointer<CChar>, Int32, Int32, Object, Object?) -> Object? =
          symbol("pango_itemize_with_base_dir"),
        let freeItem: @convention(c) (Object) -> Void = symbol("pango_item_free"),
        let newGlyphs: @convention(c) () -> Object? = symbol("pango_glyph_string_new"),
        let freeGlyphs: @convention(c) (Object) -> Void = symbol("pango_glyph_string_free"),
        let shape: @convention(c) (Object, UnsafePointer<CChar>, Int32, Object?, Object, Int32) -> Void =
          symbol("pango_shape_item")
      else { return nil }
      return Functions(
        newMap: newMap, setConfiguration: setConfiguration, setResolution: setResolution, newContext: newContext,
        setOptions: setOptions, setRounding: setRounding, language: language, setLanguage: setLanguage,
        newDescription: newDescription, freeDescription: freeDescription, setFamily: setFamily, setSize: setSize,
        setWeight: setWeight, setStyle: setStyle, setDescription: setDescription, newAttributes: newAttributes,
        freeAttributes: freeAttributes, fallbackAttribute: fallbackAttribute, featuresAttribute: featuresAttribute,
        insert: insert, itemize: itemize, freeItem: freeItem, newGlyphs: newGlyphs, freeGlyphs: freeGlyphs, shape: shape
      )
    }()

    static var areThere: Bool { all != nil }
  }

  static var isInstalled: Bool { Functions.areThere }
}
