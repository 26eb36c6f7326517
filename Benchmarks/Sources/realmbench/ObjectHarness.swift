import BenchmarkData
import Foundation

/// Measures typical operations of apps on objects.
struct ObjectHarness {
    let harness: Harness
    let work: WritingWork
    let objects: RealmStoreObjects
    let records: GRDBRecords
    let statements: SQLiteEngine
    /// The expected result of visiting all rows.
    let visited: UInt64

    init(_ harness: Harness, _ work: WritingWork, _ files: DataFiles) throws {
        self.harness = harness
        self.work = work
        objects = try RealmStoreObjects(files: files)
        records = try GRDBRecords(files: files)
        statements = try SQLiteEngine(path: files.sqlite.path)
        visited = ReferenceEngine(rows: files.rows).scan()
    }

    func measure(_ benchmark: ObjectCase) throws -> CaseReport {
        let (contenders, expected) =
            switch benchmark {
            case .visit: (visiting, visited)
            case .getInt: readingInts()
            case .getString: readingStrings()
            case .add: (inserting { try objects.add(work.values) }, visited)
            case .create: (inserting { try objects.create(work.values) }, visited)
            }
        return try harness.measure(benchmark.rawValue, benchmark.title, contenders, expecting: expected)
    }

    private var visiting: [Contender] {
        [
            Contender(name: RealmStoreObjects.name, run: objects.visit),
            Contender(name: GRDBRecords.name, run: records.visit),
            Contender(name: statements.name, run: statements.scan),
        ]
    }

    private func inserting(_ insert: @escaping () throws -> Void) -> [Contender] {
        [
            Contender(
                name: RealmStoreObjects.name, run: { try insert(); return visited },
                prepare: objects.prepareWriting, finish: objects.visitWritten),
            Contender(
                name: GRDBRecords.name, run: { try records.insert(work.values); return visited },
                prepare: records.prepareWriting, finish: records.visitWritten),
        ]
    }

    /// As many objects as fit into the processor's caches, read again and again, each ten times, so that taking it out
    /// of the array hardly counts.
    private func readingInts() -> (contenders: [Contender], expected: UInt64) {
        let rows = objects.objects(100)
        let expected = rows.reduce(0) { $0 &+ 10 &* UInt64(bitPattern: Int64($1.big)) }
        let reading = Contender(name: RealmStoreObjects.name) {
            var sum = 0
            for row in rows { for _ in 0..<10 { sum &+= row.big } }
            return UInt64(bitPattern: Int64(sum))
        }
        let numbers = rows.flatMap { repeatElement($0.big, count: 10) }
        let calling = Contender(name: "function call") {
            var sum = 0
            for number in numbers { sum &+= passed(number) }
            return UInt64(bitPattern: Int64(sum))
        }
        return ([reading, calling], expected)
    }

    private func readingStrings() -> (contenders: [Contender], expected: UInt64) {
        let rows = objects.objects(1_000)
        let texts = rows.map { Array($0.name.utf8) }
        let reading = Contender(name: RealmStoreObjects.name) {
            var result = ResultHash()
            for row in rows { result.add(row.name) }
            return result.value
        }
        let decoding = Contender(name: "String(decoding:as:)") {
            var result = ResultHash()
            for text in texts { result.add(String(decoding: text, as: UTF8.self)) }
            return result.value
        }
        var expected = ResultHash()
        for text in texts { expected.add(String(decoding: text, as: UTF8.self)) }
        return ([reading, decoding], expected.value)
    }
}

/// An operation that does nothing.
@inline(never)
private func passed(_ number: Int) -> Int { number }

extension ResultHash {
    /// Adds properties of a string that cost next to nothing to read.
    fileprivate mutating func add(_ text: String) {
        var row = RowHash()
        row.mix(text.utf8.count)
        add(row)
    }
}
