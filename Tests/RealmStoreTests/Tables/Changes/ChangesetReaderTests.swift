import Testing

@testable import RealmStore

/// Changesets are read code by code; hostile ones throw.
@Suite struct ChangesetReaderTests {
    private func read(_ bytes: [UInt8]) throws -> [ChangeInstruction] {
        var reader = ChangesetReader(bytes)
        var instructions: [ChangeInstruction] = []
        while let instruction = try reader.next() { instructions.append(instruction) }
        return instructions
    }

    private func readNumbers(_ numbers: [Int64]) throws -> [ChangeInstruction] {
        try read(HandMadeChangeset(numbers).bytes)
    }

    @Test func `an empty changeset has no instructions`() throws {
        #expect(try read([UInt8]()).isEmpty)
    }

    @Test func `the examples of the format are read`() throws {
        #expect(try read([0x01, 0x00, 0x01, 0x01]) == [.tableAdded(TableKey(0)), .tableAdded(TableKey(1))])
        let set = try read([0x0A, 0x00, 0x00, 0x0D, 0x81, 0x80, 0x88, 0xA0, 0x04, 0x00] as [UInt8])
        #expect(set == [.selectTable(TableKey(0)), .propertySet(ColumnKey(0x4402_0001), ObjectKey(0))])
        let list = try read([0x1E, 0x82, 0x80, 0x80, 0xC0, 0x00, 0x00, 0x1F, 0x00, 0x21, 0x00, 0x02] as [UInt8])
        #expect(
            list == [
                .selectCollection(ColumnKey(0x800_0002), ObjectKey(0), path: []), .element(.insert(0)),
                .element(.move(0, to: 2)),
            ])
    }

    @Test func `instructions on tables and columns are read`() throws {
        let found = try readNumbers([1, 7, 2, 7, 3, 7, 10, 0, 7, 20, 3, 21, 3, 22, 3, 43, 3, 9])
        #expect(
            found == [
                .tableAdded(TableKey(7)), .tableRemoved(TableKey(7)), .tableRenamed(TableKey(7)),
                .selectTable(TableKey(7)), .columnAdded(ColumnKey(3)), .columnRemoved(ColumnKey(3)),
                .columnRenamed(ColumnKey(3)), .typedLinkAdded(ColumnKey(3), TableKey(9)),
            ])
    }

    @Test func `object keys may be negative and large`() throws {
        let found = try readNumbers([11, -5, 12, .max, 13, 1, .min])
        #expect(
            found == [
                .objectCreated(ObjectKey(-5)), .objectRemoved(ObjectKey(.max)),
                .propertySet(ColumnKey(1), ObjectKey(.min)),
            ])
    }

    @Test func `elements of collections are read`() throws {
        let found = try readNumbers([45, 1, 2, 2, 11, -12, 31, 4, 32, 5, 33, 1, 2, 35, 6, 36, 9])
        #expect(
            found == [
                .selectCollection(ColumnKey(1), ObjectKey(2), path: [11, -12]), .element(.insert(4)),
                .element(.set(5)), .element(.move(1, to: 2)), .element(.erase(6)), .element(.clear(9)),
            ])
    }

    @Test func `older instructions on sets and dictionaries are read`() throws {
        var changeset = HandMadeChangeset()
        for code: Int64 in [37, 38, 39] {
            for number: Int64 in [code, 2, 3, 1, 2, 3, 8] { changeset.append(number) }
        }
        for number: Int64 in [40, 1, 41, 2, 42, 3, 44, 4] { changeset.append(number) }
        #expect(
            try read(changeset.bytes) == [
                .element(.insert(8)), .element(.set(8)), .element(.erase(8)), .element(.insert(1)),
                .element(.erase(2)), .element(.clear(3)), .element(.clear(4)),
            ])
    }

    @Test(arguments: [0, 4, 9, 14, 15, 23, 29, 34, 46, 63, 64, 1000, -1] as [Int64])
    func `a code that is not an instruction throws`(_ code: Int64) {
        #expect(throws: FormatError.self) { try readNumbers([code, 0, 0, 0]) }
    }

    @Test(
        arguments: [
            [10, 1, 0], [10, 0, -1], [1, 0x7FFF_FFFF], [1, .max], [13, -1, 0], [31, -1], [31, .max], [36, -3],
            [45, 1, 1, 5, 1],
            [45, 1, 1, -1], [37, 2, 100, 1], [37, 5, 1, 1, 0], [37, 2, -1, 0],
        ] as [[Int64]])
    func `operands that cannot be throw`(_ numbers: [Int64]) {
        #expect(throws: FormatError.self) { try readNumbers(numbers) }
    }

    @Test func `a changeset that is cut off throws, or ends between two instructions`() throws {
        let whole = HandMadeChangeset([10, 0, 70_000, 45, 1 << 40, 2, 2, 11, -1200, 33, 1000, 2000, 43, 9, 1]).bytes
        let count = try read(whole).count
        for end in 0..<whole.count {
            do { #expect(try read(Array(whole[..<end])).count < count) } catch { #expect(error is FormatError) }
        }
    }

    @Test func `a number of more than 64 bits throws`() {
        #expect(throws: FormatError.self) { try read([11] + [UInt8](repeating: 0xFF, count: 9) + [0x01]) }
        #expect(throws: FormatError.self) { try read([11] + [UInt8](repeating: 0x80, count: 10) + [0x00]) }
        #expect(throws: FormatError.self) { try read([11] + [UInt8](repeating: 0xFF, count: 30)) }
    }

    @Test func `hostile bytes end in an error or in instructions that can be applied`() {
        for seed in 0..<20_000 {
            var numbers = RepeatableNumbers(from: UInt64(seed))
            var bytes = (0..<Int.random(in: 0..<60, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            // Most codes are small.
            for index in bytes.indices where Bool.random(using: &numbers) { bytes[index] %= 47 }
            var touched = TouchedObjects(watching: [ChangeSample.place])
            do {
                try touched.add(HandMadeChangeset([10, 0, 1, 30, 5, 1]).bytes + bytes)
                _ = touched[ChangeSample.place]?.script.changes
            } catch {
                #expect(error.code == .badValue, "seed \(seed): \(error)")
            }
        }
    }
}

/// A collection that tests watch.
enum ChangeSample {
    static let place = CollectionPlace(table: TableKey(1), object: ObjectKey(1), column: ColumnKey(5))
}
