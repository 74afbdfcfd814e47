import Foundation
import NIOCore

/// What is to be made of which page.
struct PageRequest: Sendable {
  enum Purpose: String, Sendable { case picture, inspect, evaluate }

  enum Page: Sendable {
    /// `http:`, `https:` or `data:`.
    case address(String)
    case upload(Upload)
  }

  /// A page that came with its request, and the files that it uses. One at least: the page, which is the first.
  struct Upload: Sendable {
    struct File: Sendable {
      /// A relative path without `..`.
      var path: String
      var contents: ByteBuffer
    }
    var files: [File]
  }

  var purpose: Purpose
  var page: Page
  /// By the names of worker's requests.
  var options: [String: JSONValue]
  var format: PictureFormat = .png

  /// Whether the answer is for nobody else: the page was asked for with a password, a cookie or the like.
  var isPrivate: Bool {
    if !secretOptions.isEmpty { return true }
    guard case .address(let address) = page else { return false }
    let authority = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst().first
    return authority?.contains("@") == true
  }
  /// Of `options`, those that identify the client to servers.
  var secretOptions: [String] = []

  /// Requests of one key have one answer. `fingerprint`: of the program that renders.
  func key(fingerprint: String) -> String {
    // With their lengths, so that no two lists of texts are the same bytes.
    var all = ""
    func add(_ text: String) { all += "\(text.utf8.count) \(text)" }
    add(fingerprint)
    add(purpose.rawValue)
    add(format.rawValue)
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      add(name)
      switch value {
      case .string(let text): add("s" + text)
      default: add("j" + String(decoding: (try? JSONText.encoder.encode(value)) ?? Data(), as: UTF8.self))
      }
    }
    switch page {
    case .address(let address):
      add("address")
      add(address)
    case .upload(let upload):
      add("upload")
      for file in upload.files {
        add(file.path)
        let hash = SHA256()
        file.contents.withUnsafeReadableBytes { hash.update($0) }
        add(hash.finalize().hexadecimal)
      }
    }
    return SHA256.hash(all).hexadecimal
  }
}

extension Sequence<UInt8> {
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
