import Testing

@testable import OffscreenLayout
