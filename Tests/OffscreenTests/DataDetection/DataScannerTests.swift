import Testing

@testable import Offscreen

@Suite struct DataScannerTests {
  private func found(_ text: String, _ detectors: Set<DataDetector>) -> [String] {
    let bytes = Array(text.utf8)
    return DataScanner(detectors: detectors).matches(in: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  private func addresses(_ text: String, _ detectors: Set<DataDetector>) -> [String?] {
    DataScanner(detectors: detectors).matches(in: Array(text.utf8)).map(\.address)
  }

  @Test func links() {
    #expect(
      addresses("See https://a.b/c(d)?e=f, or (www.x.org/y). http:// www.x", [.links]) == [
        "https://a.b/c(d)?e=f", "https://www.x.org/y",
      ])
    #expect(
      addresses("Write to <ann.b+c@mail.example.org>. a@b, @c.de, x@y..z", [.links]) == [
        "mailto:ann.b+c@mail.example.org"
      ])
    #expect(
      addresses("“www.example.org/ä”, «https://b.org»…", [.links]) == ["https://www.example.org/ä", "https://b.org"])
  }

  @Test func phoneNumbers() {
    #expect(
      addresses("+49 30 123456, (030) 12345-67, 0123/456789, 555-123-4567", [.phoneNumbers])
        == ["tel:+4930123456", "tel:0301234567", "tel:0123456789", "tel:5551234567"])
    #expect(found("2024-05-06 12:30, 1,234,567.00, 12345678, v1.2.3, 192.168.100.200", [.phoneNumbers]).isEmpty)
  }

  @Test func noDetectorFindsNothing() {
    #expect(found("https://a.b +49 30 123456, 5 March 2024, 10 Downing Street", []).isEmpty)
  }

  // MARK: Dates

  /// Brackets stand around what is found.
  @Test(arguments: [
    "on [2024-03-05].", "[2024-03-05T14:30], [2024-03-05T14:30:05.123Z] and [2024-03-05T14:30+01:00]",
    "[2024-03-05 14:30]",
    "[2024-02-29]; 2023-02-29; 2024-13-01; 2024-00-10",
    "[05.03.2024], [5.3.2024], [5. 3. 2024], [05.03.24], [31.12.1999 23:59 Uhr]",
    "[3/5/2024] and [3/5/24], [13/12/2024], [2024/03/05]", "[5-3-2024] and [5-Mar-2024]",
    "[5 March], [5 March 2024], [5th of March 2024], [5th March, 2024]", "[1 Jan. 2025] or [1 Sept 2025]",
    "[March 5], [March 5th], [March 5, 2024], [Mar. 5 2024], [MAR 5]",
    "[5–7 March 2024], [March 5–7, 2024], [March 5 - 7]",
    "[3. März 2024], [3. Okt. 2024], am [Montag, 3. März 2024 um 14:30 Uhr]", "am [Dienstag, den 5. März] kommen",
    "[Tuesday, March 5, 2024], [Tue, 5 Mar 2024 14:30:00 +0100], [Tue. 5 March]", "[Friday the 13th of December]",
    "[March 5, 2024 at 2:30 pm], [March 5, 2:30 p.m.], [March 5 @ 2pm]", "[5 March 2024, 14:30–16:00 CET]",
    "[March 5, 2024 from 3 to 5 pm]", "[March 5 at noon]", "[Friday at 5 pm], [Friday, 17:00], [Fri 5:30pm]",
    "[next Monday at 10:00], [Sunday at 9]", "[tomorrow at 9], [today at 17:00 UTC+2], [tonight, 8pm]",
    "[heute um 17 Uhr]",
    "[5:30 pm on March 5], [5:30pm, Friday 5 March 2024], [14:30, 5 March 2024]",
    "See you [March 5], 300 people come", "([5 March]) “[March 5]”",
    "[5\u{A0}March\u{A0}2024]. [2:30\u{202F}PM, March 5]",
    "[March 5] at 10 Downing Street",
  ])
  func dates(marked: String) {
    expect(marked, .dates)
  }

  @Test(arguments: [
    "3/4 of it", "v1.2.2024 of 10.0.3.2024", "1.2.24", "192.168.10.24", "12:30", "24/7", "5 may be enough",
    "march 5 miles",
    "May 10:30", "March 2024", "30 February", "31 April 2024", "February 30, 2024", "32 March", "0 March", "5 Marchers",
    "Mayor 5",
    "x2024-03-05", "2024-03-05-rc1", "example.com/2024/03/05/post", "2024-03-056", "$3/5/2024", "tomorrow", "Monday",
    "Sun 3 kg",
    "So 10:00", "99/99/2024", "2024/03/05/x", "March 5%", "Section 5 Mark 3", "1,234", "1-800-555-1234",
    "Monday 5 people", "12-25",
    "March 5.5", "1/2/3/4", "0.05.2024", "5.3.2024.1", "today 30 people",
  ])
  func noDates(text: String) {
    #expect(found(text, [.dates]).isEmpty)
  }

  // MARK: Addresses

  @Test(arguments: [
    "Apple, [1 Infinite Loop, Cupertino, CA 95014]!", "[1 Infinite Loop\nCupertino, CA 95014\nUSA]",
    "[1600 Pennsylvania Avenue NW, Washington, DC 20500-0003], they say",
    "[1600 Pennsylvania Avenue NW Washington DC 20500]",
    "[350 5th Avenue, New York, NY 10118]", "[123 N. Main St., Apt. 4B, Springfield, Illinois 62701]",
    "[100 Broadway, New York, NY]",
    "[500 Howard Street Suite 300, San Francisco, CA]", "[77 Massachusetts Ave, 3rd Floor, Cambridge MA 02139]",
    "[1 Microsoft Way, Redmond, Washington 98052, United States]", "[P.O. Box 123, Springfield, IL 62701]",
    "[12-14 Martin Luther King Jr Blvd, St. Louis, MO 63101]",
    "at [742 Evergreen Terrace, Springfield, OR 97403], in time",
    "[221B Baker Street, London NW1 6XE]", "[10 Downing Street, London, SW1A 2AA, United Kingdom]",
    "[10 Downing Street]",
    "[10 Downing Street\nWestminster\nLondon\nSW1A 2AA]", "[Flat 2, 12 St. James Road, Newcastle upon Tyne NE1 4AB]",
    "[1 The Close, Salisbury SP1 2EB]", "[4 Privet Drive, Little Whinging, Surrey GU25 4QT]", "[25 High St]",
    "[10 O’Connell Street]",
    "[Hauptstraße 5]", "[Karl-Marx-Allee 12a, 10178 Berlin]", "[Unter den Linden 77, 10117 Berlin, Deutschland]",
    "[Berliner Str. 4\nD-60311 Frankfurt am Main]", "[Am Markt 1, 99423 Weimar]", "[Bahnhofstrasse 1, 8001 Zürich]",
    "[Speersort 1, 20095 Hamburg]", "[Große Hamburger Straße 29, 10115 Berlin]", "Wien, [Stephansplatz 3, 1010 Wien]",
    "[Östliche Rheinbrückenstraße 50]", "([Hauptstr. 5])", "[Kurpark 2, 61348 Bad Homburg]",
    "[10 Downing Street], [221 Baker Street]",
  ])
  func addresses(marked: String) {
    expect(marked, .addresses)
  }

  @Test(arguments: [
    "10 green bottles", "5 Star Drive", "2 Way Square", "the 3 Streets", "10 Downing", "Top 10 Best Places, New York",
    "Street 5",
    "5 St", "Kapitel 5, Seite 3", "Platz 3 im Rennen", "Der Weg 5", "100 CA 95014", "In 2024 Berlin", "12345 Berlin",
    "Markt 5",
    "1234567 Main Street", "v10 Main Street", "$10 Main Street", "10 downing street", "10 Main Streets", "NW1 6XE",
    "Suite 500", "Room 5 Street",
    "Room 5, London NW1 6XE", "Straße 5", "P.O. Box 123", "4 Park", "7 Hills, Rome",
  ])
  func noAddresses(text: String) {
    #expect(found(text, [.addresses]).isEmpty)
  }

  @Test func allTogether() {
    let text = "Meet on March 5 at 10 Downing Street, call +44 20 7925 0918 or see www.gov.uk"
    #expect(
      found(text, Set(DataDetector.allCases)) == ["March 5", "10 Downing Street", "+44 20 7925 0918", "www.gov.uk"])
  }

  private func expect(_ marked: String, _ detector: DataDetector) {
    let plain = marked.filter { $0 != "[" && $0 != "]" }
    let bytes = Array(plain.utf8)
    var result: [UInt8] = []
    var position = 0
    for match in DataScanner(detectors: [detector]).matches(in: bytes) {
      result += bytes[position..<match.range.lowerBound] + "[".utf8 + bytes[match.range] + "]".utf8
      position = match.range.upperBound
    }
    result += bytes[position...]
    #expect(String(decoding: result, as: UTF8.self) == marked)
  }

  // MARK: Bounds

  @Test func anyBytesAreTaken() {
    var state: UInt64 = 7
    let pieces: [[UInt8]] =
      [
        "March ", "5", "2024", "-", "/", ".", ",", "\n", " ", "Street", "Main ", "10 ", "Straße ", "CA ", "95014",
        "at ", "pm", ":", "NW1 ",
        "6XE", "Mo", "th", "+", "www.", "@", "P.O. Box ",
      ].map { Array($0.utf8) } + [[0xE2], [0xE2, 0x80], [0xC2], [0xFF], [0], [0xE3]]
    for _ in 0..<3_000 {
      var text: [UInt8] = []
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      var end = 0
      for match in DataScanner(detectors: Set(DataDetector.allCases)).matches(in: text) {
        #expect(match.range.lowerBound >= end && match.range.upperBound <= text.count && !match.range.isEmpty)
        end = match.range.upperBound
      }
    }
  }

  @Test(arguments: [
    "1 ", "1/", "March ", "March 1-", "A ", "A-", "1 A ", "1 Street, A, ", "Am ", "A Str. 1, ", "12:30 ", "Ä", "Mo, ",
    "P.O. ",
  ])
  func longTextsTakeTimeInProportion(piece: String) {
    let scanner = DataScanner(detectors: Set(DataDetector.allCases))
    let clock = ContinuousClock()
    let small = Array(String(repeating: piece, count: 1_000).utf8)
    let large = Array(String(repeating: piece, count: 20_000).utf8)
    _ = scanner.matches(in: small)
    let short = clock.measure { _ = scanner.matches(in: small) }
    let long = clock.measure { _ = scanner.matches(in: large) }
    // Twenty times as much; other processes take their share.
    #expect(long < max(short, .milliseconds(1)) * 120, "\(piece): \(short), \(long)")
  }
}
