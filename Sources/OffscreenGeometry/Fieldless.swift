/// An enum whose cases have no values with them, and of which there are at most 256.
///
/// Optimization: what the compiler makes to compare an enum is, in every other module, a call through two
/// tables; this is the comparison of two bytes.
@usableFromInline package protocol Fieldless: Equatable {}

extension Fieldless {
  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool {
    MemoryLayout<Self>.size == 0 || unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }

  @inlinable @inline(__always)
  package static func != (a: Self, b: Self) -> Bool { !(a == b) }
}
