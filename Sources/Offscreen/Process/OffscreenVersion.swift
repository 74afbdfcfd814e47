public enum OffscreenVersion {
  /// The program's and the library's version. It goes up with every release, and with every change
  /// that lets a page look different.
  public static let current = "0.1.0"
}
