/// What a page may load, and what goes with its requests: said by whoever starts the page, never by the page.
package struct LoadRights: Sendable {
  /// The address that the user named, to whose server the settings' headers, cookies and credentials go.
  package var page: PageURL?
  package var policy: LoadPolicy
  package var limits: Limits
  package var settings: RequestSettings
  /// A folder that keeps answers of the network.
  package var cacheFolder: String?
  package var log: RequestLog?
  /// The page of a web archive that `page` is: then nothing comes from the network.
  package var archived: WebArchive.Page?
  /// Files that the user names besides the page, which need not lie where the page may read.
  package var userFiles: [PageURL] = []

  package init(
    page: PageURL?, policy: LoadPolicy, limits: Limits = Limits(), settings: RequestSettings = RequestSettings(),
    cacheFolder: String? = nil, log: RequestLog? = nil
  ) {
    (self.page, self.policy, self.limits, self.settings) = (page, policy, limits, settings)
    (self.cacheFolder, self.log) = (cacheFolder, log)
  }

  /// Where the settings' headers, cookies and credentials go; nil: nowhere.
  var home: String? { page.flatMap { $0.isHTTP ? $0.origin : nil } }

  /// Those in the page's address, or else the settings'.
  var credentials: RequestSettings.Credentials? {
    var credentials = settings.credentials
    if let page, !page.username.isEmpty || !page.password.isEmpty {
      credentials = RequestSettings.Credentials(
        name: PercentEncoding.decodedText(page.username), password: PercentEncoding.decodedText(page.password))
    }
    return credentials?.isValid == false ? nil : credentials
  }

  /// What pages have in common that may share a process: the folder that they may read, or the server that they come
  /// from.
  package var trustDomain: String {
    guard let page else { return "" }
    // What archives hold may be of anybody, whatever address it has.
    if let archived { return "archive \(archived.archive.name) \(page.origin ?? page.href)" }
    guard page.isFile else { return page.origin ?? page.href }
    return "file " + (policy.root.map { FilePath.text(of: $0.canonicalPath) } ?? page.href)
  }

  /// Whether requests to the page's own server bring what identifies the user.
  var tellsWhoAsks: Bool { credentials != nil || settings.tellWhoAsks }

  /// Whether the user named this file: the page, or one of `userFiles`.
  func isNamed(_ url: PageURL) -> Bool {
    let address = url.withoutCredentials().hrefWithoutFragment
    return ([page].compactMap { $0 } + userFiles).contains { $0.withoutCredentials().hrefWithoutFragment == address }
  }
}
