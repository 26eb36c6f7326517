import Foundation
import RealmTools
import TestSupport
import Testing

/// Errors in migration files are reported without a database, all at once, each with its place.
@Suite("Migration lint") struct MigrationLintTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let baseline = """
        version: 1
        schema:
          classes:
            Person:
              primaryKey: id
              properties:
                id: int
                name: string
                age: string?
                score: double
                city: string?
                tags: string[]
                dog: Dog
                home: Address
                extra: mixed
                born: date
            Dog:
              properties:
                name: {type: string, indexed: true}
                note: {type: string, fulltext: true}
                owner: Person
            Address: {embedded: true, properties: {street: "string?", zip: int}}
            Country: {primaryKey: code, properties: {code: string, name: "string?"}}
            Loose: {properties: {n: int}}
        """

    private func lint(_ second: String) throws -> [Diagnostic] {
        try place.folder(["0001_baseline.yaml": Self.baseline, "0002_wrong.yaml": second]).lint()
    }

    /// A wrong step, in which § stands before the place of the message, and a part of the message.
    struct Wrong: CustomTestStringConvertible {
        let step: String
        let message: String
        let suggestion: String?

        init(_ step: String, _ message: String, did suggestion: String? = nil) {
            self.step = step
            self.message = message
            self.suggestion = suggestion
        }

        var testDescription: String { step }
    }

    static let classes: [Wrong] = [
        Wrong("- §ad_class: {name: A, properties: {}}", "there is no step 'ad_class'", did: "add_class"),
        Wrong("- add_class: {§nam: A, name: B, properties: {}}", "has no field 'nam'", did: "name"),
        Wrong("- §add_class: {properties: {a: int}}", "lacks 'name'"),
        Wrong("- §add_class: {name: A}", "lacks 'properties'"),
        Wrong("- add_class: {name: §Person, properties: {}}", "there is a class 'Person' already"),
        Wrong("- add_class: {name: §int, properties: {}}", "'int' is the name of a type"),
        Wrong("- add_class: {name: A, properties: {a: §\"int??\"}}", "'int??' is no type"),
        Wrong("- §add_class: {name: A, properties: {a: Dgo}}", "unknown object type 'Dgo'"),
        Wrong("- add_class: {name: A, primaryKey: §b, properties: {a: int}}", "no property 'b'", did: "a"),
        Wrong("- add_class: {name: A, primaryKey: §a, properties: {a: double}}", "cannot be a primary key"),
        Wrong(
            "- add_class: {name: A, embedded: true, primaryKey: §a, properties: {a: int}}",
            "cannot have a primary key"),
        Wrong("- add_class: {name: A, embedded: §yes, properties: {a: int}}", "must be true or false"),
        Wrong("- §add_class: {name: A, embedded: true, properties: {a: A}}", "Cycles containing embedded objects"),
        Wrong("- §add_class: {name: A, properties: {a: Address<>}}", "cannot contain embedded object type"),
        Wrong("- rename_class: {from: §Persn, to: B}", "there is no class 'Persn'", did: "Person"),
        Wrong("- rename_class: {from: Person, to: §Dog}", "there is a class 'Dog' already"),
        Wrong("- remove_class: {name: §Dog}", "is linked to by 'Person.dog'"),
        Wrong("- remove_class: {name: Loose, if_not_empty: §drop}", "must be one of: error, delete"),
        Wrong("- set_embedded: {class: §Country, embedded: true}", "has primary key 'code'"),
        Wrong("- set_embedded: {class: §Address, embedded: true}", "is embedded already"),
        Wrong("- §set_embedded: {class: Dog}", "lacks 'embedded'"),
    ]

    static let properties: [Wrong] = [
        Wrong("- add_property: {class: Dog, name: §name, type: int}", "has a property 'name' already"),
        Wrong("- add_property: {class: Dog, name: n, type: §Cat}", "neither a type nor a class"),
        Wrong("- add_property: {class: Dog, name: n, type: int, value: §null}", "is required and cannot be null"),
        Wrong("- add_property: {class: Dog, name: n, type: int, value: §x}", "is of type int, not 'x'"),
        Wrong("- add_property: {class: Dog, name: n, type: string, value: §true}", "is of type string, not 'true'"),
        Wrong("- add_property: {class: Dog, name: n, type: int, generate: §uuid}", "'generate: uuid' does not make"),
        Wrong("- add_property: {class: Dog, name: n, type: int, value: 1, generate: §counter}", "exclude each other"),
        Wrong("- §add_property: {class: Dog, name: n, type: double, indexed: true}", "cannot be indexed"),
        Wrong("- remove_property: {class: Person, name: §id}", "is the primary key"),
        Wrong("- remove_property: {class: Person, name: §ctiy}", "has no property 'ctiy'", did: "city"),
        Wrong("- rename_property: {class: Person, from: city, to: §name}", "has a property 'name' already"),
        Wrong("- change_type: {class: Person, property: age, to: §int?}", "say 'convert: parse'"),
        Wrong("- change_type: {class: Person, property: age, to: §int, convert: round}", "cannot become int"),
        Wrong(
            "- change_type: {class: Person, property: age, to: int, convert: §pasre}", "must be one of", did: "parse"),
        Wrong("- change_type: {class: Person, property: dog, to: §string, convert: format}", "cannot become string"),
        Wrong("- change_type: {class: Person, property: tags, to: §string}", "cannot become string"),
        Wrong("- change_type: {class: Person, property: §id, to: string, convert: format}", "is the primary key"),
        Wrong(
            "- change_type: {class: Person, property: age, to: int, convert: parse, on_error: §null}",
            "is required and cannot become null"),
        Wrong(
            "- change_type: {class: Person, property: age, to: int, convert: parse, on_error: {value: §a}}",
            "is of type int, not 'a'"),
        Wrong(
            "- change_type: {class: Person, property: age, to: int, convert: parse, on_error: §a}", "must be one of"),
        Wrong("- change_type: {class: Dog, property: name, to: §\"mixed[]\"}", "cannot become"),
        Wrong("- set_optional: {class: Person, property: §city, optional: true}", "is optional already"),
        Wrong("- set_optional: {class: Person, property: §dog, optional: false}", "optional or not by nature"),
        Wrong("- set_optional: {class: Person, property: city, optional: false, fill: §null}", "cannot be null"),
        Wrong("- set_optional: {class: Person, property: name, optional: true, fill: §x}", "for what becomes required"),
        Wrong("- set_primary_key: {class: Person, property: §score}", "cannot be a primary key"),
        Wrong("- set_primary_key: {class: Person, property: §id}", "is the primary key already"),
        Wrong("- set_primary_key: {class: §Dog, property: null}", "has no primary key"),
        Wrong("- set_primary_key: {class: Address, property: §zip}", "embedded class 'Address' cannot"),
        Wrong("- add_index: {class: Dog, property: §name}", "has such a search index already"),
        Wrong("- remove_index: {class: Person, property: §id}", "keeps its index"),
        Wrong("- remove_index: {class: Dog, property: §owner}", "has no such search index"),
        Wrong("- §add_index: {class: Person, property: score}", "cannot be indexed"),
        Wrong("- §add_index: {class: Dog, property: name, kind: fulltext}", "both a general and a full-text index"),
    ]

    static let data: [Wrong] = [
        Wrong("- §set: {class: Person, property: name}", "lacks 'value' or 'generate'"),
        Wrong("- set: {class: Person, property: §id, value: 1}", "is the primary key, whose values stay"),
        Wrong("- set: {class: Person, property: §tags, value: x}", "is not set to a value"),
        Wrong("- set: {class: Person, property: name, value: x, where: \"§ctiy == 'a'\"}", "ctiy", did: "city"),
        Wrong("- set: {class: Person, property: name, value: x, where: \"city == §\"}", "expected"),
        Wrong("- set: {class: Person, property: name, value: x, where: \"score §== 'a'\"}", "Unsupported comparison"),
        Wrong("- copy: {class: Person, from: §dog.nmae, to: city}", "has no property 'nmae'", did: "name"),
        Wrong("- copy: {class: Person, from: score, to: §name}", "say 'convert: format'"),
        Wrong("- copy: {class: Person, from: §city.name, to: name}", "is no link to one object"),
        Wrong("- concat: {class: Person, to: §score, parts: [name]}", "is of type double, not string"),
        Wrong("- concat: {class: Person, to: city, parts: [§dog]}", "which has no text"),
        Wrong("- concat: {class: Person, to: city, parts: §[]}", "'parts' is empty"),
        Wrong(
            "- concat: {class: Person, to: city, parts: [name, {§txt: a}]}", "a part has no field 'txt'", did: "text"),
        Wrong("- map: {class: Person, property: name, values: {a: §null}}", "is required and cannot be null"),
        Wrong("- map: {class: Person, property: name, to: §score, values: {a: 1}}", "say 'else'"),
        Wrong("- map: {class: Person, property: name, values: {a: b}, else: §abort}", "must be one of"),
        Wrong(
            "- lookup: {class: Person, to: §city, in: Country, match: {city: code}}", "is no link to class 'Country'"),
        Wrong("- lookup: {class: Person, to: city, in: Country, match: {§score: code}, take: name}", "of type string"),
        Wrong("- lookup: {class: Person, to: city, in: Country, match: {city: code}, take: §nme}", "nme", did: "name"),
        Wrong(
            "- lookup: {class: Person, to: name, in: Country, match: {city: code}, take: §name, missing: error}",
            "may be null"),
        Wrong(
            "- lookup: {class: Dog, to: owner, in: §Person, match: {name: name}, create: true}", "needs its primary key"
        ),
        Wrong(
            "- split: {class: Person, into: Address, link: §dog, columns: {city: street}}", "is no link to one object"),
        Wrong("- split: {class: Person, into: Address, link: home, columns: {§city: zip}}", "cannot become"),
        Wrong(
            "- split: {class: Person, into: §Address, link: home, columns: {city: street}, dedupe: true}", "leave out"),
        Wrong("- split: {class: Dog, into: §Person, link: owner, columns: {name: name}}", "needs its primary key 'id'"),
        Wrong("- §delete: {class: Dog}", "lacks 'where'"),
        Wrong("- delete: {class: §Cat, where: TRUEPREDICATE}", "there is no class 'Cat'"),
        Wrong("- §dedupe: {class: Dog, by: [name]}", "lacks 'keep'"),
        Wrong("- dedupe: {class: Dog, by: [name], keep: §newest}", "must be one of: first, last"),
        Wrong("- dedupe: {class: Person, by: [§tags], keep: first}", "not compared"),
        Wrong("- dedupe: {class: Dog, by: [name], keep: {max: §owner}}", "has no greatest value"),
        Wrong("- §check: {class: Dog}", "lacks 'min' or 'max'"),
        Wrong("- check: {class: Dog, min: §-1}", "must be a number from 0"),
        Wrong("- §check: {class: Dog, min: 2, max: 1}", "no number is"),
    ]

    @Test(arguments: classes + properties + data)
    func `a wrong step is told with its place`(_ wrong: Wrong) throws {
        let text = "version: 2\nsteps:\n  " + wrong.step
        let found = try lint(text.replacingOccurrences(of: "§", with: ""))
        let column = "  \(wrong.step)".prefix { $0 != "§" }.unicodeScalars.count + 1
        let problem = try #require(found.first { $0.message.contains(wrong.message) }, "\(found)")
        #expect(problem.file.hasSuffix("migrations/0002_wrong.yaml"))
        #expect("\(problem.line):\(problem.column)" == "3:\(column)", "\(problem)")
        #expect(problem.suggestions.first == wrong.suggestion)
        #expect(found.count == 1, "\(found)")
    }

    /// Documents that are wrong as a whole, with the place and a part of the message.
    static let documents: [(text: String, place: [Int], message: String)] = [
        ("version: 2\nsteps:\n\t- delete: {}", [3, 1], "a tab cannot indent"),
        ("version: 2\nsteps: [", [3, 1], "this is no YAML"),
        ("version: 2\nversion: 2\nsteps: []", [1, 1], "'version' more than once"),
        ("version: 2\nsteps:\n  - check: {class: Dog, class: Dog, max: 1}", [3, 13], "'class' more than once"),
        ("version: 3\nsteps: []", [1, 10], "the file's name says 2"),
        ("steps: []", [1, 1], "lacks 'version: 2'"),
        ("version: two\nsteps: []", [1, 10], "must be a number"),
        ("version: 2", [1, 1], "neither 'schema'"),
        ("version: 2\nsteps: []\nschema: {classes: {}}", [1, 1], "not both"),
        ("version: 2\nschema: {classes: {}}", [1, 1], "only the first file can be a baseline"),
        ("version: 2\nstep: []", [2, 1], "has no field 'step'"),
        ("version: 2\nsteps: {a: b}", [2, 8], "'steps' must be a list"),
        ("version: 2\nsteps:\n  - check", [3, 5], "a step is one name"),
        ("version: 2\nsteps:\n  - {check: {}, set: {}}", [3, 5], "a step is one name"),
        ("version: 2\nsteps:\n  - check: [a]", [3, 12], "must be a mapping"),
        ("version: 2\nfrom: 2\nsteps: []", [2, 7], "must be below 2"),
        ("version: 2\nfrom: x..y\nsteps: []", [2, 7], "'from' must be"),
        ("version: 2\nfrom: 0\nsteps: []", [2, 7], "is never run"),
        ("version: 2\nsteps:\n  - check: &a {class: Dog, max: 1}\n  - check: *a", [3, 12], "anchors"),
        ("", [1, 1], "is empty"),
        ("- a", [1, 1], "must be a mapping"),
    ]

    @Test(arguments: documents.indices)
    func `a wrong document is told with its place`(_ index: Int) throws {
        let (text, place, message) = Self.documents[index]
        let found = try lint(text)
        let problem = try #require(found.first { $0.message.contains(message) }, "\(found)")
        #expect(problem.line == place[0] && problem.column == place[1], "\(problem)")
    }

    @Test func `everything wrong is told in one run, in the order of files and places`() throws {
        let folder = try place.folder([
            "0001_baseline.yaml": Self.baseline,
            "0002_a.yaml": "version: 2\nsteps:\n  - delete: {class: Cat}\n  - check: {class: Dgo, max: 1, mn: 2}",
            "0003_b.yaml": "version: 3\nsteps:\n  - rename_property: {class: Dog, from: naem, to: title}",
            "0003_c.yaml": "version: 3\nsteps: []",
            "0004_d.yaml": "version: 4\nsteps:\n\t- x",
            "five.yaml": "version: 5\nsteps: []",
        ])
        let found = folder.lint().map { String($0.description.split(separator: "/").last ?? "") }
        #expect(
            found.map { $0.prefix { $0 != " " } } == [
                "0002_a.yaml:3:5:", "0002_a.yaml:4:33:", "0003_b.yaml:3:41:", "0003_c.yaml:1:1:",
                "0004_d.yaml:3:1:", "five.yaml:1:1:",
            ])
    }

    @Test func `a message is a line that editors understand`() throws {
        let found = try lint("version: 2\nsteps:\n  - remove_property: {class: Person, name: ctiy}")
        let line = try #require(found.first?.description)
        #expect(
            line.hasSuffix("0002_wrong.yaml:3:44: error: class 'Person' has no property 'ctiy' (did you mean 'city'?)"))
    }

    @Test func `later steps see the names that earlier ones leave`() throws {
        let steps = """
            - rename_class: {from: Dog, to: Hound}
            - rename_property: {class: Hound, from: name, to: title}
            - rename_class: {from: Loose, to: Dog}
            - rename_property: {class: Hound, from: note, to: name}
            - copy: {class: Person, from: dog.title, to: name}
            - remove_property: {class: Person, name: dog}
            - delete: {class: Hound, where: "title == ''"}
            - remove_class: {name: Hound}
            """
        #expect(try lint(MigrationPlace.file(steps)).isEmpty)
    }

    @Test func `a baseline that no file can have is told, and nothing that follows from it`() throws {
        let folder = try place.folder([
            "0001_a.yaml":
                "version: 1\nschema:\n  classes:\n    A: {properties: {n: {type: double, indexed: true}, b: B<>}}\n"
                + "    B: {embedded: true, properties: {n: int}}",
            "0002_b.yaml": MigrationPlace.file("- delete: {class: C, where: TRUEPREDICATE}"),
        ])
        let found = folder.lint()
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.file.hasSuffix("0001_a.yaml") && $0.line == 3 })
    }

    @Test func `JSON is read by the same loader`() throws {
        let text = #"{"version": 2, "steps": [{"delete": {"class": "Dog", "where": "nme == 'a'"}}]}"#
        let folder = try place.folder(["0001_baseline.yaml": Self.baseline, "0002_steps.json": text])
        let problem = try #require(folder.lint().first)
        #expect(problem.suggestions.first == "name")
        #expect(problem.line == 1)
    }

    @Test func `a folder without baseline is read, and steps are not simulated`() throws {
        let folder = try place.folder(["0005_a.yaml": MigrationPlace.file("- remove_class: {name: Any}", version: 5)])
        #expect(!folder.hasBaseline)
        #expect(folder.lint().isEmpty)
    }
}
