import OffscreenLoading
import OffscreenPlatform

/// Converts one document after the other, and replaces LibreOffice where it has ended, hangs, or has grown. Of the
/// documents it looks at nothing but their hash.
final class OfficeService {
  private var process: OfficeProcess?
  private let cache = DocumentCache()
  private let abandoned: Int32

  /// `abandoned`: see `OfficeConnection`.
  init(abandoned: Int32) { self.abandoned = abandoned }

  func stop() {
    process?.stop()
    process = nil
  }

  func answer(to order: HelperOrder, _ bytes: [UInt8]) -> [UInt8] {
    guard let format = OfficeFormat.numbered(order.format), order.pageCount > 0 else {
      return HelperAnswer.failure("no such format")
    }
    guard bytes.count <= OfficeProcess.mostBytes else {
      return HelperAnswer.failure("it has more than \(OfficeProcess.mostBytes >> 20) MiB")
    }
    if let lack = OfficeProgram.lack(of: format) { return HelperAnswer.failure(lack) }
    guard let program = OfficeProgram.find() else { return HelperAnswer.failure("LibreOffice is not there") }
    let key = cache.key([format.ending, "\(order.pageCount)", program.version], bytes)
    if let known = cache.document(key) { return [HelperAnswer.good] + known }
    let deadline = ContinuousClock.now + order.limit
    do throws(OfficeProcess.Failure) {
      let document = try convert(bytes, format, Int(order.pageCount), program, deadline)
      // What a process makes after another document may be what that document wants.
      if process?.converted == 1 { cache.keep(document, key) }
      return [HelperAnswer.good] + document
    } catch {
      if case .unreadable = error { return HelperAnswer.failure("LibreOffice cannot read it: \(Self.unreadable)") }
      stop()
      switch error {
      case .late, .unwanted:
        let time = (order.limit / .seconds(1)).rounded()
        return HelperAnswer.failure(
          "LibreOffice did not convert it within \(Int(time)) s; allow more with --timeout", HelperAnswer.late)
      case .tooLarge:
        return HelperAnswer.failure("it makes a PDF document of more than \(OfficeProcess.mostBytes >> 20) MiB")
      case .notStarted(let reason): return HelperAnswer.failure("LibreOffice could not be started: \(reason)")
      case .ended, .unreadable:
        return HelperAnswer.failure(
          "LibreOffice ended while it read it: the document is broken, or needs too much memory")
      }
    }
  }

  private static let unreadable = "it is broken, of another kind than its name says, or protected with a password"

  private func convert(
    _ bytes: [UInt8], _ format: OfficeFormat, _ pages: Int, _ program: OfficeProgram,
    _ deadline: ContinuousClock.Instant
  ) throws(OfficeProcess.Failure) -> [UInt8] {
    if process?.isFresh == false { stop() }
    if let process {
      do throws(OfficeProcess.Failure) {
        return try process.convert(bytes, format, pages: pages, before: deadline, abandoned: abandoned)
      } catch {
        // What documents before this one have done to the process is none of this one's fault.
        guard case .ended = error else { throw error }
        stop()
      }
    }
    let office = try OfficeProcess(program)
    process = office
    return try office.convert(bytes, format, pages: pages, before: deadline, abandoned: abandoned)
  }
}
