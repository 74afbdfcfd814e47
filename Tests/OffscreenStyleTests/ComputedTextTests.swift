import Testing

@testable import OffscreenCSS

/// Serialization beyond the values that were recorded from Chromium.
struct ComputedTextTests {
  private func value(_ name: String, _ declarations: String) -> String? {
    Page("<!DOCTYPE html><p style='\(declarations)'>").value(name)
  }

  @Test func logicalPropertiesAreThoseOfTheWritingMode() {
    let style = "margin-top: 1px; margin-left: 2px; writing-mode: vertical-rl"
    #expect(value("margin-inline-start", style) == "1px")
    #expect(value("margin-block-end", style) == "2px")
  }

  @Test func customPropertiesAreTold() throws {
    let page = Page("<!DOCTYPE html><body style='--b: 2px'><p style='--a:  x  y ; --c: var(--none)'>")
    let style = try #require(page.styled.style(of: page.target))
    let custom = ComputedText(style).all.filter { $0.name.hasPrefix("--") }.map { "\($0.name): \($0.value)" }
    #expect(custom == ["--a: x  y", "--b: 2px"])
  }

  /// Of two parents that say the same, one has it from an attribute: no address may be made of that.
  @Test func whatComesFromAttributesIsNotShared() {
    let sheet = """
      <!DOCTYPE html><style>.a { --u: attr(data-u) } .b { --u: "x.png" } i { background-image: image-set(var(--u) 1x) }</style>
      """
    let (tainted, plain) = ("<div class=a data-u=x.png><i ID></i></div>", "<div class=b><i ID></i></div>")
    func image(_ first: String, _ second: String, isFirst: Bool) -> String? {
      let (one, other) = isFirst ? ("id=t", "") : ("", "id=t")
      return Page(
        sheet + first.replacing("ID", with: one) + second.replacing("ID", with: other)
      ).value("background-image")
    }
    for isFirst in [false, true] {
      #expect(
        image(tainted, plain, isFirst: isFirst) == (isFirst ? "none" : #"url("http://x/x.png")"#))
      #expect(
        image(plain, tainted, isFirst: isFirst) == (isFirst ? #"url("http://x/x.png")"# : "none"))
    }
  }

  @Test func positionsOfLayersAreOne() {
    let layers = "background-image: url(a), url(b); background-position: 1px 2%, right 3px top"
    #expect(value("background-position", layers) == "1px 2%, calc(100% - 3px) 0%")
    #expect(value("background-position", "") == "0% 0%")
  }

  @Test func zoomIsTakenOut() {
    #expect(value("width", "zoom: 2; width: 10px") == "10px")
    #expect(value("font-size", "zoom: 2; font-size: 10px") == "10px")
  }

  @Test func usedValuesComeFirst() {
    var used = UsedValues()
    used.width = 79.890625
    used.margin.left = 12
    used.transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 3.6, 0, 1]
    let page = Page("<!DOCTYPE html><p style='width: 10%; margin: auto; transform: translate(10px, 20%)'>")
    guard let style = page.styled.style(of: page.target) else { return }
    let text = ComputedText(style, used: used)
    #expect(text.value("width") == "79.8906px")
    #expect(text.value("inline-size") == "79.8906px")
    #expect(text.value("margin-left") == "12px")
    #expect(text.value("transform") == "matrix(1, 0, 0, 1, 10, 3.6)")
    #expect(ComputedText(style).value("width") == "10%")
    #expect(ComputedText(style).value("margin-left") == "auto")
  }

  @Test(arguments: [
    (0.5, "0.5"), (13.333333, "13.3333"), (1_234_567, "1.23457e+06"), (-0.0, "0"), (100_000, "100000"),
  ])
  func numbers(_ number: Double, _ text: String) {
    #expect(ComputedText(.initial).number(number) == text)
  }

  @Test(arguments: [
    ("a", "a"), ("1a", "\\31 a"), ("-", "\\-"), ("a b", "a\\ b"), ("-1", "-\\31 "), ("é", "é"), ("a\u{1}", "a\\1 "),
  ])
  func identifiers(_ name: String, _ text: String) {
    #expect(ComputedText(.initial).identifier(name) == text)
  }

  /// Values of extreme size take bounded time.
  @Test func longTemplatesAreTold() {
    let row = Array(repeating: "a", count: 300).joined(separator: " ")
    let rows = Array(repeating: "\"\(row)\"", count: 300).joined(separator: " ")
    let text = Page("<!DOCTYPE html><p style='grid-template-areas: \(rows)'>").value("grid-template-areas")
    #expect(text == rows)
  }
}
