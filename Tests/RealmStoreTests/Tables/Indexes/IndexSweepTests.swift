import TestSupport
import Testing

@testable import RealmStore

/// Many objects removed from an index in one walk, against a dictionary.
struct IndexSweepTests {
    @Test(arguments: IndexValueSource.allCases)
    func `an index loses exactly the objects that are removed together`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "sweeping an index of \(source)")
        let model = try IndexModel(isMixed: source.isMixed)
        for round in 0..<6 {
            for key in 0..<source.objectCount where model.values[ObjectKey(key)] == nil {
                try model.insert(source.next(&random), key)
            }
            if round % 2 == 0 { model.workbench.commit() }
            let chance = Double.random(in: 0...1, using: &random)
            let removed = (0..<source.objectCount).filter { _ in Double.random(in: 0..<1, using: &random) < chance }
            #expect(try model.sweep(removed) == removed.count)
            #expect(try model.faults() == [], "round \(round)")
            for value in model.values.values.map(\.value).prefix(50) {
                #expect(try model.lookUp(value) == model.expected(value), "\(value)")
            }
        }
    }

    @Test(arguments: IndexValueSource.allCases)
    func `removing all objects together leaves an empty root, and gives every committed node back once`(
        source: IndexValueSource
    ) throws {
        var random = SeededGenerator(for: "sweeping all of an index of \(source)")
        let model = try IndexModel(isMixed: source.isMixed)
        for key in 0..<source.objectCount { try model.insert(source.next(&random), key) }
        model.workbench.commit()
        let nodes = try model.workbench.nodes(below: model.root).map(\.offset)
        #expect(try model.sweep(Array(0..<source.objectCount)) == Int(source.objectCount))
        #expect(try IndexOutline(model.root, in: model.workbench.space).lines == ["leaf"])
        #expect(model.workbench.dropped.sorted() == nodes.sorted())
    }

    @Test func `of an index without entries no node is left behind`() throws {
        let model = try IndexModel()
        model.workbench.commit()
        let nodes = try model.workbench.nodes(below: model.root).map(\.offset)
        #expect(try model.sweep([1, 2]) == 0)
        #expect(try IndexOutline(model.root, in: model.workbench.space).lines == ["leaf"])
        #expect(model.workbench.dropped.sorted() == nodes.sorted() && !nodes.isEmpty)
    }

    @Test func `no node is copied for objects that are not there`() throws {
        var random = SeededGenerator(for: "sweeping nothing")
        let model = try IndexModel()
        for key in Int64(0)..<400 { try model.insert(IndexValueSource.strings.next(&random), key) }
        model.workbench.commit()
        let root = model.root
        #expect(try model.sweep([1000, 2000]) == 0)
        #expect(model.root == root)
        #expect(model.workbench.arena.byteCount == 0)
    }

    @Test func `most of the objects of several nodes of a level are removed together`() throws {
        var random = SeededGenerator(for: "sweeping large nodes")
        let model = try IndexModel()
        let numbers = (0..<12_000).map { _ in IndexModelValue(.int(Int64.random(in: .min ... .max, using: &random))) }
        _ = try model.build(Dictionary(uniqueKeysWithValues: numbers.indices.map { (Int64($0), numbers[$0]) }))
        model.workbench.commit()
        let removed = (0..<Int64(12_000)).shuffled(using: &random).prefix(11_900)
        #expect(try model.sweep(Array(removed)) == 11_900)
        #expect(try model.faults() == [])
        for (key, value) in model.values { #expect(try model.lookUp(value.value) == [key]) }
    }
}
