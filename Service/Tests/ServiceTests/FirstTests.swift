import HummingbirdTesting
import Testing
@Test func first() {}
