/// What a process is asked to do with a document that it gets.
struct HelperOrder: Equatable {
  enum Task: Int32 {
    /// Draw pages of a PDF document.
    case draw
    /// Make a PDF document of another.
    case convert
  }

  var task: Int32
  /// The first page, from 1, and how many at most.
  var firstPage: Int32 = 1
  var pageCount: Int32 = 1
  /// Pixels of a page's width; 0: as many as it has CSS pixels, times `scale`.
  var width: Int32 = 0
  var scale: Float = 1
  /// Of all pages together.
  var mostPixels: Int32 = 0
  /// See `OfficeFormat`.
  var format: Int32 = 0
  var milliseconds: Int32

  init(_ task: Task, within limit: Duration) {
    self.task = task.rawValue
    milliseconds = Int32(clamping: Int(limit / .milliseconds(1)))
  }

  var limit: Duration { .milliseconds(Int(max(0, milliseconds))) }

  /// As an argument of a command line.
  var text: String { "\(task),\(firstPage),\(pageCount),\(width),\(scale),\(mostPixels),\(format),\(milliseconds)" }

  init?(text: String) {
    let parts = text.split(separator: ",")
    let numbers = parts.enumerated().compactMap { $0.offset == 4 ? 0 : Int32($0.element) }
    guard parts.count == 8, numbers.count == 8, let task = Task(rawValue: numbers[0]), let scale = Float(parts[4])
    else { return nil }
    self.init(task, within: .milliseconds(Int(numbers[7])))
    (firstPage, pageCount, width, self.scale) = (numbers[1], numbers[2], numbers[3], scale)
    (mostPixels, format) = (numbers[5], numbers[6])
  }
}

/// What comes of it, as it goes from process to process: a byte, and then what was made, or the reason for nothing.
enum HelperAnswer {
  static let good: UInt8 = 1
  static let input: UInt8 = 0
  static let late: UInt8 = 2

  static func failure(_ reason: String, _ kind: UInt8 = input) -> [UInt8] { [kind] + Array(reason.utf8) }
}
