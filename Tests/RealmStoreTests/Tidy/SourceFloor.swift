/// The floors of the library, lowest first, and the targets above it. A file uses what stands on its own floor and on
/// the floors beneath it.
enum SourceFloor: Int, CaseIterable, Comparable {
    case platform, nodes, storage, tables, query, schema, objects, observation, maintenance
    /// `Realm`, the classes of the Objective-C API.
    case faces
    /// `RealmSwift`, what an app written for the SDK imports.
    case dropIn
    /// `RealmTools`, the library for whole files; it knows nothing of the two before.
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
        case .faces: return "Realm"
        case .dropIn: return "RealmSwift"
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
    var isOfEngine: Bool { self < .faces }

    static func < (lower: SourceFloor, upper: SourceFloor) -> Bool {
        lower.rawValue < upper.rawValue
    }
}
