/// A class as far as the texts of its objects show it.
package struct RowSketch {
    /// A property as far as its values show it.
    package struct Property {
        package let name: String
        package fileprivate(set) var kinds: ValueKinds = []
        /// Objects that have the property.
        package fileprivate(set) var count = 0
        /// The classes that typed links name.
        package fileprivate(set) var targets: Set<String> = []
    }

    package let className: String
    /// In the order in which they were met.
    package private(set) var properties: [Property] = []
    package private(set) var objectCount = 0
    /// The labels of the properties: see `RowLayout.label(_:)`.
    private(set) var labels: [[UInt8]] = []
    private var positions: [String: Int] = [:]

    package init(of className: String) { self.className = className }

    /// The property of that name.
    package func property(_ name: String) -> Property? { position(of: name).map { properties[$0] } }

    func position(of name: String) -> Int? { positions[name] }

    /// Notes another object, whose members then follow.
    package mutating func addObject() { objectCount += 1 }

    /// Notes a member of an object.
    ///
    /// - Parameter targets: the classes that typed links in its value name.
    package mutating func add(_ kinds: ValueKinds, targets: Set<String>, of name: String) {
        let position: Int
        if let known = positions[name] {
            position = known
        } else {
            position = properties.count
            positions[name] = position
            properties.append(Property(name: name))
            labels.append(RowLayout.label(name))
        }
        add(kinds, at: position)
        properties[position].targets.formUnion(targets)
    }

    /// The same for a known property, without links to classes that are not known of it.
    mutating func add(_ kinds: ValueKinds, at position: Int) {
        properties[position].kinds.formUnion(kinds)
        properties[position].count += 1
    }
}

/// Looks at the objects of a block of text, and tells those that cannot be understood without an exact reader.
package protocol SketchReader {
    /// Notes what objects show, up to one that has something new or unusual, or a problem: the caller has to look at
    /// that one.
    ///
    /// - Returns: where it begins in the block, and in which of its lines, from 0; nil at the end.
    mutating func next(_ classes: inout [RowSketch]) -> (offset: Int, line: Int)?
    /// The line feeds that were passed.
    var lineCount: Int { get }
}
