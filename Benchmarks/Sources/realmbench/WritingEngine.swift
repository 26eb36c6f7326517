import BenchmarkData
import Foundation

/// The operations of every engine on a file that it writes. A case is prepared, then run once (only this is measured),
/// then the file is closed and checked.
protocol WritingEngine: AnyObject {
    /// The name in the report.
    var name: String { get }

    /// Creates the initial file of the case: without rows for `insert`, else with all of them. It is open afterwards,
    /// except for `compact`, before which an engine may need it closed.
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

    /// Closes the file; returns the resulting file and an engine that reads it.
    func finish(_ benchmark: WritingCase) throws -> (file: URL, reader: any Engine)

    /// Throws if the file is damaged.
    func verify(_ file: URL) throws
}

extension WritingCase {
    /// Runs the case once.
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
