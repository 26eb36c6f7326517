import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// A file that tests migrate, in a directory of its own.
struct MigratedFile {
    let url: URL
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.url.appendingPathComponent("app.realm")
    }

    /// A file of version 1 with these classes, and the objects that `fill` adds.
    init(_ schema: Schema, _ fill: (Realm) throws -> Void = { _ in }) throws {
        try self.init()
        let realm = try Realm(configuration: configuration(schema, version: 1))
        try realm.write { try fill(realm) }
    }

    /// - Parameter schema: nil for that of the file.
    func configuration(
        _ schema: Schema?, version: UInt64 = 2, _ block: MigrationBlock? = nil
    ) -> Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: url, schemaVersion: version, migrationBlock: block)
        configuration.schemaMode = schema.map { .explicit($0) } ?? .discovered
        return configuration
    }

    /// The file as it is.
    func opened() throws -> Realm { try Realm(configuration: configuration(nil)) }

    /// The file once its objects have been migrated; it is sound then.
    func migrated(
        _ schema: Schema?, version: UInt64 = 2, sourceLocation: SourceLocation = #_sourceLocation,
        _ block: MigrationBlock? = nil
    ) throws -> Realm {
        let realm = try Realm(configuration: configuration(schema, version: version, block))
        try expectSound(sourceLocation: sourceLocation)
        return realm
    }

    /// The same with edits of the schema, even if the file is open elsewhere.
    func edited(
        version: UInt64 = 2, sourceLocation: SourceLocation = #_sourceLocation,
        _ edits: @escaping @Sendable (inout SchemaEditor) throws -> Void
    ) throws -> Realm {
        try migrated(nil, version: version, sourceLocation: sourceLocation) { migration, _ in
            // Opening throws errors that are thrown here.
            try? migration.edit(edits)
        }
    }

    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let report = try Realm.verify(at: url, level: .full)
        #expect(report.isSound, "\(report.problems.prefix(5))", sourceLocation: sourceLocation)
    }

    /// The error that a migration ends with, which leaves the file unchanged.
    func refusal(
        _ schema: Schema?, version: UInt64 = 2, sourceLocation: SourceLocation = #_sourceLocation,
        _ block: MigrationBlock? = nil
    ) throws -> RLMError {
        let before = try content()
        let error = #expect(throws: RLMError.self, sourceLocation: sourceLocation) {
            try Realm(configuration: configuration(schema, version: version, block))
        }
        #expect(try content() == before, sourceLocation: sourceLocation)
        return try #require(error, sourceLocation: sourceLocation)
    }

    /// The error that edits of the schema end with, which leave the file unchanged.
    func editError(
        version: UInt64 = 2, sourceLocation: SourceLocation = #_sourceLocation,
        _ edits: @escaping @Sendable (inout SchemaEditor) throws -> Void
    ) throws -> RLMError {
        try refusal(nil, version: version, sourceLocation: sourceLocation) { migration, _ in
            try? migration.edit(edits)
        }
    }

    /// Schema, version and objects, as text.
    func content() throws -> String {
        let realm = try Realm(configuration: .init(fileURL: url, readOnly: true).discovered)
        return "\(realm.schemaVersion ?? 0) \(realm.schema)" + ContentText.text(of: realm)
    }
}

extension Realm.Configuration {
    fileprivate var discovered: Realm.Configuration {
        var configuration = self
        configuration.schemaMode = .discovered
        return configuration
    }
}

extension Property {
    /// A link, or a list of links.
    static func link(_ name: String, to className: String, isArray: Bool = false) -> Property {
        Property(
            name: name, type: .object, objectClassName: className, isOptional: !isArray, isArray: isArray)
    }
}

extension Schema {
    /// One class.
    init(_ className: String, _ properties: [Property], key: String? = nil) {
        self.init([ObjectSchema(className: className, properties: properties, primaryKey: key)])
    }
}

extension Realm {
    /// The texts of a property of all objects of a class, in the order of their keys.
    func texts(_ className: String, _ name: String) -> [String] {
        dynamicObjects(className).map { $0[name].map { "\($0)" } ?? "nil" }
    }
}

extension DynamicObject {
    /// The texts of a property of all objects in a list.
    func texts(_ list: String, _ name: String) -> [String] {
        dynamicList(list).map { $0[name].map { "\($0)" } ?? "nil" }
    }
}
