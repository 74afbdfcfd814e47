extension MIMEType {
  /// Servers know the type of a file by its name; without one they leave it to the bytes, and so it is with what they
  /// call text.
  package init(fileName: [UInt8], bytes: [UInt8]) {
    var named = MIMEType(fileName: fileName)
    // Keys of servers have the same ending.
    if named == nil, bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), fileName.suffix(4).elementsEqual(".key".utf8) {
      named = MIMEType(essence: "application/vnd.apple.keynote")
    }
    self = named == .plainText && !Self.isText(bytes) ? .unknown : named ?? .sniffed(bytes)
  }

  /// The type by a file's extension, as web servers and browsers map them.
  package init?(fileName: [UInt8]) {
    let name = fileName[((fileName.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.endIndex - dot <= 12 else { return nil }
    let fileExtension = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    let office = "application/vnd.openxmlformats-officedocument."
    let openDocument = "application/vnd.oasis.opendocument."
    let essence: String
    switch fileExtension {
    case "html", "htm", "shtml", "shtm": essence = "text/html"
    case "xhtml", "xht", "xhtm": essence = "application/xhtml+xml"
    case "css": essence = "text/css"
    case "js", "mjs", "cjs": essence = "text/javascript"
    case "json", "map", "webmanifest": essence = "application/json"
    case "xml", "xsl", "xslt": essence = "text/xml"
    case "txt", "text", "log", "asis": essence = "text/plain"
    case "csv": essence = "text/csv"
    case "tsv", "tab": essence = "text/tab-separated-values"
    // Source code is shown, whatever it begins with.
    case "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "m", "mm", "swift", "rs", "go", "java", "kt", "scala", "cs", "py",
      "rb",
      "pl", "pm", "lua", "r", "jl", "hs", "ml", "sh", "bash", "zsh", "fish", "ts", "mts", "tsx", "jsx", "vue", "sql",
      "diff",
      "patch", "tex", "rst", "adoc", "yml", "yaml", "toml", "ini", "cfg", "conf", "properties", "ndjson", "jsonl",
      "cmake",
      "gradle", "proto", "el", "lisp", "clj", "ex", "erl", "asm", "s":
      essence = "text/plain"
    case "md", "markdown": essence = "text/markdown"
    case "svg": essence = "image/svg+xml"
    case "png", "apng": essence = "image/png"
    case "jpg", "jpeg", "jpe", "jfif", "pjpeg", "pjp": essence = "image/jpeg"
    case "gif": essence = "image/gif"
    case "webp": essence = "image/webp"
    case "avif": essence = "image/avif"
    case "bmp", "dib": essence = "image/bmp"
    case "ico", "cur": essence = "image/x-icon"
    case "tif", "tiff": essence = "image/tiff"
    case "ttf": essence = "font/ttf"
    case "otf": essence = "font/otf"
    case "ttc", "otc": essence = "font/collection"
    case "woff": essence = "font/woff"
    case "woff2": essence = "font/woff2"
    case "eot": essence = "application/vnd.ms-fontobject"
    case "pdf": essence = "application/pdf"
    case "rtf": essence = "application/rtf"
    case "doc", "dot": essence = "application/msword"
    case "docx", "dotx": essence = office + "wordprocessingml.document"
    case "docm", "dotm": essence = "application/vnd.ms-word.document.macroenabled.12"
    case "xls", "xlt": essence = "application/vnd.ms-excel"
    case "xlsx", "xltx": essence = office + "spreadsheetml.sheet"
    case "xlsm", "xltm": essence = "application/vnd.ms-excel.sheet.macroenabled.12"
    case "xlsb": essence = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
    case "ppt", "pps", "pot": essence = "application/vnd.ms-powerpoint"
    case "pptx", "potx": essence = office + "presentationml.presentation"
    case "ppsx": essence = office + "presentationml.slideshow"
    case "pptm", "potm": essence = "application/vnd.ms-powerpoint.presentation.macroenabled.12"
    case "ppsm": essence = "application/vnd.ms-powerpoint.slideshow.macroenabled.12"
    case "odt", "ott": essence = openDocument + "text"
    case "ods", "ots": essence = openDocument + "spreadsheet"
    case "odp", "otp": essence = openDocument + "presentation"
    case "odg", "otg": essence = openDocument + "graphics"
    case "fodt": essence = openDocument + "text-flat-xml"
    case "fods": essence = openDocument + "spreadsheet-flat-xml"
    case "fodp": essence = openDocument + "presentation-flat-xml"
    case "fodg": essence = openDocument + "graphics-flat-xml"
    case "pages": essence = "application/vnd.apple.pages"
    case "numbers": essence = "application/vnd.apple.numbers"
    case "mht", "mhtml": essence = "multipart/related"
    case "wasm": essence = "application/wasm"
    case "mp4", "m4v": essence = "video/mp4"
    case "webm": essence = "video/webm"
    case "ogv", "ogm": essence = "video/ogg"
    case "mp3": essence = "audio/mpeg"
    case "ogg", "oga", "opus": essence = "audio/ogg"
    case "wav": essence = "audio/wav"
    case "zip": essence = "application/zip"
    case "gz", "tgz": essence = "application/gzip"
    default: return nil
    }
    self.init(essence: essence)
  }
}
