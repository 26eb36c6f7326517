import RealmStore

/// The elements of an imported list or set. There may be millions of plain values, which are stored contiguously.
struct ImportElements: RandomAccessCollection {
    /// Values, while there is nothing else.
    private var plain: [Value] = []
    /// All elements, from the first on that is a collection or an object.
    private var others: [ImportValue] = []

    let startIndex = 0
    var endIndex: Int { Swift.max(plain.count, others.count) }

    /// The elements of an array, converted by `encode`.
    init(_ elements: JSONElements, _ encode: (JSONTree) throws -> ImportValue) rethrows {
        plain.reserveCapacity(elements.count)
        for element in elements { append(try encode(element)) }
    }

    subscript(index: Int) -> ImportValue { others.isEmpty ? .value(plain[index]) : others[index] }

    private mutating func append(_ element: ImportValue) {
        if others.isEmpty, case .value(let value) = element { return plain.append(value) }
        if others.isEmpty { others = Array(self) }
        plain = []
        others.append(element)
    }
}
