import Testing
import TestSupport

@testable import Offscreen

/// Pages whose numbers leave the ranges that integers and places have: each has a picture.
struct HugeNumbersTests {
  @Test(arguments: [
    "<div style='height: 9px; background: linear-gradient(in lch, lch(50% 50 1e30), red)'></div>",
    "<div style='height: 9px; background: linear-gradient(in oklch longer hue, oklch(.5 .2 calc(infinity)), red)'></div>",
    // Rows that stick out of their start, with rules over several of them.
    """
    <div style='columns: 2; column-fill: auto; height: 300px'><div style='display: grid; row-gap: 10px; \
    grid-template-columns: 1fr 1fr; column-rule: 2px solid; row-rule: 2px solid'><i style='grid-column: span 2; \
    height: 1200px'></i><b style='overflow: scroll; height: 500px; margin-top: -1000px'></b><i></i><i></i><i \
    style='grid-column: span 2'></i></div></div>
    """,
    "<div style='columns: 9; column-fill: auto; height: 5px'><p style='box-decoration-break: clone; padding: 9px; "
      + "height: 1e9px'><b style='display: block; box-decoration-break: clone; border: 9px solid; height: 1e9px'></b></div>",
    "<b style='display: block; offset-path: path(\"M 0 0 L 1e30 1e30 A 1e9 1e-9 0 1 1 9 9\"); offset-distance: 1e30%'>x</b>",
  ])
  func haveAPicture(_ html: String) throws {
    var options = PageOptions()
    options.viewport = Viewport(width: 300, height: 200)
    let width = try LargeStackThread.run { [options] in
      try PageRenderer().capture(.html("<!doctype html>" + html), options: options).picture.width
    }
    #expect(width == 300)
  }
}
