/// Table and column names: short strings that are never null, so that width 0 means empty.
package struct NameLeaf {
    private let payload: UnsafeRawPointer
    private let width: Int
    private let ref: Ref
    package let count: Int

    package init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.plain(ref, .bytes, "a list of names")
        payload = node.payload
        width = node.kind.width
        count = node.count
        self.ref = ref
    }

    /// Name `index`; empty if it is null (of a removed table). Names must be UTF-8 without zero bytes.
    func name(_ index: Int) throws(FormatError) -> String {
        let bytes = try bytes(index)
        let name = String(decoding: bytes, as: UTF8.self)
        // Invalid bytes have been replaced.
        guard !bytes.contains(0), name.utf8.elementsEqual(bytes) else {
            throw FormatError(.badLeaf, at: ref, "name \(index) is not UTF-8, or has a zero byte")
        }
        return name
    }

    /// Name `index` with invalid bytes replaced, for tools that inspect damaged files.
    package func repairedName(_ index: Int) throws(FormatError) -> String {
        // 0xFF never occurs in UTF-8, so it becomes a replacement character.
        String(decoding: try bytes(index).map { $0 == 0 ? 0xFF : $0 }, as: UTF8.self)
    }

    private func bytes(_ index: Int) throws(FormatError) -> UnsafeRawBufferPointer {
        precondition(index >= 0 && index < count, "name index out of range")
        guard width > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let slot = payload + index &* width
        let unused = Int(slot.load(fromByteOffset: width &- 1, as: UInt8.self))
        guard unused <= width else {
            throw FormatError(.badLeaf, at: ref, "name \(index) has \(unused) unused bytes of \(width)")
        }
        return UnsafeRawBufferPointer(start: slot, count: max(0, width &- 1 &- unused))
    }
}
