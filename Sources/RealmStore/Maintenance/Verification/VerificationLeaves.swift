/// Leaves of values: problems that the readers ignore because they do not prevent reading.
struct VerificationLeaves {
    private let verification: Verification
    private let space: NodeSpace
    private let log: VerificationLog

    init(_ verification: Verification) {
        self.verification = verification
        space = verification.space
        log = verification.log
    }

    /// The problem with the leaf at `ref` as a whole, if any.
    ///
    /// - Parameter keyed: nested collections must have a key: in lists and dictionaries, not in columns.
    func checkForm(
        _ leaf: ColumnLeaf, at ref: Ref, _ place: VerificationPlace, keyed: Bool
    ) throws(FormatError) {
        if let optional = leaf.optionalInt { checkNull(optional, at: ref, place) }
        if let bools = leaf.bool {
            for row in 0..<bools.count where ![0, 1, 3].contains(bools.raw(row)) {
                log.add(.badValue, at: ref, place, "boolean \(row) is stored as \(bools.raw(row))")
            }
        }
        if leaf.string != nil { try checkStrings(ref, place) }
        if leaf.isBinary { try checkBlobs(ref, place) }
        if let timestamps = leaf.timestamp {
            checkNull(timestamps.seconds, at: ref, place)
            try checkNanoseconds(ref, timestamps, place)
        }
        if let mixed = leaf.mixed {
            if let problem = try mixed.invariantProblem(keyed: keyed) {
                log.add(.mixedPayload, at: ref, place, problem)
            }
            let node = try space.refs(ref, "a leaf of mixed values")
            if (0..<node.count).contains(where: { node.slot($0).number != nil }) {
                log.add(.badLeaf, at: ref, place, "a leaf of mixed values holds a number in place of a ref")
            }
            if let strings = node.slot(3).ref { try checkStrings(strings, place) }
        }
    }

    /// The value of one row.
    ///
    /// - Parameter column: the column that the value must fit; a value inside a mixed may be of any type.
    func check(
        _ value: Value, _ row: Int, of leaf: ColumnLeaf, at ref: Ref, nullable: Bool, _ place: VerificationPlace
    ) throws(FormatError) {
        verification.counts.values += 1
        switch value {
        case .null:
            if let byteCount = try leaf.partsByteCount(row) {
                log.note(.inParts, at: ref, place, "a value of \(byteCount) bytes is kept in parts, and reads as null")
            } else if !nullable {
                log.add(.nullInRequired, at: ref, place, "the value is null, which the property does not allow")
            }
        case .string(let bytes):
            if !bytes.isUTF8 { log.add(.utf8, at: ref, place, "the text is not UTF-8") }
        case .timestamp(let time):
            if !time.isProper {
                log.add(
                    .badValue, at: ref, place,
                    "the point in time has \(time.nanoseconds) nanoseconds beside \(time.seconds) seconds")
            }
        case .decimal(let decimal):
            // Such bits read as zero. They may come from a program that constructed them itself.
            if !decimal.isCanonical { log.note(.badValue, at: ref, place, "the decimal is in no proper encoding") }
        default: break
        }
    }

    /// True if all values of a leaf are right, and lead nowhere; otherwise each is looked at.
    func areSound(_ leaf: ColumnLeaf, nullable: Bool) -> Bool {
        let rows = 0..<leaf.count
        if leaf.int != nil { return true }
        if leaf.optionalInt != nil { return nullable }
        if let bools = leaf.bool { return nullable || rows.allSatisfy { bools[$0] != nil } }
        if let numbers = leaf.double { return nullable || rows.allSatisfy { numbers[$0] != nil } }
        if let numbers = leaf.float { return nullable || rows.allSatisfy { numbers[$0] != nil } }
        if let dates = leaf.timestamp { return rows.allSatisfy { dates[$0]?.isProper ?? nullable } }
        guard let texts = leaf.string else { return false }
        let holdsNodes = texts.holdsNodes
        for row in rows {
            // Pages of an encrypted file are released while many long texts are read.
            if holdsNodes, verification.isReleaseDue { return false }
            guard let text = try? texts.bytes(row), text.isUTF8 else { return false }
        }
        return true
    }

