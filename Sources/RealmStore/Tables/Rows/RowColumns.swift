/// The values of objects of one class, by column: to be added all at once.
package final class RowColumns {
    package let layout: RowLayout
    /// Texts that were read without escapes stay in their block; others are here.
    let scratch = ValueScratch()
    // One thread has all of it at a time; checks of exclusivity would cost more than most of the values.
    @exclusivity(unchecked) package private(set) var count = 0
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var values: UnsafeMutablePointer<Value>
    /// By column, the number of the last row that has a value of its own, from 1.
    @exclusivity(unchecked) private var given: [Int]
    @exclusivity(unchecked) private var givenCount = 0
    private let initial: [Value]
    /// By column.
    @exclusivity(unchecked) private var elements: [Elements]
    /// The columns of collections whose elements are read, and of embedded objects.
    package let collections: [Int]
    private static let maximumElementCount = 1 << 19
    private static let maximumValueCount = 1 << 22
    private static let minimumCapacity = 256
    /// Whether a row was begun that is not ended.
    @exclusivity(unchecked) private(set) var isOpen = false
    /// Where in the block the rows are, and in which of its lines, from 0.
    @exclusivity(unchecked) private var places: [(offset: Int, line: Int)] = []
    /// The keys that the objects had elsewhere; either all rows have one or none.
    @exclusivity(unchecked) private var objectKeys: [Int64] = []

    init(_ layout: RowLayout) {
        self.layout = layout
        values = .allocate(capacity: 0)
        given = Array(repeating: 0, count: layout.properties.count)
        initial = layout.properties.map(\.column.initialValue)
        elements = Array(repeating: Elements(), count: given.count)
        collections = layout.properties.indices.filter {
            layout.properties[$0].elements != nil || layout.properties[$0].embedded != nil
        }
    }

    /// The elements of the rows of one column, one after the other, and where those of each row end.
    private struct Elements {
        var values: [Value] = []
        /// Those of the values of a dictionary.
        var keys: [Value] = []
        var ends: [Int] = []

        func positions(of row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }

        /// Forgets what follows the ended rows.
        mutating func removeRest() {
            let end = ends.last ?? 0
            values.removeLast(values.count - end)
            if !keys.isEmpty { keys.removeLast(keys.count - end) }
        }
    }

    deinit { values.deallocate() }

    // MARK: Reading

    /// The place of a row in the text.
    package func place(of row: Int) -> (offset: Int, line: Int) { places[row] }

    /// Whether the text gives the objects' keys.
    package var haveObjectKeys: Bool { !objectKeys.isEmpty }

    /// The key that the text gives the object of a row.
    package func objectKey(of row: Int) -> Int64? { haveObjectKeys ? objectKeys[row] : nil }

    func column(_ position: Int) -> Column { layout.properties[position].column }

    /// The columns of links.
    package var links: [Int] { layout.properties.indices.filter { layout.properties[$0].target != nil } }

    /// The key of the object that a row links to, of the type of its class's primary key, or an int; null for none.
    package func link(_ row: Int, _ column: Int) -> Value { values[column * capacity + row] }

    /// For a column of embedded objects, the position of their class among all.
    package func embedded(_ column: Int) -> Int? { layout.properties[column].embedded }

    /// The elements of a row's collection, links as those of `link(_:_:)`; of a column of embedded objects, also of
    /// single ones, the numbers of their rows.
    package func elements(_ row: Int, _ column: Int) -> ArraySlice<Value> {
        elements[column].values[elements[column].positions(of: row)]
    }

    /// The keys of a row's dictionary, ascending, beside its elements; none for another collection.
    package func keys(_ row: Int, _ column: Int) -> ArraySlice<Value> {
        elements[column].keys.isEmpty ? [] : elements[column].keys[elements[column].positions(of: row)]
    }

    /// The values of a column; nil if the rows have none but the initial one, links, or elements.
    func values(_ column: Int) -> UnsafeBufferPointer<Value>? {
        switch layout.properties[column].form {
        case .other, .link: return nil
        default: break
        }
        return UnsafeBufferPointer(start: values + column * capacity, count: count)
    }

    // MARK: The row that is being read

    /// Whether there are very many rows: empty objects take hundreds of times the memory of their text.
    @inline(__always)
    var isFull: Bool {
        count == capacity && max(RowColumns.minimumCapacity, capacity * 2) * given.count > RowColumns.maximumValueCount
    }

    /// Makes room for another row.
    @inline(__always)
    func begin() {
        if count == capacity { grow() }
        givenCount = 0
        isOpen = true
    }

    /// Gives the row a value.
    ///
    /// - Returns: false if it has one in that column.
    @discardableResult
    @inline(__always)
    func set(_ value: Value, _ column: Int) -> Bool {
        guard note(column) else { return false }
        values[column &* capacity &+ count] = value
        return true
    }

    /// The same for a value that is no other than the initial one.
    @inline(__always)
    func note(_ column: Int) -> Bool {
        if given[column] > count { return false }
        given[column] = count &+ 1
        givenCount &+= 1
        return true
    }

    /// Gives the row another element of a collection.
    ///
    /// - Returns: false if the rows have very many in that column: a value takes several times the memory of its text.
    func append(_ value: Value, _ column: Int) -> Bool {
        guard elements[column].values.count < RowColumns.maximumElementCount else { return false }
        elements[column].values.append(value)
        return true
    }

    /// The same for a value of a dictionary.
    func append(_ value: Value, for key: Value, _ column: Int) -> Bool {
        guard append(value, column) else { return false }
        elements[column].keys.append(key)
        return true
    }

    /// Puts the entries of the row's dictionary in the order of their keys.
    ///
    /// - Returns: false if two have the same key.
    func orderEntries(_ column: Int) -> Bool {
        let first = elements[column].ends.last ?? 0
        let isAscending = (first..<elements[column].keys.count).dropFirst().allSatisfy { position in
            ValueOrder.compare(elements[column].keys[position - 1], elements[column].keys[position]) < 0
        }
        if isAscending { return true }
        let keys = Array(elements[column].keys[first...])
        let values = Array(elements[column].values[first...])
        let order = keys.indices.sorted { ValueOrder.compare(keys[$0], keys[$1]) < 0 }
        for (index, position) in order.enumerated() {
            elements[column].keys[first + index] = keys[position]
            elements[column].values[first + index] = values[position]
        }
        return zip(order, order.dropFirst()).allSatisfy { ValueOrder.compare(keys[$0], keys[$1]) < 0 }
    }

    /// Adds the row; columns without value get the initial one.
    ///
    /// - Parameter objectKey: the key that the text gives the object.
    /// - Returns: false if the row has no primary key, or an object key unlike the others: it is not added.
    @inline(__always)
    func end(offset: Int, line: Int, objectKey: Int64? = nil) -> Bool {
        guard (objectKey == nil ? 0 : count) == objectKeys.count else { return false }
        if givenCount != given.count {
            if let key = layout.primaryKey, given[key] <= count { return false }
            for column in given.indices where given[column] <= count {
                values[column * capacity + count] = initial[column]
            }
        }
        for column in collections { elements[column].ends.append(elements[column].values.count) }
        places.append((offset, line))
        if let objectKey { objectKeys.append(objectKey) }
        count &+= 1
        isOpen = false
        return true
    }

    /// Forgets all rows but the first `count`, and what the row that was begun was given.
    func removeRows(after count: Int) {
        places.removeLast(self.count - count)
        if haveObjectKeys { objectKeys.removeLast(self.count - count) }
        for column in collections { elements[column].ends.removeLast(self.count - count) }
        self.count = count
        cancel()
    }

    /// Forgets what the row was given.
    func cancel() {
        isOpen = false
        for column in given.indices where given[column] > count { given[column] = count }
        for column in collections { elements[column].removeRest() }
    }

    /// Forgets all rows.
    func removeAll() {
        count = 0
        for column in given.indices { given[column] = 0 }
        places.removeAll(keepingCapacity: true)
        objectKeys.removeAll(keepingCapacity: true)
        for column in collections {
            elements[column].values.removeAll(keepingCapacity: true)
            elements[column].keys.removeAll(keepingCapacity: true)
            elements[column].ends.removeAll(keepingCapacity: true)
        }
        scratch.reset()
    }

    private func grow() {
        let wider = max(RowColumns.minimumCapacity, capacity * 2)
        let grown = UnsafeMutablePointer<Value>.allocate(capacity: wider * given.count)
        for column in given.indices {
            (grown + column * wider).initialize(from: values + column * capacity, count: count)
        }
        values.deallocate()
        values = grown
        capacity = wider
    }
}
