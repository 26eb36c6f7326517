import Foundation
import RealmStore

/// A Realm whose whole content is determined by the number of commits of each of its writers: a reader can tell whether
/// it is one version, which one, and what is wrong with it.
///
/// Each writer has an object with its count, and entries that come, change, grow, shrink and go as it counts. Each
/// writer also keeps a journal of the commits that returned.
struct CountedRealm: Codable, Sendable {
    let path: String
    let isEncrypted: Bool

    static let writerCount = 2
    /// Entries of a writer at most.
    private static let slotCount = 23
    /// Entries are small for so many counts, then large for as many, so that the file grows and is cut.
    private static let phase = 60

    struct Torn: Error, CustomStringConvertible {
        let description: String
    }

    private static let schema = Schema([
        ObjectSchema(
            className: "Writer",
            properties: [
                Property(name: "id", type: .int), Property(name: "count", type: .int, isIndexed: true),
                Property(name: "text", type: .string, isIndexed: true),
                Property(name: "entries", type: .object, objectClassName: "Entry", isArray: true),
            ], primaryKey: "id"),
        ObjectSchema(
            className: "Entry",
            properties: [
                Property(name: "id", type: .int),
                Property(name: "owner", type: .object, objectClassName: "Writer", isOptional: true),
                Property(name: "text", type: .string, isOptional: true, isIndexed: true),
                Property(name: "data", type: .data), Property(name: "numbers", type: .int, isArray: true),
            ], primaryKey: "id"),
    ])

    private var configuration: Realm.Configuration {
        var configuration = Realm.Configuration(
            fileURL: URL(fileURLWithPath: path), encryptionKey: isEncrypted ? Data(0..<64) : nil)
        configuration.schemaMode = .discovered
        configuration.lockTimeout = .seconds(20)
        return configuration
    }

