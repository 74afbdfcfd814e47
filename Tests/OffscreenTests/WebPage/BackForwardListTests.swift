import Foundation
import Testing

@testable import Offscreen

/// What a back-forward list keeps is bounded, whatever it is given.
struct BackForwardListTests {
  private static func item(_ number: Int, bytes: Int = 0) -> BackForwardList.Item {
    let content = PageContent(
      bytes: Data(count: bytes), mimeType: "text/html", encoding: nil, base: "about:blank")
    return BackForwardList.Item(
      address: "https://example.com/\(number)", title: "", scroll: .zero, content: bytes > 0 ? content : nil)
  }

  private static func numbers(_ list: BackForwardList) -> [Int] {
    list.items.compactMap { $0.address.split(separator: "/").last.flatMap { Int($0) } }
  }

  @Test func ofAThousandPagesTheLastHundredStay() {
    var list = BackForwardList()
    for number in 0..<1_000 { list.push(Self.item(number)) }
    #expect(Self.numbers(list) == Array(900..<1_000) && list.currentIndex == 99)
  }

  @Test func ofLargePagesFewerStay() {
    var list = BackForwardList()
    for number in 0..<20 { list.push(Self.item(number, bytes: 10 << 20)) }
    #expect(Self.numbers(list) == [17, 18, 19] && list.currentIndex == 2)
    // From its first page, what comes after it is forgotten.
    list.currentIndex = 0
    list.replaceCurrent(with: Self.item(30, bytes: 15 << 20))
    #expect(Self.numbers(list) == [30, 18] && list.currentIndex == 0)
    list.replaceCurrent(with: Self.item(31, bytes: 40 << 20))
    #expect(Self.numbers(list) == [31] && list.currentIndex == 0)
  }

  @Test func aSessionIsBoundedToo() throws {
    let items = (0..<9).map { Self.item($0, bytes: 10 << 20) }
    let list = try #require(SessionState(items: items, currentIndex: 4).list)
    #expect(Self.numbers(list) == [4, 5, 6] && list.currentIndex == 0)
    #expect(SessionState(items: items, currentIndex: 9).list == nil)
    #expect(SessionState(items: items, currentIndex: nil).list == nil)
    #expect(SessionState(items: [], currentIndex: nil).list?.current == nil)
  }
}
