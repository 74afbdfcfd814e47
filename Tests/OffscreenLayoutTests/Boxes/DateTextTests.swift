import Testing

@testable import OffscreenLayout

/// What Chromium shows in date and time controls.
@Suite struct DateTextTests {
  @Test(arguments: [
    (DateText.Kind.date, "2024-03-05", "03/05/2024"), (.date, "2024-02-29", "02/29/2024"),
    (.month, "2024-03", "March 2024"), (.week, "2024-W10", "Week 10, 2024"), (.time, "13:05", "01:05\u{202F}PM"),
    (.time, "00:30:15", "12:30\u{202F}AM"), (.dateAndTime, "2024-03-05T13:05", "03/05/2024, 01:05\u{202F}PM"),
  ])
  func valuesAreShown(_ kind: DateText.Kind, _ value: String, _ expected: String) {
    #expect(DateText(kind, value).text == expected)
  }

  @Test(arguments: [
    (DateText.Kind.date, "2023-02-29"), (.date, "05.03.2024"), (.date, "2024-13-01"), (.date, ""),
    (.dateAndTime, "2024-03-05"), (.time, "24:00"), (.week, "2024-10"), (.month, "2024-3"),
  ])
  func whatIsNoDateShowsBlanks(_ kind: DateText.Kind, _ value: String) {
    #expect(DateText(kind, value).text == DateText(kind, nil).text)
  }

  @Test func fieldsHaveRoomAroundThem() {
    #expect(DateText(.date, nil).fieldCount == 3)
    #expect(DateText(.dateAndTime, nil).fieldCount == 6)
    #expect(DateText(.month, "2024-05").widestText == "--------- ----")
  }
}
