import Foundation
import Testing

@testable import OffscreenLoading

@Suite struct OutputFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func makesFoldersAndReplaces() throws {
    let path = folder.path + "/a/b/c.png"
    try OutputFile.write(Array("one".utf8), to: path)
    #expect(folder.read("a/b/c.png") == "one")
    try OutputFile.write(Array("two".utf8), to: path)
    #expect(folder.read("a/b/c.png") == "two")
    #expect(try folder.names("a/b") == ["c.png"])
  }

  @Test func nothingStaysOfAnUnfinishedFile() throws {
    try folder.write("x.png", "old")
    do {
      let file = try OutputFile(path: folder.path + "/x.png")
      try file.write(Array("new".utf8))
      #expect(folder.read("x.png") == "old")
    }
    #expect(folder.read("x.png") == "old")
    #expect(try folder.names() == ["x.png"])
  }

  @Test func messagesNameTheFileAsItWasGiven() throws {
    try folder.write("file", "x")
    let given = folder.path + "/./file/x.png"
    #expect { try OutputFile.write([], to: given) } throws: { error in
      (error as? OutputError)?.description.hasPrefix("\(given): cannot be written: ") == true
    }
  }

  @Test func aNameThatIsNoTextIsItsAddress() throws {
    let file = Array(folder.path.utf8) + Array("/a".utf8) + [0xFF]
    try OutputFile.write([1, 2], to: FilePath.text(of: file))
    #expect(try FileReader.read(path: file, limit: 10) == [1, 2])
    #expect(FilePath.status(file) != nil && FilePath.status(file + [0]) == nil)
  }

  @Test func twoAtATime() throws {
    let first = try OutputFile(path: folder.path + "/x.png")
    let second = try OutputFile(path: folder.path + "/x.png")
    try first.write([1])
    try second.write([2])
    try first.commit()
    try second.commit()
    #expect(folder.read("x.png") == "\u{2}")
    #expect(try folder.names() == ["x.png"])
  }

  @Test func linksStay() throws {
    try folder.write("real/x.png", "old")
    try folder.link("x.png", to: "real/x.png")
    try OutputFile.write(Array("new".utf8), to: folder.path + "/x.png")
    #expect(folder.read("real/x.png") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/x.png") == "real/x.png")
  }

  @Test func devicesAreWrittenDirectly() throws {
    try OutputFile.write([1, 2, 3], to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func errorsAreOneLine() throws {
    try folder.write("file")
    for path in [folder.path, folder.path + "/file/x.png", folder.path + "/" + String(repeating: "n", count: 300)] {
      do {
        try OutputFile.write([1], to: path)
        Issue.record("wrote \(path)")
      } catch {
        #expect(!error.description.contains("\n"))
      }
    }
    #expect(try folder.names() == ["file"])
  }
}
