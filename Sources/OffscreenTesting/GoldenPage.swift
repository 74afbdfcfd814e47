import Foundation
import Offscreen

/// A page to take a picture of. A string literal is HTML.
public struct GoldenPage: Sendable, ExpressibleByStringInterpolation {
  enum Source: Sendable {
    case html(String)
    case file(String)
    case address(String)
  }

  let source: Source

  public init(stringLiteral html: String) { source = .html(html) }
  private init(_ source: Source) { self.source = source }

  /// HTML; its relative addresses are relative to the folder of the test's file.
  public static func html(_ text: String) -> GoldenPage { GoldenPage(.html(text)) }

  /// A file; the path may be relative to the folder of the test's file.
  public static func file(_ path: String) -> GoldenPage { GoldenPage(.file(path)) }

  public static func url(_ url: URL) -> GoldenPage {
    GoldenPage(url.isFileURL ? .file(url.path) : .address(url.absoluteString))
  }

  /// `folder`: of the test's file.
  func pageSource(in folder: String) -> PageSource {
    switch source {
    case .html(let text): .html(text, folder: folder)
    case .file(let path): .address(path.hasPrefix("/") ? path : folder + "/" + path)
    case .address(let address): .address(address)
    }
  }
}
