import TestSupport
import Testing

@testable import RealmStore

/// Random changes of indexes of every type, against a dictionary.
struct IndexPropertyTests {
    @Test(arguments: IndexValueSource.allCases)
    func `an index holds exactly the objects put into it`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "index of \(source)")
        let model = try IndexModel(isMixed: source.isMixed)
        for step in 0..<Int(source.objectCount * 4) {
            try change(model, source, &random)
            if step % 300 == 299 {
                #expect(try model.faults() == [], "step \(step)")
                model.workbench.commit()
            }
        }
        for value in model.values.values.map(\.value).prefix(100) {
            #expect(try model.lookUp(value) == model.expected(value), "\(value)")
        }
    }

    @Test(arguments: [false, true])
    func `three thousand different values in random order find their places`(areStrings: Bool) throws {
        var random = SeededGenerator(for: "three thousand, strings: \(areStrings)")
        let model = try IndexModel()
        for key in Int64(0)..<3000 {
            let number = Int64.random(in: .min ... .max, using: &random)
            try model.insert(areStrings ? .string(String(number, radix: 36)) : IndexModelValue(.int(number)), key)
        }
        #expect(try model.faults() == [])
        for key in (0..<Int64(3000)).shuffled(using: &random).prefix(2000) { #expect(try model.remove(key)) }
        #expect(try model.faults() == [])
    }

    @Test(arguments: IndexValueSource.allCases)
    func `objects inserted together are found like those inserted one by one`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "batches of \(source)")
        let model = try IndexModel(isMixed: source.isMixed)
        for _ in 0..<12 {
            let free = (0..<source.objectCount).filter { model.values[ObjectKey($0)] == nil }.shuffled(using: &random)
            let count = Int.random(in: 1...120, using: &random)
            try model.insert(
                Dictionary(uniqueKeysWithValues: free.prefix(count).map { ($0, source.next(&random)) }))
            #expect(try model.faults() == [])
            for _ in 0..<40 { try change(model, source, &random) }
            model.workbench.commit()
        }
        #expect(try model.faults() == [])
        for value in model.values.values.map(\.value).prefix(100) {
            #expect(try model.lookUp(value) == model.expected(value), "\(value)")
        }
    }

    @Test(arguments: [1, 7, 200, 4000])
    func `numbers inserted in batches split full nodes`(batchSize: Int) throws {
        var random = SeededGenerator(for: "batches of \(batchSize) numbers")
        let model = try IndexModel()
        let numbers = (0..<12_000).map { _ in IndexModelValue(.int(Int64.random(in: .min ... .max, using: &random))) }
        for start in stride(from: 0, to: numbers.count, by: batchSize) {
            let keys = start..<min(start + batchSize, numbers.count)
            try model.insert(Dictionary(uniqueKeysWithValues: keys.map { (Int64($0), numbers[$0]) }))
            if start % 4000 == 0 { model.workbench.commit() }
        }
        #expect(try model.faults() == [])
        for number in numbers.prefix(500) {
            #expect(try model.lookUp(number.value) == model.expected(number.value))
        }
    }

    /// Inserts, replaces or removes a random object.
    private func change(
        _ model: IndexModel, _ source: IndexValueSource, _ random: inout SeededGenerator
    ) throws {
        let key = Int64.random(in: 0..<source.objectCount, using: &random)
        if model.values[ObjectKey(key)] == nil {
            try model.insert(source.next(&random), key)
        } else if Bool.random(using: &random) {
            try model.replace(source.next(&random), key)
        } else {
            #expect(try model.remove(key))
        }
    }

    @Test(arguments: IndexValueSource.allCases)
    func `removing every object leaves an empty root`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "emptying an index of \(source)")
        let model = try filled(source, &random)
        for key in model.values.keys.shuffled(using: &random) { #expect(try model.remove(key.value)) }
        #expect(try IndexOutline(model.root, in: model.workbench.space).lines == ["leaf"])
    }

    @Test(arguments: IndexValueSource.allCases)
    func `removing every object gives every committed node back once`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "dropping an index of \(source)")
        let model = try filled(source, &random)
        model.workbench.commit()
        let nodes = try model.workbench.nodes(below: model.root).map(\.offset)
        for key in model.values.keys.shuffled(using: &random) { #expect(try model.remove(key.value)) }
        #expect(model.workbench.dropped.sorted() == nodes.sorted())
    }

    @Test(arguments: IndexValueSource.allCases)
    func `emptying an index at once gives every committed node back once`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "clearing an index of \(source)")
        let model = try filled(source, &random)
        model.workbench.commit()
        let nodes = try model.workbench.nodes(below: model.root).map(\.offset)
        try model.removeAll()
        #expect(model.workbench.dropped.sorted() == nodes.sorted())
    }

    @Test(arguments: IndexValueSource.allCases)
    func `filling and emptying again needs no more memory`(source: IndexValueSource) throws {
        var random = SeededGenerator(for: "refilling an index of \(source)")
        let model = try IndexModel(isMixed: source.isMixed)
        let values = (0..<source.objectCount).map { _ in source.next(&random) }
        var sizes: [Int] = []
        for _ in 0..<3 {
            for (key, value) in values.enumerated() { try model.insert(value, Int64(key)) }
            for key in values.indices { _ = try model.remove(Int64(key)) }
            sizes.append(model.workbench.arena.byteCount)
        }
        #expect(sizes[2] == sizes[1])
    }

    private func filled(
        _ source: IndexValueSource, _ random: inout SeededGenerator
    ) throws -> IndexModel {
        let model = try IndexModel(isMixed: source.isMixed)
        for key in 0..<source.objectCount { try model.insert(source.next(&random), key) }
        return model
    }
}
