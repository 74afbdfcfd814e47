import CJSC
import OffscreenDOM

/// A value of the engine, alive while something on the stack or in the engine's heap refers to it: memory of ours, such
/// as that of an array, keeps nothing alive. `ScriptAgent.list` does.
package struct ScriptValue {
  let reference: JSValueRef?
}

/// What a script has thrown. It lives as long as this.
/// It does not leave its realm's thread.
package final class ScriptException: Error, @unchecked Sendable {
  let value: ScriptValue
  private let realm: ScriptRealm

  init(_ reference: JSValueRef?, _ realm: ScriptRealm) {
    (value, self.realm) = (ScriptValue(reference: reference), realm)
    if let reference { realm.library.JSValueProtect(realm.context, reference) }
  }

  deinit { if let reference = value.reference { realm.library.JSValueUnprotect(realm.context, reference) } }
}

/// What a primitive refuses: it becomes a TypeError.
struct ScriptFault: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// One call of a primitive, with its arguments. Whatever a page's script does, the prelude calls with numbers and
/// strings; what is not as it should be is a fault, never a trap.
struct ScriptCall {
  let realm: ScriptRealm
  let count: Int
  let arguments: UnsafePointer<JSValueRef?>?

  private func argument(_ index: Int) -> JSValueRef? { index < count ? arguments?[index] : nil }
  private var library: OffscreenJSC { realm.library }

  func value(_ index: Int) -> ScriptValue { ScriptValue(reference: argument(index)) }

  func isNull(_ index: Int) -> Bool {
    guard let value = argument(index) else { return true }
    let type = library.JSValueGetType(realm.context, value)
    return type == Int32(OFFSCREEN_SCRIPT_NULL) || type == Int32(OFFSCREEN_SCRIPT_UNDEFINED)
  }

  func number(_ index: Int) throws -> Double {
    guard let value = argument(index) else { return 0 }
    var exception: JSValueRef?
    let number = library.JSValueToNumber(realm.context, value, &exception)
    if let exception { throw ScriptException(exception, realm) }
    return number
  }

  func integer(_ index: Int) throws -> Int {
    let number = try number(index)
    return number.isFinite ? Int(max(-9e15, min(9e15, number))) : 0
  }

  func boolean(_ index: Int) -> Bool {
    guard let value = argument(index) else { return false }
    return library.JSValueToBoolean(realm.context, value)
  }

  /// A node that is there.
  func node(_ index: Int) throws -> NodeID {
    let number = try integer(index)
    guard number >= 0, number < realm.document.nodeCount else { throw ScriptFault("no such node") }
    return NodeID(rawValue: Int32(truncatingIfNeeded: number))
  }

  /// A node, or none for a negative number.
  func optionalNode(_ index: Int) throws -> NodeID { try integer(index) < 0 ? .none : try node(index) }

  func atom(_ index: Int) throws -> Atom {
    let number = try integer(index)
    guard realm.document.names.contains(number) else { throw ScriptFault("no such name") }
    return Atom(rawValue: Int32(truncatingIfNeeded: number))
  }

  func namespace(_ index: Int) throws -> Namespace {
    try Namespace(number: integer(index)) ?? { throw ScriptFault("no such namespace") }()
  }

  func string(_ index: Int) throws -> String { String(decoding: try bytes(index), as: UTF8.self) }

  /// A string in UTF-8; surrogates that stand alone are replaced.
  func bytes(_ index: Int) throws -> [UInt8] {
    guard let value = argument(index) else { return [] }
    return try realm.bytes(of: ScriptValue(reference: value))
  }

  func optionalString(_ index: Int) throws -> String? { isNull(index) ? nil : try string(index) }

  /// The bytes of a typed array or buffer; nil for null.
  func binary(_ index: Int) throws -> [UInt8]? {
    guard let value = argument(index), !isNull(index) else { return nil }
    return try realm.binary(of: ScriptValue(reference: value))
  }

  /// The first numbers of a `Float64Array`; `count` is the next argument.
  func numbers(_ index: Int) throws -> [Double] { realm.numbers(of: value(index), count: try integer(index + 1)) }

  /// An array of strings.
  func strings(_ index: Int) throws -> [String] {
    guard let value = argument(index), !isNull(index) else { return [] }
    return try realm.strings(of: ScriptValue(reference: value))
  }
}

extension Namespace {
  init?(number: Int) {
    switch number {
    case 0: self = .html
    case 1: self = .svg
    case 2: self = .mathML
    case 3: self = .xlink
    case 4: self = .xml
    case 5: self = .xmlns
    case 6: self = .other
    case 7: self = .none
    default: return nil
    }
  }

  var number: Int {
    switch self {
    case .html: 0
    case .svg: 1
    case .mathML: 2
    case .xlink: 3
    case .xml: 4
    case .xmlns: 5
    case .other: 6
    case .none: 7
    }
  }
}
