import BenchmarkData
import Foundation

/// What every engine can do with a file of its own that it writes. A case is prepared, then done once, which alone is
/// measured, then the file is closed and looked at.
protocol WritingEngine: AnyObject {
    /// The name in the report.
    var name: String { get }

    /// Makes the file in which the case begins: without rows for `insert`, else with all of them. It is open
    /// afterwards, but for `compact`, before which an engine may want it closed.
    func prepare(_ benchmark: WritingCase, _ work: WritingWork) throws

    /// Inserts the rows in one transaction.
    func insert(_ rows: [RowValues]) throws

    /// Replaces the age of all rows by `WritingCase.nextAge` in one transaction.
    func updateAges() throws

    /// Deletes rows by their primary keys in one transaction.
    func delete(_ ids: [Int]) throws

    /// Sets the age of a row in a durable transaction, for each of the primary keys.
    func commitAge(_ age: Int, of ids: [Int]) throws

    /// Makes the file as small as it gets.
    func compact() throws

    /// Writes a compact copy of the file.
    func copy() throws

    /// Closes the file; returns the file that the case was about and an engine that reads it.
    func finish(_ benchmark: WritingCase) throws -> (file: URL, reader: any Engine)

    /// Throws if the file is damaged.
    func verify(_ file: URL) throws
}

extension WritingCase {
    /// Does the case once.
    func run(on engine: any WritingEngine, _ work: WritingWork) throws {
        switch self {
        case .insert: try engine.insert(work.values)
        case .update: try engine.updateAges()
        case .delete: try engine.delete(work.deletedIDs)
        case .commits: try engine.commitAge(Self.committedAge, of: work.committedIDs)
        case .compact: try engine.compact()
        case .copy: try engine.copy()
        }
    }
}
