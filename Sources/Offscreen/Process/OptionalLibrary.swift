import OffscreenHTML
import OffscreenImages
import OffscreenScript
import OffscreenText

/// Libraries without which pages are rendered, but for one feature, with a warning.
enum OptionalLibrary {
  case cmark, hyphen, littleCMS, javaScriptCore

  var isAvailable: Bool {
    switch self {
    case .cmark: Markdown.isAvailable
    case .hyphen: TextLibraries.hyphenates
    case .littleCMS: ImageLibraries.appliesColorTables
    case .javaScriptCore: ScriptLibrary.isAvailable
    }
  }

  /// The file that was looked for.
  var file: String {
    switch self {
    case .cmark: "libcmark-gfm-extensions"
    case .hyphen: "libhyphen.so.0"
    case .littleCMS: "liblcms2.so.2"
    case .javaScriptCore: ScriptLibrary.file
    }
  }

  /// The warning where it is missing.
  var lack: String {
    switch self {
    case .cmark: "Markdown is shown as plain text"
    case .hyphen: "--hyphenate parts no words"
    case .littleCMS: "colours of pictures whose profile is a table stay as they are"
    case .javaScriptCore: "the page's scripts do not run"
    }
  }

  /// That of Debian 12.
  var package: String {
    switch self {
    case .cmark: "libcmark-gfm-extensions0.29.0.gfm.6"
    case .hyphen: "libhyphen0"
    case .littleCMS: "liblcms2-2"
    case .javaScriptCore: ScriptLibrary.package
    }
  }

  /// Nil where the library is there.
  var warning: String? {
    isAvailable ? nil : "\(lack): \(file) is not there: apt-get install \(package)"
  }

  /// `detail`: of the library that is there.
  func finding(_ name: String, detail: String? = nil) -> Doctor.Finding {
    isAvailable
      ? Doctor.Finding(name: name, state: .good, detail: detail ?? file)
      : Doctor.Finding(
        name: name, state: .poor, detail: "\(file) is not there: \(lack)", hint: "apt-get install \(package)")
  }
}
