// Sections of the elements, sorted and then grouped by a key. In memory they trap, as do keys that are links. A block
// that computes the key must return the same one for equal elements.
extension RealmCollectionBase {
    /// Sections of the elements in an order. Traps without a descriptor.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable>(
        sortDescriptors: [SortDescriptor], _ keyBlock: @escaping (Element) -> Key
    ) -> SectionedResults<Key, Element> {
        precondition(!sortDescriptors.isEmpty, "There must be at least one SortDescriptor when using SectionedResults.")
        return SectionedResults(Sections(sorted(by: sortDescriptors), by: keyBlock))
    }

    /// Sections of values in their order.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable>(
        by block: @escaping (Element) -> Key, ascending: Bool = true
    ) -> SectionedResults<Key, Element> {
        sectioned(sortDescriptors: [SortDescriptor(keyPath: "self", ascending: ascending)], block)
    }

    /// Sections by a property of that name. Traps unless the first descriptor sorts by it.
    func sectioned<Key: _Persistable>(
        by name: String, _ sortDescriptors: [SortDescriptor], _ key: @escaping (Element) -> Key
    ) -> SectionedResults<Key, Element> {
        if let first = sortDescriptors.first {
            precondition(
                first.keyPath == name,
                "The section key '\(name)' must be what the first SortDescriptor sorts by, not '\(first.keyPath)'.")
        }
        return sectioned(sortDescriptors: sortDescriptors, key)
    }
}

extension RealmCollectionBase where Element: ObjectBase {
    /// Sections by a property, in its order.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable>(
        by keyPath: KeyPath<Element, Key>, ascending: Bool = true
    ) -> SectionedResults<Key, Element> {
        let name = KeyPathNames.name(of: keyPath)
        return sectioned(sortDescriptors: [SortDescriptor(keyPath: name, ascending: ascending)]) {
            $0[keyPath: keyPath]
        }
    }

    /// Sections by a property, in an order. Traps unless the first descriptor sorts by it.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable>(
        by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
    ) -> SectionedResults<Key, Element> {
        sectioned(by: KeyPathNames.name(of: keyPath), sortDescriptors) { $0[keyPath: keyPath] }
    }

    /// Sections of the objects in an order. Traps without a descriptor.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable>(
        by block: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor]
    ) -> SectionedResults<Key, Element> {
        sectioned(sortDescriptors: sortDescriptors, block)
    }
}
