/// An engine answered something else than the rows demand: its times would mean nothing.
struct WrongResult: Error, CustomStringConvertible {
    let expected: UInt64
    let found: UInt64

    var description: String { "wrong result: \(found) instead of \(expected)" }
}
