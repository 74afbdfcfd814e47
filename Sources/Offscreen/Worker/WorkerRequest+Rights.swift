import OffscreenLoading

extension WorkerRequest {
  /// What the request's page may load, for who loads for its renderer. `timeout`: where the request names none.
  package func rights(timeout usual: Duration) -> Result<LoadRights, PageProblem> {
    do throws(RenderError) {
      guard let page = PageInput(input) else {
        throw RenderError(.input, "\(PageURL.displayed(input).onOneLine()): not a valid address")
      }
      return .success(
        try optionsForLoading(timeout: usual).rights(
          of: page.baseURL, allowsStreams: false, name: PageURL.displayed(input).onOneLine()))
    } catch {
      return .failure(PageProblem(error))
    }
  }

  /// Whether the page's scripts are compiled, as far as can be told before it is loaded: what lies in archives has other
  /// addresses than their files.
  package var compilesScripts: Bool {
    options[name: "scriptJIT"].map { $0 == "on" } ?? PageInput(input)?.baseURL.isFile ?? false
  }

  /// The addresses of the pages of the web archive that the request names.
  package func archivedPages(most: Int) throws(PageProblem) -> [PageURL] {
    let rights = try rights(timeout: PageOptions().timeout).get()
    return rights.archived?.archive.pages(most: most).map(\.url) ?? []
  }

  /// Optimization: what the renderer is told it checks itself, before it asks for anything. What it is not told is
  /// checked here.
  private func optionsForLoading(timeout usual: Duration) throws(RenderError) -> PageOptions {
    if hasOptionsForLoading { return try pageOptions(timeout: usual) }
    var defaults = PageOptions()
    defaults.timeout = usual
    do throws(OptionProblem) {
      return try options.options(usual: defaults)
    } catch {
      throw RenderError(.request, error.forKey)
    }
  }

  private var hasOptionsForLoading: Bool { PageOption.all.contains { $0.isForLoading && options[$0] != nil } }

  /// The request as its renderer gets it: without what identifies the user to servers, and without the files that
  /// only who loads uses. Nil where there is none of it.
  package var withoutSecrets: WorkerRequest? {
    var copy = self
    if input.utf8.contains(UInt8(ascii: "@")), case .url(let url)? = PageInput(input),
      !url.username.isEmpty || !url.password.isEmpty
    {
      copy.input = url.withoutCredentials().href
    } else if !hasOptionsForLoading {
      return nil
    }
    for option in PageOption.all where option.isForLoading { copy.options[option] = nil }
    return copy
  }
}

extension PageOption {
  /// Whether only who loads needs to know it.
  fileprivate var isForLoading: Bool { isSecret || name == "cache" || name == "requestLog" }
}

extension PageProblem {
  package init(_ error: RenderError) {
    self.init(cause: FailureCause(rawValue: error.cause.rawValue) ?? .input, message: error.message)
  }
}
