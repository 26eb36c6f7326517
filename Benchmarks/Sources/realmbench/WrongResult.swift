/// An engine returned a result that does not match the rows: its times would mean nothing.
struct WrongResult: Error, CustomStringConvertible {
    let expected: UInt64
    let found: UInt64

    var description: String { "wrong result: \(found) instead of \(expected)" }
}
