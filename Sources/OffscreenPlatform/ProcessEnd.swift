import Synchronization

/// Whether this process ends with the page that it works on: what the page holds need not be given back piece by piece,
/// since the system takes all of it at once.
package enum ProcessEnd {
  private static let isNearFlag = Atomic(false)

  package static var isNear: Bool {
    get { isNearFlag.load(ordering: .relaxed) }
    set { isNearFlag.store(newValue, ordering: .relaxed) }
  }

  /// Lets an object live as long as the process, where that ends soon.
  package static func keep(_ object: AnyObject) { if isNear { _ = Unmanaged.passRetained(object) } }
}
