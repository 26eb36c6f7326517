import Foundation
import RealmStore
import Testing

/// Edits that convert existing values.
@Suite("Schema editor: types") struct SchemaEditorTypeTests {
    private static let name = Property(name: "name", type: .string)

    private static func file(
        _ property: Property, _ values: [Any], _ others: [ObjectSchema] = []
    ) throws -> MigratedFile {
        let person = ObjectSchema(className: "Person", properties: [property, name])
        return try MigratedFile(Schema([person] + others)) { realm in
            for (index, value) in values.enumerated() {
                try realm.create("Person", value: [property.name: value, "name": "n\(index)"])
            }
        }
    }

    @Test func `values are converted, dropped, or take the object with them`() throws {
        let file = try Self.file(Property(name: "age", type: .string), (0..<600).map { "\($0)" })
        let realm = try file.edited { editor in
            try editor.changeType(
                of: "age", on: "Person", to: Property(name: "age", type: .int, isOptional: true, isIndexed: true)
            ) { old in
                let number = try #require(old.stringValue.flatMap { Int($0) })
                return number % 3 == 0 ? nil : number % 3 == 1 ? AnyRealmValue.none : .int(number)
            }
        }
        #expect(realm.dynamicObjects("Person").count == 400)
        #expect(realm.dynamicObjects("Person").filter("age == nil").count == 200)
        #expect(realm.dynamicObjects("Person").filter("age == 599 AND name == 'n599'").count == 1)
        #expect(realm.schema["Person"]?.properties.map(\.name) == ["name", "age"])
    }

    @Test func `a property gets another type and another name`() throws {
        let file = try Self.file(Property(name: "age", type: .int), [1, 2])
        let realm = try file.edited { editor in
            try editor.changeType(of: "age", on: "Person", to: Property(name: "text", type: .string)) {
                .string("\($0.intValue ?? -1)")
            }
        }
        #expect(realm.texts("Person", "text") == ["1", "2"])
        #expect(realm.schema["Person"]?["age"] == nil)
    }

