/// What one module asks of another: an address, still as it is written, and attributes.
/// https://tc39.es/ecma262/#modulerequest-record
package struct ModuleRequest: Hashable {
  package var specifier: String
  /// `with {type: "json"}`
  package var attributes: [Attribute] = []

  package struct Attribute: Hashable {
    package var key: String
    package var value: String
  }
}

/// What a module's statements import and export, as they are read.
/// https://tc39.es/ecma262/#sec-imports
struct ModuleInterface {
  struct Import {
    var request: Int
    /// Nil: the whole namespace.
    var name: String?
    /// Where it stands.
    var position: Int
  }

  struct Export {
    var name: String
    var local: SourceToken
  }

  /// Where text goes, in place of what is there.
  enum Default {
    case none
    /// Before the parameters of a function without a name.
    case function(Int)
    /// Around an expression, or a class without a name.
    case value(start: Int, end: Int)
  }

  private(set) var requests: [ModuleRequest] = []
  private var knownRequests: [ModuleRequest: Int] = [:]
  var imports: [SourceNames.ID: Import] = [:]
  /// In the order of the source.
  var importedNames: [SourceNames.ID] = []
  /// Of names that this module declares or imports.
  var exports: [Export] = []
  /// Of names of other modules, nil: the whole namespace.
  var indirect: [(exported: String, request: Int, imported: String?)] = []
  /// `export *`
  var stars: [Int] = []
  var defaultExport = Default.none
  /// All names, each of which there is once.
  private var exportedNames: Set<String> = []
  /// What is taken out of the source: statements, and `export` before declarations.
  var cuts: [Range<Int>] = []
  /// Where whole statements are taken out: there a semicolon stays.
  var statements: [Range<Int>] = []
  /// Names of functions that are declared outside of all blocks.
  var functions: [SourceToken] = []

  mutating func request(_ request: ModuleRequest) -> Int {
    if let known = knownRequests[request] { return known }
    requests.append(request)
    knownRequests[request] = requests.count - 1
    return requests.count - 1
  }

  /// False where the name is exported twice.
  mutating func claim(_ name: String) -> Bool { exportedNames.insert(name).inserted }
}
