import OffscreenDOM
import Testing

@testable import OffscreenPaint

/// When the animations of drawings run, and what they come to.
struct VectorAnimationTests {
  @Test(
    arguments: [
      ("02:30:03", 9003), ("02:33", 153), ("3.2h", 11_520), ("45min", 2_700), ("30s", 30), ("5ms", 0.005),
      ("12.467", 12.467), ("00:10.5", 10.5), ("1:2:3", nil), ("-3", nil), ("3 s", nil), ("", nil), (".s", nil),
    ] as [(String, Double?)])
  func clockValues(_ text: String, _ seconds: Double?) { #expect(ClockValue.read(text) == seconds) }

  @Test func conditions() {
    typealias Condition = TimedElement.Condition
    let read: [(String, [Condition])] = [
      ("a.begin+1s", [.syncbase("a", isBegin: true, offset: 1)]),
      ("a-b.end - 2s", [.syncbase("a-b", isBegin: false, offset: -2)]),
      ("a\\-1.end", [.syncbase("a-1", isBegin: false, offset: 0)]),
      ("click", [.event(nil, type: "click", offset: 0)]),
      ("0s; b.click;", [.offset(0), .event("b", type: "click", offset: 0)]),
      ("p.repeat(2)+1", [.repetition("p", number: 2, offset: 1)]),
      ("indefinite;-.5s", [.indefinite, .offset(-0.5)]),
      ("accessKey(a)", []),
    ]
    for (text, conditions) in read { #expect(TimedElement.conditions(text) == conditions, "\(text)") }
  }

  /// Of each animation, by their numbers as identifiers: the intervals up to a moment.
  private func graph(_ elements: [[String: String]], at now: Double, given: [Int: TimeGraph.Given] = [:]) -> TimeGraph {
    let document = Document()
    let svg = document.makeElement(document.names.intern("svg"), namespace: .svg)
    var nodes: [NodeID] = []
    let timed = elements.map { attributes in
      let node = document.makeElement(document.names.intern("animate"), namespace: .svg)
      for (name, value) in attributes {
        document.setAttribute(node, Attribute(name: document.names.intern(name), namespace: .none, value: value))
      }
      nodes.append(node)
      return TimedElement(node, target: svg, container: svg, in: document)
    }
    var times: [NodeID: TimeGraph.Given] = [:]
    for (place, given) in given { times[nodes[place]] = given }
    let count = elements.count
    return TimeGraph(
      timed, at: [svg: now], given: times,
      named: { name, _ in name.first == "n" ? Int(String(name.dropFirst())).flatMap { $0 < count ? $0 : nil } : nil })
  }

  private func intervals(_ graph: TimeGraph, _ place: Int = 0) -> [[Double]] {
    graph.intervals[place].map { [$0.begin, $0.end] }
  }

  @Test func intervalsFollowFromLists() {
    #expect(intervals(graph([["dur": "10s", "begin": "0;4;8"]], at: 5)) == [[0, 4], [4, 8], [8, 18]])
    let whenNot = graph([["dur": "10s", "begin": "0;4;12", "restart": "whenNotActive"]], at: 13)
    #expect(intervals(whenNot) == [[0, 10], [12, 22]])
    #expect(intervals(graph([["dur": "1s", "begin": "0;4", "restart": "never"]], at: 5)) == [[0, 1]])
    #expect(intervals(graph([["dur": "10s", "begin": "0;4", "end": "2;6"]], at: 5)) == [[0, 2], [4, 6]])
    #expect(intervals(graph([["dur": "2s", "begin": "-5s;-1s;1"]], at: 0)) == [[-1, 1], [1, 3]])
    #expect(intervals(graph([["begin": "0", "end": "x.click"]], at: 3)) == [[0, .infinity]])
    // Of scripts and events.
    #expect(
      intervals(graph([["dur": "1s", "begin": "indefinite"]], at: 3.5, given: [0: .init(begins: [3])])) == [[3, 4]])
    #expect(intervals(graph([["begin": "0"]], at: 3.5, given: [0: .init(ends: [2])])) == [[0, 2]])
  }

  @Test func intervalsFollowFromOthers() {
    // In turns.
    let turns = graph([["dur": "1s", "begin": "0;n1.end"], ["dur": "1s", "begin": "n0.end"]], at: 2.5)
    #expect(intervals(turns, 0) == [[0, 1], [2, 3], [4, 5]])
    #expect(intervals(turns, 1) == [[1, 2], [3, 4]])
    // In a circle, which begins once for each time that something outside of it does.
    let circle = graph(
      [
        ["dur": "1s", "begin": "n2.end;n1.begin"], ["dur": "1s", "begin": "n2.end;n0.begin"],
        ["dur": "1s", "begin": "0;5"],
      ],
      at: 9)
    #expect(intervals(circle, 0) == [[1, 2], [6, 7]])
    let repeated = graph([["dur": "2s", "repeatCount": "4"], ["begin": "n0.repeat(2)"]], at: 4.5)
    #expect(intervals(repeated, 1) == [[4, .infinity]])
  }

  @Test func circlesComeToAnEnd() {
    let elements = (0..<300).map { place in
      ["dur": "1ms", "begin": "n\((place + 1) % 300).end;n\((place + 7) % 300).begin+1ms;0"]
    }
    #expect(graph(elements, at: 60).intervals.count == 300)
  }

  @Test func statesWithinIntervals() {
    func state(_ attributes: [String: String], _ now: Double) -> TimeGraph.State {
      graph([attributes], at: now).state(0)
    }
    #expect(state(["dur": "4s"], 2) == .running(begin: 0, iteration: 0, part: 0.5))
    #expect(state(["dur": "4s"], 4) == .inactive)
    let whole = ["dur": "4s", "fill": "freeze", "repeatCount": "2"]
    #expect(state(whole, 20) == .frozen(begin: 0, iteration: 1, part: 1))
    #expect(
      state(["dur": "4s", "fill": "freeze", "repeatDur": "10s"], 20) == .frozen(begin: 0, iteration: 2, part: 0.5))
    #expect(state(["dur": "1s", "min": "3s"], 2) == .inactive)
    #expect(state(["dur": "1s", "min": "3s", "fill": "freeze"], 2) == .frozen(begin: 0, iteration: 0, part: 1))
    #expect(state(["dur": "5s", "max": "2s"], 3) == .inactive)
  }

