/// The values of an operand for one object, in groups: one group for each collection it leads to.
///
/// A comparison is applied to each group separately, and holds if it holds for one of them.
struct ValueGroups {
    private(set) var values: [Value] = []
    private var ends: [Int] = []
    /// True if quantifiers apply: there may be any number of values.
    var isList = false

    mutating func reset(isList: Bool) {
        values.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        self.isList = isList
    }

    mutating func append(_ value: Value) { values.append(value) }

    /// Ends the group of the values added since the last end.
    mutating func endGroup() { ends.append(values.count) }

    var groupCount: Int { ends.count }

    func group(_ index: Int) -> ArraySlice<Value> { values[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

    /// Adds an empty group, if there is no other.
    mutating func completeGroups() { if ends.isEmpty { endGroup() } }

    /// Replaces each value by the result of `transform`.
    mutating func map(_ transform: (Value) throws(FormatError) -> Value) throws(FormatError) {
        for index in values.indices { values[index] = try transform(values[index]) }
    }
}

/// Reads the values of an operand.
protocol ValueReader: AnyObject {
    /// Puts the values of the object in `row` of the current cluster into `values`, which it empties first.
    func read(_ row: Int, into values: inout ValueGroups) throws(FormatError)
}

/// Values that do not depend on any object.
final class ConstantReader: ValueReader {
    let values: [Value]
    private let isList: Bool

    init(_ values: [Value], isList: Bool) {
        self.values = values
        self.isList = isList
    }

    func read(_ row: Int, into values: inout ValueGroups) {
        values.reset(isList: isList)
        for value in self.values { values.append(value) }
        values.endGroup()
    }
}
