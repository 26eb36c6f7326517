/// The units of a store that describe existing files.
enum IndexUnits {
    /// The newest unit of each file. A store also keeps units of files that were removed or renamed, and may have been
    /// copied from another checkout.
    ///
    /// - Parameter files: the files, with the times when they were changed.
    /// - Throws: `IndexError` for a file that the index does not have in its current state: a rule would pass without
    ///   having seen anything.
    static func current(
        _ units: [IndexLibrary.Unit], of files: [(path: String, time: Duration)]
    ) throws -> [IndexLibrary.Unit] {
        var newest: [String: IndexLibrary.Unit] = [:]
        for unit in units {
            if let other = newest[unit.mainFile], other.time > unit.time { continue }
            newest[unit.mainFile] = unit
        }
        return try files.map { file in
            guard let unit = newest[file.path] else {
                throw IndexError(description: "the index lacks \(file.path): build first")
            }
            if unit.time < file.time {
                throw IndexError(description: "the index is older than \(file.path): build first")
            }
            return unit
        }
    }
}
