import OffscreenLoading
import OffscreenPlatform

/// What can be said of an office's document before it is given away.
enum OfficeContainer {
  /// Bytes that a document may unpack to, and one of its parts that is looked at here.
  private static let mostUnpacked = 512 << 20
  private static let mostOfPart = 64 << 20

  private static let password = "it is protected with a password: remove that in the program that made it"

  /// One of these is in every document.
  private static let parts: Set = [
    "[Content_Types].xml", "content.xml", "mimetype", "index.xml", "index.apxl", "Index.zip", ".iwpv2",
  ]

  /// Why LibreOffice need not be asked.
  static func problem(_ bytes: [UInt8], _ format: OfficeFormat) -> String? {
    if bytes.isEmpty { return "it is empty" }
    let broken = "it is no \(format.name) that can be read: broken, or cut off"
    if bytes.starts(with: storage) {
      // What has no more than the first bytes of one, LibreOffice would show as text.
      guard bytes.count >= 512, bytes[28] == 0xFE, bytes[29] == 0xFF, [9, 12].contains(bytes[30]) else { return broken }
      // Newer documents with a password are a part of such a file.
      return bytes.contains(bytes: "EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        ? password : nil
    }
    // Files of one kind are often named as another: LibreOffice sees what they are.
    let found = MIMEType.sniffed(bytes)
    if found.isHTML || found.isXML || found.essence == "application/rtf" { return nil }
    if found == .plainText { return format.container == .storage ? nil : broken }
    // Of an archive of anything else, LibreOffice would show the bytes.
    guard let file = ZIPFile(bytes), file.has(where: { parts.contains($0) || $0.hasPrefix("Index/") }) else {
      return broken
    }
    let size = file.size
    if size > mostUnpacked {
      return "it unpacks to \(size >> 20) MiB; \(mostUnpacked >> 20) MiB is the most that is read"
    }
    if let manifest = file.bytes("META-INF/manifest.xml", most: mostOfPart),
      manifest.contains(bytes: "encryption-data".utf8)
    {
      return password
    }
    return file.has { $0 == ".iwpv2" } ? password : nil
  }

  /// The first page as the program that made a document left it: of what Pages, Numbers and Keynote make.
  static func preview(_ bytes: [UInt8]) -> (bytes: [UInt8], type: MIMEType)? {
    guard let file = ZIPFile(bytes) else { return nil }
    let names = [
      ("QuickLook/Preview.pdf", "application/pdf"), ("preview.jpg", "image/jpeg"),
      ("QuickLook/Thumbnail.jpg", "image/jpeg"), ("preview-web.jpg", "image/jpeg"),
    ]
    for (name, type) in names {
      if let bytes = file.bytes(name, most: mostOfPart), !bytes.isEmpty { return (bytes, MIMEType(essence: type)) }
    }
    return nil
  }

  /// The first bytes of Microsoft's older documents.
  /// https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb
  private static let storage: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
}
