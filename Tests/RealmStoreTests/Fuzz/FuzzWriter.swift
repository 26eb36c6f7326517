import Foundation

@testable import RealmStore
@testable import TestSupport

/// Changes the content of a damaged file, until an error or a limit ends it.
struct FuzzWriter {
    private let write: OpenTransaction
    private var random: SeededGenerator
    private var source: ModelSource
    private let scratch = ValueScratch()

    /// The outcome of a transaction.
    enum Outcome: Equatable {
        /// Damage, or another error, was found before anything was written.
        case refused
        case committed
    }

    private init(_ write: OpenTransaction, _ random: SeededGenerator) {
        self.write = write
        self.random = random
        source = ModelSource(seed: self.random.next(), longestText: 3000)
    }

    /// Opens the file, makes some changes with the engine's editors and commits.
    static func run(_ path: String, key: Data?, _ random: SeededGenerator) -> Outcome {
        var options = Database.Options()
        options.key = key.flatMap { EncryptionKey($0) }
        options.creates = false
        options.isShared = false
        do {
            let write = try OpenTransaction(Database.open(path, options).beginWrite(timeout: .seconds(10)))
            var writer = FuzzWriter(write, random)
            for _ in 0..<1 + writer.random.below(30) { try writer.step() }
            _ = try write.commit()
            return .committed
        } catch {
            return .refused
        }
    }

    /// The same with the functions that apps and tools have for values from outside.
    static func runPublic(_ url: URL, key: Data?, _ random: SeededGenerator) -> Outcome {
        // A transaction that an error leaves open is over with the pool.
        autoreleasepool { change(url, key: key, random) }
    }

