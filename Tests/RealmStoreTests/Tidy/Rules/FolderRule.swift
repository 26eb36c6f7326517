/// A folder can be surveyed at a glance.
enum FolderRule {
    static let maximumFiles = 25

    /// - Parameter tops: the folders in which folders are counted.
    static func violations(in files: [SourceFile], tops: [String]) -> [TidyViolation] {
        let swift = files.filter { file in file.isSwift && tops.contains { file.path.hasPrefix($0 + "/") } }
        let folders = Dictionary(grouping: swift) { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
        return folders.filter { $0.value.count > maximumFiles }.sorted { $0.key < $1.key }.map {
            TidyViolation($0.key, line: 1, "\($0.value.count) Swift files in a folder, limit \(maximumFiles)")
        }
    }
}
