import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import Offscreen

/// Dictionaries: names from the tables of the modules, and words that are in no table.
enum Words {
  // MARK: Markup

  private static var names: [String] {
    // A case is spelled as the name is, a hyphen as an underscore.
    KnownName.allCases.map { "\($0)".replacing("_", with: "-") }
  }

  static func html() -> [String] {
    names.flatMap { ["<\($0)>", "</\($0)>", " \($0)="] } + [
      "<!--", "-->", "--!>", "<!DOCTYPE html>", "<![CDATA[", "]]>", "<?", "/>", "&amp;", "&#x0;", "&#65;",
      "&notin;", "&not", "<script>", "</script>", "<meta charset=", " style=\"", " class=\"", " id=\"",
      " src=\"data:", " type=hidden",
    ]
  }

  static func xml() -> [String] {
    [
      "<?xml version=\"1.0\" encoding=\"", "?>", "<!DOCTYPE a [", "<!ENTITY b \"", "<!ENTITY % p \"",
      "<!ATTLIST a b CDATA \"", "<!ELEMENT a ANY>", "]>", "&b;", "%p;", "&nbsp;", "&#x41;", "<![CDATA[", "]]>",
      "<!--", "-->", "<a>", "</a>", "<a/>", "xmlns=\"", "xmlns:x=\"", "xml:lang=\"", "x:a",
      "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "<?xml-stylesheet href=\"", "SYSTEM \"",
      "PUBLIC \"\" \"", " standalone=\"yes\"",
    ]
  }

  static let markdown = [
    "# ", "## ", "- ", "1. ", "> ", "```", "~~~", "***", "**", "__", "*", "_", "`", "~~", "[a](b)", "![a](b)",
    "[a]: b", "[^1]", "[^1]: ", "| a | b |\n", "|---|:-:|\n", "- [ ] ", "- [x] ", "<div>", "</div>", "<!--",
    "http://a.b", "a@b.c", "&amp;", "\\", "\t", "    ", "---\n", "===\n", "  \n",
  ]

  static let script =
    [
      "async ", "await ", "break ", "case ", "catch", "class ", "const ", "continue ", "default", "do ", "else ",
      "export ",
      "extends ", "finally", "for", "function ", "get ", "if", "import ", "in ", "instanceof ", "let ", "new ", "of ",
      "return ", "set ", "static ", "super", "switch", "this", "throw ", "try", "typeof ", "var ", "while", "with",
      "yield ",
      "import(", "import.meta", "from", "export default ", "export * from", "import * as a from 'm'",
      "with {type: 'json'}",
      "import{a}from'm';", "export {a as 'b'};", "arguments", "new.target",
    ] + [
      "=>", "${", "`", "...", "?.", "??=", "**", ">>>=", "&&=", "<!--", "-->", "/*", "*/", "//", "#!", "#a", "\\u0061",
      "\\u{61}", "\u{2028}", "/a[/]/g", "0x1n", ".5", "1e+1", "a()", "\na()", "{a}", "[a]", "(a)", "a:", "{",
    ]

  static let encodings =
    Encoding.allCases.map(\.rawValue) + [
      "<meta charset=", "<meta http-equiv=content-type content=\"text/html; charset=",
      "<?xml version=\"1.0\" encoding=\"", "\u{1B}$B", "\u{1B}(B", "\u{1B}(I", "\u{FEFF}",
    ]

  // MARK: Styles

  static func css() -> [String] {
    let values = ComputedText(.initial).all.flatMap { $0.value.split { " ,()".contains($0) }.map(String.init) }
    let properties = (ComputedText.names + shorthands).map { "\($0):" }
    return properties + values + selectors() + media() + functions.map { "\($0)(" } + keywords
      + units.map { "1\($0)" } + [
        "@media ", "@supports ", "@layer ", "@container ", "@scope ", "@import url(", "@namespace ",
        "@font-face{", "@keyframes a{", "@property --a{", "@counter-style a{", "@starting-style{",
        "@font-feature-values a{", "@charset \"utf-8\";", "!important", "--a:", "var(--a)",
        "syntax:\"<length>+\"", "inherits:true", "initial-value:", "/*", "*/", "{", "}", ";", "\\0", "1e999",
        "-0", "#fff", "url(data:image/svg+xml,<svg/>)", "U+0-10FFFF", "animation:a 1s", "from{", "50%{",
        "::before{content:",
      ]
  }

