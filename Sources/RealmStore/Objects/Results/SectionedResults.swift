import Foundation

/// The common interface of sections and their collection.
public protocol RealmSectionedResult: RandomAccessCollection, Equatable, ThreadConfined where Index == Int {
    /// Number of elements.
    var count: Int { get }
}

extension RealmSectionedResult {
    /// 0.
    ///
    /// - Complexity: O(1)
    public var startIndex: Int { 0 }
    /// The number of elements.
    ///
    /// - Complexity: that of `count`.
    public var endIndex: Int { count }
    /// The next index, unchecked.
    ///
    /// - Complexity: O(1)
    public func index(after i: Int) -> Int { i + 1 }
    /// The previous index, unchecked.
    ///
    /// - Complexity: O(1)
    public func index(before i: Int) -> Int { i - 1 }
}

/// Results in sections, live: elements with the same key form a section, and sections are in the order of their first
/// elements.
///
///     let sections = words.sectioned(by: { String($0.text.prefix(1)) }, sortDescriptors: ["text"])
///     for section in sections { print(section.key, section.count) }
///
/// - Complexity: the first access after a change evaluates the results and computes the key of each element.
public struct SectionedResults<Key: _Persistable & Hashable, SectionElement: RealmCollectionValue>:
    RealmSectionedResult
{
    /// A section.
    public typealias Element = ResultsSection<Key, SectionElement>

    let sections: Sections<Key, SectionElement>

    init(_ sections: Sections<Key, SectionElement>) { self.sections = sections }

    /// The Realm of the elements.
    public var realm: Realm? { sections.results.realm }
    /// True once the results are gone.
    public var isInvalidated: Bool { sections.results.isInvalidated }
    /// Number of sections.
    ///
    /// - Complexity: O(1) once the sections are evaluated.
    public var count: Int { sections.grouping.keys.count }
    /// The keys of all sections, in their order.
    ///
    /// - Complexity: O(1) once the sections are evaluated.
    public var allKeys: [Key] { sections.grouping.keys }

    /// The section at `index`. Traps out of bounds.
    ///
    /// - Complexity: O(1) once the sections are evaluated.
    public subscript(_ index: Int) -> Element {
        let keys = allKeys
        precondition(keys.indices.contains(index), "Section \(index) is out of bounds (count \(keys.count))")
        return Element(sections, keys[index])
    }

    /// The element at an index path of two indexes: of the section, and in it. Traps out of bounds.
    ///
    /// - Complexity: that of reading one element, once the sections are evaluated.
    public subscript(_ indexPath: IndexPath) -> SectionElement { self[indexPath.section][indexPath.item] }

    /// An iterator over the current sections.
    ///
    /// - Complexity: O(1) once the sections are evaluated.
    public func makeIterator() -> SectionedResultsIterator<Key, SectionElement> { SectionedResultsIterator(sections) }

    /// Identity of the sectioning, not of its contents, as in the SDK.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.sections === rhs.sections }

    /// The same in another session of the same file.
    public func _rlmCounterpart(in target: _SessionHandle) -> SectionedResults? {
        sections.moved(to: target.session).map { SectionedResults($0) }
    }
}

/// Iterates over sections.
public struct SectionedResultsIterator<Key: _Persistable & Hashable, Element: RealmCollectionValue>: IteratorProtocol {
    private let sections: Sections<Key, Element>
    private var keys: IndexingIterator<[Key]>

    init(_ sections: Sections<Key, Element>) {
        self.sections = sections
        keys = sections.grouping.keys.makeIterator()
    }

    /// The next section, or nil at the end.
    public mutating func next() -> ResultsSection<Key, Element>? { keys.next().map { ResultsSection(sections, $0) } }
}

/// Iterates over the elements of a section.
public struct SectionIterator<Element: RealmCollectionValue>: IteratorProtocol {
    private var elements: IndexingIterator<[Element]>

    init(_ elements: [Element]) { self.elements = elements.makeIterator() }

    /// The next element, or nil at the end.
    public mutating func next() -> Element? { elements.next() }
}

/// Iterates over sections.
public typealias RLMSectionedResultsIterator = SectionedResultsIterator
/// Iterates over the elements of a section.
public typealias RLMSectionIterator = SectionIterator
