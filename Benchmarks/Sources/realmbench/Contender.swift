/// One engine's way of doing a case.
struct Contender {
    /// The engine's name in the report.
    let name: String
    /// Does the case once and returns what all contenders must return.
    let run: () throws -> UInt64
    /// Makes what the case begins with; not measured. Nil for a case that can be done again and again.
    var prepare: (() throws -> Void)?
    /// Looks at what the case left, and returns what all contenders must return; not measured.
    var finish: (() throws -> UInt64)?
}
