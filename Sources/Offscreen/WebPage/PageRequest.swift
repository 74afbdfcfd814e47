import Foundation

/// The page that a `WebPage` is to load.
public enum PageRequest: Sendable {
  /// A `file:`, `http:`, `https:` or `data:` address, or a path.
  case address(String)
  /// An `http:` or `https:` address with a method, headers and a body, such as a form that is posted. `reload`
  /// asks for it once more.
  case request(HTTPRequest)
  /// HTML as a text. Relative addresses in it are relative to `baseURL`, whose rights it gets; without one it
  /// has no address and may load from the network only.
  case html(String, baseURL: URL? = nil)
  /// Bytes, of any type that a page may have. `encoding`: a label such as `utf-8`; nil is as the
  /// bytes say.
  case data(Data, mimeType: String, encoding: String? = nil, baseURL: URL? = nil)
  /// HTML in which every `{{name}}` is replaced by a value, escaped.
  case template(String, values: [String: String], baseURL: URL? = nil)
  /// The present page, reloaded.
  case reload
  /// So many entries of the back-forward list further; less than 0 is back.
  case history(by: Int)
  /// Where the first link goes that the selector matches, or that contains or is inside of what it matches.
  case link(selector: String)
}

/// How a navigation came about.
public enum NavigationType: String, Sendable, Codable, CaseIterable {
  /// The program asked for the page.
  case load
  case reload
  /// An entry of the back-forward list.
  case backForward
  /// A link that was followed.
  case link
  /// The server names another address.
  case redirect
  /// The page goes on by itself: `meta refresh`, or the header of that name.
  case refresh
  /// A page that is to stand in a frame.
  case frame
  /// A script named another address.
  case script
  /// A form that was submitted.
  case form
}
