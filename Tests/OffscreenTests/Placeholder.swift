import Testing

@testable import Offscreen
