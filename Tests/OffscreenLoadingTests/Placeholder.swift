import Testing

@testable import OffscreenLoading
