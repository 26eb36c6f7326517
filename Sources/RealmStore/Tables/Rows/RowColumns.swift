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
    /// The columns of lists and sets whose elements are read.
    package let collections: [Int]
    private static let maximumElementCount = 1 << 19
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
        collections = layout.properties.indices.filter { layout.properties[$0].elements != nil }
    }

    /// The elements of the rows of one column, one after the other, and where those of each row end.
    private struct Elements {
        var values: [Value] = []
        var ends: [Int] = []
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

    /// The elements of a row's list or set; links as those of `link(_:_:)`.
    package func elements(_ row: Int, _ column: Int) -> ArraySlice<Value> {
        let ends = elements[column].ends
        return elements[column].values[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
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

    /// Makes room for another row.
    @inline(__always)
    func begin() {
        if count == capacity { grow() }
        givenCount = 0
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

    /// Gives the row another element of a list or set.
    ///
    /// - Returns: false if the rows have very many in that column: a value takes several times the memory of its text.
    func append(_ value: Value, _ column: Int) -> Bool {
        guard elements[column].values.count < RowColumns.maximumElementCount else { return false }
        elements[column].values.append(value)
        return true
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
        return true
    }

    /// Forgets what the row was given.
    func cancel() {
        for column in given.indices where given[column] > count { given[column] = count }
        for column in collections {
            let end = elements[column].ends.last ?? 0
            elements[column].values.removeLast(elements[column].values.count - end)
        }
    }

    /// Forgets all rows.
    func removeAll() {
        count = 0
        for column in given.indices { given[column] = 0 }
        places.removeAll(keepingCapacity: true)
        objectKeys.removeAll(keepingCapacity: true)
        for column in collections {
            elements[column].values.removeAll(keepingCapacity: true)
            elements[column].ends.removeAll(keepingCapacity: true)
        }
        scratch.reset()
    }

    private func grow() {
        let wider = max(256, capacity * 2)
        let grown = UnsafeMutablePointer<Value>.allocate(capacity: wider * given.count)
        for column in given.indices {
            (grown + column * wider).initialize(from: values + column * capacity, count: count)
        }
        values.deallocate()
        values = grown
        capacity = wider
    }
}
