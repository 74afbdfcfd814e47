import Testing

@testable import OffscreenStyle
