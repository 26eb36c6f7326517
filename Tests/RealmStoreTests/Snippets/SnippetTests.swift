import Foundation
import RealmStore
import TestSupport
import Testing

/// Whole programs, as apps are written: each is compiled against the library and run alone. See `Tests/Snippets`.
@Suite("Programs of an app") struct SnippetTests {
    @Test(arguments: SnippetBuild.Case.all)
    func `a program prints what it should`(_ program: SnippetBuild.Case) throws {
        let outcome = try #require(SnippetBuild.outcomes[program])
        #expect(outcome.output == program.snippet.output, "\(outcome.messages)")
    }

    @Test func `sixty model classes of a static program are found without registration`() throws {
        let classes = (0..<60).map { number in
            """
            class Model\(number): Object {
                @Persisted(primaryKey: true) var id: Int
                @Persisted var next: Model\((number + 1) % 60)?
            }

            """
        }
        let program = """
            import RealmStore

            \(classes.joined())
            let realm = try Realm(configuration: .init(inMemoryIdentifier: "sixty"))
            try realm.write { realm.create(Model0.self, value: ["id": 1, "next": ["id": 2]]) }
            print(realm.schema.objectSchema.count, realm.objects(Model1.self).first?.id ?? 0)
            """
        let outcome = try SnippetBuild.staticOutcome(of: program)
        #expect(outcome.output == "60 2\n", "\(outcome.messages)")
    }

    @Test func `a program with RealmStore alone needs libcrypto, and nothing that the tools need`() throws {
        let program = try #require(SnippetBuild.Case.all.first { $0.library == .realmStore })
        let libraries = try #require(SnippetBuild.outcomes[program]).libraries
        #expect(libraries.contains("libcrypto"))
        for tool in ["libsqlite3", "libzstd", "Yams"] { #expect(!libraries.contains(tool), "\(libraries)") }
    }

    @Test(arguments: [
        ("try! Realm().add(Object(), update: true)", "Pass .error, .modified or .all rather than a boolean."),
        ("try! Realm().add([Object()], update: true)", "Pass .error, .modified or .all rather than a boolean."),
        ("_ = Object._realmColumnNames()", "renamed to 'propertiesMapping()'"),
        ("_ = EmbeddedObject._realmColumnNames()", "renamed to 'propertiesMapping()'"),
        ("class Old: Object { @Persisted var at: NSDate }", "'NSDate' cannot be stored: use 'Date'"),
    ])
    func `the compiler names what takes the place of an old form`(program: String, remedy: String) throws {
        let complaints = try SnippetBuild.complaints(about: program)
        #expect(complaints.contains("error:") && complaints.contains(remedy), "\(complaints)")
    }

    @Test func `a transaction is a function like any other`() throws {
        let program = """
            let realm = try! Realm()
            let write: ([NotificationToken], () throws -> Int) throws -> Int = realm.write
            """
        #expect(try !SnippetBuild.complaints(about: program).contains("error:"))
    }

    @Test func `there are programs to run`() {
        #expect(Snippet.all.count >= 40)
    }
}
