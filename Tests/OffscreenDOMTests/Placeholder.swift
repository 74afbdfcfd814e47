import Testing

@testable import OffscreenDOM
