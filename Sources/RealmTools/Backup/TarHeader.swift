import RealmStore

/// The header of a member of a tar archive: a block of 512 bytes, after a pax member if the name or the size does not
/// fit. Members are regular files of mode 0600 without an owner. Source: POSIX, "ustar" and "pax".
struct TarHeader: Equatable {
    var name: String
    var byteCount: Int
    /// Time of the last change, in seconds since 1970.
    var modified: Int

    static let blockByteCount = 512
    /// Two blocks of zeros end an archive.
    static let end = [UInt8](repeating: 0, count: 2 * blockByteCount)

    /// Offset and size of the used fields.
    fileprivate enum Field {
        static let name = 0..<100
        static let mode = 100..<108
        static let user = 108..<116
        static let group = 116..<124
        static let size = 124..<136
        static let modified = 136..<148
        static let checksum = 148..<156
        static let type = 156
        static let magic = 257..<265
        static let deviceMajor = 329..<337
        static let deviceMinor = 337..<345
        static let prefix = 345..<500
    }

    /// The mark of the format and its version.
    fileprivate static let magic = Array("ustar\u{0}00".utf8)
    /// The smallest size that does not fit a field of twelve octal digits with its NUL: 8 GiB.
    private static let largestSize = 1 << 33

    /// The padding after content of that size, up to the next block.
    static func padding(_ byteCount: Int) -> Int { (blockByteCount - byteCount % blockByteCount) % blockByteCount }

    // MARK: Writing

    /// One block, or the blocks of a pax member and one block.
    var bytes: [UInt8] {
        var records: [(String, String)] = []
        if name.utf8.count > Field.name.count || name.utf8.contains(where: { $0 >= 0x80 }) {
            records.append(("path", name))
        }
        if byteCount >= TarHeader.largestSize { records.append(("size", String(byteCount))) }
        let block = TarHeader.block(
            name: name, byteCount: byteCount < TarHeader.largestSize ? byteCount : 0, modified: modified, type: "0")
        guard !records.isEmpty else { return block }
        let content = records.flatMap { TarHeader.record($0.0, $0.1) }
        return TarHeader.block(name: "PaxHeaders/file", byteCount: content.count, modified: modified, type: "x")
            + content + [UInt8](repeating: 0, count: TarHeader.padding(content.count)) + block
    }

    private static func block(name: String, byteCount: Int, modified: Int, type: Character) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: blockByteCount)
        func put(_ bytes: some Sequence<UInt8>, _ field: Range<Int>) {
            for (offset, byte) in zip(field, bytes) { block[offset] = byte }
        }
        func put(_ number: Int, digits count: Int, _ field: Range<Int>) {
            let digits = String(number, radix: 8)
            put((String(repeating: "0", count: count - digits.count) + digits).utf8, field)
        }
        put(name.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "_") }, Field.name)
        put(0o600, digits: 7, Field.mode)
        for field in [Field.user, Field.group, Field.deviceMajor, Field.deviceMinor] { put(0, digits: 7, field) }
        put(byteCount, digits: 11, Field.size)
        put(min(max(0, modified), largestSize - 1), digits: 11, Field.modified)
        block[Field.type] = type.asciiValue ?? 0
        put(magic, Field.magic)
        put(checksum(of: block), digits: 6, Field.checksum)
        block[Field.checksum.upperBound - 1] = UInt8(ascii: " ")
        return block
    }

    /// The sum of a block's bytes, with blanks as its checksum.
    fileprivate static func checksum(of block: [UInt8]) -> Int {
        block.indices.reduce(0) { $0 + Int(Field.checksum.contains($1) ? UInt8(ascii: " ") : block[$1]) }
    }

    /// `LEN KEY=VALUE` and a newline; the length counts itself.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n"
        var length = rest.utf8.count + 1
        while String(length).utf8.count + rest.utf8.count != length { length += 1 }
        return Array("\(length)\(rest)".utf8)
    }
}

// MARK: Reading

extension TarHeader {
    /// True for a block that looks like a header.
    static func isHeader(_ block: [UInt8]) -> Bool {
        block.count == blockByteCount && block[Field.magic] == magic[...]
    }

    /// The maximum size of a pax member that is read: a few records for a name and a size.
    private static let largestExtension = 1 << 16

    /// Reads the header of a regular file, and an optional pax member before it.
    ///
    /// - Parameter next: returns the next bytes of the archive, fewer only at its end.
    init(from next: (Int) throws(ArchiveError) -> [UInt8]) throws(ArchiveError) {
        var (header, type) = try TarHeader.parse(try next(TarHeader.blockByteCount))
        if type == UInt8(ascii: "x") {
            guard header.byteCount <= TarHeader.largestExtension else {
                throw .structure("it has an extended header of \(header.byteCount) bytes")
            }
            let records = try TarHeader.content(header.byteCount, from: next)
            (header, type) = try TarHeader.parse(try next(TarHeader.blockByteCount))
            try header.extend(with: records[...])
        }
        guard type == UInt8(ascii: "0") || type == 0 else {
            throw .structure("'\(header.name)' is no regular file")
        }
        self = header
    }

    /// Content of that size, without the padding that follows it.
    static func content(
        _ byteCount: Int, from next: (Int) throws(ArchiveError) -> [UInt8]
    ) throws(ArchiveError) -> [UInt8] {
        let padding = TarHeader.padding(byteCount)
        let bytes = try next(byteCount + padding)
        guard bytes.count == byteCount + padding else { throw .structure("it ends in the middle of a member") }
        guard bytes[byteCount...].allSatisfy({ $0 == 0 }) else { throw .structure("a member is padded with data") }
        return Array(bytes[..<byteCount])
    }

    private static func parse(_ block: [UInt8]) throws(ArchiveError) -> (TarHeader, type: UInt8) {
        guard block.count == blockByteCount else { throw .structure("it ends where a member should begin") }
        guard isHeader(block) else { throw .structure("no member begins where one should") }
        guard number(block[Field.checksum]) == checksum(of: block), let byteCount = number(block[Field.size]) else {
            throw .structure("the header of a member is damaged")
        }
        guard block[Field.prefix.lowerBound] == 0 else { throw .structure("a member is in a directory") }
        let header = TarHeader(
            name: String(decoding: block[Field.name].prefix { $0 != 0 }, as: UTF8.self), byteCount: byteCount,
            modified: number(block[Field.modified]) ?? 0)
        return (header, block[Field.type])
    }

    /// Octal digits followed by NULs or blanks; nil for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
        guard field.dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    /// Takes name and size from the records of a pax member.
    private mutating func extend(with records: ArraySlice<UInt8>) throws(ArchiveError) {
        var rest = records
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            guard digits.count < 6, let length = Int(String(decoding: digits, as: UTF8.self)),
                length > digits.count + 1, length <= rest.count, rest.dropFirst(length - 1).first == UInt8(ascii: "\n")
            else { throw .structure("an extended header is damaged") }
            let record = rest.prefix(length - 1).dropFirst(digits.count + 1)
            rest = rest.dropFirst(length)
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else {
                throw .structure("an extended header is damaged")
            }
            let value = String(decoding: record[record.index(after: equals)...], as: UTF8.self)
            switch String(decoding: record[..<equals], as: UTF8.self) {
            case "path": name = value
            case "size":
                guard let size = Int(value), size >= 0 else { throw .structure("a member has the size '\(value)'") }
                byteCount = size
            default: break
            }
        }
    }
}
