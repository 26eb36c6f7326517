/// Changes the list of table or column names in a write transaction.
///
/// Short strings that are never null, except the names of removed tables. As with `IntegerEditor`, `ref` may change
/// with every call. Source: file-format/strings-and-blobs.md, "Short strings".
package struct NameEditor {
    private let arena: Arena
    private var elements: ElementEditor

    /// The longest name, in bytes of UTF-8.
    package static let maximumByteCount = 63

    var ref: Ref { elements.ref }
    var count: Int { elements.count }

    /// Opens the names at `ref`, copying them if they are committed.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        _ = try NameLeaf(ref, in: arena.space)
        elements = try ElementEditor(checked: ref, in: arena)
    }

    /// A list without names.
    init(in arena: Arena) throws(FormatError) {
        self.arena = arena
        elements = try ElementEditor(width: 0, in: arena)
    }

    /// Inserts a name before name `index`, or at the end.
    ///
    /// - Throws: `badTable` for a name that is too long, like `set`.
    mutating func insert(_ name: String, at index: Int) throws(FormatError) {
        try makeRoom(for: name)
        store(name, at: try elements.insert(at: index))
    }

    /// Replaces name `index`; nil clears the name of a removed table.
    mutating func set(_ name: String?, at index: Int) throws(FormatError) {
        if let name { try makeRoom(for: name) }
        store(name, at: elements[index])
    }

    mutating func remove(at index: Int) { elements.remove(at: index) }

    /// Fills the bytes of one name: the name, zeros, and the number of unused bytes; for null, that is all of them.
    private func store(_ name: String?, at place: UnsafeMutableRawPointer) {
        let width = elements.width
        guard width > 0 else { return }
        place.initializeMemory(as: UInt8.self, repeating: 0, count: width)
        var unused = width
        if let name {
            for (index, byte) in name.utf8.enumerated() {
                place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
            unused -= 1 + name.utf8.count
        }
        place.storeBytes(of: UInt8(unused), toByteOffset: width - 1, as: UInt8.self)
    }

    /// Makes all elements wider than the name. If all names are empty, they take no bytes.
    private mutating func makeRoom(for name: String) throws(FormatError) {
        let byteCount = name.utf8.count
        guard byteCount <= NameEditor.maximumByteCount else {
            throw FormatError(
                .badTable, at: .none,
                "the name '\(name)' has \(byteCount) bytes, more than \(NameEditor.maximumByteCount)")
        }
        let narrow = elements
        guard byteCount >= narrow.width, byteCount > 0 else { return }
        var width = 1
        while width <= byteCount { width *= 2 }
        elements = try ElementEditor(width: width, count: narrow.count, in: arena)
        for index in 0..<narrow.count { widen(narrow, index) }
        try arena.free(narrow.ref)
    }

    /// Copies a name from narrower elements: the bytes, and the number of unused ones in the wider element.
    private func widen(_ narrow: ElementEditor, _ index: Int) {
        let place = elements[index]
        let old = narrow.width
        var unused = elements.width - 1
        if old > 0 {
            place.copyMemory(from: narrow[index], byteCount: old - 1)
            let oldUnused = Int(narrow[index].load(fromByteOffset: old - 1, as: UInt8.self))
            unused = oldUnused >= old ? elements.width : unused - (old - 1 - oldUnused)
        }
        place.storeBytes(of: UInt8(unused), toByteOffset: elements.width - 1, as: UInt8.self)
    }
}
