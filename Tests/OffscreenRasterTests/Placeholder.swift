import Testing

@testable import OffscreenRaster
