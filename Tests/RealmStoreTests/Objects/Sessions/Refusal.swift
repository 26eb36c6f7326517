import Foundation
import RealmStore
import TestSupport
import Testing

/// A programming error that ends the process, and words of its message.
struct Refusal: Sendable {
    let name: String
    let words: [String]
    let body: @Sendable () async throws -> Void

    init(_ name: String, _ words: String..., body: @escaping @Sendable () async throws -> Void) {
        (self.name, self.words, self.body) = (name, words, body)
    }

    /// Expects that an error of a table ends a separate process.
    static func expect(_ name: String, of table: Table, sourceLocation: SourceLocation = #_sourceLocation) async {
        let tableName = table.rawValue
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent], sourceLocation: sourceLocation
        ) { [name = name as String, tableName = tableName as String] in
            let refusals = Table(rawValue: tableName)?.refusals ?? []
            try await refusals.first { $0.name == name }?.body()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for word in table.refusals.first(where: { $0.name == name })?.words ?? ["no such mistake"] {
            #expect(text.contains(word), "\(name): \(text)", sourceLocation: sourceLocation)
        }
    }

    /// The tables, as a child process finds them.
    enum Table: String {
        case observing, keyPaths, loops, freezing, frozen, references, places

        var refusals: [Refusal] {
            switch self {
            case .observing: Refusal.observing
            case .keyPaths: Refusal.keyPaths
            case .loops: Refusal.loops
            case .freezing: Refusal.freezing
            case .frozen: Refusal.frozen
            case .references: Refusal.references
            case .places: Refusal.places
            }
        }

        var names: [String] { refusals.map(\.name) }
    }

    /// Objects of a Realm of a queue, in one of its blocks.
    struct Objects {
        let realm: Realm
        let person: ModelPerson
        let values: ModelValues
    }

    /// Runs `body` in a block of a queue, with objects that are in a Realm of it.
    static func inQueue(_ body: (Objects) throws -> Void) throws {
        let models = try ModelRealm()
        let queue = DispatchQueue(label: "refused")
        try withExtendedLifetime(models) {
            try queue.sync {
                let realm = try Realm(configuration: models.configuration, queue: queue)
                let person = ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"]], "home": ["street": "here"]])
                let values = ModelValues(value: ["ints": [1], "words": ["a"], "counts": ["a": 1]])
                try realm.write { realm.add([person, values]) }
                try body(Objects(realm: realm, person: person, values: values))
            }
        }
    }

    /// Runs `body` with the configuration of a file that no other Realm has open.
    static func withFile(_ body: (Realm.Configuration) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("refused.realm")
        try await body(Realm.Configuration(fileURL: url, objectTypes: ModelRealm.types))
        withExtendedLifetime(directory) {}
    }

    /// Runs `body` with a Realm that is only read.
    static func readOnly(_ body: (Realm) throws -> Void) throws {
        let models = try ModelRealm()
        try withExtendedLifetime(models) { try body(models.readOnlyCopy()) }
    }
}

/// Errors end the program, each with a message that says what to do instead.
@Suite("What is refused of observing and sharing") struct RefusalTests {
    @Test(arguments: Refusal.Table.observing.names)
    func `observing what does not change, is gone or is not here traps`(name: String) async {
        await Refusal.expect(name, of: .observing)
    }

    @Test(arguments: Refusal.Table.keyPaths.names)
    func `observing key paths that lead nowhere traps`(name: String) async {
        await Refusal.expect(name, of: .keyPaths)
    }

    @Test(arguments: Refusal.Table.loops.names)
    func `a loop over changes traps where none are possible`(name: String) async {
        await Refusal.expect(name, of: .loops)
    }

    @Test(arguments: Refusal.Table.freezing.names)
    func `freezing and thawing what is in memory, gone or new traps`(name: String) async {
        await Refusal.expect(name, of: .freezing)
    }

    @Test(arguments: Refusal.Table.frozen.names)
    func `changing what is frozen traps`(name: String) async {
        await Refusal.expect(name, of: .frozen)
    }

    @Test(arguments: Refusal.Table.references.names)
    func `a reference traps where it cannot be made or resolved`(name: String) async {
        await Refusal.expect(name, of: .references)
    }

    @Test(arguments: Refusal.Table.places.names)
    func `using a value of another thread, queue, actor or task traps`(name: String) async {
        await Refusal.expect(name, of: .places)
    }

    @Test func `there are mistakes to make`() {
        let tables: [Refusal.Table] = [.observing, .keyPaths, .loops, .freezing, .frozen, .references, .places]
        let names = tables.flatMap(\.names)
        #expect(names.count >= 70)
        #expect(tables.allSatisfy { Set($0.names).count == $0.names.count })
    }
}
