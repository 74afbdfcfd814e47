import Offscreen

// Check fonts        prints the folder of the fonts
// Check FILE PNG     renders a file, such as a PDF; what is wrong is one line
// Check talk FILE x  asks a page's scripts, and is asked by them
// Check leaf A B x   shows two files one after the other
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
case 3:
  do {
    print(try await talk(arguments[2]))
  } catch {
    print("error: \(error)")
  }
case 4:
  do {
    print(try await leaf([arguments[2], arguments[3]]))
  } catch {
    print("error: \(error)")
  }
default:
  print("Check fonts | Check FILE PNG | Check talk FILE x | Check leaf A B x")
}

/// What comes of a page that asks for a name, sends a message, submits a form and goes elsewhere.
func talk(_ file: String) async throws -> String {
  let page = WebPage(configuration: .init(viewport: Viewport(width: 400, height: 300)))
  page.userScripts = [UserScript("window.greeting = 'Hello'")]
  page.setMessageHandler("double", of: Int.self) { $0 * 2 }
  let (user, caller, console) = (User(), Caller(), page.console)
  (page.scriptDelegate, page.delegate) = (user, caller)
  try await page.load(.address(file))
  var said = [try await page.evaluateJavaScript("result")]
  for await line in console {
    said.append("\(line.level) \(line.text) \(line.line ?? 0)")
    break
  }
  try await page.evaluateJavaScript("document.querySelector('a').click()")
  try await page.snapshot().write(to: "talk.png")
  said.append(page.title)
  return said.joined(separator: "\n")
}

final class User: ScriptDelegate {
  func prompt(_ message: String, initial: String, on page: WebPage) async -> String? { "Ada" }
}

final class Caller: NavigationDelegate {
  func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
    action.address.hasPrefix("app:") ? .cancel : .allow
  }
}

/// Whether the second page is there before it is asked for, and both are as pages by themselves.
func leaf(_ files: [String]) async throws -> String {
  let (pages, deck) = (files.map { PageRequest.address($0) }, PageDeck(files.map { .address($0) }))
  let first = try await deck.show(0)
  await deck.rest()
  let isReady = await deck.picture(of: 1)?.isThumbnail == false
  let second = try await deck.show(1)
  let expected = try DeckSnapshots(of: pages).map { try $0.get().data }
  return "\(isReady ? "ready" : "not there") \(expected == [first.data, second.data] ? "the same" : "others")"
}
