import Foundation
import TestSupport
import Testing

@testable import OffscreenText

@Suite struct PageFaceTests {
  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Suites.projectRoot.appending(path: "Fonts/\(path)")))
  }

  @Test func facesServeTheirFamily() throws {
    let fonts = try bundledFonts()
    let asked = request("My Font,serif")
    let before = fonts.width("Hamburg", asked)
    #expect(before == fonts.width("Hamburg", request("serif")))
    #expect(fonts.addFontFace(bytes: try bytes("dejavu/DejaVuSans.ttf"), family: "My Font"))
    #expect(fonts.width("Hamburg", asked) == fonts.width("Hamburg", request("DejaVu Sans")))
    // The name is without case; a bold is made up.
    let bold = fonts.font(fonts.primaryFont(fonts.intern(request("MY FONT", weight: 700))))
    #expect(bold.synthesizesBold)
  }

  /// From 600 on a text is bold: a face that its rule says to be lighter is made so.
  @Test func boldIsMadeUpOfLightFaces() throws {
    let fonts = try bundledFonts()
    let file = try bytes("dejavu/DejaVuSans.ttf")
    func made(_ family: String, _ weight: ClosedRange<Double>?) -> [Bool] {
      #expect(fonts.addFontFace(bytes: file, family: family, descriptors: FontFaceDescriptors(weight: weight)))
      return [500, 599, 600, 900].map { weight in
        fonts.font(fonts.primaryFont(fonts.intern(request(family, weight: weight)))).synthesizesBold
      }
    }
    #expect(made("thin", 100...100) == [false, false, true, true])
    #expect(made("usual", nil) == [false, false, true, true])
    #expect(made("medium", 500...500) == [false, false, true, true])
    #expect(made("strong", 600...600) == [false, false, false, false])
  }

  @Test func descriptorsChoose() throws {
    let fonts = try bundledFonts()
    #expect(
      fonts.addFontFace(
        bytes: try bytes("liberation/LiberationSans-Regular.ttf"), family: "f",
        descriptors: FontFaceDescriptors(weight: 400...400)))
    #expect(
      fonts.addFontFace(
        bytes: try bytes("liberation/LiberationSans-Bold.ttf"), family: "f",
        descriptors: FontFaceDescriptors(weight: 700...700)))
    #expect(fonts.width("Hamburg", request("f")) == fonts.width("Hamburg", request("Arial")))
    #expect(
      fonts.width("Hamburg", request("f", weight: 600))
        == fonts.width("Hamburg", request("Arial", weight: 700)))
    #expect(
      fonts.width("Hamburg", request("f", weight: 300)) == fonts.width("Hamburg", request("Arial")))
  }

  @Test func unicodeRangesSplitText() throws {
    let fonts = try bundledFonts()
    #expect(
      fonts.addFontFace(
        bytes: try bytes("dejavu/DejaVuSansMono.ttf"), family: "digits",
        descriptors: FontFaceDescriptors(unicodeRanges: [0x30...0x39])))
    let items = fonts.items("ab12cd", request("digits,serif"))
    #expect(items.map(\.range) == [0..<2, 2..<4, 4..<6])
    // The first available font is one that has the space.
    let primary = fonts.primaryFont(fonts.intern(request("digits,serif")))
    #expect(fonts.familyName(primary) == "liberation serif")
  }

  @Test func missingFacesLeaveTheNameOnlyWhereAllWereAskedFor() throws {
    let fonts = try bundledFonts()
    let asked = request("Arial,serif")
    let machine = fonts.width("Hamburg", asked)
    let next = fonts.width("Hamburg", request("serif"))
    #expect(machine != next)
    // All that there is was tried in vain: the machine's family of that name.
    fonts.noteMissingFontFace(family: "Arial", descriptors: FontFaceDescriptors(), isNeeded: true)
    #expect(fonts.width("Hamburg", asked) == machine)
    // Another face was never asked for: the name is the page's, and has no such characters.
    fonts.noteMissingFontFace(
      family: "arial", descriptors: FontFaceDescriptors(unicodeRanges: [0x400...0x4FF]), isNeeded: false)
    #expect(fonts.width("Hamburg", asked) == next)
    // A face of another weight that came does not serve in its place.
    #expect(
      fonts.addFontFace(
        bytes: try bytes("dejavu/DejaVuSans.ttf"), family: "Arial",
        descriptors: FontFaceDescriptors(weight: 700...700)))
    #expect(fonts.width("Hamburg", asked) == next)
  }

  @Test func overridesReplaceMeasures() throws {
    let fonts = try bundledFonts()
    #expect(
      fonts.addFontFace(
        bytes: try bytes("liberation/LiberationSans-Regular.ttf"), family: "o",
        descriptors: FontFaceDescriptors(
          override: MetricsOverride(ascent: 1.5, descent: 0.5, lineGap: 0, sizeAdjust: 0.5))))
    let metrics = fonts.metrics(fonts.primaryFont(fonts.intern(request("o", 20))))
    #expect(metrics.size == 10)
    #expect(metrics.roundedAscent == 15 && metrics.roundedDescent == 5 && metrics.lineSpacing == 20)
  }

  private static let interSubset = Suites.url("wpt/tree/css/css-fonts/variations/resources/Inter.var.subset.ttf")

  /// A variable face that says nothing of its weight reaches all weights it has; one that does keeps to it.
  @Test(.needs("the web platform tests", interSubset != nil))
  func facesWithoutWeightUseTheWholeAxis() throws {
    let font = Array(try Data(contentsOf: #require(Self.interSubset)))
    let fonts = try bundledFonts()
    #expect(fonts.addFontFace(bytes: font, family: "auto"))
    #expect(fonts.addFontFace(bytes: font, family: "light", descriptors: FontFaceDescriptors(weight: 100...400)))
    func coordinates(_ family: String, _ weight: Double) -> [Int32] {
      fonts.font(fonts.primaryFont(fonts.intern(request(family, weight: weight)))).coordinates.prefix(1).map {
        $0 >> 16
      }
    }
    #expect([100, 350, 400, 900].map { coordinates("auto", $0) } == [[100], [350], [400], [900]])
    #expect([100, 350, 400, 900].map { coordinates("light", $0) } == [[100], [350], [400], [400]])
  }

  /// A face that says how far it slants slants no farther.
  @Test(.needs("the web platform tests", interSubset != nil))
  func facesSlantAsFarAsTheySay() throws {
    let font = Array(try Data(contentsOf: #require(Self.interSubset)))
    let fonts = try bundledFonts()
    func slants(_ family: String, _ range: ClosedRange<Double>?) -> [Int32] {
      var descriptors = FontFaceDescriptors(slant: .oblique(range?.upperBound ?? 10))
      descriptors.slantRange = range
      #expect(fonts.addFontFace(bytes: font, family: family, descriptors: descriptors))
      return [FontSlant.normal, .oblique(4), .oblique(14), .italic].compactMap { slant in
        var asked = request(family)
        asked.slant = slant
        return fonts.font(fonts.primaryFont(fonts.intern(asked))).coordinates.last.map { $0 >> 16 }
      }
    }
    #expect(slants("free", nil) == [0, -4, -10, -10])
    #expect(slants("little", 0...5) == [0, -4, -5, -5])
    #expect(slants("upright", -10...0) == [0, 0, 0, 0])
  }

  @Test func localNamesAreOfOnePage() throws {
    let shared = try bundledFonts()
    let fonts = shared.separate()
    #expect(fonts.addFontFace(local: "DejaVu Sans Mono", family: "m"))
    #expect(!fonts.addFontFace(local: "No Such Font", family: "m"))
    #expect(fonts.width("ii", request("m")) == fonts.width("ii", request("DejaVu Sans Mono")))
    #expect(shared.width("ii", request("m")) == fonts.width("ii", request("serif")))
    #expect(shared.separate().width("ii", request("m")) == fonts.width("ii", request("serif")))
  }

  @Test func aLibraryEndsWithItsUsers() throws {
    weak var known: FontLibrary?
    weak var fonts: PageFonts?
    do {
      let library = try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path)
      known = library
      fonts = library.sharedFonts()
      #expect(fonts?.width("x", request("serif")) ?? 0 > 0)
    }
    #expect(known == nil && fonts == nil)
  }

  /// What one page was given stays its own however many come after it.
  @Test func numbersLiveAsLongAsTheirFonts() throws {
    let library = try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path)
    let first = library.sharedFonts()
    let font = first.primaryFont(first.intern(request("DejaVu Sans Mono", 23)))
    let metrics = first.metrics(font)
    #expect(library.sharedFonts() === first)
    for _ in 0..<300 { _ = library.sharedFonts() }
    library.releaseFonts()
    #expect(library.sharedFonts() !== first)
    #expect(first.metrics(font) == metrics)
  }
}
