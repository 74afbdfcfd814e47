import Testing

@testable import OffscreenPaint
