/// The values that some objects are sorted by.
struct SortValues {
    /// Numbers where all values are ints; empty otherwise.
    private var integers: [Int64] = []
    private var values: [Value] = []
    private var cut: Set<Int> = []

    init(_ keys: [ObjectKey], _ path: SortPath) throws(FormatError) {
        integers.reserveCapacity(keys.count)
        for position in keys.indices {
            let value = try path.value(of: keys[position])
            if value == nil { cut.insert(position) }
            if values.isEmpty, case .int(let number)? = value {
                integers.append(number)
                continue
            }
            if values.isEmpty {
                values = integers.map { .int($0) }
                values.reserveCapacity(keys.count)
            }
            values.append(value ?? .null)
            integers = []
        }
    }

    /// Sorts values that are there already.
    init(_ values: [Value]) { self.values = values }

    /// True for an object whose path meets a null link.
    func isCut(_ position: Int) -> Bool { !cut.isEmpty && cut.contains(position) }

    /// Negative, zero or positive; what is cut comes after everything.
    func compare(_ first: Int, _ second: Int) -> Int {
        if values.isEmpty {
            return integers[first] < integers[second] ? -1 : integers[first] == integers[second] ? 0 : 1
        }
        if !cut.isEmpty {
            let (isFirstCut, isSecondCut) = (cut.contains(first), cut.contains(second))
            if isFirstCut || isSecondCut { return (isFirstCut ? 1 : 0) - (isSecondCut ? 1 : 0) }
        }
        return ValueOrder.compare(values[first], values[second])
    }
}
