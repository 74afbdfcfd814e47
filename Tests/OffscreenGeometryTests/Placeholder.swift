import Testing

@testable import OffscreenGeometry
