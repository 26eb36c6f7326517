import Foundation
import Testing
import TestSupport

/// The command `verify`.
@Suite struct VerifyCommandTests {
}
