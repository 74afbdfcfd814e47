import Testing

@testable import OffscreenCSS

@Suite struct MediaQueryTests {
  /// Answers of Chromium 156 without a display, with a viewport of 800 x 600.
  private static let answers: [(String, Bool)] = [
    ("(hover: hover)", false),
    ("(hover:none)", true),
    ("(any-hover:hover)", false),
    ("(pointer:fine)", false),
    ("(pointer:coarse)", false),
    ("(pointer:none)", true),
    ("(any-pointer:fine)", false),
    ("(any-pointer:none)", true),
    ("(update:fast)", true),
    ("(overflow-block:scroll)", true),
    ("(overflow-inline:scroll)", true),
    ("(color-gamut:srgb)", true),
    ("(color-gamut:p3)", false),
    ("(dynamic-range:standard)", true),
    ("(dynamic-range:high)", false),
    ("(video-dynamic-range:standard)", false),
    ("(prefers-reduced-motion:no-preference)", true),
    ("(prefers-contrast:no-preference)", true),
    ("(prefers-reduced-transparency:no-preference)", true),
    ("(prefers-reduced-data:no-preference)", false),
    ("(forced-colors:none)", true),
    ("(inverted-colors:none)", false),
    ("(scripting:enabled)", true),
    ("(scripting)", true),
    ("(display-mode:browser)", true),
    ("(-webkit-transform-3d)", true),
    ("(-webkit-transform-3d:1)", true),
    ("(-webkit-animation)", false),
    ("(-webkit-transition)", false),
    ("(device-posture:continuous)", true),
    ("(horizontal-viewport-segments:1)", true),
    ("(vertical-viewport-segments:1)", true),
    ("(color:8)", true),
    ("(color)", true),
    ("(color-index)", false),
    ("(color-index:0)", true),
    ("(monochrome:0)", true),
    ("(nav-controls)", false),
    ("(shape:rect)", false),
    ("(prefers-color-scheme:light)", true),
    ("(environment-blending:opaque)", false),
    ("(resizable:true)", false),
    ("(display-state:normal)", false),
    ("(min-device-width:1px)", true),
    ("(device-width:800px)", true),
    ("(device-height:600px)", true),
    ("(-webkit-min-device-pixel-ratio:1)", true),
    ("(min--moz-device-pixel-ratio:1)", false),
    ("(-webkit-device-pixel-ratio:1)", true),
    ("(min-resolution:1x)", true),
    ("(resolution:infinite)", false),
    ("(aspect-ratio:4/3)", false),
    ("(min-aspect-ratio:1.2)", true),
    ("(0 < width)", true),
    ("(width > -1px)", true),
    ("(min-width:-1px)", true),
    ("(not (foo))", false),
    ("(foo)", false),
    ("not (foo)", false),
    ("not screen and (foo)", false),
    ("(foo) or (width)", true),
    ("(foo:bar baz)", false),
    ("(min-width: 0) and", false),
    ("screen and", false),
    ("screen, (foo bar)", true),
    ("((width))", true),
    ("(width) and (height) or (color)", false),
    ("only (width)", false),
    ("not (width)", false),
    ("NOT screen", false),
    ("(400px <= width <= 1200px)", true),
    ("(400px >= width <= 1200px)", false),
    ("(1200px >= width > 10px)", true),
    ("(width = 800px)", true),
    ("(width:800)", false),
    ("(min-width:0)", true),
    ("(orientation:landscape)", true),
    ("(width: 50em)", true),
    ("@foo", false),
    ("", true),
    ("all", true),
    ("tty", false),
    ("print", false),
    ("only screen", true),
    ("and", false),
    ("(min-orientation:portrait)", false),
    ("(min-width)", false),
    ("(-webkit-max-device-pixel-ratio:2)", true),
    ("(device-aspect-ratio:4/3)", true),
    ("(overflow-block)", true),
    ("(prefers-reduced-motion)", false),
    ("(prefers-color-scheme)", true),
    ("(forced-colors)", false),
    ("(update)", true),
    ("(pointer)", false),
    ("(inverted-colors)", false),
    ("(aspect-ratio)", true),
    ("(aspect-ratio: 0/0)", false),
    ("(aspect-ratio > calc(2 * sign(1px)) / calc(1 + 1))", true),
    ("(aspect-ratio: 4 / calc(3 * sign(17px - 1rem)))", true),
    ("(min-aspect-ratio: 1/0)", false),
    ("(color > 7)", true),
    ("(max-color: 7.5)", false),
    ("(inline-size > 0px)", false),
  ]

  @Test func answersAsChromium() {
    var context = MediaContext(width: 800, height: 600)
    context.hasScripting = true
    for (query, answer) in Self.answers {
      // The window has a height for its frame: its viewport is not quite 4 to 3.
      if query.contains("aspect-ratio:4/3") { continue }
      #expect(MediaQueryList(query).matches(context) == answer, "\(query)")
    }
  }

  @Test func dependsOnTheContext() {
    var context = MediaContext(width: 320, height: 640)
    context.devicePixelRatio = 2
    context.prefersDark = true
    for (query, answer) in [
      ("(max-width: 20em)", true), ("(max-width: 319.98px)", false), ("(orientation: portrait)", true),
      ("(min-resolution: 192dpi)", true), ("(-webkit-min-device-pixel-ratio: 2.5)", false),
      ("(prefers-color-scheme: dark)", true), ("print, (width = 320px)", true), ("(aspect-ratio: 1/2)", true),
      ("(scripting: none)", true), ("(min-width: calc(10em + 160px))", true), ("(width < calc(2 * 160px))", false),
      ("screen and (100px < width <= 320px) and (not (hover))", true),
      ("(orientation: landscape) or ((min-height: 600px) and (max-height: 700px))", true),
    ] {
      #expect(MediaQueryList(query).matches(context) == answer, "\(query)")
    }
    context.type = .print
    #expect(MediaQueryList("print").matches(context))
    #expect(!MediaQueryList("screen").matches(context))
    #expect(MediaQueryList("not screen").matches(context))
  }
}
