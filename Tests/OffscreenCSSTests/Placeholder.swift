import Testing

@testable import OffscreenCSS
