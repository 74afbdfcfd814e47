import OffscreenCSS
import OffscreenDOM

/// What scripts have made of a document's style sheets: they see rules, and what they change replaces what was written.
package struct SheetEdits {
  /// By the element that owns the sheet.
  package var texts: [NodeID: Edit] = [:]
  /// By the address of a sheet that others import.
  /// Deviation: those of one address have one text.
  package var imported: [String: String] = [:]
  package var disabled: Set<NodeID> = []
  /// Links whose `disabled` attribute was taken away: they count though they be alternates.
  /// https://html.spec.whatwg.org/multipage/links.html#explicitly-enabled
  package var enabled: Set<NodeID> = []
  /// The texts of constructed sheets, by the document or shadow root that has adopted them.
  /// https://drafts.csswg.org/cssom-1/#dom-documentorshadowroot-adoptedstylesheets
  package var adopted: [NodeID: [String]] = [:]

  /// Those that scripts have set, in place of the attributes.
  package var nonces: [NodeID: String] = [:]

  /// The custom properties that scripts have registered, by name.
  package var registered: [String: RegisteredProperty] = [:]

  package init() {}

  package struct Edit {
    /// What it was made of: another text or address is another sheet.
    package var original: String
    package var text: String
    package init(original: String, text: String) { (self.original, self.text) = (original, text) }
  }
}
