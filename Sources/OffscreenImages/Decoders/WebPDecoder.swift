import CImageCodecs
import OffscreenPlatform

/// WebP through libwebp, lossy and lossless; of an animation, the first frame on its canvas.
enum WebPDecoder {
  static func info(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw .malformed(.webp, "no header") }
    return ImageInfo(
      format: .webp, storedWidth: Int(features.width), storedHeight: Int(features.height))
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      var features = WebPBitstreamFeatures()
      guard WebPGetFeatures(buffer.baseAddress, buffer.count, &features) == VP8_STATUS_OK else {
        throw .malformed(.webp, "no header")
      }
      if features.has_animation == 0 {
        let bitmap = try Bitmap(width: info.storedWidth, height: info.storedHeight)
        try decode(buffer, into: bitmap, x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        bitmap.isOpaque = features.has_alpha == 0
        return bitmap
      }
      return try decodeFirstFrame(buffer, info)
    }
  }

  private static func decodeFirstFrame(
    _ bytes: UnsafeBufferPointer<UInt8>, _ info: ImageInfo
  ) throws(ImageError) -> Bitmap {
    guard let demuxer = offscreen_webp_demux(bytes.baseAddress, bytes.count) else {
      throw .malformed(.webp, "broken animation")
    }
    defer { WebPDemuxDelete(demuxer) }
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { throw .malformed(.webp, "no frame") }
    defer { WebPDemuxReleaseIterator(&frame) }
    let (x, y) = (Int(frame.x_offset), Int(frame.y_offset))
    let (width, height) = (Int(frame.width), Int(frame.height))
    guard x >= 0, y >= 0, width > 0, height > 0, x + width <= info.storedWidth,
      y + height <= info.storedHeight
    else { throw .malformed(.webp, "a frame outside the picture") }
    let bitmap = try Bitmap(width: info.storedWidth, height: info.storedHeight)
    let part = UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size)
    try decode(part, into: bitmap, x: x, y: y, width: width, height: height)
    return bitmap
  }

  /// Decodes one picture into a rectangle of the bitmap. The incremental decoder is used because it
  /// leaves the rows that it managed where the data ends too early.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into bitmap: Bitmap, x: Int, y: Int, width: Int, height: Int
  ) throws(ImageError) {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &features) == VP8_STATUS_OK,
      Int(features.width) == width, Int(features.height) == height
    else { throw .malformed(.webp, "two sizes") }
    let start = bitmap.data.assumingMemoryBound(to: UInt8.self) + y * bitmap.stride + x * 4
    let room = (height - 1) * bitmap.stride + width * 4
    guard let decoder = WebPINewRGB(MODE_bgrA, start, room, Int32(bitmap.stride)) else {
      throw .outOfMemory
    }
    defer { WebPIDelete(decoder) }
    let status = WebPIUpdate(decoder, bytes.baseAddress, bytes.count)
    guard status == VP8_STATUS_OK else {
      var lastRow: Int32 = 0
      if WebPIDecGetRGB(decoder, &lastRow, nil, nil, nil) != nil, lastRow > 0 { return }
      throw .malformed(.webp, "undecodable")
    }
  }
}
