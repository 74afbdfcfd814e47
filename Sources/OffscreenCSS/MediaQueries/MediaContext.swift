/// What media features are evaluated against. The initial values are those of Chromium without a
/// display and without input devices.
package struct MediaContext: Sendable, Equatable {
  package enum MediaType: String, Sendable { case screen, print }

  package var type = MediaType.screen
  /// In CSS pixels.
  package var width: Double
  package var height: Double
  package var deviceWidth: Double
  package var deviceHeight: Double
  package var devicePixelRatio = 1.0
  package var prefersDark = false
  package var prefersReducedMotion = false
  package var canHover = false
  package var hasFinePointer = false
  package var hasScripting = false

  package init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
    (deviceWidth, deviceHeight) = (width, height)
  }
}
