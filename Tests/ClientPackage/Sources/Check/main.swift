import Offscreen

// Check fonts        prints the folder of the fonts
// Check FILE PNG     renders a file, such as a PDF; what is wrong is one line
let arguments = CommandLine.arguments.dropFirst()
switch arguments.count {
case 1:
  let report = try LargeStackThread.run { Doctor.examine() }
  print(report.fontFolder ?? "no fonts")
case 2:
  do {
    let page = WebPage(configuration: .init(viewport: Viewport(width: 400, height: 300)))
    try await page.load(.address(arguments[1]))
    try await page.snapshot(SnapshotOptions(region: .fullPage)).write(to: arguments[2])
  } catch {
    print("error: \(error)")
  }
default:
  print("Check fonts | Check FILE PNG")
}
