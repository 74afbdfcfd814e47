import CFonts

/// HarfBuzz's buffer, used again for every piece of text.
final class ShapingBuffer {
  let handle: OpaquePointer

  init?() {
    guard let buffer = hb_buffer_create(), hb_buffer_allocation_successful(buffer) != 0 else {
      return nil
    }
    handle = buffer
  }

  deinit { hb_buffer_destroy(handle) }

  struct Result {
    var count: Int
    var infos: UnsafeMutablePointer<hb_glyph_info_t>?
    var positions: UnsafeMutablePointer<hb_glyph_position_t>?
  }

  /// Shapes a part of a text; the text around it is the context for joining. The result is valid
  /// until the next call.
  func shape(
    _ text: UnsafeBufferPointer<UInt8>, range: Range<Int>, font: OpaquePointer,
    faceFeatures: [hb_feature_t] = [], options: ShapingOptions, script: UInt32, direction: hb_direction_t
  ) -> Result {
    guard let start = text.baseAddress, text.count <= Int(Int32.max) else {
      return Result(count: 0, infos: nil, positions: nil)
    }
    hb_buffer_clear_contents(handle)
    let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    hb_buffer_add_utf8(
      handle, bytes, Int32(text.count), UInt32(range.lowerBound), Int32(range.count))
    hb_buffer_set_direction(handle, direction)
    hb_buffer_set_script(handle, hb_script_t(rawValue: script))
    if let language = options.language { hb_buffer_set_language(handle, language) }
    if faceFeatures.isEmpty {
      hb_shape(font, handle, options.features, UInt32(options.features.count))
    } else {
      let features = faceFeatures + options.features
      hb_shape(font, handle, features, UInt32(features.count))
    }
    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(handle, &count)
    let positions = hb_buffer_get_glyph_positions(handle, &count)
    guard infos != nil, positions != nil else {
      return Result(count: 0, infos: nil, positions: nil)
    }
    return Result(count: Int(count), infos: infos, positions: positions)
  }
}
