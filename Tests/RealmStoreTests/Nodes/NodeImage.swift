@testable import RealmStore

/// Nodes constructed by hand, to be read like those of a file.
final class NodeImage {
    private var bytes = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
    private var memory: UnsafeMutableRawBufferPointer?

    deinit { memory?.deallocate() }

    /// Appends a node and returns its ref.
    ///
    /// - Parameter kind: the kind byte, width code included.
    func node(kind: UInt8, count: Int, payload: [UInt8] = []) -> Ref {
        let ref = Ref(bytes.count)
        bytes += [0x41, 0x41, 0x41, 0x41, kind]
        bytes += [UInt8((count >> 16) & 0xFF), UInt8((count >> 8) & 0xFF), UInt8(count & 0xFF)]
        bytes += payload
        while bytes.count % 8 != 0 { bytes.append(0xEE) }
        return ref
    }

    /// Integers of 64 bits.
    func integers(_ values: [Int64], kind: UInt8 = 0x07) -> Ref {
        node(kind: kind, count: values.count, payload: values.flatMap { NodeImage.littleEndian($0) })
    }

    /// A node with refs; `kind` without the width code.
    func refs(_ slots: [Int64], kind: UInt8 = 0x40) -> Ref { integers(slots, kind: kind | 7) }

    /// A blob of those bytes.
    func blob(_ content: [UInt8]) -> Ref { node(kind: 0x11, count: content.count, payload: content) }

    static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// The nodes so far, as the space they are read from; valid as long as the image.
    var space: NodeSpace {
        memory?.deallocate()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        memory.copyBytes(from: bytes)
        self.memory = memory
        return NodeSpace(base: memory.baseAddress!, end: bytes.count, pages: nil)
    }
}

extension Ref {
    /// The ref as an element of a node with refs.
    var element: Int64 { Int64(offset) }
}

/// A number as a tagged element.
func tagged(_ number: Int) -> Int64 { (Int64(number) << 1) | 1 }
