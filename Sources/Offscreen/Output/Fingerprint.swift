import Foundation
import OffscreenImages
import OffscreenLoading
import OffscreenRaster
import OffscreenText

/// The inputs of a picture's pixels besides the page: the engine's version, the font set,
/// the libraries and the options. Two pictures of one page with equal fingerprints have equal pixels.
///
/// ICU, which only pages with text such as Thai need, is opened with such a page, and is not part of it: to ask it
/// for its version would take longer than to render a small page. `offscreen doctor` shows it.
///
/// Pictures carry it as a text chunk of their PNG file. It names nothing of the machine (no path, no
/// date, no host), so that the same page gives the same bytes everywhere.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  /// A field whose values are not the same; nil where one side does not have it.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    public var name: String
    public var expected: String?
    public var actual: String?

    public var description: String { "\(name): \(expected ?? "unknown") became \(actual ?? "unknown")" }
  }

  /// The keyword of the text chunk.
  static let keyword = "Offscreen-Fingerprint"

  /// In the order in which they are written.
  public private(set) var fields: [Field]

  /// Of this program with a font folder.
  init(fonts folder: String) {
    fields = [
      Field(name: "engine", value: OffscreenVersion.current), Field(name: "fonts", value: FontSet.hash(of: folder)),
    ]
    let libraries = [("cairo", Rasterizer.libraryVersion)] + TextLibraries.versions() + ImageLibraries.versions()
    fields += libraries.map { Field(name: $0.0, value: $0.1) }
  }

  /// Of this program, without options. `fonts`: a font folder in place of the bundled one.
  public static func current(fonts folder: String? = nil) throws(RenderError) -> Fingerprint {
    do {
      return Fingerprint(fonts: try FontLocation.folder(folder))
    } catch {
      throw RenderError(.input, error.description)
    }
  }

  func with(_ options: PageOptions) -> Fingerprint {
    var copy = self
    copy.fields += options.pixelFields
    return copy
  }

  /// For one output of several.
  func with(_ thumbnail: ThumbnailSize?) -> Fingerprint {
    var copy = self
    for index in copy.fields.indices where copy.fields[index].name == "thumbnail" {
      copy.fields[index].value = thumbnail?.description ?? "no"
    }
    return copy
  }

  /// For one of the pictures of `PictureRegion.eachElement`, from 1.
  func with(number: Int?) -> Fingerprint {
    guard let number else { return self }
    var copy = self
    copy.fields.append(Field(name: "picture", value: "\(number)"))
    return copy
  }

  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  // MARK: Text

  /// `engine=0.1.0; fonts=...; ...`
  public var description: String { fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }

  /// From its text; nil where there is nothing of that form in it. Fields that this version does not
  /// know are kept.
  public init?(_ text: String) {
    fields = text.prefix(10_000).split(separator: ";").prefix(100).compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      return Field(name: sides[0].filter { $0 != " " }, value: String(sides[1]))
    }
    if fields.isEmpty { return nil }
  }

  // MARK: In pictures

  var notes: [PNGText] {
    [PNGText("Software", "Offscreen \(OffscreenVersion.current)"), PNGText(Self.keyword, description)]
  }

  /// The fingerprint that a PNG file carries.
  public static func read(png bytes: [UInt8]) -> Fingerprint? {
    PNGText.read(bytes).first { $0.keyword == keyword }.flatMap { Fingerprint($0.text) }
  }

  // MARK: Comparing

  /// What differs, in the order of the fields, with this one as what is expected.
  public func differences(to actual: Fingerprint) -> [Difference] {
    let names = fields.map(\.name) + actual.fields.map(\.name).filter { self[$0] == nil }
    return names.compactMap { name in
      self[name] == actual[name] ? nil : Difference(name: name, expected: self[name], actual: actual[name])
    }
  }
}

extension PageOptions {
  /// The options that can change the picture of what was loaded.
  fileprivate var pixelFields: [Fingerprint.Field] {
    // Values that are always included come first.
    let always = PageOption.all.compactMap { option in
      option.fingerprint.map { Fingerprint.Field(name: option.flag, value: $0(self)) }
    }
    return always + PageOption.all.filter { $0.fingerprint == nil && $0.changesPixels }.flatMap { unusualFields($0) }
  }

  /// Named only where they are not as usual.
  private func unusualFields(_ option: PageOption) -> [Fingerprint.Field] {
    switch option.write(self) {
    case nil: []
    case .counts(let counts):
      counts.sorted { $0.key < $1.key }.map {
        Fingerprint.Field(name: "\(option.flag)-\($0.key)", value: "\($0.value)")
      }
    case .list(let list) where list.count == 1 && !option.namesFiles:
      [Fingerprint.Field(name: option.flag, value: Self.oneField(list[0]))]
    // Files by their names: their contents are known when the page is loaded.
    case .list(let list):
      [
        Fingerprint.Field(
          name: option.flag,
          value: Self.hash(option.namesFiles ? list.map { $0.split(separator: "/").last.map(String.init) ?? $0 } : list)
        )
      ]
    case let value? where option.isProgram: [Fingerprint.Field(name: option.flag, value: Self.hash([value.text]))]
    case let value?: [Fingerprint.Field(name: option.flag, value: Self.oneField(value.text))]
    }
  }

  private static func hash(_ texts: [String]) -> String {
    mark + ContentHash.sha256(Array(texts.joined(separator: "\n").utf8)).prefix(16)
  }

  /// Prefix of a hash: a value that can only be compared.
  fileprivate static let mark = "hash:"

  /// Semicolons part the fields.
  private static func oneField(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200).map { $0.isASCII && $0.value >= 0x20 && $0 != ";" ? Character($0) : " " })
      .trimmingCharacters(in: .whitespaces)
  }
}

extension PageOption {
  /// Whether it can change the picture of what was loaded.
  fileprivate var changesPixels: Bool {
    switch effect {
    case .layout, .picture: true
    case .work, .resources: false
    }
  }
}

extension PageOptions {
  /// The options in a picture's fingerprint; others have their defaults. Of style sheets, of
  /// hidden elements and of headers it has hashes only.
  public init(_ fingerprint: Fingerprint) {
    self.init()
    // Pictures are untrusted input: nothing in them decides what may be loaded or written, names a file, or
    // changes how much a page may ask for.
    for option in PageOption.all
    where (option.fingerprint != nil || option.changesPixels) && !option.namesFiles && !option.isProgram {
      switch option.form {
      case .counts: continue
      case .list:
        guard let text = fingerprint[option.flag], !text.hasPrefix(Self.mark) else { continue }
        try? option.read(.text(text), &self)
      case .flag, .number, .text:
        if let text = fingerprint[option.flag] { try? option.read(option.value(ofText: text), &self) }
      }
    }
    // Which page an archive was asked for says nothing of the page that is compared.
    archivedPage = nil
  }
}
