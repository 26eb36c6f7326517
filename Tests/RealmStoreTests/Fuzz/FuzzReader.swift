import Foundation
import RealmStore

/// Reads the content of a file through the public API, within a budget.
struct FuzzReader {
    private var budget: Int

    private init(budget: Int) { self.budget = budget }

    /// Everything that an app does with a file it did not write. Errors are what is wanted; traps are not.
    static func run(_ url: URL, _ key: Data?, _ scratch: URL) {
        let report = try? Realm.verify(
            at: url, encryptionKey: key, lockMode: .privateFile, scratchDirectory: scratch)
        if let report {
            precondition(report.opens || !report.isSound, "a file that does not open has an error")
        }
        _ = try? Realm.verify(at: url, encryptionKey: key, level: .quick, lockMode: .privateFile)
        _ = try? Realm.fileInfo(at: url, encryptionKey: key, deep: true, lockMode: .privateFile)
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        guard let realm = try? Realm(configuration: configuration) else { return }
        _ = realm.isEmpty
        _ = realm.schema.description
        var reader = FuzzReader(budget: 4_000)
        for objectSchema in realm.schema.objectSchema { reader.read(objectSchema, realm) }
        _ = realm.damage
    }

    private mutating func read(_ objectSchema: ObjectSchema, _ realm: Realm) {
        let objects = realm.dynamicObjects(objectSchema.className)
        let step = max(1, objects.count / 20)
        for position in stride(from: 0, to: objects.count, by: step) {
            guard budget > 0 else { return }
            let object = objects[position]
            for property in objectSchema.properties { read(object[property.name] as Any, depth: 0) }
            if position == 0 { _ = object.description.count }
            if let primaryKey = objectSchema.primaryKeyProperty, let value = object[primaryKey.name] {
                _ = realm.dynamicObject(ofType: objectSchema.className, forPrimaryKey: value)
            }
        }
        if let last = objects.last { _ = last.hash }
    }

    private mutating func read(_ value: Any, depth: Int) {
        budget -= 1
        guard budget > 0, depth < 12 else { return }
        switch value {
        case let value as AnyRealmValue:
            switch value {
            case .list(let list): read(list, depth: depth + 1)
            case .dictionary(let map): read(map, depth: depth + 1)
            case .object(let object): _ = object.isInvalidated
            default: _ = "\(value)"
            }
        case let value as any FuzzReadable: value.readWith(&self, depth: depth)
        case let object as DynamicObject: _ = object.isInvalidated
        default: _ = "\(value)".count
        }
    }

    fileprivate mutating func readElements(_ elements: some RandomAccessCollection<Any>, depth: Int) {
        for element in elements.prefix(40) { read(element, depth: depth + 1) }
    }
}

/// A collection of any element type.
private protocol FuzzReadable {
    func readWith(_ reader: inout FuzzReader, depth: Int)
}

extension List: FuzzReadable {
    fileprivate func readWith(_ reader: inout FuzzReader, depth: Int) {
        if let last { reader.readElements([last], depth: depth) }
        reader.readElements(prefix(40).map { $0 as Any }, depth: depth)
    }
}

extension MutableSet: FuzzReadable {
    fileprivate func readWith(_ reader: inout FuzzReader, depth: Int) {
        if let last { reader.readElements([last], depth: depth) }
        reader.readElements(prefix(40).map { $0 as Any }, depth: depth)
    }
}

extension Map: FuzzReadable {
    fileprivate func readWith(_ reader: inout FuzzReader, depth: Int) {
        for entry in prefix(40) {
            reader.readElements([entry.value as Any], depth: depth)
            _ = self[entry.key]
        }
    }
}