  private static let shorthands = [
    "all", "animation", "background", "border", "border-image", "border-radius", "columns", "container", "flex",
    "flex-flow", "font", "font-variant", "gap", "grid", "grid-area", "grid-template", "inset", "list-style",
    "margin", "mask", "outline", "overflow", "padding", "place-content", "place-items", "place-self",
    "text-decoration", "text-emphasis", "transition", "inline-size", "block-size", "margin-inline",
    "padding-block", "inset-inline", "border-block",
  ]

  private static let functions = [
    "calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "atan2", "pow", "sqrt", "hypot", "log", "exp",
    "abs", "sign", "var", "env", "attr", "rgb", "hsl", "hwb", "lab", "oklch", "color", "color-mix",
    "light-dark", "linear-gradient", "repeating-linear-gradient", "radial-gradient", "conic-gradient",
    "image-set", "cross-fade", "url", "counter", "counters", "repeat", "minmax", "fit-content", "translate",
    "translate3d", "rotate", "rotate3d", "scale", "skew", "matrix", "matrix3d", "perspective", "blur",
    "drop-shadow", "hue-rotate", "opacity", "inset", "circle", "ellipse", "polygon", "path", "rect", "xywh",
    "shape", "cubic-bezier", "steps", "linear", "format", "tech", "local", "anchor", "symbols", "stylistic",
    "element",
  ]

  private static let keywords = [
    "inherit", "initial", "unset", "revert", "revert-layer", "auto", "none", "block", "inline", "inline-block",
    "flex", "inline-flex", "grid", "inline-grid", "subgrid", "table", "table-cell", "table-row", "table-column",
    "contents", "flow-root", "list-item", "ruby", "math", "absolute", "relative", "fixed", "sticky", "left",
    "right", "both", "hidden", "scroll", "clip", "visible", "wrap", "column", "row-reverse", "column-reverse",
    "dense", "min-content", "max-content", "fit-content", "stretch", "center", "baseline", "last",
    "space-between", "vertical-rl", "sideways-lr", "rtl", "isolate-override", "plaintext", "break-all",
    "pre-wrap", "nowrap", "balance", "collapse", "border-box", "content-box", "text", "multiply", "isolate",
    "preserve-3d", "backwards", "alternate", "infinite", "size", "layout", "paint", "strict", "currentcolor",
    "transparent", "red", "solid", "double", "dashed", "ridge", "span", "auto-fill", "auto-fit", "wavy",
    "underline", "small-caps", "all-petite-caps", "bolder", "larger", "avoid", "all", "page", "cover",
    "contain", "round", "space",
  ]

  private static let units = [
    "px", "em", "rem", "ex", "ch", "lh", "ic", "vw", "vh", "vmin", "svh", "dvi", "cqw", "cqmin", "cm", "mm",
    "q", "in", "pt", "pc", "%", "fr", "deg", "grad", "rad", "turn", "s", "ms", "dppx", "dpi",
  ]

  static func selectors() -> [String] {
    [
      "*", ".a", "#b", "[title]", "[title~=x i]", "[class|=\"c\"]", "[lang^=a s]", " > ", " + ", " ~ ", " || ",
      "&", ":is(", ":not(", ":where(", ":has(", ":has(> ", ":nth-child(2n+1 of ", ":nth-last-of-type(-n+3)",
      ":lang(ar)", ":dir(rtl)", ":root", ":empty", ":first-child", ":only-of-type", ":checked", ":disabled",
      ":read-only", ":link", ":visited", ":target", ":scope", ":defined", ":host", ":hover",
      ":placeholder-shown", "::before", "::after", "::marker", "::first-line", "::first-letter",
      "::placeholder", "::selection", "::backdrop", "::file-selector-button", "::details-content", "::slotted(",
      "::part(", "svg|", "*|*", "main", "p", "td", ":nth-child(even)", ",",
    ]
  }

