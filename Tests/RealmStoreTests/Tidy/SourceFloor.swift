/// The floors of the library, lowest first. A file uses what stands on its own floor and on the floors beneath it.
enum SourceFloor: Int, CaseIterable, Comparable {
    case platform, nodes, storage, tables, query, schema, objects, observation, maintenance

    init?(path: String) {
        let folders = path.split(separator: "/")
        guard folders.count > 3, folders[0] == "Sources", folders[1] == "RealmStore" else { return nil }
        guard let floor = Self.allCases.first(where: { $0.folder == folders[2] }) else { return nil }
        self = floor
    }

    /// The folder's name.
    var folder: String {
        let name = String(describing: self)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    static func < (lower: SourceFloor, upper: SourceFloor) -> Bool {
        lower.rawValue < upper.rawValue
    }
}
