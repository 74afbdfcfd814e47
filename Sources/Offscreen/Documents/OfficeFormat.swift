import OffscreenLoading

/// A kind of document that LibreOffice reads.
struct OfficeFormat: Equatable, Sendable {
  /// The part of LibreOffice that reads it.
  enum Module: Int32, CaseIterable, Sendable {
    case writer, calc, impress

    /// The file without which the part is not there.
    var library: String {
      switch self {
      case .writer: "libswlo.so"
      case .calc: "libsclo.so"
      case .impress: "libsdlo.so"
      }
    }

    /// That of Debian.
    var package: String { "libreoffice-\(self)-nogui" }

    /// The name of its filter that writes PDF.
    var exportFilter: String { "\(self)_pdf_Export" }
  }

  /// How its bytes are put together.
  enum Container: Sendable { case zip, storage, text }

  var module: Module
  /// What files of the kind end with: LibreOffice looks at the bytes, too.
  var ending: String
  /// In messages.
  var name: String
  var container: Container

  /// Nil of what is no document of an office.
  static func of(_ type: MIMEType) -> OfficeFormat? { index(of: type.essence).map { table[$0].format } }

  /// The types of all of them.
  static var types: [String] { table.flatMap(\.types) }

  /// The formats by number, for other processes.
  static func numbered(_ number: Int32) -> OfficeFormat? {
    let number = Int(number)
    return table.indices.contains(number) ? table[number].format : nil
  }

  /// The number that stands for it.
  var number: Int32 { Int32(Self.table.firstIndex { $0.format == self } ?? 0) }

  private static func index(of essence: String) -> Int? { table.firstIndex { $0.types.contains(essence) } }

  private init(_ module: Module, _ ending: String, _ name: String, _ container: Container) {
    (self.module, self.ending, self.name, self.container) = (module, ending, name, container)
  }

  private static let open = "application/vnd.openxmlformats-officedocument."
  private static let oasis = "application/vnd.oasis.opendocument."
  private static let microsoft = "application/vnd.ms-"

  private static let table: [(types: [String], format: OfficeFormat)] = [
    (["application/rtf", "text/rtf"], OfficeFormat(.writer, "rtf", "RTF document", .text)),
    (["application/msword"], OfficeFormat(.writer, "doc", "Word document", .storage)),
    (
      [
        "\(open)wordprocessingml.document", "\(open)wordprocessingml.template",
        "\(microsoft)word.document.macroenabled.12", "\(microsoft)word.template.macroenabled.12",
      ], OfficeFormat(.writer, "docx", "Word document", .zip)
    ),
    (["\(microsoft)excel"], OfficeFormat(.calc, "xls", "Excel workbook", .storage)),
    (
      [
        "\(open)spreadsheetml.sheet", "\(open)spreadsheetml.template", "\(microsoft)excel.sheet.macroenabled.12",
        "\(microsoft)excel.sheet.binary.macroenabled.12", "\(microsoft)excel.template.macroenabled.12",
      ], OfficeFormat(.calc, "xlsx", "Excel workbook", .zip)
    ),
    (["\(microsoft)powerpoint"], OfficeFormat(.impress, "ppt", "PowerPoint presentation", .storage)),
    (
      [
        "\(open)presentationml.presentation", "\(open)presentationml.slideshow", "\(open)presentationml.template",
        "\(microsoft)powerpoint.presentation.macroenabled.12", "\(microsoft)powerpoint.slideshow.macroenabled.12",
        "\(microsoft)powerpoint.template.macroenabled.12",
      ], OfficeFormat(.impress, "pptx", "PowerPoint presentation", .zip)
    ),
    (["\(oasis)text", "\(oasis)text-template"], OfficeFormat(.writer, "odt", "OpenDocument text", .zip)),
    (
      ["\(oasis)spreadsheet", "\(oasis)spreadsheet-template"],
      OfficeFormat(.calc, "ods", "OpenDocument spreadsheet", .zip)
    ),
    (
      ["\(oasis)presentation", "\(oasis)presentation-template"],
      OfficeFormat(.impress, "odp", "OpenDocument presentation", .zip)
    ),
    (["\(oasis)graphics", "\(oasis)graphics-template"], OfficeFormat(.impress, "odg", "OpenDocument drawing", .zip)),
    (["\(oasis)text-flat-xml"], OfficeFormat(.writer, "fodt", "OpenDocument text", .text)),
    (["\(oasis)spreadsheet-flat-xml"], OfficeFormat(.calc, "fods", "OpenDocument spreadsheet", .text)),
    (["\(oasis)presentation-flat-xml"], OfficeFormat(.impress, "fodp", "OpenDocument presentation", .text)),
    (["\(oasis)graphics-flat-xml"], OfficeFormat(.impress, "fodg", "OpenDocument drawing", .text)),
    (["application/vnd.apple.pages"], OfficeFormat(.writer, "pages", "Pages document", .zip)),
    (["application/vnd.apple.numbers"], OfficeFormat(.calc, "numbers", "Numbers spreadsheet", .zip)),
    (["application/vnd.apple.keynote"], OfficeFormat(.impress, "key", "Keynote presentation", .zip)),
    // Found by its first bytes: which of Microsoft's older ones it is, LibreOffice finds out.
    (["application/x-ole-storage"], OfficeFormat(.writer, "doc", "Office document", .storage)),
  ]
}
