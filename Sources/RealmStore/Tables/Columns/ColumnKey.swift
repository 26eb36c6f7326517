/// The 62-bit key of a column: the index of its leaf in a cluster, its type, its attributes.
///
///     bits 15..0 leaf index | 21..16 type | 29..22 attributes | 61..30 tag
///
/// Source: file-format/tables.md, "Column keys".
package struct ColumnKey: Hashable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }

    package static let null = ColumnKey(.max)

    /// Position of the column in clusters and in the table's arrays of indexes and opposites.
    package var leafIndex: Int { Int(value & 0xFFFF) }

    /// The type; nil for an unknown type number. A list of links of an older format reads as a link.
    package var type: ValueType? {
        let type = ValueType(rawValue: UInt8(truncatingIfNeeded: value >> 16) & 0x3F)
        return type == .oldLinkList ? .link : type
    }

    package var attributes: ColumnAttributes { ColumnAttributes(rawValue: Int64(value >> 22) & 0xFF) }

    /// The key that format 24 gives the column: a list of links has the type of a link, instead of a separate one.
    var upgraded: ColumnKey {
        let typeBits: Int64 = 0x3F << 16
        guard value & typeBits == Int64(ValueType.oldLinkList.rawValue) << 16 else { return self }
        return ColumnKey((value & ~typeBits) | (Int64(ValueType.link.rawValue) << 16))
    }
}

/// Attributes of a column. The first two and the last are kept in the spec only, never in a column key.
///
/// Source: file-format/tables.md, "Attributes".
package struct ColumnAttributes: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let indexed = ColumnAttributes(rawValue: 1)
    static let unique = ColumnAttributes(rawValue: 2)
    static let strongLinks = ColumnAttributes(rawValue: 8)
    static let nullable = ColumnAttributes(rawValue: 16)
    package static let list = ColumnAttributes(rawValue: 32)
    package static let dictionary = ColumnAttributes(rawValue: 64)
    package static let set = ColumnAttributes(rawValue: 128)
    package static let fullText = ColumnAttributes(rawValue: 256)

    package static let specOnly: ColumnAttributes = [.indexed, .unique, .fullText]
}

/// The kind of collection that a property holds.
package enum CollectionKind: Sendable {
    case list, set, dictionary
}
