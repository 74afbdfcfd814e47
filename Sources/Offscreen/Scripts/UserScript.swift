import OffscreenScript

/// A script that runs in pages besides their own.
public struct UserScript: Hashable, Sendable {
  public enum InjectionTime: String, Sendable, CaseIterable {
    /// Before the page's own scripts.
    case documentStart = "start"
    /// Once the document is parsed, before `DOMContentLoaded`.
    case documentEnd = "end"
    /// After the load event.
    case afterLoading = "load"
  }

  public var source: String
  public var injectionTime: InjectionTime

  public init(_ source: String, at injectionTime: InjectionTime = .documentStart) {
    (self.source, self.injectionTime) = (source, injectionTime)
  }

  var setting: ScriptSettings.UserScript {
    let time: ScriptSettings.UserScript.Time =
      switch injectionTime {
      case .documentStart: .documentStart
      case .documentEnd: .documentEnd
      case .afterLoading: .afterLoading
      }
    return ScriptSettings.UserScript(source, time)
  }
}
