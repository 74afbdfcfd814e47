import OffscreenDOM

extension QuirksMode {
  /// https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
  init(documentType token: DocumentTypeToken) {
    if token.forceQuirks || token.name.map({ !$0.elementsEqual("html".utf8) }) ?? true {
      self = .quirks
      return
    }
    // Optimization: most documents name nothing but `html`.
    if token.publicID == nil, token.systemID == nil {
      self = .noQuirks
      return
    }
    let publicID = token.publicID.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
    let systemID = token.systemID.map { String(decoding: $0, as: UTF8.self).lowercased() }
    func begins(with prefixes: [String]) -> Bool { prefixes.contains { publicID.hasPrefix($0) } }

    let transitional401 = [
      "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//",
    ]
    if Self.quirkyPublicIDs.contains(publicID)
      || systemID == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
      || begins(with: Self.quirkyPrefixes) || (systemID == nil && begins(with: transitional401))
    {
      self = .quirks
    } else if begins(with: [
      "-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//",
    ]) || begins(with: transitional401) {
      self = .limitedQuirks
    } else {
      self = .noQuirks
    }
  }

  private static let quirkyPublicIDs = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]

  /// Prefixes of public identifiers of quirks mode.
  private static let quirkyPrefixes: [String] = """
    +//silmaril//dtd html pro v0r11 19970101
    -//as//dtd html 3.0 aswedit + extensions
    -//advasoft ltd//dtd html 3.0 aswedit + extensions
    -//ietf//dtd html 2.0 level 1
    -//ietf//dtd html 2.0 level 2
    -//ietf//dtd html 2.0 strict level 1
    -//ietf//dtd html 2.0 strict level 2
    -//ietf//dtd html 2.0 strict
    -//ietf//dtd html 2.0
    -//ietf//dtd html 2.1e
    -//ietf//dtd html 3.0
    -//ietf//dtd html 3.2 final
    -//ietf//dtd html 3.2
    -//ietf//dtd html 3
    -//ietf//dtd html level 0
    -//ietf//dtd html level 1
    -//ietf//dtd html level 2
    -//ietf//dtd html level 3
    -//ietf//dtd html strict level 0
    -//ietf//dtd html strict level 1
    -//ietf//dtd html strict level 2
    -//ietf//dtd html strict level 3
    -//ietf//dtd html strict
    -//ietf//dtd html
    -//metrius//dtd metrius presentational
    -//microsoft//dtd internet explorer 2.0 html strict
    -//microsoft//dtd internet explorer 2.0 html
    -//microsoft//dtd internet explorer 2.0 tables
    -//microsoft//dtd internet explorer 3.0 html strict
    -//microsoft//dtd internet explorer 3.0 html
    -//microsoft//dtd internet explorer 3.0 tables
    -//netscape comm. corp.//dtd html
    -//netscape comm. corp.//dtd strict html
    -//o'reilly and associates//dtd html 2.0
    -//o'reilly and associates//dtd html extended 1.0
    -//o'reilly and associates//dtd html extended relaxed 1.0
    -//sq//dtd html 2.0 hotmetal + extensions
    -//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0
    -//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0
    -//spyglass//dtd html 2.0 extended
    -//sun microsystems corp.//dtd hotjava html
    -//sun microsystems corp.//dtd hotjava strict html
    -//w3c//dtd html 3 1995-03-24
    -//w3c//dtd html 3.2 draft
    -//w3c//dtd html 3.2 final
    -//w3c//dtd html 3.2
    -//w3c//dtd html 3.2s draft
    -//w3c//dtd html 4.0 frameset
    -//w3c//dtd html 4.0 transitional
    -//w3c//dtd html experimental 19960712
    -//w3c//dtd html experimental 970421
    -//w3c//dtd w3 html
    -//w3o//dtd w3 html 3.0
    -//webtechs//dtd mozilla html 2.0
    -//webtechs//dtd mozilla html
    """.split(separator: "\n").map { String($0) + "//" }
}
