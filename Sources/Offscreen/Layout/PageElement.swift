import OffscreenDOM
import OffscreenGeometry
import OffscreenPaint

/// An element of a page that has boxes, and where it is.
public struct PageElement: Hashable, Sendable {
  public struct Attribute: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// Child-element indices from the document down: `0` is the root element, `0/1` its second child element. `shadow` is
  /// the way into an element's shadow root: `0/1/shadow/0`.
  public var path: String
  /// The element's name, as in `div`.
  public var tag: String
  /// Around all border boxes of the element, transforms applied: what `getBoundingClientRect()` tells. It may be
  /// empty.
  public var rect: PageRect
  /// Those that name the element, in the document's order: `id`, `class`, `name`, `role`, `type`, `lang`, `data-*` and
  /// `aria-*`.
  public var attributes: [Attribute]
  /// Its own text, without that of the elements in it; white space collapsed.
  public var text: String

  /// The value of one of `attributes`.
  public subscript(attribute name: String) -> String? { attributes.first { $0.name == name }?.value }

  public var id: String? { self[attribute: "id"] }
  /// In the order of the attribute.
  public var classes: [String] {
    (self[attribute: "class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension PageElement: CustomStringConvertible {
  /// As a selector would name it: `p#intro.lead at 8,16,784,37`.
  public var description: String {
    tag + (id.map { "#" + $0 } ?? "") + classes.map { "." + $0 }.joined() + " at \(rect)"
  }
}

/// Where a page's elements are: of one layout.
public struct PageBoxes: Hashable, Sendable {
  public var viewport: Viewport
  /// Of the whole document, in CSS pixels.
  public var document: PageSize
  /// In document order; those without boxes are left out.
  public var elements: [PageElement]

  /// What `offscreen inspect` prints.
  public var json: String { Inspection.json(self) }
}

/// In CSS pixels.
public struct PageSize: Hashable, Sendable, Codable, CustomStringConvertible {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// `1280x3120`, in as many digits as it takes.
  public var description: String { "\(Inspection.number(width))x\(Inspection.number(height))" }
}

extension PageSize {
  init(_ size: Size) { self.init(width: size.width.pixels, height: size.height.pixels) }
}

extension PageElement {
  init(_ box: ElementBox, in document: Document) {
    (path, tag) = (box.path, box.tag)
    rect = PageRect(x: box.rect.x, y: box.rect.y, width: box.rect.width, height: box.rect.height)
    attributes = document.attributes(box.node).compactMap { attribute in
      guard attribute.namespace == .none else { return nil }
      let name = document.names.spelling(of: attribute.name)
      return Self.tellsApart(name) ? Attribute(name: name, value: attribute.value) : nil
    }
    text = String(decoding: document.childText(box.node), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func tellsApart(_ attribute: String) -> Bool {
    switch attribute {
    case "id", "class", "name", "role", "type", "lang": true
    case _: attribute.hasPrefix("data-") || attribute.hasPrefix("aria-")
    }
  }
}
