/// The names that the stages refer to. Each has a fixed atom in every table, so that comparing a
/// tag or an attribute with one of them is comparing two integers.
///
/// A case is spelled as the name is, a hyphen as an underscore. `NameTable` adds them in this order.
@usableFromInline package enum KnownName: CaseIterable, Sendable {
  // HTML elements
  case html, head, body, title, base, link, meta, style, script, noscript, template, slot
  case article, section, nav, aside, h1, h2, h3, h4, h5, h6, hgroup, header, footer, address, main
  case search
  case p, hr, pre, blockquote, ol, ul, menu, li, dl, dt, dd, figure, figcaption, div
  case a, em, strong, small, s, cite, q, dfn, abbr, ruby, rb, rt, rtc, rp, data, time, code
  case `var`, samp, kbd, sub, sup, i, b, u, mark, bdi, bdo, span, br, wbr, ins, del
  case picture, source, img, iframe, embed, object, param, video, audio, track, map, area
  case table, caption, colgroup, col, tbody, thead, tfoot, tr, td, th
  case form, label, input, button, select, datalist, optgroup, option, textarea, output, progress
  case meter, fieldset, legend, details, summary, dialog, canvas, selectedcontent
  case acronym, applet, basefont, bgsound, big, blink, center, dir, font, frame, frameset, image
  case isindex, keygen, listing, marquee, menuitem, multicol, nextid, nobr, noembed, noframes
  case plaintext, rbc, spacer, strike, tt, xmp, command
  // SVG and MathML elements
  case svg, math, foreignObject, desc, mi, mo, mn, ms, mtext, mglyph, malignmark, annotation_xml
  case foreignobject
  case defs, symbol, marker, pattern, metadata
  case maction, merror, mfrac, mover, mphantom, mprescripts, mroot, msub, msubsup
  case msup, mtable, mtd, mtr, munder, munderover, semantics, annotation
  case mmultiscripts, msqrt
  // Attributes
  case id, `class`, href, src, srcset, sizes, alt, width, height, align, valign, border, bgcolor
  case background, text, vlink, alink, color, face, size, cellspacing, cellpadding, rules
  case colspan, rowspan, nowrap, start, value, type, reversed, compact, clear, hspace, vspace, lang
  case xml_lang, name, content, charset, http_equiv, media, rel, disabled, checked, selected
  case readonly, required, placeholder, open, hidden, encoding, action, prompt, definitionurl, rows
  case cols, wrap, noshade, marginwidth, marginheight, topmargin, leftmargin, rightmargin
  case bottommargin, frameborder, scrolling, srcdoc, bordercolor, min, max, low, high, optimum
  case multiple, usemap, ismap, loading, crossorigin, integrity, nomodule, async, `defer`
  case shadowrootmode, shadowrootdelegatesfocus, shadowrootclonable, shadowrootserializable
  case shadowrootslotassignment, contenteditable, tabindex, target, scheme, version, xmlns, controls, poster
  case preload, autoplay, muted, loop, popover, inert, step, maxlength, accept, autocomplete
  case novalidate, method, enctype, headers, scope, axis, char, charoff, longdesc, datetime
  case role, display, part, exportparts, accent, accentunder
  /// The last one: a new name goes before it.
  case viewBox

  // Optimization: the compiler's raw values are a search through all cases. A case's number is its
  // place in the order above; a test holds the compiler to that.
  @inlinable @inline(__always)
  package var rawValue: Int32 { Int32(unsafeBitCast(self, to: UInt16.self)) }

  @inlinable @inline(__always)
  package init?(rawValue: Int32) {
    guard rawValue >= 0, rawValue <= KnownName.viewBox.rawValue else { return nil }
    self = unsafeBitCast(UInt16(truncatingIfNeeded: rawValue), to: KnownName.self)
  }

  @inlinable @inline(__always)
  package static func == (one: KnownName, other: KnownName) -> Bool {
    one.rawValue == other.rawValue
  }

  /// How the names are written in a document, in their order.
  ///
  /// Optimization: to ask the compiler for the cases' names takes as long as to lay a small page out.
  package static let spellings = spelled.withUTF8Buffer { text in
    text.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same one behind the other, with spaces or line feeds between them.
  static let spelled: StaticString = """
    html head body title base link meta style script noscript template slot article section nav aside h1
    h2 h3 h4 h5 h6 hgroup header footer address main search p hr pre blockquote ol ul menu li dl dt dd
    figure figcaption div a em strong small s cite q dfn abbr ruby rb rt rtc rp data time code var samp
    kbd sub sup i b u mark bdi bdo span br wbr ins del picture source img iframe embed object param
    video audio track map area table caption colgroup col tbody thead tfoot tr td th form label input
    button select datalist optgroup option textarea output progress meter fieldset legend details
    summary dialog canvas selectedcontent acronym applet basefont bgsound big blink center dir font
    frame frameset image isindex keygen listing marquee menuitem multicol nextid nobr noembed noframes
    plaintext rbc spacer strike tt xmp command svg math foreignObject desc mi mo mn ms mtext mglyph
    malignmark annotation-xml foreignobject defs symbol marker pattern metadata maction merror mfrac mover mphantom
    mprescripts mroot msub msubsup msup mtable mtd mtr munder munderover semantics annotation
    mmultiscripts msqrt id class href
    src srcset sizes alt width height align valign border bgcolor background text vlink alink color face
    size cellspacing cellpadding rules colspan rowspan nowrap start value type reversed compact clear
    hspace vspace lang xml:lang name content charset http-equiv media rel disabled checked selected
    readonly required placeholder open hidden encoding action prompt definitionurl rows cols wrap
    noshade marginwidth marginheight topmargin leftmargin rightmargin bottommargin frameborder scrolling
    srcdoc bordercolor min max low high optimum multiple usemap ismap loading crossorigin integrity
    nomodule async defer shadowrootmode shadowrootdelegatesfocus shadowrootclonable
    shadowrootserializable shadowrootslotassignment contenteditable tabindex target scheme version xmlns controls
    poster preload autoplay muted loop popover inert step maxlength accept autocomplete novalidate
    method enctype headers scope axis char charoff longdesc datetime role display part exportparts accent
    accentunder viewBox
    """

  /// How the name is written in a document.
  package var spelling: String { Self.spellings[Int(rawValue)] }
}
