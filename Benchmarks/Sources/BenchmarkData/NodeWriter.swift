/// Lays out nodes one after the other in the bytes of a file, after space for the file header (file format: nodes,
/// "Node header").
struct NodeWriter {
    /// The file so far; its size is always a multiple of 8.
    private(set) var bytes = [UInt8](repeating: 0, count: NodeWriter.fileHeaderSize)
    /// Ranges that hold no node, for the free list.
    private(set) var gaps: [Range<Int>] = []

    static let fileHeaderSize = 24
    static let nodeHeaderSize = 8
    /// A node may not cross a multiple of this size (file format: file, "Sections").
    static let sectionSize = 64 << 20

    /// The rule by which a payload's length follows from the element's width and the node's size.
    enum Scheme: UInt8 {
        case bitsPerElement = 0x00
        case bytesPerElement = 0x08
        case blob = 0x10
    }

    mutating func reserveCapacity(_ capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Replaces the file header.
    mutating func setFileHeader(_ header: [UInt8]) {
        precondition(header.count == Self.fileHeaderSize, "a file header has 24 bytes")
        bytes.replaceSubrange(0..<Self.fileHeaderSize, with: header)
    }

    /// Extends the file with zeros.
    mutating func extend(to size: Int) {
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }

    /// Leaves a gap up to the next section if `size` bytes do not fit into this one.
    mutating func makeRoom(for size: Int) {
        let start = bytes.count
        let boundary = (start / Self.sectionSize + 1) * Self.sectionSize
        if start + size > boundary {
            extend(to: boundary)
            gaps.append(start..<boundary)
        }
    }

    /// Appends packed numbers, as narrow as they and `width` allow.
    @discardableResult
    mutating func append(
        _ values: some Collection<Int64>, _ flags: NodeFlags = [], width: ElementWidth = .zero
    ) -> Ref {
        let width = max(width, ElementWidth(fitting: values))
        return appendNode(
            flags, .bitsPerElement, width: width.bits, size: values.count,
            payloadSize: (values.count * width.bits + 7) / 8
        ) { payload in
            Self.pack(values, width: width, into: payload)
        }
    }

    /// Appends a node of refs and tagged values.
    @discardableResult
    mutating func append(_ elements: [Element], _ flags: NodeFlags = [], width: ElementWidth = .zero) -> Ref {
        append(elements.map(\.stored), flags.union(.hasRefs), width: width)
    }

    /// Appends one node: header, payload written by `fill` over zeros, padding. The scheme defines the meaning of the
    /// width.
    mutating func appendNode(
        _ flags: NodeFlags, _ scheme: Scheme, width: Int, size: Int, payloadSize: Int,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> Ref {
        precondition(size < 1 << 24, "a node has fewer than 2^24 elements")
        let widthCode: UInt8 = width == 0 ? 0 : UInt8(width.trailingZeroBitCount + 1)
        let total = Self.nodeHeaderSize + ((payloadSize + 7) & ~7)
        makeRoom(for: total)
        let ref = Ref(offset: bytes.count)
        bytes.append(contentsOf: [0x41, 0x41, 0x41, 0x41, flags.rawValue | scheme.rawValue | widthCode])
        bytes.append(contentsOf: [UInt8(size >> 16), UInt8((size >> 8) & 0xFF), UInt8(size & 0xFF)])
        extend(to: ref.offset + total)
        bytes.withUnsafeMutableBytes { all in
            let start = ref.offset + Self.nodeHeaderSize
            fill(UnsafeMutableRawBufferPointer(rebasing: all[start..<(start + payloadSize)]))
        }
        return ref
    }

    private static func pack(
        _ values: some Collection<Int64>, width: ElementWidth, into payload: UnsafeMutableRawBufferPointer
    ) {
        for (index, value) in values.enumerated() {
            switch width.bits {
            case 0: return
            case 8: payload.storeBytes(of: Int8(value), toByteOffset: index, as: Int8.self)
            case 16: payload.storeBytes(of: Int16(value).littleEndian, toByteOffset: index * 2, as: Int16.self)
            case 32: payload.storeBytes(of: Int32(value).littleEndian, toByteOffset: index * 4, as: Int32.self)
            case 64: payload.storeBytes(of: value.littleEndian, toByteOffset: index * 8, as: Int64.self)
            default:
                let bit = index * width.bits
                payload[bit / 8] |= UInt8(value) << UInt8(bit % 8)
            }
        }
    }
}
