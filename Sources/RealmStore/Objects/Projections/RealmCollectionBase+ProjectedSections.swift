// Sections of projections, by what they show of their objects.
extension RealmCollectionBase {
    /// Sections by a property, in its order.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable, O: ObjectBase>(
        by keyPath: KeyPath<Element, Key>, ascending: Bool = true
    ) -> SectionedResults<Key, Element> where Element: Projection<O> {
        let name = KeyPathNames.name(of: keyPath)
        return sectioned(sortDescriptors: [SortDescriptor(keyPath: name, ascending: ascending)]) {
            $0[keyPath: keyPath]
        }
    }

    /// Sections by a property, in an order. Traps unless the first descriptor sorts by it.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable, O: ObjectBase>(
        by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
    ) -> SectionedResults<Key, Element> where Element: Projection<O> {
        sectioned(by: KeyPathNames.name(of: keyPath), sortDescriptors) { $0[keyPath: keyPath] }
    }

    /// Sections of the projections in an order. Traps without a descriptor.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: as `sorted(by:)`, and the
    ///   key of each element.
    public func sectioned<Key: _Persistable, O: ObjectBase>(
        by block: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor]
    ) -> SectionedResults<Key, Element> where Element: Projection<O> {
        sectioned(sortDescriptors: sortDescriptors, block)
    }
}
