/// The fuzzer's way in: all that is done with an archive, on bytes in memory.
package enum ArchiveChecks {
  package static func check(_ bytes: [UInt8], isWACZ: Bool) {
    guard let archive = try? WebArchive(ArchiveMemory(bytes: bytes), name: "archive", isWACZ: isWACZ) else { return }
    for page in archive.pages(most: 8) {
      let request = NetworkRequest(url: page.url, kind: .document, referrer: nil, isAhead: false)
      _ = page.outcome(of: request, Limits())
    }
    _ = try? archive.page("20260101000000/https://example.com/")
  }
}
