import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// The Navigation API as routers use it, and the history of the page's own window.
struct NavigationAPITests: ScriptTesting {
  @Test func routersIntercept() throws {
    try expectOfFile(
      ##"[[["push",true,true,5],"handled #one","success"],true,{"a":1},"#one",2,true]"##,
      """
      await new Promise(done => onload = () => setTimeout(done))
      const log = []
      navigation.onnavigate = event => {
        log.push([event.navigationType, event.canIntercept, event.hashChange, event.info])
        event.intercept({async handler() { log.push('handled ' + location.hash) }})
      }
      navigation.onnavigatesuccess = () => log.push('success')
      const {committed, finished} = navigation.navigate('#one', {info: 5, state: {a: 1}})
      const entry = await committed
      await finished
      return [log, entry === navigation.currentEntry, entry.getState(), location.hash, navigation.entries().length,
        navigation.canGoBack]
      """)
  }

  /// What a page says of an event changes nothing.
  @Test func otherOriginsAreNotIntercepted() throws {
    try expectOfFile(
      ##"["SecurityError",false]"##,
      """
      await new Promise(done => onload = () => setTimeout(done))
      let said
      navigation.onnavigate = event => {
        Object.defineProperty(event, 'canIntercept', {value: true})
        try { event.intercept() } catch (error) { said = error.name }
        event.preventDefault()
      }
      navigation.navigate('https://other.example/x').finished.catch(() => {})
      return [said, location.href.includes('other')]
      """)
  }

  @Test func entriesAreGoneBackTo() throws {
    try expectOfFile(
      ##"["#two",2,["traverse","#one"],true,"#one",["dispose"],"AbortError","#three"]"##,
      """
      await new Promise(done => onload = () => setTimeout(done))
      const log = []
      history.replaceState(1, '', '#one')
      const first = navigation.currentEntry
      history.pushState(2, '', '#two')
      const second = navigation.currentEntry, before = [location.hash, history.state]
      navigation.onnavigate = event => log.push(event.navigationType, new URL(event.destination.url).hash)
      await navigation.back().finished
      const after = [navigation.currentEntry === first, location.hash]
      navigation.onnavigate = null
      const gone = []
      second.ondispose = event => gone.push(event.type)
      history.pushState(3, '', '#three')
      navigation.onnavigate = event => event.preventDefault()
      const refused = await navigation.navigate('#four').finished.catch(error => error.name)
      return [...before, log, ...after, gone, refused, location.hash]
      """)
  }

  @Test func earlierDocumentsAreLoadedAnew() async throws {
    let server = try await TestServer { request in
      let script =
        request.path == "/a"
        ? """
        window.shows = []
        onpageshow = event => shows.push(event.persisted)
        if (history.state?.left) document.title = 'back'
        else { history.replaceState({left: [1]}, ''); onload = () => setTimeout(() => location.href = '/b') }
        """ : "onload = () => setTimeout(() => history.back())"
      return .init(headers: ["Content-Type": "text/html"], body: "<!doctype html><script>\(script)</script>")
    }
    let json = await evaluateWhileServing(
      server.address("/a"),
      "[location.pathname, document.title, history.state, history.length, navigation.entries().length, "
        + "navigation.canGoForward, shows]")
    #expect(json == #"["/a","back",{"left":[1]},2,2,true,[false]]"#)
    #expect(server.requests.map(\.path) == ["/a", "/b", "/a"])
  }

  /// Going to and fro for ever ends, with a warning.
  @Test func goingBackAndForthEnds() async throws {
    let server = try await TestServer { request in
      let script = request.path == "/a" ? "location.href = '/b'" : "history.back()"
      return .init(
        headers: ["Content-Type": "text/html"],
        body: "<!doctype html><script>onload = () => setTimeout(() => { \(script) })</script>")
    }
    let json = await evaluateWhileServing(server.address("/a"), "location.pathname.length")
    #expect(json == "2")
    #expect(server.requests.count <= 12)
  }
}
