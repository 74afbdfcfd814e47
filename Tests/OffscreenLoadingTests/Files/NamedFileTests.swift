import Foundation
import OffscreenPlatform
import Testing

@testable import OffscreenLoading

@Suite struct NamedFileTests {
  private func read(_ path: String, limit: Int = 1_000, within: Duration = .seconds(10), streams: Bool = true)
    -> Result<String, LoadError>
  {
    Result { () throws(LoadError) in
      let bytes = try NamedFile.read(
        path: Array(path.utf8), limit: limit, deadline: ContinuousClock.now + within, allowsStreams: streams)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func reason(_ result: Result<String, LoadError>) -> LoadError.Reason? {
    if case .failure(let error) = result { error.reason } else { nil }
  }

  @Test func regularFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", "text")
    #expect(try read(folder.path + "/a").get() == "text")
    #expect(reason(read(folder.path + "/a", limit: 3)) == .resourceTooLarge(3))
    #expect(reason(read(folder.path + "/b")) == .noSuchFile)
    #expect(reason(read(folder.path)) == .isFolder)
    #expect(reason(read("/dev/zero")) == .notRegularFile)
  }

  @Test func pipesAreWaitedFor() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread {
      usleep(100_000)
      let out = fopen(pipe, "w")
      for part in ["one ", "two"] {
        fputs(part, out)
        fflush(out)
        usleep(50_000)
      }
      fclose(out)
    }
    #expect(try read(pipe).get() == "one two")
    // There is no writer.
    let start = ContinuousClock.now
    guard case .timedOut? = reason(read(pipe, within: .milliseconds(200))) else { Issue.record("read"); return }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(reason(read(pipe, streams: false)) == .notRegularFile)
  }

  @Test func openFilesByTheirNumbers() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("handed over".utf8))
    try pipe.fileHandleForWriting.close()
    let number = pipe.fileHandleForReading.fileDescriptor
    #expect(try read("/dev/fd/\(number)").get() == "handed over")
    #expect(reason(read("/dev/fd/99999")) == .noSuchFile)
    #expect(reason(read("/dev/fd/\(number)", streams: false)) != nil)
    #expect(
      DescriptorPath.number(of: Array("/dev/stdin".utf8)) == 0
        && DescriptorPath.number(of: Array("/proc/self/fd/7".utf8)) == 7)
    for other in ["/dev/fd/", "/dev/fd/x", "/dev/fd/1x", "/dev/fd/12345678901", "dev/stdin"] {
      #expect(DescriptorPath.number(of: Array(other.utf8)) == nil)
    }
  }
}
