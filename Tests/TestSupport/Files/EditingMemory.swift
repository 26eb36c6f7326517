@testable import RealmStore

/// Memory for the arena of a write transaction.
final class EditingMemory {
    let memory: ArenaMemory
    var arena: Arena { memory.arena }
    private let range: AddressRange

    /// An arena over a version without nodes.
    init() throws {
        range = try AddressRange(atLeast: 1 << 33)
        let space = NodeSpace(base: range.base, end: FileLayout.headerByteCount, pages: nil)
        memory = ArenaMemory(over: space, in: range, from: EditingMemory.start)
    }

    /// An arena over the version that is in `file`, whose bytes are copied.
    init(over file: RealmFile) throws {
        range = try AddressRange(atLeast: 1 << 33)
        let target = try range.allocate(byteCount: EditingMemory.start, at: 0)
        target.copyMemory(from: file.space.base, byteCount: file.space.end)
        let space = NodeSpace(base: range.base, end: file.space.end, pages: nil)
        // Somewhere else each time, as in a database: content of the file must not be able to refer to it.
        let start = EditingMemory.start + Int.random(in: 1...1 << 16) * 4096
        memory = ArenaMemory(over: space, in: range, from: start)
    }

    private static let start = 1 << 26
}

/// The tables of a write transaction over an empty file, or over the file of another transaction.
final class EditedGroup {
    let memory: EditingMemory
    let group: GroupEditor
    /// The version that the transaction began with.
    let file: RealmFile

    init(_ file: RealmFile) throws {
        self.file = file
        memory = try EditingMemory(over: file)
        let top = file.top
        group = try GroupEditor(
            Group(file), names: top?.names ?? .none, tables: top?.tables ?? .none, in: memory.memory)
    }

    /// The file as a commit would leave it.
    func committed() throws -> RealmFile {
        let (names, tables) = try group.seal()
        return try PlainFile.open(PlainFile.bytes(names: names, tables: tables, in: memory.arena.space))
    }
}

/// Files that must stay open while something of them is read.
struct OpenFiles {
    private var files: [RealmFile] = []

    mutating func keep(_ file: RealmFile) -> RealmFile {
        files.append(file)
        return file
    }
}
