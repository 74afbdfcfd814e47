import OffscreenLoading

extension PageOptions {
  var loadPolicyNetwork: LoadPolicy.Network { LoadPolicy.Network(rawValue: network.rawValue) ?? .public }

  /// What a page at an address may load. `policyOf`: the page whose rights it has, in place of the page's own.
  /// `allowsStreams`: whether pages and style sheets may be pipes, or files that are open already. `name`: what messages
  /// call the page. Of a web archive the rights are those of its page, for which the archive is gone over.
  package func rights(
    of page: PageURL, policyOf source: PageURL? = nil, allowsStreams: Bool, name: String? = nil
  ) throws(RenderError) -> LoadRights {
    do {
      var policy = try LoadPolicy(page: source ?? page, root: root, network: loadPolicyNetwork)
      policy.allowsStreams = allowsStreams
      policy.hosts.allowed = try allowedHosts.map(hostPattern)
      policy.hosts.denied = try deniedHosts.map(hostPattern)
      var settings = requests.settings
      settings.language = languages.header
      var rights = LoadRights(
        page: page, policy: policy, limits: limits.loading(timeout: timeout), settings: settings,
        cacheFolder: cache, log: try requestLog.map { try RequestLog(path: $0) })
      rights.userFiles = userStyles.compactMap(\.file)
      if page.isFile, source == nil, WebArchive.isArchive(path: page.decodedPath) {
        let path = FilePath.normalized(page.decodedPath)
        let archive = try WebArchive.open(path: path, name: name ?? FilePath.text(of: path), policy: policy)
        let archived = try archive.page(archivedPage)
        (rights.archived, rights.page) = (archived, archived.url)
      }
      return rights
    } catch let error as LoadError {
      throw RenderError(error)
    } catch let error as RenderError {
      throw error
    } catch let error as OutputError {
      throw RenderError(.output, error.description)
    } catch {
      throw RenderError(.input, "\(error)")
    }
  }
}

/// A host that is none would allow or deny nothing, and nobody would know.
private func hostPattern(_ text: String) throws(RenderError) -> HostRules.Pattern {
  guard let pattern = HostRules.Pattern(text) else {
    throw RenderError(.request, "'\(text.prefix(100))' is not a host, such as example.com or .example.com")
  }
  return pattern
}

extension UserStyle {
  /// The address of its file, where it is one.
  var file: PageURL? {
    switch self {
    case .text: nil
    case .file(let path): PageURL(filePath: FilePath.absolute(FilePath.bytes(of: path)))
    }
  }
}
