/// Finds the first element that equals a value.
struct FirstIndexKernel: IntegerKernel {
    let value: Int64
    /// Nil until an element was found.
    private(set) var index: Int?
    private var passed = 0

    init(of value: Int64) { self.value = value }

    mutating func run<Element: FixedWidthInteger & Sendable>(over elements: UnsafeBufferPointer<Element>) {
        if index == nil, let value = Element(exactly: value), let found = elements.firstIndex(of: value) {
            index = passed + found
        }
        passed += elements.count
    }
}
