/// The floors of the library, lowest first, and the targets above it. A file uses what stands on its own floor and on
/// the floors beneath it.
enum SourceFloor: Int, CaseIterable, Comparable {
    case platform, nodes, storage, tables, query, schema, objects, observation, maintenance
    /// `RealmTools`, the second library.
    case tools
    /// `realmctl`, the program.
    case commands

    init?(path: String) {
        guard let floor = Self.allCases.first(where: { path.hasPrefix($0.folder + "/") }) else { return nil }
        self = floor
    }

    /// The floor's name: of its folder, or of its target.
    var name: String {
        switch self {
        case .tools: return "RealmTools"
        case .commands: return "realmctl"
        default:
            let name = String(describing: self)
            return name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// The folder, from the project's root.
    var folder: String { isOfEngine ? "Sources/RealmStore/\(name)" : "Sources/\(name)" }

    /// Whether the floor is one of the target `RealmStore`.
    var isOfEngine: Bool { self < .tools }

    static func < (lower: SourceFloor, upper: SourceFloor) -> Bool {
        lower.rawValue < upper.rawValue
    }
}
