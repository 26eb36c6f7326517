import Foundation
import TestSupport

@testable import RealmStore

/// The structures around the nodes of a file, or in auxiliary files.
extension ExampleDecoders {
    static var beside: [String: Decoder] {
        ["page-entry": pageEntry, "lock": lock, "changeset": changeset, "numbers": numbers, "realm": realm]
    }

    private static func pageEntry(_ image: FormatExample.Image) -> JSONText {
        let entry = PageEntry(image.bytes.baseAddress!)
        func write(_ slot: PageEntry.Slot) -> JSONText {
            let mac = UnsafeRawBufferPointer(start: slot.mac, count: PageCipher.macByteCount)
            return .members(["counter": .integer(slot.counter), "mac": .hexadecimalBytes(mac)])
        }
        return .members(["newest": write(entry.newest), "before": write(entry.before)])
    }

    private static func lock(_ image: FormatExample.Image) throws -> JSONText {
        let directory = try TemporaryDirectory()
        let bytes = image.example.bytes
        let whole = bytes + Array(repeating: 0, count: max(0, 1728 - bytes.count))
        let file = try directory.file("example.realm.lock", Data(whole))
        guard LockFile.isBeginning(bytes) else { throw Unknown(description: "no lock file begins so") }
        switch try SessionLock.occupant(FileDescriptor.open(file.path, .readOnly)) {
        case .beingMade: return .members(["ready": .bool(false)])
        case .other(let layout): return .members(["ready": .bool(true), "layout": .integer(layout)])
        case .known:
            return .members([
                "ready": .bool(true), "layout": .integer(bytes[LockLayout.layout]),
                "mutexSize": .integer(bytes[LockLayout.mutexSize]),
                "conditionSize": .integer(bytes[LockLayout.conditionSize]),
                "fileFormat": .integer(bytes[LockLayout.format]),
                "historyType": .integer(bytes[LockLayout.historyType]),
            ])
        }
    }

    private static func changeset(_ image: FormatExample.Image) throws -> JSONText {
        var reader = BookChangesetReader(image.example.bytes)
        return .array(try reader.instructions())
    }

    private static func numbers(_ image: FormatExample.Image) throws -> JSONText {
        var reader = BookChangesetReader(image.example.bytes)
        var numbers: [JSONText] = []
        while !reader.isAtEnd { numbers.append(.integer(try reader.number())) }
        return .array(numbers)
    }

    /// A whole file, which must be sound; its free space is filled with zeros.
    private static func realm(_ image: FormatExample.Image) throws -> JSONText {
        let header = try FileHeader(image.memory.baseAddress!, byteCount: image.memory.count, path: image.example.name)
        let top = try TopArray(header.topRef, in: image.space, physicalByteCount: image.memory.count)
        let directory = try TemporaryDirectory()
        let url = try directory.file("example.realm", Data(image.memory[..<top.logicalByteCount]))
        let report = try Realm.verify(at: url, lockMode: .immutable)
        guard report.isSound, report.noteCount == 0, report.leakedBytes == 0 else {
            throw Unknown(description: "the file is not sound: \(report.problems)")
        }
        let group = try Group(RealmFile.open(url.path, key: nil, sharing: .none))
        var members: [JSONText.Member] = [
            .init(name: "version", value: .integer(top.version)),
            .init(name: "schemaVersion", value: try group.schemaVersion().map { .integer($0) } ?? .null),
            .init(name: "nodes", value: .integer(report.nodes)),
        ]
        for table in group.tables where table.className != nil {
            members.append(.init(name: table.name, value: .array(try objects(of: table))))
        }
        return .object(members)
    }

    private static func objects(of table: Table) throws -> [JSONText] {
        var objects: [JSONText] = []
        try table.objects().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                var members: [JSONText.Member] = []
                for column in table.columns {
                    let value = try table.value(of: column, at: .init(leaf: leaf, row: row))
                    members.append(.init(name: column.name, value: .value(value)))
                }
                objects.append(.object(members))
            }
        }
        return objects
    }
}

/// Reads a changeset by the rules of the book.
struct BookChangesetReader {
    private let bytes: [UInt8]
    private var position = 0

    var isAtEnd: Bool { position == bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Instructions of a fixed number of operands.
    private static let plain: [Int64: (name: String, operandCount: Int)] = [
        1: ("add table", 1), 2: ("remove table", 1), 3: ("rename table", 1), 11: ("create object", 1),
        12: ("remove object", 1), 13: ("set property", 2), 20: ("add column", 1), 21: ("remove column", 1),
        22: ("rename column", 1), 30: ("select collection", 2), 31: ("insert", 1), 32: ("set", 1), 33: ("move", 2),
        35: ("erase", 1), 36: ("clear", 1), 43: ("link to table", 2),
    ]

    /// A signed number of variable length: seven bits a byte, the lowest first, six and the sign in the last.
    mutating func number() throws -> Int64 {
        var value: Int64 = 0
        var shift: Int64 = 0
        while position < bytes.count, shift < 64 {
            let byte = Int64(bytes[position])
            position += 1
            if byte < 0x80 {
                value |= (byte & 0x3F) << shift
                return byte & 0x40 == 0 ? value : -value - 1
            }
            value |= (byte & 0x7F) << shift
            shift += 7
        }
        throw ExampleDecoders.Unknown(description: "a number of the changeset has no end")
    }

    mutating func instructions() throws -> [JSONText] {
        var result: [JSONText] = []
        while !isAtEnd { result.append(.array(try instruction())) }
        return result
    }

    private mutating func instruction() throws -> [JSONText] {
        let code = try number()
        switch code {
        case 10:
            guard try number() == 0 else { throw ExampleDecoders.Unknown(description: "a selection of several tables") }
            return [.string("select table"), .integer(try number())]
        case 45:
            var words: [JSONText] = [.string("select nested collection"), .integer(try number())]
            words.append(.integer(try number()))
            for _ in 0..<(try number()) { words.append(.integer(try number())) }
            return words
        default:
            guard let plain = BookChangesetReader.plain[code] else {
                throw ExampleDecoders.Unknown(description: "the changeset has the unknown code \(code)")
            }
            return [.string(plain.name)] + (try (0..<plain.operandCount).map { _ in .integer(try number()) })
        }
    }
}
