import Foundation
import TestSupport

/// The processor instructions that operations of an app take, counted by valgrind: they depend neither on the machine's
/// speed nor on what else it does.
struct InstructionCount {
    private let program: URL
    private let directory: TemporaryDirectory

    /// Compiles the program. It has an operation and a number of times as arguments.
    init() throws {
        directory = try TemporaryDirectory()
        program = try SnippetBuild.optimised(InstructionCount.text, in: directory.url)
    }

    /// Whether the engine of these tests is compiled as that of apps, and valgrind can count there.
    static var isPossible: Bool {
        let environment = ProcessInfo.processInfo.environment
        #if arch(x86_64)
            guard environment["REALMSTORE_OPTIMISED_ENGINE"] != nil else { return false }
            return environment["CI"] != nil || FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")
        #else
            return false
        #endif
    }

    /// The instructions of one operation: the difference of two runs, so that starting the program does not count.
    func instructions(of operation: String) throws -> Int {
        (try run(operation, 3000) - run(operation, 1000)) / 2000
    }

    private func run(_ operation: String, _ times: Int) throws -> Int {
        let folder = try TemporaryDirectory()
        let result = try SnippetBuild.run(
            [
                "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program.path, folder.url.path,
                operation, "\(times)",
            ], ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let counted = result.messages.split(separator: "\n").last { $0.contains("Collected") }
        guard result.code == 0, let last = counted?.split(separator: " ").last, let count = Int(last) else {
            throw Failure(message: result.messages)
        }
        return count
    }

    private struct Failure: Error {
        let message: String
    }

    private static let text = """
        import Foundation
        import RealmStore

        class Person: Object {
            @Persisted(primaryKey: true) var id: Int
            @Persisted(indexed: true) var name: String
            @Persisted var age: Int
            @Persisted var score: Double
            @Persisted var email: String
            @Persisted var created: Date
        }

        let (folder, operation) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let times = Int(CommandLine.arguments[3])!
        let realm = try Realm(
            configuration: .init(fileURL: URL(fileURLWithPath: folder + "/counted.realm"), objectTypes: [Person.self]))
        let names = (0..<100).map { "Anna Andersson \\($0)" }
        @MainActor func insert(_ range: Range<Int>) throws {
            try realm.write {
                for number in range {
                    let person = Person()
                    person.id = number * 7 + 1
                    person.name = names[number % 100]
                    person.age = number % 100
                    person.score = Double(number)
                    person.email = "a rather long address @example.org"
                    person.created = Date(timeIntervalSince1970: Double(number))
                    realm.add(person)
                }
            }
        }
        try insert(0..<1000)
        var sum = 0
        switch operation {
        case "insert": try insert(1000..<1000 + times)
        case "visit":
            for _ in 0..<times / 1000 {
                for person in realm.objects(Person.self) {
                    sum += person.id + person.age + Int(person.score)
                    sum += person.name.utf8.count + person.email.utf8.count
                }
            }
        case "update":
            try realm.write {
                for _ in 0..<times / 1000 { for person in realm.objects(Person.self) { person.age += 1 } }
            }
        case "look up":
            for number in 0..<times {
                sum += realm.object(ofType: Person.self, forPrimaryKey: number % 1000 * 7 + 1)!.age
            }
        case "query":
            for number in 0..<times { sum += realm.objects(Person.self).where { $0.name == names[number % 100] }.count }
        case "query in words":
            let all = realm.objects(Person.self)
            for number in 0..<times { sum += all.filter("name == %@", names[number % 100]).count }
        case "open again":
            for _ in 0..<times { sum += try Realm(configuration: realm.configuration).isFrozen ? 1 : 0 }
        default: fatalError()
        }
        print(sum)
        """
}
