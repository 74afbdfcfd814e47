import Foundation
import Offscreen
import OffscreenHTML
import OffscreenLoading
import OffscreenPlatform

/// `index.html`: all pictures of a batch on one page, with a search field. It needs nothing but the
/// pictures beside it, so it opens offline and from any place.
struct ContactSheet {
  static let fileName = "index.html"
  /// The beginning of each of them: only such a page is ever replaced.
  private static let mark = "<meta name=\"generator\" content=\"Offscreen "

  var entries: [ManifestEntry]

  func write(folder: String, name: String) throws(BatchError) {
    try OutputFiles.write(Array(html.utf8), to: PagePath.text(name, in: folder))
  }

  /// Whether a file is a contact sheet that this program made, by its first bytes; never a link.
  static func isOurs(_ path: [UInt8]) -> Bool {
    guard FilePath.status(path, isFollowing: false)?.kind == S_IFREG else { return false }
    guard let file = FilePath.withCString(path, { $0.flatMap { fopen($0, "re") } }) else { return false }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: 512)
    let count = fread(&start, 1, start.count, file)
    return String(decoding: start.prefix(count), as: UTF8.self).contains(mark)
  }

  var html: String {
    let failed = entries.count { !$0.ok }
    let counts = "\(entries.count) \(entries.count == 1 ? "page" : "pages")" + (failed > 0 ? ", \(failed) failed" : "")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      \(Self.mark)\(OffscreenVersion.current)">
      <meta name="viewport" content="width=device-width">
      <title>\(counts) · Offscreen</title>
      <style>\(Self.style)</style>
      <header>
      <h1>Offscreen</h1>
      <input type="search" id="search" placeholder="Search pages" aria-label="Search pages" autofocus>
      <label><input type="checkbox" id="failed"> only failures</label>
      <output id="count" for="search failed">\(counts)</output>
      </header>
      <main>
      \(entries.map(figure).joined(separator: "\n"))
      </main>
      <script>\(Self.script)</script>
      </html>

      """
  }

  private func figure(_ entry: ManifestEntry) -> String {
    let name = MarkupText.html(entry.input)
    guard entry.ok else {
      return """
        <figure class="failed" data-name="\(name)"><div class="error">\(MarkupText.html(entry.error ?? "failed"))</div>\
        <figcaption>\(name)<small>\(MarkupText.html(entry.cause ?? "failed"))</small></figcaption></figure>
        """
    }
    let path = MarkupText.html(Self.address(entry.output))
    let size = "\(entry.width ?? 0) × \(entry.height ?? 0)"
    let warnings = entry.warnings ?? []
    let note =
      warnings.isEmpty
      ? ""
      : " · <span title=\"\(MarkupText.html(warnings.joined(separator: "\n")))\">\(warnings.count) warning\(warnings.count == 1 ? "" : "s")</span>"
    return """
      <figure data-name="\(name)"><a href="\(path)"><img src="\(path)" alt="" loading="lazy" \
      width="\(entry.width ?? 0)" height="\(entry.height ?? 0)"></a>\
      <figcaption>\(name)<small>\(size)\(note)</small></figcaption></figure>
      """
  }

  /// A relative path as a relative URL: a name with a colon is not taken for a scheme.
  private static func address(_ path: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: ":;?#")
    return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --bad: #c62828 }
    body { margin: 0; font: 15px/1.4 system-ui, sans-serif }
    header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .5em 1.5em; align-items: center;
      padding: .8em 1.5em; background: Canvas; border-bottom: 1px solid var(--line); z-index: 1 }
    h1 { margin: 0; font-size: 1.1em }
    input[type=search] { flex: 1 1 12em; max-width: 30em; padding: .4em .7em; font: inherit;
      border: 1px solid var(--line); border-radius: .4em }
    main { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 1.5em; padding: 1.5em }
    figure { margin: 0; min-width: 0; display: flex; flex-direction: column }
    figure[hidden] { display: none }
    figure a, .error { display: block; aspect-ratio: 16/10; overflow: hidden; border: 1px solid var(--line);
      border-radius: .4em; background: #fff }
    img { display: block; width: 100%; height: 100%; object-fit: cover; object-position: top }
    .error { box-sizing: border-box; padding: 1em; color: var(--bad); background: none; border-color: var(--bad);
      overflow-wrap: anywhere }
    figcaption { padding-top: .4em; overflow-wrap: anywhere }
    small { display: block; opacity: .65 }
    """

  private static let script = """
    const figures = [...document.querySelectorAll("figure")], count = document.getElementById("count")
    const search = document.getElementById("search"), failed = document.getElementById("failed")
    function show() {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
      let shown = 0
      for (const figure of figures) {
        const name = figure.dataset.name.toLowerCase()
        const fits = words.every(word => name.includes(word)) &&
          (!failed.checked || figure.classList.contains("failed"))
        figure.hidden = !fits
        if (fits) shown++
      }
      count.value = shown + " of " + figures.length + " pages"
    }
    search.addEventListener("input", show)
    failed.addEventListener("change", show)
    """
}
