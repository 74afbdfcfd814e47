/// What scripts read of the document without a call: memory that is only looked at, while the document lives.
extension Document {
  /// The records of all nodes, at most `stableNodes`, eight numbers of 32 bits each: parent, first child, last child,
  /// previous sibling, next sibling, name, kind and namespace (its two lowest bytes), and a number of the document's
  /// own. Nil where there is no address space that they could keep.
  package var sharedRecords: UnsafeMutableRawPointer? {
    store.pointee.records.isStable ? UnsafeMutableRawPointer(store.pointee.records.base) : nil
  }

  /// How often structure, attributes and text have changed: three numbers of 64 bits.
  package var sharedVersions: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(store) + (MemoryLayout<Store>.offset(of: \Store.versions) ?? 0)
  }

  package static let sharedRecordSize = MemoryLayout<Record>.stride
}