  static func media() -> [String] {
    [
      "screen", "print", "only ", "not ", " and ", " or ", "(width>=1px)", "(1px<width<=9em)", "(min-width:",
      "(max-height:", "(orientation:portrait)", "(aspect-ratio:1/1)", "(resolution:1dppx)",
      "(prefers-color-scheme:dark)", "(hover)", "(color)", "selector(", "font-tech(", "font-format(",
      "(display:grid)", "style(--a:1)", "layer(a)", "supports(", "auto,", "100vw", "calc(1px + 2em)", "2n+1",
      "odd",
    ]
  }

  // MARK: What is loaded

  static let addresses = [
    "http:", "https://", "file:///", "data:", "about:blank", "ws:", "mailto:", "javascript:", "//", "..", "%2e",
    "%2E%2e", "@", ":80", "[::1]", "[1::ffff:1.2.3.4]", "0x7f.1", "127.0.0.1", "xn--", "xn--nxasmq6b", "ß",
    "\u{3002}", "\u{AD}", "?", "#", "\\", "|", "%", "%00", "C|/", "C:/", ";base64,", "text/html",
    "charset=utf-8", "image/png", "blob:",
  ]

  static let headers = [
    "Content-Type: ", "Cache-Control: ", "max-age=", "no-store", "Vary: ", "Set-Cookie: ", "Refresh: ",
    "Link: ", "text/html", "image/svg+xml", "; charset=\"utf-8\"", "; boundary=\"", "multipart/related",
    "application/xhtml+xml", ", ", "\r\n", "\\\"",
  ]

  static let contentPolicies = [
    "default-src ", "script-src ", "style-src-attr ", "img-src ", "sandbox ", "upgrade-insecure-requests", "; ", ", ",
    "'self'", "'none'", "'unsafe-inline'", "'strict-dynamic'", "'unsafe-hashes'", "'nonce-a'", "'sha256-",
    "'report-sample'", "*", "*.example.com", "https:", "http://example.com:80/a/", ":*", "://", "%2e",
  ]

  static let archive = [
    "WARC/1.1\r\n", "WARC-Type: response\r\n", "WARC-Type: revisit\r\n", "WARC-Target-URI: http://a/", "WARC-Date: ",
    "Content-Length: ", "WARC-Refers-To-Target-URI: ", "HTTP/1.1 200 OK\r\n", "Location: ", "Content-Encoding: gzip",
    "Content-Encoding: br", "Transfer-Encoding: chunked", "Content-Type: text/html", "\r\n\r\n",
    "{\"url\":\"http://a/\"",
    "\"offset\":", "\"filename\":\"a.warc\"", "archive/a.warc", "indexes/index.cdx", "pages/pages.jsonl", "PK", "..",
  ]

  static let mail = [
    "MIME-Version: 1.0\r\n", "Content-Type: multipart/related; boundary=\"", "Content-Type: text/html",
    "; charset=utf-8", "; type=\"text/html\"", "; start=\"<a>\"", "\r\n\r\n", "\r\n--b\r\n", "\r\n--b--\r\n",
    "Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable", "Content-Location: ",
    "Content-ID: <a>", "=3D", "=\r\n", "Subject: =?utf-8?B?", "\r\n\t",
  ]

  static let attributes = [
    " 1x", " 2.5x", " 100w", " 50h", ", ", "a.png", "data:,a,b", "(", ")", "width=device-width",
    "initial-scale=1", "height=", "minimum-scale=", "user-scalable=no", ";", "0;url=", "5; URL='", "none",
    "rgb(0 0 0 / 50%)",
  ]

  static let prose = [
    "5 March 2024", "Tuesday, ", "Mar. ", "2024-03-05", "T14:30:00Z", "05.03.2024", "3/5/24", " at ", "2:30 pm", " Uhr",
    " +0100",
    "tomorrow at 9", "10 Downing Street", "Main St. ", ", CA 95014", "NW1 6XE", "Allee 5, ", "10117 Berlin", "D-",
    "P.O. Box 1",
    "Flat 2, ", "www.", "https://", "@a.org", "+49 30 ", "<br>", "<b>", "</b>", "<p>", "<a href=x>",
    "<meta name=format-detection content='date=no'>",
  ]

