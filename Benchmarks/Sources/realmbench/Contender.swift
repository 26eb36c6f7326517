/// One engine's implementation of a case.
struct Contender {
    /// The engine's name in the report.
    let name: String
    /// Runs the case once; returns the result, which must be the same for all contenders.
    let run: () throws -> UInt64
    /// Prepares the initial state of the case; not measured. Nil for a case that can be repeated.
    var prepare: (() throws -> Void)?
    /// Reads the final state, and returns a result that must be the same for all contenders; not measured.
    var finish: (() throws -> UInt64)?
}
