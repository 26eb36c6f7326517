import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Records sorted in runs that do not fit into memory.
@Suite("External sort") struct PlatformExternalSortTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.url.path }

    init() throws { directory = try TemporaryDirectory() }

    private struct Pair: Comparable, BitwiseCopyable {
        let number: Int
        let payload: Int

        static func < (lhs: Pair, rhs: Pair) -> Bool { lhs.number < rhs.number }

        static func == (lhs: Pair, rhs: Pair) -> Bool { lhs.number == rhs.number }
    }

    private func sorted(_ numbers: [Int], bufferByteCount: Int, blockByteCount: Int = 40) throws -> [Int] {
        let sort = ExternalSort<Int>(in: path, bufferByteCount: bufferByteCount, blockByteCount: blockByteCount)
        for number in numbers { sort.add(number) }
        #expect(sort.count == numbers.count)
        var result: [Int] = []
        try sort.forEach { result.append($0) }
        return result
    }

    @Test(arguments: [1, 8, 24, 80, 800, 1 << 20])
    func `records come in ascending order, however many fit into memory`(_ bufferByteCount: Int) throws {
        var generator = SeededGenerator(seed: UInt64(bufferByteCount))
        for count in [0, 1, 2, 3, 10, 11, 99, 100, 101, 1000] {
            let numbers = (0..<count).map { _ in Int.random(in: -50...50, using: &generator) }
            #expect(try sorted(numbers, bufferByteCount: bufferByteCount) == numbers.sorted())
        }
    }

    @Test func `records are read again, and more are added afterwards`() throws {
        let sort = ExternalSort<Int>(in: path, bufferByteCount: 24, blockByteCount: 16)
        for number in [5, 3, 9, 1, 7] { sort.add(number) }
        for _ in 0..<2 {
            var found: [Int] = []
            try sort.forEach { found.append($0) }
            #expect(found == [1, 3, 5, 7, 9])
        }
        sort.add(4)
        var cursor = try sort.cursor()
        #expect(try cursor.next() == 1)
        #expect(try cursor.next() == 3)
        #expect(try cursor.next() == 4)
    }

    @Test(arguments: [16, 1 << 20])
    func `equal records of two sorts are paired one by one`(_ bufferByteCount: Int) throws {
        let lhs = ExternalSort<Pair>(in: path, bufferByteCount: bufferByteCount)
        let rhs = ExternalSort<Pair>(in: path, bufferByteCount: bufferByteCount)
        for number in [4, 1, 2, 2, 6] { lhs.add(Pair(number: number, payload: 1)) }
        for number in [2, 5, 6, 6, 1] { rhs.add(Pair(number: number, payload: 2)) }
        var pairs: [[Int?]] = []
        try lhs.match(rhs) { pairs.append([$0?.number, $1?.number]) }
        #expect(pairs == [[1, 1], [2, 2], [2, nil], [4, nil], [nil, 5], [6, 6], [nil, 6]])
    }

    @Test func `few records need no file`() throws {
        let sort = ExternalSort<Int>(in: "/nowhere", bufferByteCount: 80)
        for number in (0..<10).reversed() { sort.add(number) }
        var cursor = try sort.cursor()
        #expect(try cursor.next() == 0)
    }

    @Test func `a directory that cannot be written to is told when the records are asked for`() throws {
        let sort = ExternalSort<Int>(in: "/nowhere", bufferByteCount: 80)
        for number in 0..<100 { sort.add(number) }
        #expect(throws: SystemError.self) { try sort.forEach { _ in } }
    }

    @Test func `the file has no name`() throws {
        #expect(try sorted(Array(0..<100).reversed(), bufferByteCount: 80) == Array(0..<100))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
}