    private static func change(_ url: URL, key: Data?, _ random: SeededGenerator) -> Outcome {
        var random = random
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key)
        configuration.schemaMode = .discovered
        do {
            let realm = try Realm(configuration: configuration)
            try realm.beginWrite(timeout: .seconds(10))
            let classes = realm.schema.objectSchema.filter { !$0.isEmbedded }
            for _ in 0..<random.below(12) where !classes.isEmpty {
                let described = random.pick(classes)
                let object = try realm.create(described.className, value: values(described, &random), update: .all)
                let objects = realm.dynamicObjects(described.className)
                if random.chance(oneIn: 2), !objects.isEmpty {
                    for (name, value) in values(described, &random) where name != described.primaryKeyProperty?.name {
                        try objects[random.below(objects.count)].set(value, for: name)
                    }
                }
                _ = object.description.count
            }
            try realm.commitWrite()
            return .committed
        } catch {
            return .refused
        }
    }

    private static func values(_ described: ObjectSchema, _ random: inout SeededGenerator) -> [String: Any] {
        var values: [String: Any] = [:]
        for property in described.properties where property.isPrimaryKey || random.chance(oneIn: 3) {
            let value: Any? =
                switch property.type {
                case .int: random.below(50)
                case .string: String(repeating: "y", count: random.below(90))
                case .bool: random.chance(oneIn: 2)
                case .double: Double(random.below(9)) / 2
                case .any: ["list": [1, "two"]]
                case .UUID: UUID()
                case .objectId: ObjectId.generate()
                default: nil
                }
            guard let value else { continue }
            values[property.name] = property.isMap ? ["a": value, "b": value] : property.isCollection ? [value] : value
        }
        return values
    }

    // MARK: Steps

    private mutating func step() throws {
        let keys = write.tables.tableKeys
        guard !keys.isEmpty, let table = try write.tables.table(random.pick(keys)) else { return }
        switch random.below(20) {
        case 0: return try changeSchema(of: table)
        case 1 where random.chance(oneIn: 4): return try write.objects.deleteAll(from: table)
        default: break
        }
        let objects = try objectKeys(of: table)
        switch random.below(10) {
        case 0...2:
            if table.kind != .embedded { try create(in: table) }
        case 3...4:
            for _ in 0..<1 + random.below(5) {
                guard let key = try objectKeys(of: table).randomElement(using: &random) else { return }
                try write.objects.delete(key, from: table)
            }
        default:
            guard let key = objects.randomElement(using: &random), !table.columns.isEmpty else { return }
            for _ in 0..<1 + random.below(4) {
                try change(random.pick(table.columns), of: key, in: table)
            }
        }
    }

    private func objectKeys(of table: TableEditor) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        try table.clusters.tree().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count where keys.count < 5000 { keys.append(leaf.key(row)) }
        }
        return keys
    }

    private mutating func create(in table: TableEditor) throws {
        var primaryKey: Value?
        if let column = table.primaryKey {
            let value = try value(for: column)
            if try table.table.find(primaryKey: value) != nil { return }
            primaryKey = value
        }
        _ = try write.objects.create(in: table, primaryKey: primaryKey)
    }

    private mutating func changeSchema(of table: TableEditor) throws {
        switch random.below(4) {
        case 0: _ = try table.addColumn("added \(random.next())", random.chance(oneIn: 2) ? .string : .int, .nullable)
        case 1:
            let columns = table.columns.filter { $0.type != .link && $0.type != .mixed && $0.indexRoot.isNone }
            guard !columns.isEmpty else { return }
            try table.removeColumn(random.pick(columns))
        case 2:
            let columns = table.columns.filter {
                $0.collection == nil && $0.indexRoot.isNone && ($0.type == .int || $0.type == .string)
            }
            guard !columns.isEmpty else { return }
            try write.objects.makeIndex(of: random.pick(columns), nil, in: table)
        default: _ = try write.tables.addTable("class_Added\(random.next())")
        }
    }

    // MARK: Values

    private mutating func value(for column: Column) throws -> Value {
        switch column.type {
        case .link:
            let target = try write.objects.table(column.oppositeTable)
            guard let key = try objectKeys(of: target).randomElement(using: &random) else { return .null }
            return .link(target.key, key)
        case .mixed where column.collection != .set && random.chance(oneIn: 4):
            return try ModelValue.list([source.scalar(), .list([.int(1)])]).made(in: write.objects.arena, scratch)
        default:
            return try source.value(column.type, isNullable: column.isNullable).made(in: nil, scratch)
        }
    }

    private func isOwner(_ column: Column) throws -> Bool {
        guard column.type == .link else { return false }
        return try write.objects.table(column.oppositeTable).kind == .embedded
    }

    private mutating func change(_ column: Column, of key: ObjectKey, in table: TableEditor) throws {
        if column.key == table.primaryKey?.key { return }
        let objects = write.objects
        switch column.collection {
        case .list: try changeList(column, of: key, in: table)
        case .set:
            let count = try objects.count(of: column, of: key, in: table)
            if random.chance(oneIn: 6) { return try objects.removeAll(from: column, of: key, in: table) }
            if count > 0, random.chance(oneIn: 3) {
                let old = scratch.copy(try objects.element(at: random.below(count), of: column, of: key, in: table))
                _ = try objects.remove(old, from: column, of: key, in: table)
            } else if case let value = try value(for: column), column.type != .link || !value.isNull {
                _ = try objects.add(value, to: column, of: key, in: table)
            }
        case .dictionary:
            if random.chance(oneIn: 6) { return try objects.removeAll(from: column, of: key, in: table) }
            let entry =
                column.hasIntegerKeys ? Value.int(Int64(random.below(9))) : scratch.string("k\(random.below(9))")
            if random.chance(oneIn: 3) {
                _ = try objects.removeEntry(entry, from: column, of: key, in: table)
            } else if try isOwner(column) {
                _ = try objects.setEmbeddedEntry(for: entry, in: column, of: key, in: table)
            } else {
                try objects.setEntry(value(for: column), for: entry, in: column, of: key, in: table)
            }
        case nil:
            if try isOwner(column) {
                if random.chance(oneIn: 2) { return try objects.set(.null, of: column, of: key, in: table) }
                _ = try objects.setEmbedded(of: column, of: key, in: table)
            } else {
                try objects.set(value(for: column), of: column, of: key, in: table)
            }
        }
    }

    private mutating func changeList(_ column: Column, of key: ObjectKey, in table: TableEditor) throws {
        let objects = write.objects
        let count = try objects.count(of: column, of: key, in: table)
        let isOwner = try isOwner(column)
        switch random.below(6) {
        case 0: try objects.removeAll(from: column, of: key, in: table)
        case 1 where count > 0: try objects.removeElement(at: random.below(count), from: column, of: key, in: table)
        case 2 where count > 1:
            try objects.moveElement(
                from: random.below(count), to: random.below(count), in: column, of: key, in: table)
        default:
            let position = random.chance(oneIn: 2) ? count : random.below(count + 1)
            if isOwner {
                _ = try objects.insertEmbedded(at: position, into: column, of: key, in: table)
            } else if case let value = try value(for: column), column.type != .link || !value.isNull {
                try objects.insert(value, at: position, into: column, of: key, in: table)
            }
        }
    }
}