  static func requests() -> [String] {
    return (WorkerRequest.keys + PageOption.all.map(\.name)).map { "\"\($0)\":" } + [
      "\"800x600\"", "\"0,0,10,10\"", "\"250ms\"", "\"320x\"", "\"none\"", "\"screen\"", "\"dark\"",
      "\"virtual\"", "\"snapshot\"", "true", "null", "1e999", "-1", "[\"a\"]", "\"\\u0000\"", "\"\\ud800\"",
      "{", "}", "[", "]", ",",
    ]
  }

  // MARK: Pictures and text

  static let png = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "tEXt", "zTXt", "iTXt", "eXIf",
    "acTL", "fcTL", "fdAT", "bKGD", "pHYs", "sBIT", "cICP",
  ]

  static func svg() -> [String] {
    let elements = [
      "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
      "text", "tspan", "textPath", "image", "linearGradient", "radialGradient", "stop", "pattern", "clipPath",
      "mask", "marker", "filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feFuncR", "feComposite",
      "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDropShadow", "feFlood", "feGaussianBlur",
      "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "feSpecularLighting", "feTile",
      "feTurbulence", "fePointLight", "switch", "style", "title", "foreignObject", "animate", "a",
    ]
    let attributes = [
      "d", "x", "y", "x1", "r", "rx", "cx", "fx", "width", "height", "viewBox", "preserveAspectRatio", "points",
      "transform", "href", "xlink:href", "fill", "stroke", "stroke-width", "stroke-dasharray",
      "stroke-linejoin", "marker-end", "clip-path", "mask", "filter", "offset", "stop-color", "gradientUnits",
      "patternUnits", "patternTransform", "spreadMethod", "in", "in2", "result", "stdDeviation", "type",
      "values", "operator", "order", "kernelMatrix", "scale", "baseFrequency", "numOctaves", "radius",
      "startOffset", "textLength", "dx", "rotate", "refX", "orient", "markerUnits", "pathLength", "style",
      "class", "id",
    ]
    return elements.flatMap { ["<\($0) ", "<\($0)>", "</\($0)>"] } + attributes.map { " \($0)=\"" } + [
      "url(#a)", "#a", "id=\"a\"", "xmlns=\"http://www.w3.org/2000/svg\"", "M0 0", "L9 9", "C1 2 3 4 5 6",
      "A5 5 0 1 1 9 9", "q1 2 3 4t5 6", "h3v3z", "0 0 9 9", "xMidYMid slice", "objectBoundingBox",
      "userSpaceOnUse", "rotate(45)", "matrix(1 0 0 1 0 0)", "SourceGraphic", "evenodd", "1e9",
    ]
  }

  static let fontTables = [
    "head", "hhea", "hmtx", "maxp", "cmap", "glyf", "loca", "post", "name", "OS/2", "CFF ", "CFF2", "GSUB",
    "GPOS", "GDEF", "BASE", "kern", "fvar", "avar", "gvar", "HVAR", "MVAR", "STAT", "COLR", "CPAL", "CBDT",
    "CBLC", "sbix", "SVG ", "vhea", "vmtx", "VORG", "cvt ", "fpgm", "prep", "gasp", "morx", "kerx", "OTTO",
    "true", "ttcf", "wOFF", "wOF2", "DFLT", "latn", "liga", "wght", "\u{0}\u{1}\u{0}\u{0}",
  ]

  static let text = [
    "שלום", "مرحبا", "क्षि", "ไทย", "한글", "中文", "👨‍👩‍👧", "🇩🇪", "1️⃣", "\u{301}", "\u{200D}", "\u{FE0F}",
    "\u{FE0E}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{AD}", "\u{A0}", "\u{200B}", "\u{2028}", "\r\n", "\t",
    "\u{FFFC}", "\u{10FFFF}", "fi", "AV", "(", ")", "http://a.b/c", "e\u{301}",
  ]
}
