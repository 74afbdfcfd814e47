import OffscreenHTML
import OffscreenImages
import OffscreenLoading

extension Primitives {
  /// What is done with bytes that scripts hold.
  func addBinary() {
    add("decode") { call in
      let label = try call.string(0)
      guard let encoding = Encoding(label: label), let bytes = try call.binary(1) else { return call.realm.null }
      return call.realm.make(Decoder.decode(bytes, as: encoding))
    }
    add("decodePart") { call in
      // encoding, view, state, whether it is the last, whether errors are fatal
      guard let encoding = Encoding(rawValue: try call.string(0)), let bytes = try call.binary(1) else {
        return call.realm.null
      }
      var decoder = StreamingDecoder(encoding, isFatal: call.boolean(4))
      decoder.state = try call.integer(2)
      var text: [UInt8] = []
      guard decoder.decode(bytes, isLast: call.boolean(3), into: &text) else { return call.realm.null }
      return call.realm.make { [call.realm.make(text), call.realm.make(decoder.state)] }
    }
    add("encode") { call in call.realm.makeBinary(try call.bytes(0)) }
    // What the encoding has not is said as a character reference.
    add("encodeForm") { call in
      let encoding = Encoding(label: try call.string(1)) ?? .utf8
      return call.realm.makeBinary(Encoder.encode(try call.string(0), as: encoding) { Array("&#\($0);".utf8) })
    }
    add("encodingName") { call in call.realm.make(Encoding(label: try call.string(0))?.rawValue) }
    add("compress") { call in
      let bytes = try call.binary(1) ?? []
      return DeflateFormat(rawValue: try call.string(0))?.compressed(bytes).map { call.realm.makeBinary($0) }
        ?? call.realm.null
    }
    add("decompress") { call in
      let bytes = try call.binary(1) ?? []
      return DeflateFormat(rawValue: try call.string(0))?.decompressed(bytes).map { call.realm.makeBinary($0) }
        ?? call.realm.null
    }
    add("digest") { call in
      let bytes = try call.binary(1) ?? []
      return ContentHash.digest(try call.string(0), bytes).map { call.realm.makeBinary($0) } ?? call.realm.null
    }
  }
}
