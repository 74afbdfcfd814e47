extension MIMEType {
  /// Servers know the type of a file by its name; without one they leave it to the bytes, and so it is with what they
  /// call text.
  package init(fileName: [UInt8], bytes: [UInt8]) {
    let named = MIMEType(fileName: fileName)
    self = named == .plainText && !Self.isText(bytes) ? .unknown : named ?? .sniffed(bytes)
  }

  /// The type by a file's extension, as web servers and browsers map them.
  package init?(fileName: [UInt8]) {
    let name = fileName[((fileName.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.endIndex - dot <= 12 else { return nil }
    let fileExtension = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
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
