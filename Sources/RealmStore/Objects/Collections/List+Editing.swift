import Foundation

// Changing lists. In a Realm each of these traps outside of a write transaction, on another thread than the Realm's,
// and once the object is gone. Unmanaged objects are added to the Realm; one of another Realm traps.
extension List {
    /// Adds an element at the end.
    ///
    /// - Complexity: O(log n), where n is the number of elements.
    public func append(_ object: Element) { insert(object, at: count) }

    /// Adds elements at the end.
    ///
    /// - Complexity: O(m · log n), where m is the number of new elements and n that of all.
    public func append<S: Sequence>(objectsIn objects: S) where S.Element == Element {
        // A copy, so that a list can be appended to itself.
        for object in Array(objects) { append(object) }
    }

    /// Inserts an element before `index`, or at the end. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the number of elements; O(n) in memory.
    public func insert(_ object: Element, at index: Int) {
        require(index >= 0 && index <= count, "Index \(index) is out of bounds (count \(count))")
        guard let elements else { return _rlmPlain.insert(object, at: index) }
        elements.insert(object, at: index)
    }

    /// Inserts elements before index `i`, or at the end.
    ///
    /// - Complexity: O(m · log n), where m is the number of new elements and n that of all; O(m · n) in memory.
    public func insert<C: Collection>(contentsOf newElements: C, at i: Int) where C.Element == Element {
        require(i >= 0 && i <= count, "Index \(i) is out of bounds (count \(count))")
        for (offset, element) in Array(newElements).enumerated() { insert(element, at: i + offset) }
    }

    /// Removes the element at `index`; for links, not the object. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the number of elements; O(n) in memory. Removing a link adds the number of
    ///   links to its object.
    public func remove(at index: Int) {
        require(index >= 0 && index < count, "Index \(index) is out of bounds (count \(count))")
        guard let elements else {
            _rlmPlain.remove(at: index)
            return
        }
        elements.remove(at: index)
    }

    /// Removes the given number of elements from the beginning. Traps for more than there are.
    ///
    /// - Complexity: O(m · log n), where m is the number of removed elements and n that of all; O(m · n) in memory.
    public func removeFirst(_ number: Int = 1) { removeSubrange(0..<checked(number)) }

    /// Removes the given number of elements from the end. Traps for more than there are.
    ///
    /// - Complexity: O(m · log n), where m is the number of removed elements and n that of all; O(m) in memory.
    public func removeLast(_ number: Int = 1) { removeSubrange(count - checked(number)..<count) }

    private func checked<R: RangeExpression>(_ expression: R) -> Range<Int> where R.Bound == Int {
        let bounds = expression.relative(to: indices)
        require(
            bounds.lowerBound >= 0 && bounds.upperBound <= count, "Range \(bounds) is out of bounds (count \(count))")
        return bounds
    }

    private func checked(_ number: Int) -> Int {
        require(number >= 0 && number <= count, "\(number) elements cannot be removed from a list of \(count)")
        return number
    }

    /// Removes all elements.
    ///
    /// - Complexity: O(n), where n is the number of elements. Removing a link adds the number of links to its object.
    public func removeAll() {
        guard let elements else { return _rlmPlain = [] }
        elements.removeAll()
    }

    /// Removes a range of elements. Traps out of bounds.
    ///
    /// - Complexity: O(m · log n), where m is the number of removed elements and n that of all; O(m · n) in memory.
    public func removeSubrange<R: RangeExpression>(_ boundsExpression: R) where R.Bound == Int {
        let bounds = checked(boundsExpression)
        for index in bounds.reversed() { remove(at: index) }
    }

    /// Removes the elements at these indexes. Traps out of bounds.
    ///
    /// - Complexity: O(m · log n), where m is the number of removed elements and n that of all; O(m · n) in memory.
    public func remove(atOffsets offsets: IndexSet) {
        for index in offsets.reversed() { remove(at: index) }
    }

    /// Replaces an element. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the number of elements; O(1) in memory. Replacing a link adds the number of
    ///   links to its object.
    public func replace(index: Int, object: Element) {
        require(index >= 0 && index < count, "Index \(index) is out of bounds (count \(count))")
        guard let elements else { return _rlmPlain[index] = object }
        elements.replace(at: index, by: object)
    }

    /// Replaces a range by other elements.
    ///
    /// - Complexity: O(m · log n), where m is the number of old and new elements and n that of all; O(m · n) in memory.
    public func replaceSubrange<C: Collection, R: RangeExpression>(_ subrange: R, with newElements: C)
    where C.Element == Element, R.Bound == Int {
        let bounds = checked(subrange)
        let elements = Array(newElements)
        removeSubrange(bounds)
        insert(contentsOf: elements, at: bounds.lowerBound)
    }

    /// Moves an element so that it ends up at index `to`. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the number of elements; O(n) in memory.
    public func move(from: Int, to: Int) {
        require(indices.contains(from), "Index \(from) is out of bounds (count \(count))")
        require(indices.contains(to), "Index \(to) is out of bounds (count \(count))")
        guard let elements else { return _rlmPlain.insert(_rlmPlain.remove(at: from), at: to) }
        elements.move(from: from, to: to)
    }

    /// Moves the elements at `offsets`, one after the other, before `destination`.
    ///
    /// - Complexity: O(m · log n), where m is the number of moved elements and n that of all; O(m · n) in memory.
    public func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
        for offset in offsets { move(from: offset, to: destination > offset ? destination - 1 : destination) }
    }

    /// Exchanges two elements. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the number of elements; O(n) in memory.
    public func swapAt(_ index1: Int, _ index2: Int) {
        for index in [index1, index2] {
            require(indices.contains(index), "Index \(index) is out of bounds (count \(count))")
        }
        guard index1 != index2 else { return }
        let (first, last) = (Swift.min(index1, index2), Swift.max(index1, index2))
        move(from: last, to: first)
        if first + 1 != last { move(from: first + 1, to: last) }
    }
}

extension List: MutableCollection {
    /// SDK name: `SubSequence`.
    public typealias SubSequence = Slice<List>

    /// A view of a range of the list; setting one replaces the range.
    ///
    /// - Complexity: O(1) for reading; setting as `replaceSubrange(_:with:)`.
    public subscript(bounds: Range<Int>) -> SubSequence {
        get { SubSequence(base: self, bounds: bounds) }
        set { replaceSubrange(bounds, with: Array(newValue)) }
    }
}
