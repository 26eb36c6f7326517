import Foundation
import RealmStore
import TestSupport
import Testing

/// Files that are opened with a schema different from their own.
@Suite struct SchemaUpdateTests {
    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.url.appendingPathComponent("app.realm")
    }

    private static func person(_ properties: [Property], key: String? = nil) -> Schema {
        Schema([ObjectSchema(className: "Person", properties: properties, primaryKey: key)])
    }

    private static let name = Property(name: "name", type: .string)
    private static let age = Property(name: "age", type: .int)

    private func configuration(_ schema: Schema, version: UInt64 = 1, key: Data? = nil) -> Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key, schemaVersion: version)
        configuration.schemaMode = .explicit(schema)
        return configuration
    }

    /// A file of version 1 with these classes, and the objects that `fill` adds.
    private func make(_ schema: Schema, key: Data? = nil, _ fill: (Realm) throws -> Void = { _ in }) throws {
        let realm = try Realm(configuration: configuration(schema, key: key))
        try realm.write { try fill(realm) }
    }

    private func migrated(_ schema: Schema, version: UInt64 = 2, key: Data? = nil) throws -> Realm {
        let realm = try Realm(configuration: configuration(schema, version: version, key: key))
        let report = try Realm.verify(at: url, encryptionKey: key, level: .full)
        #expect(report.isSound, "\(report.problems.prefix(5))")
        return realm
    }

    private func refusal(_ schema: Schema, version: UInt64 = 1) throws -> RLMError {
        let bytes = try Data(contentsOf: url)
        let error = #expect(throws: RLMError.self) {
            try Realm(configuration: configuration(schema, version: version))
        }
        #expect(try Data(contentsOf: url) == bytes)
        return try #require(error)
    }

    // MARK: The same version

    @Test(arguments: [nil, Fixture.key])
    func `classes and search indexes are added without another version`(key: Data?) throws {
        try make(Self.person([Self.name, Self.age]), key: key) { realm in
            for age in 0..<50 { try realm.create("Person", value: ["name": "\(age)", "age": age]) }
        }
        let wanted = Schema([
            ObjectSchema(
                className: "Dog",
                properties: [
                    Property(name: "owner", type: .object, objectClassName: "Person", isOptional: true),
                    Property(name: "id", type: .int),
                ], primaryKey: "id"),
            ObjectSchema(
                className: "Person", properties: [Property(name: "name", type: .string, isIndexed: true), Self.age]),
        ])
        let realm = try migrated(wanted, version: 1, key: key)
        #expect(realm.schema == wanted)
        #expect(realm.schemaVersion == 1)
        #expect(realm.dynamicObjects("Person").count == 50)
        try realm.write {
            try realm.create("Dog", value: ["id": 1, "owner": realm.dynamicObjects("Person")[3]])
        }
        #expect(try Realm.verify(at: url, encryptionKey: key, level: .full).isSound)
    }

    @Test func `a search index goes without another version`() throws {
        try make(Self.person([Property(name: "age", type: .int, isIndexed: true)]))
        #expect(try migrated(Self.person([Self.age]), version: 1).schema["Person"]?["age"] == Self.age)
    }

    @Test func `nothing is written where nothing changes`() throws {
        try make(Self.person([Self.name, Self.age]))
        let bytes = try Data(contentsOf: url)
        _ = try Realm(configuration: configuration(Self.person([Self.age, Self.name])))
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func `classes that only the file has stay unseen`() throws {
        let dog = ObjectSchema(className: "Dog", properties: [Self.age])
        try make(Schema(Self.person([Self.name]).objectSchema + [dog])) { realm in
            try realm.create("Dog", value: ["age": 1])
            try realm.create("Person", value: ["name": "Ann"])
        }
        let realm = try Realm(configuration: configuration(Self.person([Self.name])))
        #expect(realm.schema == Self.person([Self.name]))
        try realm.write { realm.deleteAll() }
        let all = try Realm(configuration: .init(fileURL: url))
        #expect(all.dynamicObjects("Dog").count == 1)
        #expect(all.dynamicObjects("Person").isEmpty)
    }

    @Test func `other changes are refused, a line for each`() throws {
        try make(Self.person([Self.name, Self.age, Property(name: "size", type: .double)], key: "name"))
        let error = try refusal(
            Self.person([
                Property(name: "name", type: .string, isOptional: true), Property(name: "age", type: .string),
                Property(name: "tags", type: .string, isArray: true),
            ]))
        #expect(error.code == .schemaMismatch)
        for line in [
            "Migration is required due to the following errors:", "- Property 'Person.name' has been made optional.",
            "- Property 'Person.name' has been made unindexed.",
            "- Property 'Person.age' has been changed from 'int' to 'string'.",
            "- Property 'Person.tags' has been added.", "- Property 'Person.size' has been removed.",
            "- Primary Key for class 'Person' has been removed.",
        ] { #expect(error.localizedDescription.contains(line), "\(error.localizedDescription)") }
    }

    @Test func `a lower version is refused`() throws {
        try make(Self.person([Self.name]))
        let error = try refusal(Self.person([Self.name]), version: 0)
        #expect(error.code == .fail)
        #expect(
            error.localizedDescription.contains("Provided schema version 0 is less than last set version 1."))
    }

    // MARK: A higher version

    @Test func `properties are added and removed, and what stays keeps its values`() throws {
        try make(Self.person([Self.name, Property(name: "any", type: .any), Self.age])) { realm in
            let first = try realm.create("Person", value: ["name": "Ann", "age": 4])
            for index in 0..<300 { try realm.create("Person", value: ["name": "\(index)", "any": first]) }
        }
        let wanted = Self.person([
            Property(name: "id", type: .UUID), Self.age, Property(name: "tags", type: .string, isSet: true),
            Property(name: "friend", type: .object, objectClassName: "Person", isOptional: true),
        ])
        let realm = try migrated(wanted)
        #expect(realm.schema == wanted)
        #expect(realm.schemaVersion == 2)
        let first = try #require(realm.dynamicObjects("Person").first)
        #expect(first["age"] as? Int == 4)
        #expect(first["id"] as? UUID == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        #expect(first["friend"] == nil)
    }

    @Test func `only the version is written where nothing else changes`() throws {
        try make(Self.person([Self.name]))
        #expect(try migrated(Self.person([Self.name]), version: 9).schemaVersion == 9)
        #expect(try Realm(configuration: .init(fileURL: url)).schemaVersion == 9)
    }

    @Test func `optional properties keep their values, required or retyped ones start again`() throws {
        let kinds: [Property] = [
            .init(name: "a", type: .int, isIndexed: true), .init(name: "b", type: .string, isArray: true),
            .init(name: "c", type: .double, isSet: true), .init(name: "d", type: .int, isMap: true),
            .init(name: "e", type: .int, isOptional: true), .init(name: "f", type: .int),
        ]
        try make(Self.person(kinds)) { realm in
            try realm.create(
                "Person", value: ["a": 1, "b": ["x", "y"], "c": [0.5], "d": ["k": 7], "e": 5, "f": 6])
        }
        let wanted = Self.person([
            .init(name: "a", type: .int, isOptional: true, isIndexed: true),
            .init(name: "b", type: .string, isOptional: true, isArray: true),
            .init(name: "c", type: .double, isOptional: true, isSet: true),
            .init(name: "d", type: .int, isOptional: true, isMap: true), .init(name: "e", type: .int),
            .init(name: "f", type: .string),
        ])
        let realm = try migrated(wanted)
        #expect(realm.schema == wanted)
        let person = try #require(realm.dynamicObjects("Person").first)
        #expect(person["a"] as? Int == 1)
        #expect(Array(try #require(person["b"] as? List<String?>)) == ["x", "y"])
        #expect(Array(try #require(person["c"] as? MutableSet<Double?>)) == [0.5])
        #expect("\(person)".contains("[k]: Optional(7)"))
        #expect(person["e"] as? Int == 0)
        #expect(person["f"] as? String == "")
        try realm.write { person["a"] = nil }
        #expect(try Realm.verify(at: url, level: .full).isSound)
    }

    @Test func `a primary key is added, changed and removed`() throws {
        try make(Self.person([Self.name, Self.age])) { realm in
            for age in 0..<500 { try realm.create("Person", value: ["name": "n\(age)", "age": age]) }
        }
        func isFound(_ key: Any, _ realm: Realm) -> Bool {
            realm.dynamicObject(ofType: "Person", forPrimaryKey: key) != nil
        }
        #expect(try isFound("n77", migrated(Self.person([Self.name, Self.age], key: "name"))))
        #expect(try isFound(77, migrated(Self.person([Self.name, Self.age], key: "age"), version: 3)))
        let last = try migrated(Self.person([Self.name, Self.age]), version: 4)
        #expect(last.schema["Person"]?.primaryKeyProperty == nil)
        #expect(last.schema["Person"]?["name"]?.isIndexed == false)
    }

    @Test func `a primary key becomes optional`() throws {
        try make(Self.person([Self.name, Self.age], key: "age")) { realm in
            for age in 0..<300 { try realm.create("Person", value: ["name": "n\(age)", "age": age]) }
        }
        let realm = try migrated(Self.person([Property(name: "age", type: .int, isOptional: true)], key: "age"))
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 299)?["age"] as? Int == 299)
        try realm.write { try realm.create("Person", value: ["age": NSNull()]) }
        #expect(try Realm.verify(at: url, level: .full).isSound)
    }

    @Test func `a primary key whose values are not unique is refused`() throws {
        try make(Self.person([Self.name, Self.age])) { realm in
            for age in [1, 2, 1] { try realm.create("Person", value: ["name": "a", "age": age]) }
        }
        let error = try refusal(Self.person([Self.name, Self.age], key: "age"), version: 2)
        #expect(error.code == .fail)
        #expect(
            error.localizedDescription.contains(
                "Primary key property 'Person.age' has duplicate values after migration."))
    }

    @Test func `removing the property of an embedded object deletes the object`() throws {
        let address = ObjectSchema(className: "Address", properties: [Self.name], isEmbedded: true)
        let home = Property(name: "home", type: .object, objectClassName: "Address", isOptional: true)
        let others = Property(name: "others", type: .object, objectClassName: "Address", isArray: true)
        try make(Schema(Self.person([Self.name, home, others]).objectSchema + [address])) { realm in
            try realm.create(
                "Person", value: ["name": "Ann", "home": ["name": "x"], "others": [["name": "y"], ["name": "z"]]])
        }
        let realm = try migrated(Schema(Self.person([Self.name, home]).objectSchema + [address]))
        #expect(realm.dynamicObjects("Address").map { $0["name"] as? String } == ["x"])
    }

    @Test func `a class becomes embedded, without the objects that have no owner, and top-level again`() throws {
        let dog = ObjectSchema(className: "Dog", properties: [Self.name])
        let embedded = ObjectSchema(className: "Dog", properties: [Self.name], isEmbedded: true)
        let people = Self.person([Property(name: "dogs", type: .object, objectClassName: "Dog", isArray: true)])
        try make(Schema(people.objectSchema + [dog])) { realm in
            try realm.create("Dog", value: ["name": "stray"])
            try realm.create("Person", value: ["dogs": [["name": "Rex"], ["name": "Bo"]]])
        }
        let realm = try migrated(Schema(people.objectSchema + [embedded]))
        #expect(realm.schema["Dog"] == embedded)
        #expect(Set(realm.dynamicObjects("Dog").compactMap { $0["name"] as? String }) == ["Rex", "Bo"])
        #expect(try migrated(Schema(people.objectSchema + [dog]), version: 3).schema["Dog"] == dog)
    }

    @Test func `a migration is not done halfway while another session writes`() throws {
        try make(Self.person([Self.name]))
        let reader = try Realm(configuration: .init(fileURL: url))
        let realm = try migrated(Self.person([Self.name, Self.age]))
        #expect(reader.schema["Person"]?["age"] == nil)
        #expect(reader.refresh())
        #expect(reader.schema == realm.schema)
    }

    @Test func `a file that Realm Core made is migrated`() throws {
        try Fixture.named("migrate_v1").bytes().write(to: url)
        let before = try Realm(configuration: .init(fileURL: url, readOnly: true))
        let classes = before.schema.objectSchema.map { schema in
            ObjectSchema(
                className: schema.className,
                properties: schema.properties.filter { $0.isPrimaryKey || $0.type == .object } + [
                    Property(name: "added", type: .decimal128, isOptional: true)
                ], primaryKey: schema.primaryKeyProperty?.name, isEmbedded: schema.isEmbedded)
        }
        let version = try #require(before.schemaVersion)
        let realm = try migrated(Schema(classes), version: version + 1)
        #expect(realm.schema == Schema(classes))
        for schema in classes {
            #expect(realm.dynamicObjects(schema.className).count == before.dynamicObjects(schema.className).count)
        }
    }

    /// A schema in which of each class some properties are gone, some optional, some indexed, and some new.
    private func changed(_ schema: Schema) -> Schema {
        Schema(
            schema.objectSchema.map { old in
                var properties: [Property] = []
                for (index, property) in old.properties.enumerated() {
                    let canBeOptional = property.type != .object && property.type != .any
                    let canBeIndexed =
                        !property.isCollection && [.int, .bool, .date, .UUID, .objectId].contains(property.type)
                    if index % 4 == 0, !property.isPrimaryKey { continue }
                    properties.append(
                        Property(
                            name: property.name, type: property.type, objectClassName: property.objectClassName,
                            isOptional: property.isOptional || (index % 4 == 1 && canBeOptional),
                            isArray: property.isArray, isSet: property.isSet, isMap: property.isMap,
                            isIndexed: index % 4 == 2 && canBeIndexed))
                }
                properties.append(Property(name: "new list", type: .any, isArray: true))
                properties.append(Property(name: "new date", type: .date, isIndexed: true))
                return ObjectSchema(
                    className: old.className, properties: properties, primaryKey: old.primaryKeyProperty?.name,
                    isEmbedded: old.isEmbedded)
            })
    }

    @Test(arguments: Fixture.all)
    func `every file is sound when its schema has changed`(_ fixture: Fixture) throws {
        try fixture.bytes().write(to: url)
        let before = try Realm(configuration: .init(fileURL: url, encryptionKey: fixture.key))
        guard !before.schema.objectSchema.contains(where: \.isAsymmetric), before.schemaVersion != .max - 1 else {
            return
        }
        let wanted = changed(before.schema)
        let realm = try migrated(wanted, version: (before.schemaVersion ?? 0) + 1, key: fixture.key)
        #expect(realm.schema == wanted)
        for schema in wanted.objectSchema where !schema.isEmbedded {
            #expect(realm.dynamicObjects(schema.className).count == before.dynamicObjects(schema.className).count)
        }
        try realm.write { realm.deleteAll() }
        #expect(try Realm.verify(at: url, encryptionKey: fixture.key, level: .full).isSound)
    }

    @Test func `a class of a synchronised app does not change its kind`() throws {
        try Fixture.named("asymmetric").bytes().write(to: url)
        let before = try Realm(configuration: .init(fileURL: url, readOnly: true))
        let name = try #require(before.schema.objectSchema.first { $0.isAsymmetric }?.className)
        let error = try refusal(
            Schema([ObjectSchema(className: name, properties: before.schema[name]?.properties ?? [])]),
            version: (before.schemaVersion ?? 0) + 1)
        #expect(error.code == .fail)
        #expect(error.localizedDescription.contains("from Asymmetric to TopLevel"))
    }

    @Test func `a file without a schema version gets the schema whatever it has`() throws {
        try Fixture.named("no_history").bytes().write(to: url)
        let before = try Realm(configuration: .init(fileURL: url, readOnly: true))
        #expect(before.schemaVersion == nil)
        let wanted = changed(before.schema)
        #expect(try migrated(wanted, version: 0).schema == wanted)
        #expect(try Realm(configuration: .init(fileURL: url)).schemaVersion == 0)
    }

    @Test @MainActor func `processes that migrate at once migrate once`() async throws {
        try make(Self.person([Self.name]))
        @Sendable func migrateElsewhere() async {
            await #expect(processExitsWith: .success) { [path = url.path as String] in
                var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), schemaVersion: 2)
                configuration.lockTimeout = .seconds(60)
                configuration.schemaMode = .explicit(
                    Schema([ObjectSchema(className: "Person", properties: [Property(name: "age", type: .int)])]))
                let realm = try Realm(configuration: configuration)
                try realm.write { try realm.create("Person", value: ["age": 1]) }
            }
        }
        async let first: Void = migrateElsewhere()
        async let second: Void = migrateElsewhere()
        async let third: Void = migrateElsewhere()
        _ = await (first, second, third)
        #expect(try migrated(Self.person([Self.age])).dynamicObjects("Person").count == 3)
    }

    // MARK: Only for reading

    @Test func `for reading, missing classes are refused and additional ones are not`() throws {
        try make(Self.person([Self.name, Self.age]))
        var reading = configuration(
            Schema(
                Self.person([Self.name]).objectSchema + [ObjectSchema(className: "Dog", properties: [])]))
        reading.readOnly = true
        #expect(try Realm(configuration: reading).schema == Self.person([Self.name]))
        reading.schemaMode = .explicit(Self.person([Self.name, Property(name: "size", type: .double)]))
        let error = #expect(throws: RLMError(.fail)) { try Realm(configuration: reading) }
        #expect(
            error?.localizedDescription.contains(
                "The following changes cannot be made in read-only schema mode:\n- Property 'Person.size' has been "
                    + "added.") == true)
    }

    @Test(arguments: [UInt64(0), 2])
    func `for reading, the version must be that of the file`(version: UInt64) throws {
        try make(Self.person([Self.name]))
        var reading = configuration(Self.person([Self.name]), version: version)
        reading.readOnly = true
        #expect(throws: RLMError(.fail)) { try Realm(configuration: reading) }
    }
}
