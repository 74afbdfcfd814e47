import Testing

@testable import OffscreenImages

/// The guess of how long an SVG document takes to draw.
struct VectorWorkTests {
  private func seconds(_ body: String, without omission: VectorWork.Omission = .nothing) -> Double {
    let scan = VectorScan(Array("<svg xmlns='http://www.w3.org/2000/svg'>\(body)</svg>".utf8))
    return VectorWork.cost(of: scan, width: 800, height: 600, unitWidth: 800, without: omission) / 1e9
  }

  @Test func usualDrawingsAreCheap() {
    let shapes = (0..<500).map { "<path d='M\($0) 3c3 4 5 6 7 8l9 9h5z' fill='#123' stroke='red'/>" }.joined()
    #expect(seconds(shapes + "<text x='3' y='9'>Some words</text>") < 0.1)
  }

  @Test func whatIsUsedCountsForEachUse() {
    let groups = (1..<12).map { level in
      "<g id='u\(level)'>" + String(repeating: "<use href='#u\(level - 1)'/>", count: 10) + "</g>"
    }
    #expect(seconds("<defs><rect id='u0' width='9' height='9'/>" + groups.joined() + "</defs>") < 0.1)
    #expect(seconds("<rect id='u0' width='9' height='9'/>" + groups.joined()) > 1_000)
    #expect(seconds("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>") < 0.1)
  }

  @Test func effectsCanBeLeftOut() {
    let filter = "<filter id='f'><feTurbulence numOctaves='9999'/></filter>"
    let filtered = filter + "<rect width='800' height='600' style='filter: url(#f)'/>"
    #expect(seconds(filtered) > 100)
    #expect(seconds(filtered, without: .filters) < 0.1)
    let sheet = "<style>.a, b .c { filter: url(#f) }</style><rect class='c' width='800' height='600'/>"
    #expect(seconds(filter + sheet) > 100)
    let dashed = "<path stroke='red' stroke-dasharray='.1 .1' d='M0 0L1e7 1e7'/>"
    #expect(seconds(dashed) > 10 && seconds(dashed, without: .filters) > 10 && seconds(dashed, without: .effects) < 1)
  }

  @Test func brokenMarkupEnds() {
    for text in ["<", "<a", "<a b", "<a b=", "<a b='", "<!--", "<![CDATA[", "<?x", "</", "<a/><b", "<a style='x:'/>"] {
      #expect(seconds(text) >= 0)
    }
  }
}
