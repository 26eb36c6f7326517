/// The objects that link to one object from one column; an object that links twice occurs twice.
///
/// The stored element is 0 (none), one tagged key, or the root of a tree of keys, whose root leaf may be oversize in
/// files of older formats. Source: file-format/links.md, "Backlink elements".
package struct BacklinkList {
    private enum Form {
        case none
        case one(ObjectKey)
        case many(CollectionTree)
    }

    private let form: Form

    init(_ element: Slot, in space: NodeSpace) throws(FormatError) {
        if let number = element.number {
            form = .one(ObjectKey(Int64(bitPattern: number)))
        } else if let root = element.ref {
            form = .many(try CollectionTree(root, of: .plainIntegers, in: space))
        } else {
            form = .none
        }
    }

    package var count: Int {
        switch form {
        case .none: 0
        case .one: 1
        case .many(let tree): tree.count
        }
    }

    /// The origin at `position`. Traps outside `0..<count`.
    package func origin(at position: Int) throws(FormatError) -> ObjectKey {
        precondition(position >= 0 && position < count, "position out of range")
        switch form {
        case .none: preconditionFailure("position out of range")
        case .one(let key): return key
        case .many(let tree):
            guard case .int(let key) = try tree.value(at: position) else { preconditionFailure("origins are integers") }
            return ObjectKey(key)
        }
    }
}
