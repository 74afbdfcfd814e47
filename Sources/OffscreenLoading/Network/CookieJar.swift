/// The cookies of several loaders, one after the other; gone with the jar.
package final class CookieJar: Sendable {
  let session: NetworkSession
  let number: Int

  package init(_ session: NetworkSession) {
    self.session = session
    number = session.newPageNumber()
  }

  deinit { session.end(page: number) }
}