    /// Makes the file, with all counts 0.
    func make() throws {
        var configuration = configuration
        configuration.schemaMode = .explicit(CountedRealm.schema)
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for writer in 0..<CountedRealm.writerCount {
                try realm.create("Writer", value: CountedRealm.values(of: writer, 0, []))
            }
        }
        for writer in 0..<CountedRealm.writerCount { try note(0, by: writer) }
    }

    // MARK: What follows from a count

    private static func number(_ writer: Int, _ count: Int) -> Int { (count &* 2_654_435_761 &+ writer) & 0xFFFF_FFFF }

    private static func text(_ writer: Int, _ count: Int) -> String {
        "\(writer)-\(count)-" + String(repeating: "x", count: number(writer, count) % 90)
    }

    private static func data(_ writer: Int, _ count: Int) -> Data {
        let isLarge = count / phase % 2 == 1
        let byteCount = number(writer, count) % (isLarge ? 100_000 : 300)
        return Data(repeating: UInt8(truncatingIfNeeded: count), count: byteCount)
    }

    private static func numbers(_ writer: Int, _ count: Int) -> [Int] {
        (0..<number(writer, count) % 40).map { $0 * count }
    }

    private static func id(_ writer: Int, _ count: Int) -> Int { writer * 1000 + count % slotCount }

    private static func isDeletion(_ count: Int) -> Bool { count % 7 == 0 }

    /// The count at which each entry of a writer was last written, by its primary key.
    private static func entries(of writer: Int, _ count: Int) -> [Int: Int] {
        var entries: [Int: Int] = [:]
        for past in max(1, count - slotCount + 1)..<(count + 1) where !isDeletion(past) {
            entries[id(writer, past)] = past
        }
        return entries
    }

    private static func values(of writer: Int, _ count: Int, _ entries: [DynamicObject]) -> [String: Any] {
        ["id": writer, "count": count, "text": text(writer, count), "entries": entries]
    }

    // MARK: Writing

    /// Counts on in one transaction; returns the new count.
    private func step(_ realm: Realm, _ writer: Int) throws -> Int {
        guard let object = realm.dynamicObject(ofType: "Writer", forPrimaryKey: writer),
            let before = object["count"] as? Int
        else { throw Torn(description: "writer \(writer) is missing") }
        let count = before + 1
        let id = CountedRealm.id(writer, count)
        if CountedRealm.isDeletion(count) {
            if let entry = realm.dynamicObject(ofType: "Entry", forPrimaryKey: id) { realm.delete(entry) }
        } else {
            let values: [String: Any] = [
                "id": id, "owner": object, "text": CountedRealm.text(writer, count),
                "data": CountedRealm.data(writer, count), "numbers": CountedRealm.numbers(writer, count),
            ]
            try realm.create("Entry", value: values, update: .modified)
        }
        let entries = CountedRealm.entries(of: writer, count).keys.sorted().compactMap {
            realm.dynamicObject(ofType: "Entry", forPrimaryKey: $0)
        }
        try realm.create("Writer", value: CountedRealm.values(of: writer, count, entries), update: .modified)
        return count
    }

    /// Counts until `end`, noting each commit that returned.
    func write(as writer: Int, until end: Date) throws {
        let realm = try Realm(configuration: configuration)
        while Date() < end {
            try realm.beginWrite(timeout: .seconds(60))
            let count = try step(realm, writer)
            try realm.commitWrite()
            try note(count, by: writer)
        }
    }

    private func note(_ count: Int, by writer: Int) throws {
        let url = URL(fileURLWithPath: "\(path).\(writer).journal")
        if !FileManager.default.fileExists(atPath: url.path) { try Data(count: 8).write(to: url) }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        try file.write(contentsOf: withUnsafeBytes(of: UInt64(count).littleEndian) { Data($0) })
    }

    /// The count of the last commit that returned.
    func noted(by writer: Int) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(path).\(writer).journal"))
        return Int(bytes.reversed().reduce(UInt64(0)) { ($0 << 8) | UInt64($1) })
    }

    // MARK: Reading

    /// Checks one version after the other until `end`, each of them twice.
    func read(until end: Date) throws {
        let realm = try Realm(configuration: configuration)
        var last = [Int](repeating: 0, count: CountedRealm.writerCount)
        while Date() < end {
            let counts = try check(realm)
            guard zip(last, counts).allSatisfy({ $0 <= $1 }) else {
                throw Torn(description: "counts went from \(last) to \(counts)")
            }
            last = counts
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.02))
            guard try check(realm) == counts else { throw Torn(description: "a version has changed") }
            realm.refresh()
        }
    }

    /// The counts in the current file. Throws if its content does not match them.
    func counts() throws -> [Int] { try check(Realm(configuration: configuration)) }

    private func check(_ realm: Realm) throws -> [Int] {
        var counts: [Int] = []
        var expected: [Int: (writer: Int, count: Int)] = [:]
        for writer in 0..<CountedRealm.writerCount {
            guard let object = realm.dynamicObject(ofType: "Writer", forPrimaryKey: writer),
                let count = object["count"] as? Int
            else { throw Torn(description: "writer \(writer) is missing: \(realm.damage as Any)") }
            counts.append(count)
            let entries = CountedRealm.entries(of: writer, count)
            for (id, past) in entries { expected[id] = (writer, past) }
            let listed = (object["entries"] as? List<DynamicObject>).map { Array($0.compactMap { $0["id"] as? Int }) }
            guard object["text"] as? String == CountedRealm.text(writer, count), listed == entries.keys.sorted() else {
                throw Torn(description: "writer \(writer) at \(count) lists \(listed as Any): \(object)")
            }
        }
        let found = realm.dynamicObjects("Entry")
        guard found.count == expected.count else {
            throw Torn(description: "\(found.count) entries, not \(expected.count), at \(counts)")
        }
        for entry in found {
            guard let id = entry["id"] as? Int, let (writer, count) = expected[id],
                (entry["owner"] as? DynamicObject)?["id"] as? Int == writer,
                entry["text"] as? String == CountedRealm.text(writer, count),
                entry["data"] as? Data == CountedRealm.data(writer, count),
                (entry["numbers"] as? List<Int>).map(Array.init) == CountedRealm.numbers(writer, count)
            else { throw Torn(description: "at \(counts) there is \(entry)") }
        }
        if let damage = realm.damage { throw damage }
        return counts
    }
}
