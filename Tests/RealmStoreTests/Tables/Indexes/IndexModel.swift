import Testing

@testable import RealmStore

/// An indexed column of a table: a dictionary and the index under test.
final class IndexModel {
    let workbench: IndexWorkbench
    private(set) var root: Ref
    private let column = Column()
    private let isMixed: Bool

    var values: [ObjectKey: IndexModelValue] { column.values }

    /// The values as the index reads them.
    private final class Column: IndexedValues {
        var values: [ObjectKey: IndexModelValue] = [:]

        func value(of key: ObjectKey) throws(FormatError) -> Value {
            guard let value = values[key] else { throw FormatError(.badIndex, at: .none, "no object \(key.value)") }
            return value.value
        }
    }

    init(isMixed: Bool = false) throws {
        workbench = try IndexWorkbench()
        self.isMixed = isMixed
        root = try IndexTreeEditor.makeEmpty(in: workbench.arena)
    }

    /// One column with those values, their positions the keys.
    convenience init(_ values: [IndexModelValue], isMixed: Bool = false) throws {
        try self.init(isMixed: isMixed)
        for (key, value) in values.enumerated() { try insert(value, Int64(key)) }
    }

    private func edit(_ body: (inout IndexEditor<Column>) throws(FormatError) -> Void) throws(FormatError) {
        var editor = IndexEditor(root: root, of: column, isMixed: isMixed, in: workbench.arena)
        try body(&editor)
        root = editor.root
    }

    func insert(_ value: IndexModelValue, _ key: Int64) throws {
        try edit { (editor) throws(FormatError) in try editor.insert(value.value, ObjectKey(key)) }
        column.values[ObjectKey(key)] = value
    }

    /// Inserts objects together, in the order of their keys.
    func insert(_ batch: [Int64: IndexModelValue]) throws {
        let keys = batch.keys.sorted()
        for key in keys { column.values[ObjectKey(key)] = batch[key] }
        try keys.compactMap { batch[$0]?.value }.withUnsafeBufferPointer { values in
            try edit { (editor) throws(FormatError) in try editor.insert(values, keys.map(ObjectKey.init)) }
        }
    }

    /// Builds the index of such objects at once, and inserts those that the builder does not take.
    ///
    /// - Returns: the number of these.
    func build(_ all: [Int64: IndexModelValue]) throws -> Int {
        var builder = IndexBuilder(in: workbench.arena)
        var left: [ObjectKey] = []
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            column.values[ObjectKey(key)] = value
            if !builder.add(value.value, ObjectKey(key)) { left.append(ObjectKey(key)) }
        }
        root = try builder.build()
        for key in left { try edit { (editor) throws(FormatError) in try editor.insert(column.value(of: key), key) } }
        return left.count
    }

    /// Returns whether the index held the object.
    func remove(_ key: Int64) throws -> Bool {
        let value = try #require(values[ObjectKey(key)])
        column.values[ObjectKey(key)] = nil
        var isFound = false
        try edit { (editor) throws(FormatError) in isFound = try editor.remove(value.value, ObjectKey(key)) }
        return isFound
    }

    func replace(_ value: IndexModelValue, _ key: Int64) throws {
        let old = try #require(column.values[ObjectKey(key)])
        try edit { (editor) throws(FormatError) in try editor.replace(old.value, by: value.value, ObjectKey(key)) }
        column.values[ObjectKey(key)] = value
    }

    /// Removes objects together.
    ///
    /// - Returns: the number of entries that were removed.
    func sweep(_ keys: [Int64]) throws -> Int {
        var sweep = IndexSweep(ObjectKeySet(keys.map(ObjectKey.init)), in: workbench.arena)
        root = try sweep.sweep(root)
        for key in keys { column.values[ObjectKey(key)] = nil }
        return sweep.removedCount
    }

    func removeAll() throws {
        try edit { (editor) throws(FormatError) in try editor.removeAll() }
        column.values = [:]
    }

    /// The objects found under `value`.
    func lookUp(_ value: Value) throws -> [ObjectKey] {
        let found = try SearchIndex(root, in: workbench.space).candidates(for: IndexData(mixed: value))
        return try IndexOutline.objects(found, in: workbench.space).filter { key in
            try ValueOrder.compare(column.value(of: key), value) == 0
        }
    }

    /// The objects that must be found under `value`: equal ones whose bytes in the index are equal too.
    func expected(_ value: Value) -> [ObjectKey] {
        let data = IndexData(mixed: value)
        return column.values.filter { _, other in
            ValueOrder.compare(other.value, value) == 0 && IndexData(mixed: other.value) == data
        }.keys.sorted()
    }

    /// The structural rules that the index violates; every object must be there once, under its value.
    func faults() throws -> [String] {
        let outline = try IndexOutline(root, in: workbench.space)
        var faults = outline.faults
        var seen = Set<ObjectKey>()
        for entry in outline.entries {
            for key in entry.objects where !seen.insert(key).inserted { faults.append("object \(key.value) twice") }
            for key in entry.objects {
                let data = IndexData(mixed: try column.value(of: key))
                if !entry.path.indices.allSatisfy({ data.chunk(at: $0 * 4) == entry.path[$0] }) {
                    faults.append("object \(key.value) under a wrong path")
                }
            }
            faults += try faultsOfOrder(entry)
        }
        if seen != Set(values.keys) { faults.append("\(seen.count) objects of \(values.count)") }
        return faults
    }

    private func faultsOfOrder(_ entry: IndexOutline.Entry) throws -> [String] {
        let values = try entry.objects.map { (key: $0, value: try column.value(of: $0)) }
        return zip(values, values.dropFirst()).flatMap { last, next in
            let order = ValueOrder.compare(last.value, next.value)
            let isPlaced = order < 0 || (order == 0 && last.key < next.key)
            let mayShare = entry.path.count == 51 || IndexData(mixed: last.value) == IndexData(mixed: next.value)
            return (isPlaced ? [] : ["list not in order"]) + (mayShare ? [] : ["different values share a list"])
        }
    }
}
