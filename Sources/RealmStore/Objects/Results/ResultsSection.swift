import Foundation

/// One section of results, live: it keeps its key, and is invalidated and empty while no element has that key.
public struct ResultsSection<Key: _Persistable & Hashable, T: RealmCollectionValue>: RealmSectionedResult {
    /// The type of the elements.
    public typealias Element = T

    let sections: Sections<Key, T>
    /// The common key of the elements.
    public let key: Key

    init(_ sections: Sections<Key, T>, _ key: Key) {
        self.sections = sections
        self.key = key
    }

    private var positions: [Int]? { sections.grouping.positions(of: key) }

    /// The Realm of the elements.
    public var realm: Realm? { sections.results.realm }
    /// True while no element has the key.
    ///
    /// - Complexity: O(1) once the sections are evaluated.
    public var isInvalidated: Bool { positions == nil }
    /// Number of elements.
    ///
    /// - Complexity: O(1) once the sections are evaluated.
    public var count: Int { positions?.count ?? 0 }

    /// The element at `index`. Traps out of bounds.
    ///
    /// - Complexity: that of reading one element, once the sections are evaluated.
    public subscript(_ index: Int) -> T {
        let positions = positions ?? []
        precondition(positions.indices.contains(index), "Index \(index) is out of bounds (count \(positions.count))")
        return sections.results[positions[index]]
    }

    /// An iterator over the current elements.
    ///
    /// - Complexity: that of reading all elements of the section, once the sections are evaluated.
    public func makeIterator() -> SectionIterator<Element> {
        SectionIterator((positions ?? []).map { sections.results[$0] })
    }

    /// True for the section of the same key of the same sectioning.
    public static func == (lhs: ResultsSection<Key, Element>, rhs: ResultsSection<Key, Element>) -> Bool {
        lhs.sections === rhs.sections && lhs.key == rhs.key
    }

    /// The section as it is now, frozen: an empty one while no element has the key.
    ///
    /// Traps in a write transaction, and once the results are gone.
    ///
    /// - Complexity: that of evaluating the sections.
    public func freeze() -> ResultsSection {
        if isFrozen { return self }
        guard let session = realm?.session, let frozen = sections.moved(to: session.frozen()) else {
            misuse("Only what is in a Realm, and not deleted, can be frozen.")
        }
        return ResultsSection(frozen, key)
    }

    /// The section of the same key in another session of the same file; nil if there is none.
    public func _rlmCounterpart(in target: _SessionHandle) -> ResultsSection? {
        guard let moved = sections.moved(to: target.session) else { return nil }
        let section = ResultsSection(moved, key)
        return section.isInvalidated ? nil : section
    }
}

extension ResultsSection: Identifiable {
    /// The key.
    public var id: Key { key }
}
