import Foundation

/// The folder in which the cases of `FirstContact/` begin.
enum FirstContactSite {
  static func write(to folder: URL) throws {
    for (path, text) in texts { try write(Data(text.utf8), to: folder.appending(path: path)) }
    for (path, base64) in pictures {
      try write(Data(base64Encoded: base64) ?? Data(), to: folder.appending(path: path))
    }
    try write(Data(document.utf8), to: folder.appending(path: "doc.pdf"))
  }

  private static func write(_ data: Data, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  private static let texts: [String: String] = [
    // Pages that need nothing else.
    "page.html": "<!DOCTYPE html><title>A page</title><style>body { margin: 0; background: #cde }</style><p>Hello",
    "tall.html": """
    <!DOCTYPE html><title>Tall</title><style>body { margin: 0 } .card { height: 300px; width: 200px; margin: 100px 50px;
    background: #cde } #chart { height: 1000px; background: #edc } .none { display: none }</style>
    <div class=card>One</div><div class=card>Two</div><div class=card>Three</div><div id=chart>Chart</div><p class=none>x
    """,
    "wide.html":
      "<!DOCTYPE html><title>Wide</title><style>div { width: 2000px; height: 50px; background: #cde }</style><div>",
    "empty.html": "",
    "frames.html": "<!DOCTYPE html><title>Frames</title><iframe src=page.html></iframe><p>Text",
    "text.txt": "Plain text\n",
    "notes.md": "# Notes\n\nSome *words*.\n",
    "data.json": "{\"a\": 1}\n",
    "strict.xhtml":
      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>X</title></head><body><p>Hello</p></body></html>",
    "malformed.xhtml": "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>Hello</body></html>",
    "drawing.svg":
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><rect width='40' height='30' fill='teal'/></svg>",
    "user.css": "p { color: red !important }",
    // Pages that use files beside and below them.
    "styled.html":
      "<!DOCTYPE html><title>Styled</title><link rel=stylesheet href=css/site.css><p>Hello<img src=img/red.png>",
    "css/site.css": "body { margin: 0; background: url(../img/red.png) }",
    "broken.html": "<!DOCTYPE html><title>Broken</title><img src=gone.png><p>Text",
    // A site.
    "site/index.html": "<!DOCTYPE html><title>Home</title><link rel=stylesheet href=/all.css><p>Home",
    "site/about.html": "<!DOCTYPE html><title>About</title><link rel=stylesheet href=/all.css><p>About",
    "site/docs/guide.html": "<!DOCTYPE html><title>Guide</title><link rel=stylesheet href=../all.css><p>Guide",
    "site/drafts/idea.htm": "<!DOCTYPE html><title>Idea</title><p>Idea",
    "site/all.css": "p { color: navy }",
    // Names that are hard on shells and addresses.
    "odd/a b.html": "<!DOCTYPE html><title>Space</title><p>a b",
    "odd/ü.html": "<!DOCTYPE html><title>Umlaut</title><p>ü",
    "odd/-dash.html": "<!DOCTYPE html><title>Dash</title><p>-",
    "odd/100%.html": "<!DOCTYPE html><title>Percent</title><p>%",
    "odd/a#b?c.html": "<!DOCTYPE html><title>Hash</title><p>#?",
    "odd/x:320x.html": "<!DOCTYPE html><title>Colon</title><p>:",
    "odd/noending": "<!DOCTYPE html><title>No ending</title><p>?",
  ]

  /// 20 x 10 pixels each, `wide` 30 x 10.
  private static let pictures: [String: String] = {
    let red = "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAIAAAA7N+mxAAAAFUlEQVR42mP8z0A+YGIY1TyqmQAAAHjzARNtdmmoAAAAAElFTkSuQmCC"
    let blue =
      "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAIAAAA7N+mxAAAAF0lEQVR42mNkYPjPQC5gYqAAjGoeGZoBdvUBE7RJVvAAAAAASUVORK5CYII="
    // Red, with a black pixel.
    let dot =
      "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAIAAAA7N+mxAAAAGElEQVR42mP8z0A+YGIY1cxIieb/IyDAAF0/AhN8P5A7AAAAAElFTkSuQmCC"
    // Red, a step of each channel off.
    let near =
      "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAIAAAA7N+mxAAAAF0lEQVR42mP8x8hANmBiYBjVPKoZPwAAePIBE4nWAUwAAAAASUVORK5CYII="
    let wide =
      "iVBORw0KGgoAAAANSUhEUgAAAB4AAAAKCAIAAAAsFXl4AAAAF0lEQVR42mP8z0ArwMQwavSo0aNGkwAAsLoBE0jHwe8AAAAASUVORK5CYII="
    return [
      "img/red.png": red, "red.png": red, "blue.png": blue, "dot.png": dot, "near.png": near, "wide.png": wide,
      "red.gif": "R0lGODdhFAAKAIEAAP8AAAAAAAAAAAAAACwAAAAAFAAKAAAIGQABCBxIsKDBgwgTKlzIsKHDhxAjSpyoMCAAOw==",
      "red.webp": "UklGRhwAAABXRUJQVlA4TA8AAAAvE0ACAAcQ/Y/+ByKi/wEA",
      "goldens/a.png": red, "goldens/b.png": blue, "goldens/sub/c.png": red,
      "new/a.png": red, "new/b.png": dot, "new/sub/c.png": red,
    ]
  }()

  /// Two pages, 200 x 100 points each.
  private static let document = """
    %PDF-1.4
    1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
    2 0 obj <</Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 100]>> endobj
    3 0 obj <</Type /Page /Parent 2 0 R /Contents 5 0 R>> endobj
    4 0 obj <</Type /Page /Parent 2 0 R /Contents 6 0 R>> endobj
    5 0 obj <</Length 28>> stream
    1 0 0 rg 20 20 60 60 re f   
    endstream endobj
    6 0 obj <</Length 28>> stream
    0 0 1 rg 20 20 60 60 re f   
    endstream endobj
    trailer <</Root 1 0 R /Size 7>>
    %%EOF

    """
}
