import RealmStore

/// The stages of a rewrite whose new file is fully verified and its objects counted.
final class RecoveredStages: DerivedStages {
    let base: VerifiedStages
    private let path: String
    /// Whether the source was written by the recovery itself.
    private let isSalvaged: Bool
    /// The number of objects of each class in the new file.
    private(set) var objectCounts: [String: Int] = [:]

    /// - Parameter path: the damaged file.
    init(base: VerifiedStages, path: String, isSalvaged: Bool) {
        self.base = base
        self.path = path
        self.isSalvaged = isSalvaged
    }

    func inspect(_ copy: RealmFile) throws(StorageError) {
        do { objectCounts = try verifiedCounts(copy) } catch {
            guard isSalvaged else { throw error }
            throw StorageError(.readOrWriteFailed, path, "was not recovered as it should be: \(error.message)")
        }
    }

    private func verifiedCounts(_ copy: RealmFile) throws(StorageError) -> [String: Int] {
        let report = try Verification(copy, level: .full, maxProblems: 1).run()
        if let failure = report.failure { throw StorageError(.damaged, path, "is damaged: \(failure)") }
        do {
            var result: [String: Int] = [:]
            for table in try Group(copy).tables {
                if let name = table.className { result[name] = try table.objects().count }
            }
            return result
        } catch {
            throw StorageError(error, path)
        }
    }
}