  @Test func attributesAreMixed() {
    func middle(_ one: String, _ other: String) -> String? {
      guard let one = AttributeValue(one), let other = AttributeValue(other) else { return nil }
      return one.combined(0.5, with: other, 0.5)?.text
    }
    #expect(middle("0", "5") == "2.5")
    #expect(middle("1in", "0") == "48")
    #expect(middle("10%", "20") == "calc(5% + 10px)")
    #expect(middle("0grad", "3.14159265358979rad") == "90")
    #expect(middle("0,0 4 8", "2 2,2 2") == "1 1 3 5")
    #expect(middle("1 2", "1") == nil)
    #expect(middle("auto", "1") == nil)
  }

  @Test func pathsAreMixed() throws {
    let relative = try #require(PathValue("m -70 30 a 160 170 60 1 1 60 40 Z"))
    let absolute = try #require(PathValue("M -80 40 A 150 160 30 1 1 0 100 Z"))
    let early = relative.combined(0.75, with: absolute, 0.25, ofOther: false)
    #expect(early?.text == "m -72.5 32.5 a 157.5 167.5 52.5 1 1 65 45 Z")
    let late = relative.combined(0.25, with: absolute, 0.75, ofOther: true)
    #expect(late?.text == "M -77.5 37.5 A 152.5 162.5 37.5 1 1 -2.5 92.5 Z")
    #expect(PathValue("L1 1") == nil && PathValue("M1") == nil)
    let other = try #require(PathValue("M0 0H3"))
    #expect(try #require(PathValue("M0 0V3")).combined(0.5, with: other, 0.5, ofOther: true) == nil)
  }
}