    private func checkNull(_ leaf: OptionalIntegerArray, at ref: Ref, _ place: VerificationPlace) {
        guard !leaf.hasProperNull else { return }
        log.add(
            .nullNumber, at: ref, place, "\(leaf.elements.null) stands for null, which is not the largest of its width")
    }

    private func checkNanoseconds(
        _ ref: Ref, _ leaf: TimestampLeaf, _ place: VerificationPlace
    ) throws(FormatError) {
        let node = try space.refs(ref, "a leaf of timestamps")
        guard let part = node.slot(1).ref else { return }
        let stored = try space.integers(part, "nanoseconds")
        for row in 0..<stored.count where Int32(exactly: stored[row]) == nil && leaf[row] != nil {
            log.add(.badValue, at: ref, place, "the point in time has \(stored[row]) nanoseconds")
        }
    }
}

// MARK: - Strings and blobs

extension VerificationLeaves {
    /// Names of tables or properties.
    func checkNames(_ ref: Ref, _ place: VerificationPlace) throws(FormatError) {
        let names = try NameLeaf(ref, in: space)
        try checkPadding(space.node(ref), place)
        for index in 0..<names.count where (try? names.name(index)) == nil {
            log.add(.utf8, at: ref, place, "name \(index) is not UTF-8, or has a zero byte")
        }
    }

    /// The distinct values of an enumerated column.
    func checkEnumerated(_ values: EnumeratedStrings, _ place: VerificationPlace) throws(FormatError) {
        for index in 0..<values.count {
            guard let bytes = try values.bytes(index) else { continue }
            if !bytes.isUTF8 { log.add(.utf8, place, "enumerated text \(index) is not UTF-8") }
        }
    }

    /// A leaf of strings in any form.
    func checkStrings(_ ref: Ref, _ place: VerificationPlace) throws(FormatError) {
        let node = try space.node(ref)
        if node.kind.hasRefs {
            try checkBlobs(ref, place)
        } else if node.kind.scheme == .bytes {
            checkPadding(node, place)
        }
    }

    /// Short strings are padded with zeros, and store their number.
    private func checkPadding(_ node: Node, _ place: VerificationPlace) {
        let width = node.kind.width
        guard width > 0, node.kind.scheme == .bytes else { return }
        let bytes = node.bytes
        for index in 0..<node.count {
            let end = (index + 1) * width - 1
            let unused = Int(bytes[end])
            let begin = unused >= width ? end + 1 - width : end - unused
            if unused > width || bytes[begin..<end].contains(where: { $0 != 0 }) {
                log.add(.badValue, at: node.ref, place, "short text \(index) is not filled up with zeros")
            }
        }
    }

    /// Small blobs: the last end is that of the bytes.
    private func checkBlobs(_ ref: Ref, _ place: VerificationPlace) throws(FormatError) {
        let node = try space.refs(ref, "a leaf of blobs", context: nil)
        guard !node.kind.context, let ends = node.slot(0).ref, let bytes = node.slot(1).ref else { return }
        let offsets = try space.integers(ends, "ends of small blobs")
        let byteCount = try space.plain(bytes, .blob, "bytes of small blobs").count
        let last = offsets.count == 0 ? 0 : offsets[offsets.count - 1]
        if last != Int64(byteCount) {
            log.add(.badLeaf, at: ref, place, "small blobs end at \(last) of \(byteCount) bytes")
        }
        var previous: Int64 = 0
        for index in 0..<offsets.count {
            if offsets[index] < previous {
                log.add(.badLeaf, at: ref, place, "small blob \(index) ends before it begins")
                break
            }
            previous = offsets[index]
        }
    }
}

extension Decimal128Bits {
    /// True for a canonical encoding: at most 34 digits, not in the second form.
    fileprivate var isCanonical: Bool {
        guard isFinite else { return true }
        return (high >> 61) & 3 != 3 && lowest113Bits <= Decimal128Bits.maxCoefficient
    }
}
