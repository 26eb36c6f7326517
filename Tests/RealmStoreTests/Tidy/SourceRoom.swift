/// A room: a folder of a floor. Files that stand in the floor's own folder are a room, too.
struct SourceRoom: Hashable, Comparable, CustomStringConvertible {
    let floor: SourceFloor
    /// The folders between the floor and the file, `Leaves` or `Migrations/Steps`; empty for the floor itself.
    let name: String

    init?(path: String) {
        guard let floor = SourceFloor(path: path) else { return nil }
        self.floor = floor
        name = path.dropFirst(floor.folder.count + 1).split(separator: "/").dropLast().joined(separator: "/")
    }

    var description: String { name.isEmpty ? floor.name : "\(floor.name)/\(name)" }

    static func < (lower: SourceRoom, upper: SourceRoom) -> Bool {
        (lower.floor, lower.name) < (upper.floor, upper.name)
    }
}
