import OffscreenLoading

/// Whole files or none.
enum OutputFiles {
  static func write(_ bytes: [UInt8], to path: String) throws(BatchError) {
    do {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw BatchError(error.description)
    }
  }
}
