import Testing

@testable import OffscreenImages
