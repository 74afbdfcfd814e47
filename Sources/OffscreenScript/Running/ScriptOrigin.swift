import OffscreenLoading

/// Who a window's document comes from: what decides whether another window may look into it.
/// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
package struct ScriptOrigin: Equatable {
  private final class Opaque {}

  /// Scheme, host and port; nil where the origin is opaque.
  package let tuple: String?
  /// An opaque origin is the same as itself only.
  private let opaque: Opaque?

  package init(_ url: PageURL) {
    tuple = url.origin
    opaque = tuple == nil ? Opaque() : nil
  }

  /// Of a document that is in no origin.
  package init() { (tuple, opaque) = (nil, Opaque()) }

  package static func == (one: ScriptOrigin, other: ScriptOrigin) -> Bool {
    one.tuple == other.tuple && one.opaque === other.opaque
  }

  /// The same for the same origin only.
  var key: String { tuple ?? opaque.map { "opaque \(UInt(bitPattern: ObjectIdentifier($0).hashValue))" } ?? "" }

  /// As it is serialized.
  var text: String { tuple ?? "null" }
}
