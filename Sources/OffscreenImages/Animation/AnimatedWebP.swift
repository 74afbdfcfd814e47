import CImageCodecs

/// The frames of animations in WebP files.
/// https://developers.google.com/speed/webp/docs/riff_container#animation
enum AnimatedWebP {
  /// Nil for a picture that does not move.
  static func read(_ bytes: [UInt8], _ info: ImageInfo) -> ImageAnimation? {
    bytes.withUnsafeBufferPointer { buffer in
      var features = WebPBitstreamFeatures()
      guard let base = buffer.baseAddress, WebPGetFeatures(base, buffer.count, &features) == VP8_STATUS_OK,
        features.has_animation != 0, let demuxer = offscreen_webp_demux(base, buffer.count)
      else { return nil }
      defer { WebPDemuxDelete(demuxer) }
      let rounds = Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))
      var animation = ImageAnimation(frames: [], rounds: rounds == 0 ? nil : rounds)
      let count = min(Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)), ImageAnimation.mostFrames)
      var number = 1
      while number <= count {
        var found = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, Int32(number), &found) != 0 else { break }
        defer { WebPDemuxReleaseIterator(&found) }
        number += 1
        guard let fragment = found.fragment.bytes, found.width > 0, found.height > 0 else { break }
        let start = fragment - base
        guard start >= 0, start + found.fragment.size <= buffer.count else { break }
        animation.frames.append(
          ImageAnimation.Frame(
            x: Int(found.x_offset), y: Int(found.y_offset), width: Int(found.width), height: Int(found.height),
            seconds: ImageAnimation.shown(Double(found.duration) / 1_000),
            disposal: found.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND ? .clear : .keep,
            isBlended: found.blend_method == WEBP_MUX_BLEND, parts: [start..<(start + found.fragment.size)]))
      }
      return animation.frames.count > 1 ? animation : nil
    }
  }

  static func still(_ frame: ImageAnimation.Frame, _ bytes: [UInt8]) -> [UInt8] {
    frame.parts.first.map { Array(bytes[$0]) } ?? []
  }
}
