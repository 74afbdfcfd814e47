import Testing

@testable import OffscreenText
