import Offscreen

/// A page of a batch.
public struct BatchPage: Sendable, Hashable {
  /// A file's path, or a `file:`, `http:`, `https:` or `data:` address.
  public var input: String
  public var options: PageOptions
  /// The picture's place below the output folder, with its ending (`cards/home.webp`); nil: by the batch's
  /// template and format.
  public var name: String?

  public init(_ input: String, options: PageOptions = PageOptions(), name: String? = nil) {
    (self.input, self.options, self.name) = (input, options, name)
  }
}

/// The result of one page.
public struct BatchResult: Sendable {
  public enum Outcome: Sendable {
    /// There is a new picture.
    case rendered
    /// Nothing changed since an earlier run, and its picture is there.
    case unchanged
    /// There is none; or, where nothing changed since an earlier run, there was none then.
    case failed(RenderError)
  }

  /// The page's name: its path or address. Where a path's bytes are not valid UTF-8, its `file:` address.
  public var input: String
  /// The picture's place below the output folder; nil where there is none for it.
  public var output: String?
  public var outcome: Outcome
  /// Device pixels of the picture; nil where there is none.
  public var width: Int?
  public var height: Int?
  /// How long it took to render; nil where it was not.
  public var milliseconds: Double?
  public var warnings: [String]

  init(_ entry: ManifestEntry, isNew: Bool) {
    input = entry.input
    output = entry.output.isEmpty ? nil : entry.output
    (width, height, warnings) = (entry.width, entry.height, entry.warnings ?? [])
    milliseconds = isNew ? entry.milliseconds : nil
    if entry.ok {
      outcome = isNew ? .rendered : .unchanged
    } else {
      outcome = .failed(
        RenderError(
          entry.cause.flatMap { RenderError.Cause(rawValue: $0) } ?? .input, entry.error ?? "\(entry.input): failed"))
    }
  }
}

/// How many pages came to what. Each page counts once.
public struct BatchSummary: Sendable, Equatable {
  /// With a new picture.
  public var rendered = 0
  /// Left as they were, with a picture of an earlier run.
  public var unchanged = 0
  /// Without a picture: of this run or, where nothing changed since, of an earlier one.
  public var failed = 0
  /// Not tried, because the batch was stopped.
  public var notTried = 0
  /// Pictures of earlier runs whose pages are gone, and that were removed.
  public var pruned = 0
  /// The contact sheet's path.
  public var contactSheet = ""

  public init() {}
}

/// The plan of a batch.
public struct BatchPlan: Sendable {
  /// Pages that would be rendered.
  public internal(set) var rendered: [BatchResult] = []
  public internal(set) var unchanged: [BatchResult] = []
  /// Pages that have no picture and would not be tried: what is wrong is known.
  public internal(set) var failed: [BatchResult] = []
  /// Pictures below the output folder that would be removed.
  public internal(set) var pruned: [String] = []
}
