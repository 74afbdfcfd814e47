/// The files of libraries, found without opening them.
package enum LibraryFile {
  /// What the file is called that the loader would open for a library, such as `libcairo.so.2.11600.0` for `libcairo.so.2`.
  /// Nil where only opening it tells: where several places come into question.
  ///
  /// The loader looks at the places that it was told of, beside the program, and in its list of the system's libraries.
  /// https://man7.org/linux/man-pages/man8/ld.so.8.html
  package static func name(of library: String) -> String? {
    guard let folder = ProgramFile.folder, !isPreloaded(library),
      !(toldFolders + [folder]).contains(where: { mayHold(library, $0) }), let path = pathInList(library)
    else { return nil }
    let size = 4096
    let name = [CChar](unsafeUninitializedCapacity: size) { buffer, count in
      count = buffer.baseAddress.map { max(0, readlink(path, $0, size)) } ?? 0
    }
    let text = String(decoding: name.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty || text.contains("/") ? nil : text
  }

  private static var toldFolders: [String] {
    guard let folders = getenv("LD_LIBRARY_PATH") else { return [] }
    return String(cString: folders).split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
      .map { $0.isEmpty ? "." : String($0) }
  }

  /// Whether it is in a folder, or in one of those in it that are for some processors.
  private static func mayHold(_ library: String, _ folder: String) -> Bool {
    [library, "glibc-hwcaps", "tls", "x86_64"].contains { access(folder + "/" + $0, F_OK) == 0 }
  }

  /// Whether the loader is told to load a file of such a name, of whatever version, before all others.
  private static func isPreloaded(_ library: String) -> Bool {
    guard let files = getenv("LD_PRELOAD"), let name = library.split(separator: ".").first else { return false }
    return strstr(files, String(name)) != nil
  }

  /// The file is a head of 48 bytes, with the number of entries from byte 20 on; entries of 24 bytes, with the places of a
  /// name and of a path in the file in their second and third four; and texts that end with a zero.
  /// https://sourceware.org/git/?p=glibc.git;a=blob;f=sysdeps/generic/dl-cache.h
  private static func pathInList(_ library: String) -> String? {
    let (file, magic, head, entry) = ("/etc/ld.so.cache", "glibc-ld.so.cache1.1", 48, 24)
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > head, status.st_size < 1 << 26 else { return nil }
    let size = Int(status.st_size)
    // MAP_FAILED is the address -1.
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), Int(bitPattern: start) != -1 else {
      return nil
    }
    defer { munmap(start, size) }
    let bytes = UnsafeRawBufferPointer(start: start, count: size)
    guard bytes.starts(with: magic.utf8) else { return nil }
    let count = Int(bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
    guard count <= (size - head) / entry else { return nil }
    func text(_ field: Int) -> UnsafePointer<CChar>? {
      let place = Int(bytes.loadUnaligned(fromByteOffset: field, as: UInt32.self))
      guard place < size, memchr(start + place, 0, size - place) != nil else { return nil }
      return UnsafePointer((start + place).assumingMemoryBound(to: CChar.self))
    }
    var found: UnsafePointer<CChar>?
    for field in stride(from: head, to: head + count * entry, by: entry) {
      guard let name = text(field + 4), strcmp(name, library) == 0 else { continue }
      // For another processor, or for newer ones of this kind.
      if found != nil { return nil }
      found = text(field + 8)
    }
    return found.map { String(cString: $0) }
  }
}