    @Test func `single values become collections, and collections single values`() throws {
        let file = try Self.file(Property(name: "tag", type: .string, isOptional: true), ["a", NSNull()])
        let lists = try file.edited { editor in
            try editor.changeType(of: "tag", on: "Person", to: Property(name: "tags", type: .string, isArray: true)) {
                $0 == .none ? $0 : .fromArray([$0, .string("more")])
            }
        }
        #expect(
            lists.dynamicObjects("Person").map { Array($0["tags"] as? List<String> ?? List()) } == [["a", "more"], []])
        let maps = try file.edited(version: 3) { editor in
            try editor.changeType(of: "tags", on: "Person", to: Property(name: "tags", type: .any, isMap: true)) {
                old in
                .fromDictionary(["count": .int(old.listValue?.count ?? -1)])
            }
        }
        #expect(maps.dynamicObjects("Person").filter("tags['count'] == 2").count == 1)
        let single = try file.edited(version: 4) { editor in
            try editor.changeType(of: "tags", on: "Person", to: Property(name: "size", type: .double)) { old in
                .double(Double(old.dictionaryValue?["count"]?.intValue ?? -1))
            }
        }
        #expect(single.texts("Person", "size") == ["2.0", "0.0"])
    }

    @Test func `links become lists of links, and embedded objects are copied`() throws {
        let others = [
            ObjectSchema(className: "Dog", properties: [Self.name]),
            ObjectSchema(className: "Home", properties: [Self.name, .link("dog", to: "Dog")], isEmbedded: true),
        ]
        let file = try Self.file(.link("home", to: "Home"), [["name": "h", "dog": ["name": "d"]], NSNull()], others)
        let realm = try file.edited { editor in
            try editor.addProperty(.link("dog", to: "Dog"), to: "Person")
            try editor.changeType(of: "home", on: "Person", to: .link("homes", to: "Home", isArray: true)) { old in
                old == .none ? old : .fromArray([old])
            }
            try editor.changeType(of: "dog", on: "Person", to: .link("dogs", to: "Dog", isArray: true)) { _ in
                .fromArray([])
            }
        }
        #expect(realm.texts("Home", "name") == ["h"])
        #expect(realm.dynamicObjects("Person").filter("ANY homes.dog.name == 'd'").count == 1)
        #expect(realm.dynamicObjects("Dog").count == 1)
    }

    @Test func `a primary key gets another type`() throws {
        let schema = Schema("Person", [Property(name: "id", type: .int)], key: "id")
        let file = try MigratedFile(schema) { realm in for id in 0..<300 { try realm.create("Person", value: [id]) } }
        let duplicate = try file.editError { editor in
            try editor.changeType(of: "id", on: "Person", to: Property(name: "id", type: .string)) { _ in .string("x") }
        }
        #expect(duplicate.localizedDescription.hasSuffix("Duplicates: 'x' (300 objects)."))
        let realm = try file.edited { editor in
            try editor.changeType(of: "id", on: "Person", to: Property(name: "id", type: .string)) { old in
                .string("#\(old.intValue ?? -1)")
            }
        }
        #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: "#299") != nil)
    }

    @Test func `a value that does not fit is refused with its object`() throws {
        let file = try Self.file(Property(name: "age", type: .string), ["1", "x"])
        let error = try file.editError { editor in
            try editor.changeType(of: "age", on: "Person", to: Property(name: "age", type: .int)) { old in
                Int(old.stringValue ?? "").map(AnyRealmValue.int) ?? old
            }
        }
        #expect(error.code == .badMigration)
        #expect(
            error.localizedDescription.contains(
                "Object 1 of class 'Person': Property 'Person.age' is of type int, which 'x' of type String does not "
                    + "fit."))
        let missing = try file.editError { editor in
            try editor.changeType(of: "age", on: "Person", to: Property(name: "age", type: .int)) { _ in
                AnyRealmValue.none
            }
        }
        #expect(missing.localizedDescription.contains("Object 0 of class 'Person'"))
    }

    private struct Refusal: Error {}

    @Test func `an error of a conversion is thrown, and nothing changes`() throws {
        let file = try Self.file(Property(name: "age", type: .string), ["1", "x"])
        let before = try file.content()
        #expect(throws: Refusal.self) {
            try Realm.performMigration(for: file.configuration(nil)) { migration, _ in
                try migration.edit { editor in
                    try editor.changeType(of: "age", on: "Person", to: Property(name: "age", type: .int)) { old in
                        if old == .string("x") { throw Refusal() }
                        return .int(1)
                    }
                }
            }
        }
        #expect(try file.content() == before)
    }

    @Test func `values become optional, and required with something in the place of nil`() throws {
        let file = try Self.file(Property(name: "age", type: .int, isIndexed: true), [1, 2])
        let optional = try file.edited { try $0.setOptional("age", on: "Person", true) }
        try optional.write { optional.dynamicObjects("Person")[0]["age"] = nil }
        let error = try file.editError(version: 3) { try $0.setOptional("age", on: "Person", false) }
        #expect(error.code == .badMigration)
        #expect(
            error.localizedDescription
                == "Property 'Person.age' cannot be required: object 0 holds nil. Give a value to fill in.")
        let realm = try file.edited(version: 3) { try $0.setOptional("age", on: "Person", false, fill: .int(9)) }
        #expect(realm.schema["Person"]?["age"] == Property(name: "age", type: .int, isIndexed: true))
        #expect(realm.dynamicObjects("Person").filter("age == 9").count == 1)
        #expect(realm.texts("Person", "age") == ["9", "2"])
    }

    @Test(arguments: [
        Property(name: "many", type: .int, isOptional: true, isArray: true),
        Property(name: "many", type: .int, isOptional: true, isSet: true),
        Property(name: "many", type: .int, isOptional: true, isMap: true),
    ])
    func `elements become required`(property: Property) throws {
        let values: [Any] =
            property.isMap ? [["a": 1, "b": NSNull()] as [String: Any]] : [[1, NSNull()] as [Any]]
        let file = try Self.file(property, values + [property.isMap ? [String: Any]() : [Any]()])
        #expect(try file.editError { try $0.setOptional("many", on: "Person", false) }.code == .badMigration)
        let realm = try file.edited { try $0.setOptional("many", on: "Person", false, fill: .int(5)) }
        #expect(realm.schema["Person"]?["many"]?.isOptional == false)
        #expect(
            realm.dynamicObjects("Person").filter("ANY many == 5 AND ANY many == 1 AND many.@count == 2").count == 1)
    }

    @Test func `new properties are filled`() throws {
        let file = try Self.file(Property(name: "age", type: .int), Array(0..<300))
        let id = UUID()
        let realm = try file.edited { editor in
            for (name, type, value) in [
                ("a", .string, .string("text")), ("b", .double, .double(0.5)), ("c", .UUID, .uuid(id)),
                ("d", .any, .bool(true)), ("e", .date, .date(Date(timeIntervalSince1970: 7))),
            ] as [(String, PropertyType, AnyRealmValue)] {
                let isIndexed = type != .double
                try editor.addProperty(
                    Property(name: name, type: type, isIndexed: isIndexed), to: "Person", fill: value)
            }
        }
        #expect(realm.dynamicObjects("Person").filter("a == 'text' AND b == 0.5").count == 300)
        #expect(realm.dynamicObjects("Person").filter("c == %@ AND d == true", id).count == 300)
        try realm.write { try realm.create("Person", value: ["age": 1]) }
        #expect(realm.dynamicObjects("Person").filter("a == '' AND b == 0").count == 1)
    }
}
