import Testing

@testable import OffscreenHTML
