import OffscreenDOM

/// Who asks for an attribute.
package enum AttributeUse {
  /// None: nothing depends on it but what selectors and `attr()` say.
  case selectors
  /// The style of its element.
  case ownStyle
  /// The element's boxes too: what is in them, their sizes, their pictures.
  case ownBoxes
  /// Whether the element is a link.
  case link
  /// The element's boxes, its state as a control, and the states of the forms and groups that it is in.
  case control
  /// The styles and boxes of the element and of all that is in it.
  case contents
  /// Other elements' styles or boxes.
  case elsewhere

  package init(_ element: NodeID, _ name: Atom, _ namespace: Namespace, in document: Document) {
    guard namespace == .none else {
      self = .elsewhere
      return
    }
    switch name.known {
    case .class: self = .selectors
    case .style, .tabindex: self = .ownStyle
    // Drawings and paint servers are referred to by it; the others stand for a picture that cannot be shown.
    case .id, .alt, .title: self = .ownBoxes
    case let known? where document.namespace(element) == .html:
      self = Self.use(of: known, on: document.name(element).known, element, in: document)
    case .some: self = .elsewhere
    case nil:
      let spelling = document.names.spelling(of: name)
      let isOfAuthors = ["data-", "aria-", "on"].contains { spelling.hasPrefix($0) }
      // Of HTML's own names all that a picture may depend on are known, but for that of a list of choices.
      let isUnused = document.namespace(element) == .html && spelling != "list"
      self = isOfAuthors || isUnused || spelling == "is" ? .selectors : .elsewhere
    }
  }

  /// On elements of HTML.
  private static func use(
    of attribute: KnownName, on name: KnownName?, _ element: NodeID, in document: Document
  ) -> AttributeUse {
    switch attribute {
    case .hidden: return .ownStyle
    case .role, .autocomplete, .method, .enctype, .novalidate, .maxlength, .accept: return .selectors
    case .href where name == .a || name == .area: return .link
    // Whether a dialog or a popover is shown counts as this attribute.
    case .open: return .contents
    // Those of the document are what its viewport has, too. In shadow trees, slots have another direction than what
    // stands in them.
    case .lang, .dir: return name == .html || name == .body || document.hasShadowTrees ? .elsewhere : .contents
    case .type: return use(ofType: name, element, in: document)
    case .name:
      switch name {
      // What radio buttons it is in a group with.
      case .input: return .control
      case .textarea, .select, .button, .form, .fieldset, .iframe: return .selectors
      default: return .elsewhere
      }
    case .src, .srcset, .sizes, .width, .height: return name == .img ? .ownBoxes : .elsewhere
    case .value, .checked, .disabled, .required, .readonly, .placeholder, .min, .max:
      switch name {
      // The direction may depend on the value.
      case .input, .textarea: return document.hasAttribute(element, .dir) ? .elsewhere : .control
      case .button: return attribute == .disabled ? .control : .elsewhere
      case .select: return attribute == .disabled || attribute == .required ? .control : .elsewhere
      default: return .elsewhere
      }
    default: return .elsewhere
    }
  }

  private static func use(ofType name: KnownName?, _ element: NodeID, in document: Document) -> AttributeUse {
    switch name {
    case .input:
      let isPicture = document.attribute(element, .type)?.lowercased() == "image"
      // The direction may depend on the value, which not all have.
      return isPicture || document.hasAttribute(element, .dir) ? .elsewhere : .control
    case .button: return .control
    case .ol, .ul, .menu, .li: return .ownStyle
    case .a, .script: return .selectors
    default: return .elsewhere
    }
  }
}
