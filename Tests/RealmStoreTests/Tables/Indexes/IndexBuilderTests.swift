import TestSupport
import Testing

@testable import RealmStore

/// Indexes of many objects built at once, against a dictionary and against those built one object after the other.
struct IndexBuilderTests {
    private static let sources = IndexValueSource.allCases.filter { !$0.isMixed }

    @Test(arguments: sources)
    func `an index built at once holds each object under its value, and can be changed`(
        source: IndexValueSource
    ) throws {
        var random = SeededGenerator(for: "building an index of \(source)")
        for count in [0, 1, 2, 30, source.objectCount] {
            let model = try IndexModel()
            let left = try model.build(IndexBuilderTests.values(source, count, &random))
            #expect(left == 0 || source == .longStrings)
            #expect(try model.faults() == [], "\(count) objects")
            for value in model.values.values.map(\.value).prefix(100) {
                #expect(try model.lookUp(value) == model.expected(value), "\(value)")
            }
            model.workbench.commit()
            for key in 0..<count where Bool.random(using: &random) { #expect(try model.remove(key)) }
            for key in count..<(count + 40) { try model.insert(source.next(&random), key) }
            #expect(try model.faults() == [], "\(count) objects, changed")
        }
    }

    @Test(arguments: sources)
    func `the same objects share a place as in an index built one by one`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "comparing an index of \(source)")
        let values = IndexBuilderTests.values(source, source.objectCount, &random)
        let (built, grown) = (try IndexModel(), try IndexModel())
        _ = try built.build(values)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { try grown.insert(value, key) }
        let ours = try IndexOutline(built.root, in: built.workbench.space).entries
        let theirs = try IndexOutline(grown.root, in: grown.workbench.space).entries
        #expect(ours.map(\.path) == theirs.map(\.path))
        #expect(ours.map(\.objects) == theirs.map(\.objects))
    }

    @Test(arguments: [999, 1000, 1001, 2001, 40_000])
    func `the nodes of a level are filled evenly, and found`(count: Int64) throws {
        var random = SeededGenerator(for: "\(count) numbers")
        let model = try IndexModel()
        let numbers = (0..<count).map { ($0, IndexModelValue(.int($0 &* 0x9E37_79B9))) }
        _ = try model.build(Dictionary(uniqueKeysWithValues: numbers))
        let outline = try IndexOutline(model.root, in: model.workbench.space)
        #expect(outline.faults == [])
        let leaves = outline.lines.count { $0.hasSuffix("leaf") }
        #expect(leaves == Int(count + 999) / 1000)
        for (key, number) in numbers.shuffled(using: &random).prefix(1000) {
            #expect(try model.lookUp(number.value) == [ObjectKey(key)])
        }
    }

    @Test func `a list of one value's objects may be longer than a leaf`() throws {
        let model = try IndexModel()
        _ = try model.build(Dictionary(uniqueKeysWithValues: (0..<2500).map { ($0, IndexModelValue(.int($0 % 2))) }))
        #expect(try model.faults() == [])
        #expect(try model.lookUp(.int(1)).count == 1250)
    }

    private static func values(
        _ source: IndexValueSource, _ count: Int64, _ random: inout SeededGenerator
    ) -> [Int64: IndexModelValue] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, source.next(&random)) })
    }
}
