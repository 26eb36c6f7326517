import Foundation

// Names of positions in sections as on other platforms. Each traps for an index path of other than two indexes.
extension IndexPath {
    /// Creates the position of an item in a section.
    public init(item: Int, section: Int) { self = [section, item] }

    /// Creates the position of a row in a section.
    public init(row: Int, section: Int) { self = [section, row] }

    /// The section.
    public var section: Int {
        get { index(0) }
        set { self = [newValue, item] }
    }

    /// The position in the section.
    public var item: Int {
        get { index(1) }
        set { self = [section, newValue] }
    }

    /// The position in the section.
    public var row: Int {
        get { item }
        set { item = newValue }
    }

    private func index(_ position: Int) -> Int {
        precondition(count == 2, "An index path into sections has two indexes: section and item; not \(count).")
        return self[position]
    }
}
