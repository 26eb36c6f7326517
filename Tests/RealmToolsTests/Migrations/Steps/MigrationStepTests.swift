import Foundation
import RealmTools
import TestSupport
import Testing

/// Each step on a small Realm: its result.
@Suite("Migration steps") struct MigrationStepTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let schema = """
        classes:
          Person:
            properties:
              id: int
              name: string
              age: string?
              city: string?
              dog: Dog
              dogs: Dog[]
          Dog: {properties: {name: string, size: double}}
        """

    private static let people = [
        #"{"_class":"Dog","_key":0,"name":"Rex","size":1.5}"#,
        #"{"_class":"Dog","_key":1,"name":"Fido","size":-2.5}"#,
        #"{"_class":"Dog","_key":2,"name":"Rex","size":7}"#,
        #"{"_class":"Person","_key":0,"id":1,"name":"Ann","age":"41","city":"Rome","dog":{"$link":["Dog","#
            + #"0]},"dogs":[{"$link":["Dog",2]},{"$link":["Dog",0]}]}"#,
        #"{"_class":"Person","_key":1,"id":2,"name":"Bob","age":"old","city":null,"dog":{"$link":["Dog","#
            + #"2]},"dogs":[]}"#,
        #"{"_class":"Person","_key":2,"id":1,"name":"Cy","age":null,"city":"Oslo","dog":null,"#
            + #""dogs":[{"$link":["Dog",2]}]}"#,
    ]

    private func people() throws -> Realm.Configuration { try place.realm(Self.schema, Self.people) }

    /// The value of one property for each object of a class, as JSON.
    private func values(_ name: String, of className: String, _ configuration: Realm.Configuration) throws -> [String] {
        try place.lines(configuration).compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            guard object["_class"] as? String == className else { return nil }
            guard let value = object[name] else { return "-" }
            let data = try JSONSerialization.data(
                withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self)
        }
    }

    private func failure(_ configuration: Realm.Configuration, _ steps: String) throws -> String {
        let before = try Data(contentsOf: #require(configuration.fileURL))
        let error = #expect(throws: Realm.Error.self) { try place.migrate(configuration, steps) }
        #expect(error?.code == .badMigration)
        #expect(try Data(contentsOf: #require(configuration.fileURL)) == before)
        return error?.localizedDescription ?? ""
    }

    // MARK: Classes and properties

    @Test func `classes are added, renamed and removed`() throws {
        let realm = try people()
        let report = try place.migrate(
            realm,
            """
            - rename_class: {from: Dog, to: Hound}
            - add_class: {name: Cat, primaryKey: id, properties: {id: uuid, friend: Hound, "lives": "int?[]"}}
            - remove_property: {class: Person, name: dog}
            - remove_property: {class: Person, name: dogs}
            - remove_property: {class: Cat, name: friend}
            - remove_class: {name: Hound, if_not_empty: delete}
            """)
        let document = try place.schema(realm)
        #expect(document.schema.objectSchema.map(\.className) == ["Cat", "Person"])
        #expect(document.schema["Cat"]?.primaryKeyProperty?.name == "id")
        #expect(document.version == 2)
        #expect(report.files.first?.steps.map(\.rows) == [0, 0, 3, 3, 0, 3])
        #expect(try place.isSound(realm))
    }

    @Test func `a class with objects is removed only if that was said`() throws {
        let steps = "- remove_property: {class: Person, name: dog}\n- remove_property: {class: Person, name: dogs}\n"
        let message = try failure(people(), steps + "- remove_class: {name: Dog}")
        #expect(message.contains("0002_steps.yaml:5:5: error: class 'Dog' has 3 objects"))
    }

    @Test func `properties are added with values for the objects that are there`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - add_property: {class: Person, name: n, type: int, indexed: true}
            - add_property: {class: Person, name: o, type: "int?"}
            - add_property: {class: Person, name: s, type: string, value: new}
            - add_property: {class: Person, name: d, type: date, value: "2026-01-02T03:04:05Z"}
            - add_property: {class: Person, name: c, type: int, generate: counter}
            - add_property: {class: Person, name: u, type: string, generate: uuid}
            - add_property: {class: Person, name: m, type: mixed, value: 12}
            - add_property: {class: Person, name: q, type: mixed, value: "12"}
            - add_property: {class: Person, name: l, type: "string[]"}
            """)
        #expect(try values("n", of: "Person", realm) == ["0", "0", "0"])
        #expect(try values("o", of: "Person", realm) == ["null", "null", "null"])
        #expect(try values("s", of: "Person", realm) == ["\"new\"", "\"new\"", "\"new\""])
        #expect(try values("d", of: "Person", realm).first == #"{"$date":"2026-01-02T03:04:05Z"}"#)
        #expect(try values("c", of: "Person", realm) == ["1", "2", "3"])
        #expect(try Set(values("u", of: "Person", realm)).count == 3)
        #expect(try values("m", of: "Person", realm).first == "12")
        #expect(try values("q", of: "Person", realm).first == "\"12\"")
        #expect(try values("l", of: "Person", realm).first == "[]")
        #expect(try place.schema(realm).schema["Person"]?["n"]?.isIndexed == true)
        #expect(try place.isSound(realm))
    }

    @Test func `a renamed property keeps values, index and links`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - add_index: {class: Dog, property: name}
            - rename_property: {class: Dog, from: name, to: title}
            - rename_property: {class: Person, from: dogs, to: pack}
            - delete: {class: Dog, where: "title == 'Fido'"}
            """)
        #expect(try values("title", of: "Dog", realm) == ["\"Rex\"", "\"Rex\""])
        #expect(try values("pack", of: "Person", realm).first == #"[{"$link":["Dog",2]},{"$link":["Dog",0]}]"#)
        #expect(try place.schema(realm).schema["Dog"]?["title"]?.isIndexed == true)
        #expect(try place.isSound(realm))
    }

    @Test func `indexes come and go`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - add_index: {class: Person, property: name, kind: fulltext}
            - add_index: {class: Person, property: id}
            - add_index: {class: Dog, property: name}
            - remove_index: {class: Person, property: id}
            """)
        let schema = try place.schema(realm).schema
        #expect(schema["Person"]?["name"]?.isFullTextIndexed == true)
        #expect(schema["Person"]?["id"]?.isIndexed == false)
        #expect(schema["Dog"]?["name"]?.isIndexed == true)
        #expect(try place.isSound(realm))
    }

    // MARK: Conversions

    /// From a type and a JSON value to another: type, options of the step, JSON value.
    static let conversions: [(from: String, value: String, to: String, options: String, result: String)] = [
        ("string", #""42""#, "int", "convert: parse", "42"),
        ("string", #""-1.5e2""#, "double", "convert: parse", "-150"),
        ("string", #""true""#, "bool", "convert: parse", "true"),
        ("string", #""0""#, "bool", "convert: parse", "false"),
        ("string", #""1.10""#, "decimal128", "convert: parse", #"{"$decimal":"1.10"}"#),
        (
            "string", #""00112233-4455-6677-8899-aabbccddeeff""#, "uuid", "convert: parse",
            #"{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"}"#
        ),
        (
            "string", #""000102030405060708090a0b""#, "objectId", "convert: parse",
            #"{"$objectId":"000102030405060708090a0b"}"#
        ),
        ("string", #""2026-01-02T03:04:05Z""#, "date", "convert: parse", #"{"$date":"2026-01-02T03:04:05Z"}"#),
        ("int", "-7", "string", "convert: format", #""-7""#),
        ("bool", "true", "string", "convert: format", #""true""#),
        ("double", "0.1", "string", "convert: format", #""0.1""#),
        ("data", #"{"$data":"AQI="}"#, "string", "convert: format", #""AQI=""#),
        ("date", #"{"$date":"2026-01-02T03:04:05Z"}"#, "string", "convert: format", #""2026-01-02T03:04:05Z""#),
        ("decimal128", #"{"$decimal":"1.10"}"#, "string", "convert: format", #""1.10""#),
        ("mixed", "5", "string?", "convert: format", #""5""#),
        ("double", "3", "int", "convert: exact", "3"),
        ("double", "3", "int", "", "3"),
        ("double", "2.5", "int", "convert: round", "3"),
        ("double", "-2.5", "int", "convert: round", "-3"),
        ("double", "-2.9", "int", "convert: truncate", "-2"),
        ("double", "2.5", "int?", "on_error: null", "null"),
        ("double", "1e300", "int", "convert: round, on_error: {value: -1}", "-1"),
        ("int", "90", "date", "convert: unix_s", #"{"$date":"1970-01-01T00:01:30Z"}"#),
        ("int", "-1500", "date", "convert: unix_ms", #"{"$date":"1969-12-31T23:59:58.500000000Z"}"#),
        ("date", #"{"$date":"1970-01-01T00:01:30.900000000Z"}"#, "int", "convert: unix_s", "90"),
        ("date", #"{"$date":"1969-12-31T23:59:58.500000000Z"}"#, "int", "convert: unix_s", "-2"),
        ("date", #"{"$date":"1969-12-31T23:59:58.500000000Z"}"#, "int", "convert: unix_ms", "-1500"),
        ("int", "3", "double", "", "3"),
        ("int", "1", "bool", "", "true"),
        ("int", "2", "bool?", "on_error: null", "null"),
        ("bool", "true", "int", "", "1"),
        ("string?", "null", "int?", "convert: parse", "null"),
        ("string?", "null", "int", "convert: parse, on_error: {value: 9}", "9"),
        ("string", #""x""#, "mixed", "", #""x""#),
        (
            "uuid", #"{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"}"#, "mixed", "",
            #"{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"}"#
        ),
        ("string", #""x""#, #""string[]""#, "", #"["x"]"#),
        ("string?", "null", #""string[]""#, "", "[]"),
        ("int", "5", #""int[]""#, "", "[5]"),
    ]

    @Test(arguments: conversions.indices)
    func `a value is converted`(_ index: Int) throws {
        let (from, value, to, options, result) = Self.conversions[index]
        let realm = try place.realm(
            "classes: {A: {properties: {v: \(from), w: int}}}", [#"{"_class":"A","_key":0,"v":\#(value),"w":1}"#])
        try place.migrate(
            realm, "- change_type: {class: A, property: v, to: \(to)\(options.isEmpty ? "" : ", \(options)")}")
        #expect(try values("v", of: "A", realm) == [result])
        #expect(try place.schema(realm).schema["A"]?["v"]?.typeNotation == to.replacingOccurrences(of: "\"", with: ""))
        #expect(try place.isSound(realm))
    }

    @Test(arguments: conversions.indices.filter { !conversions[$0].to.contains("[]") })
    func `a copy is converted alike`(_ index: Int) throws {
        let (from, value, to, options, result) = Self.conversions[index]
        let realm = try place.realm(
            "classes: {A: {properties: {v: \(from), w: \(to)}}}", [#"{"_class":"A","_key":0,"v":\#(value)}"#])
        try place.migrate(realm, "- copy: {class: A, from: v, to: w\(options.isEmpty ? "" : ", \(options)")}")
        #expect(try values("w", of: "A", realm) == [result])
        #expect(try place.isSound(realm))
    }

    @Test(arguments: [
        ("string", #""4x""#, "int", "convert: parse"), ("string", #""9223372036854775808""#, "int", "convert: parse"),
        ("string", #""NaN""#, "double", "convert: parse"), ("double", "2.5", "int", "convert: exact"),
        ("double", #"{"$float":"NaN"}"#, "int", "convert: round"), ("int", "2", "bool", ""),
        ("string?", "null", "int", "convert: parse"), ("string", #""""#, "date", "convert: parse"),
    ])
    func `a value that cannot be converted ends the migration, with object and value`(
        _ from: String, _ value: String, _ to: String, _ options: String
    ) throws {
        let realm = try place.realm(
            "classes: {A: {properties: {v: \(from)}}}",
            [#"{"_class":"A","_key":0,"v":null}"#, #"{"_class":"A","_key":1,"v":\#(value)}"#].suffix(1).map { $0 })
        let message = try failure(
            realm, "- change_type: {class: A, property: v, to: \(to)\(options.isEmpty ? "" : ", \(options)")}")
        #expect(message.contains("0002_steps.yaml:3:5: error: A with object key 1: the value cannot become \(to): "))
    }

    @Test func `a long value is cut`() throws {
        let realm = try place.realm(
            "classes: {A: {properties: {v: string}}}",
            [#"{"_class":"A","_key":0,"v":"\#(String(repeating: "x", count: 500))"}"#])
        let message = try failure(realm, "- change_type: {class: A, property: v, to: int, convert: parse}")
        #expect(message.hasSuffix(": '\(String(repeating: "x", count: 79))…'"))
    }

    @Test func `objects whose values cannot be converted are deleted where that was said`() throws {
        let realm = try people()
        let report = try place.migrate(
            realm, "- change_type: {class: Person, property: age, to: int?, convert: parse, on_error: delete}")
        #expect(try values("name", of: "Person", realm) == ["\"Ann\"", "\"Cy\""])
        #expect(try values("age", of: "Person", realm) == ["41", "null"])
        #expect(report.files.first?.steps.first?.rows == 3)
        #expect(try place.isSound(realm))
    }

    @Test func `an index and links outlive a change of type`() throws {
        let realm = try place.realm(
            "classes: {A: {properties: {v: {type: int, indexed: true}, next: A}}}",
            [#"{"_class":"A","_key":0,"v":1}"#, #"{"_class":"A","_key":1,"v":0,"next":{"$link":["A",0]}}"#])
        try place.migrate(
            realm,
            "- change_type: {class: A, property: v, to: bool}\n- change_type: {class: A, property: next, to: 'A[]'}")
        #expect(try values("v", of: "A", realm) == ["true", "false"])
        #expect(try values("next", of: "A", realm) == ["[]", #"[{"$link":["A",0]}]"#])
        #expect(try place.schema(realm).schema["A"]?["v"]?.isIndexed == true)
        #expect(try place.isSound(realm))
    }

    @Test func `values become required with what fills them`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - set_optional: {class: Person, property: city, optional: false, fill: "?"}
            - set_optional: {class: Person, property: name, optional: true}
            """)
        #expect(try values("city", of: "Person", realm) == ["\"Rome\"", "\"?\"", "\"Oslo\""])
        let person = try place.schema(realm).schema["Person"]
        #expect(person?["city"]?.isOptional == false)
        #expect(person?["name"]?.isOptional == true)
        #expect(try place.isSound(realm))
        let message = try failure(people2(), "- set_optional: {class: Person, property: city, optional: false}")
        #expect(message.contains("Person with object key 1: 'city' is null, and there is no 'fill'"))
    }

    private func people2() throws -> Realm.Configuration {
        try place.realm(Self.schema, Self.people, name: "second.realm")
    }

    // MARK: Primary keys and embedded classes

    @Test(arguments: [("keep_first", "\"Ann\"", 0), ("keep_last", "\"Cy\"", 2)])
    func `of duplicates one is kept, and links move`(_ rule: String, _ kept: String, _ key: Int) throws {
        let realm = try place.realm(
            Self.schema + "\n  Fan: {properties: {of: Person, all: \"Person[]\", any: mixed, set: Person<>}}",
            Self.people + [
                #"{"_class":"Fan","_key":0,"of":{"$link":["Person",0]},"any":{"$link":["Person",2]},"#
                    + #""all":[{"$link":["Person",0]},{"$link":["Person",2]},{"$link":["Person",0]}],"#
                    + #""set":[{"$link":["Person",0]},{"$link":["Person",2]}]}"#
            ])
        let report = try place.migrate(
            realm, "- set_primary_key: {class: Person, property: id, on_duplicate: \(rule)}")
        #expect(try values("name", of: "Person", realm).contains(kept))
        #expect(try values("id", of: "Person", realm).sorted() == ["1", "2"])
        let link = #"{"$link":["Person",1]}"#
        #expect(try values("of", of: "Fan", realm) == [link])
        #expect(try values("all", of: "Fan", realm) == ["[\(link),\(link),\(link)]"])
        #expect(try values("any", of: "Fan", realm) == [link])
        #expect(try values("set", of: "Fan", realm) == ["[\(link)]"])
        #expect(report.files.first?.steps.first?.rows == 1)
        #expect(try place.isSound(realm))
    }

    @Test func `duplicates end the migration, and are named`() throws {
        let message = try failure(people(), "- set_primary_key: {class: Person, property: id}")
        #expect(message.contains("Person with object key 2: 1 objects have the 'id' of another"))
    }

    @Test func `a primary key is replaced and removed`() throws {
        let realm = try place.realm(
            "classes: {A: {primaryKey: a, properties: {a: int, b: string}}}",
            [#"{"_class":"A","a":1,"b":"x"}"#, #"{"_class":"A","a":2,"b":"y"}"#])
        try place.migrate(realm, "- set_primary_key: {class: A, property: b}\n- remove_property: {class: A, name: a}")
        #expect(try place.schema(realm).schema["A"]?.primaryKeyProperty?.name == "b")
        #expect(try place.isSound(realm))
        let folder = try place.folder([
            "0003_none.yaml": MigrationPlace.file("- set_primary_key: {class: A, property: null}", version: 3)
        ])
        _ = try folder.plan(from: 2, to: nil).apply(to: realm, backupDirectory: nil)
        #expect(try place.schema(realm).schema["A"]?.primaryKeyProperty == nil)
        #expect(try place.schema(realm).schema["A"]?["b"]?.isIndexed == false)
        #expect(try place.isSound(realm))
    }

    @Test func `a class becomes embedded, with a copy for each link`() throws {
        let realm = try people()
        try place.migrate(
            realm, "- set_embedded: {class: Dog, embedded: true, orphans: delete, shared: duplicate}")
        #expect(try place.schema(realm).schema["Dog"]?.isEmbedded == true)
        #expect(try values("dog", of: "Person", realm).map { $0.contains("Rex") } == [true, true, false])
        #expect(
            try values("dogs", of: "Person", realm).map { $0.components(separatedBy: "Rex").count - 1 } == [2, 0, 1])
        #expect(try place.isSound(realm))
    }

    @Test func `orphans and shared objects are errors by themselves`() throws {
        let orphans = try failure(people(), "- set_embedded: {class: Dog, embedded: true}")
        #expect(orphans.contains("0002_steps.yaml:3:5: error: Cannot convert 'Dog' to embedded"))
        let shared = try failure(people2(), "- set_embedded: {class: Dog, embedded: true, orphans: delete}")
        #expect(shared.contains("more than one incoming link"))
    }

    // MARK: Data

    @Test func `values are set where a condition holds`() throws {
        let realm = try people()
        let report = try place.migrate(
            realm,
            """
            - set: {class: Person, property: city, value: Bonn, where: "ANY dogs.name == 'Rex'"}
            - set: {class: Person, property: age, value: null}
            """)
        #expect(try values("city", of: "Person", realm) == ["\"Bonn\"", "null", "\"Bonn\""])
        #expect(try values("age", of: "Person", realm) == ["null", "null", "null"])
        #expect(report.files.first?.steps.map(\.rows) == [2, 3])
    }

    @Test func `values are copied over links`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - copy: {class: Person, from: dog.name, to: name, on_error: {value: nobody}}
            - copy: {class: Person, from: dog.size, to: city, convert: format}
            """)
        #expect(try values("name", of: "Person", realm) == ["\"Rex\"", "\"Rex\"", "\"nobody\""])
        #expect(try values("city", of: "Person", realm) == ["\"1.5\"", "\"7.0\"", "null"])
    }

    @Test func `mixed values are copied with the collections in them`() throws {
        let realm = try place.realm(
            "classes: {A: {properties: {v: mixed, w: mixed}}}",
            [#"{"_class":"A","_key":0,"v":[1,{"$map":{"k":["x"]}}]}"#])
        try place.migrate(realm, "- copy: {class: A, from: v, to: w}\n- remove_property: {class: A, name: v}")
        #expect(try values("w", of: "A", realm) == [#"[1,{"$map":{"k":["x"]}}]"#])
        #expect(try place.isSound(realm))
    }

    @Test func `texts are put together`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - concat: {class: Person, to: name, parts: [name, {text: of}, city, id], separator: " ", skip_null: true}
            - concat: {class: Person, to: city, parts: [city, age], separator: "/"}
            """)
        #expect(try values("name", of: "Person", realm) == ["\"Ann of Rome 1\"", "\"Bob of 2\"", "\"Cy of Oslo 1\""])
        #expect(try values("city", of: "Person", realm) == ["\"Rome/41\"", "\"/old\"", "\"Oslo/\""])
    }

    @Test func `values are mapped by their texts`() throws {
        let realm = try people()
        let report = try place.migrate(
            realm,
            """
            - map: {class: Person, property: city, values: {Rome: Roma, null: none}}
            - map: {class: Person, property: id, to: age, values: {1: one}, else: null}
            - map: {class: Dog, property: name, values: {Rex: King}, else: {value: other}}
            """)
        #expect(try values("city", of: "Person", realm) == ["\"Roma\"", "\"none\"", "\"Oslo\""])
        #expect(try values("age", of: "Person", realm) == ["\"one\"", "null", "\"one\""])
        #expect(try values("name", of: "Dog", realm) == ["\"King\"", "\"other\"", "\"King\""])
        #expect(report.files.first?.steps.map(\.rows) == [2, 3, 3])
        let message = try failure(people2(), "- map: {class: Dog, property: name, values: {Rex: King}, else: error}")
        #expect(message.contains("Dog with object key 1: 'values' has no such value: 'Fido'"))
    }

    @Test func `objects are looked up by values, and made if they are missing`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - add_class: {name: Town, primaryKey: name, properties: {name: string, people: "int?"}}
            - add_property: {class: Person, name: town, type: Town}
            - lookup: {class: Person, to: town, in: Town, match: {city: name}, create: true}
            - set: {class: Town, property: people, value: 5}
            - add_property: {class: Person, name: peers, type: "int?"}
            - lookup: {class: Person, to: peers, in: Town, match: {city: name}, take: people}
            - lookup: {class: Person, to: dog, in: Dog, match: {name: name}, missing: delete}
            """)
        #expect(try values("name", of: "Town", realm) == ["\"Rome\"", "\"Oslo\""])
        #expect(try values("name", of: "Person", realm).isEmpty)
        #expect(try place.isSound(realm))
        let message = try failure(
            people2(), "- lookup: {class: Person, to: dog, in: Dog, match: {name: name}, missing: error}")
        #expect(message.contains("Person with object key 0: there is no such 'Dog': 'Ann'"))
    }

    @Test func `a look-up sets links and takes values`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - map: {class: Person, property: name, values: {Ann: Rex, Bob: Fido}}
            - lookup: {class: Person, to: dog, in: Dog, match: {name: name}}
            - add_property: {class: Person, name: size, type: "double?"}
            - lookup: {class: Person, to: size, in: Dog, match: {name: name}, take: size}
            """)
        #expect(try values("dog", of: "Person", realm) == [#"{"$link":["Dog",0]}"#, #"{"$link":["Dog",1]}"#, "null"])
        #expect(try values("size", of: "Person", realm) == ["1.5", "-2.5", "null"])
        #expect(try place.isSound(realm))
    }

    @Test func `properties move into embedded objects`() throws {
        let realm = try people()
        let report = try place.migrate(
            realm,
            """
            - add_class: {name: Home, embedded: true, properties: {town: "string?", note: "string?"}}
            - add_property: {class: Person, name: home, type: Home}
            - split:
                class: Person
                into: Home
                link: home
                columns: {city: town, age: note}
                skip_all_null: true
                remove_columns: true
            """)
        #expect(
            try values("home", of: "Person", realm) == [
                #"{"note":"41","town":"Rome"}"#, #"{"note":"old","town":null}"#, #"{"note":null,"town":"Oslo"}"#,
            ])
        #expect(try values("city", of: "Person", realm) == ["-", "-", "-"])
        #expect(report.files.first?.steps.last?.rows == 3)
        #expect(try place.isSound(realm))
    }

    @Test func `properties move into objects that are shared by equal ones`() throws {
        let realm = try people()
        try place.migrate(
            realm,
            """
            - add_class: {name: Number, properties: {value: int}}
            - add_property: {class: Person, name: number, type: Number}
            - split: {class: Person, into: Number, link: number, columns: {id: value}, dedupe: true}
            """)
        #expect(try values("value", of: "Number", realm) == ["1", "2"])
        #expect(try values("number", of: "Person", realm).map { $0.suffix(3) } == ["0]}", "1]}", "0]}"])
        #expect(try place.isSound(realm))
        let message = try failure(
            people2(),
            """
            - add_class: {name: Number, primaryKey: value, properties: {value: int}}
            - add_property: {class: Person, name: number, type: Number}
            - split: {class: Person, into: Number, link: number, columns: {id: value}}
            """)
        #expect(message.contains("Person with object key 2: another 'Number' has the primary key"))
    }

    @Test(arguments: [
        ("first", ["1.5", "-2.5"]), ("last", ["-2.5", "7"]), ("{max: size}", ["-2.5", "7"]),
    ])
    func `of objects with the same values one stays, and links move`(_ keep: String, _ sizes: [String]) throws {
        let realm = try people()
        try place.migrate(realm, "- dedupe: {class: Dog, by: [name], keep: \(keep)}")
        #expect(try values("size", of: "Dog", realm) == sizes)
        let links = try values("dogs", of: "Person", realm)
        #expect(links.map { $0.components(separatedBy: "$link").count - 1 } == [2, 0, 1])
        #expect(try place.isSound(realm))
    }

    @Test func `a check that fails ends the migration`() throws {
        try place.migrate(
            people(), "- check: {class: Dog, where: \"name == 'Rex'\", min: 2, max: 2}\n- check: {class: Dog, max: 3}")
        let message = try failure(people2(), "- check: {class: Dog, where: \"size < 0\", max: 0}")
        #expect(
            message.contains(
                "there are 1 'Dog' where size < 0, but should be at most 0; the first is Dog with object key 1"))
    }
}
