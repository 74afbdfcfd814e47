import TestSupport
import Testing
@testable import OffscreenComparison

@Suite struct ElementComparisonTests {
  private func data(_ text: String) throws -> ElementData { try #require(ElementData(json: Array(text.utf8))) }

  private func compare(_ old: String, _ new: String) throws -> ElementComparison {
    ElementComparison(try data(old), try data(new))
  }

  @Test func theSameBoxesAreTheSame() throws {
    let result = try compare(TestPicture.boxes(), TestPicture.boxes())
    #expect(result.changes.isEmpty && result.carriedAlong == 0)
  }

  /// The bold text in the heading goes with it.
  @Test func whatGoesAlongIsNotNamed() throws {
    let result = try compare(TestPicture.boxes(), TestPicture.boxes(headingY: 7))
    #expect(result.changes.map(\.description) == ["moved: h1 (0/1/0) by 0, 7 px"])
    #expect(result.carriedAlong == 1)
  }

  @Test func textsAreCompared() throws {
    let result = try compare(TestPicture.boxes(), TestPicture.boxes(text: "Bye"))
    #expect(result.changes.map(\.description) == ["text: h1 (0/1/0) “Hello” became “Bye”"])
  }

  /// An element in front of others changes their paths, not what they are.
  @Test func siblingsAreRecognised() throws {
    func list(_ names: [String]) -> String {
      let items = names.enumerated().map { index, name in
        #"{"path": "0/\#(index)", "tag": "li", "x": 0, "y": 0, "width": 9, "height": 9, "attributes": {"id": "\#(name)"}}"#
      }
      return """
        {"viewport": {"width": 60, "height": 40}, "document": {"width": 60, "height": 40}, "elements": [
         {"path": "0", "tag": "ul", "x": 0, "y": 0, "width": 60, "height": 40}, \(items.joined(separator: ","))]}
        """
    }
    let added = try compare(list(["a", "b", "c"]), list(["a", "new", "b", "c"]))
    #expect(added.changes.map(\.description) == ["added: li#new (0/1) at 0, 0, 9x9"])
    let removed = try compare(list(["a", "b", "c"]), list(["a", "c"]))
    #expect(removed.changes.map(\.description) == ["removed: li#b (0/1) at 0, 0, 9x9"])
    // Another name at the same place: the element has been renamed, not replaced.
    #expect(try compare(list(["a", "b"]), list(["a", "x"])).changes.isEmpty)
  }

  @Test func manySiblingsAreBounded() {
    let old = (0..<3_000).map { "a\($0 * 7919 % 3_000)" }
    let new = (0..<3_000).map { "a\($0 * 104_729 % 3_000)" }
    #expect(processorTime { _ = SequenceAlignment.pairs(old, new) } < 2)
    #expect(SequenceAlignment.pairs(Array("abcde"), Array("xbcdy")).map(\.old) == [1, 2, 3])
  }

  /// Paths come from files that anybody may have written.
  @Test func hostilePathsAreHarmless() throws {
    for path in ["", "/", "0/999999999", "-5", String(repeating: "0/", count: 50_000), "99999999999999999999", "a/b"] {
      let text = """
        {"viewport": {"width": 0, "height": -4}, "document": {"width": 60, "height": 40}, "elements": [
         {"path": "\(path)", "tag": "p", "x": 1e300, "y": -1e300, "width": 1e308, "height": 1e308}]}
        """
      let data = try data(text)
      _ = ElementComparison(data, data)
      _ = try #require(ElementSelector("p")).boxes(in: data, pictureWidth: 100)
    }
  }
}
