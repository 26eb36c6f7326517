import TestSupport

@testable import RealmStore

extension ExampleDecoders {
    static var tables: [String: Decoder] {
        ["table": table, "column-key": columnKey, "tombstone-key": tombstoneKey]
    }

    private static func table(_ image: FormatExample.Image) throws -> JSONText {
        let key = image.example.meaning["key"]?.digits.flatMap { Int($0) } ?? 0
        let table = try Table(image.root, name: "class_Example", slot: key & 0xFFFF, in: image.space)
        let columns = (table.columns + table.backlinkColumns).map { column in
            var members: [JSONText.Member] = [
                .init(name: "name", value: .string(column.name)),
                .init(name: "key", value: .hexadecimal(column.key.value)),
                .init(name: "type", value: .integer(column.type.rawValue)),
                .init(name: "attributes", value: .integer(column.attributes.rawValue)),
            ]
            if column.oppositeTable != .null {
                let opposite: [JSONText] = [
                    .integer(column.oppositeTable.value), .hexadecimal(column.oppositeColumn.value),
                ]
                members.append(.init(name: "opposite", value: .array(opposite)))
            }
            if !column.indexRoot.isNone { members.append(.init(name: "index", value: .ref(column.indexRoot))) }
            return JSONText.object(members)
        }
        return .members([
            "key": .integer(table.key.value), "kind": .integer(table.kind.rawValue), "clusters": .ref(table.clusters),
            "primaryKey": table.primaryKey.map { .hexadecimal($0.key.value) } ?? .null, "columns": .array(columns),
        ])
    }

    private static func columnKey(_ image: FormatExample.Image) -> JSONText {
        let key = ColumnKey(image.bytes.loadUnaligned(as: Int64.self))
        return .members([
            "leafIndex": .integer(key.leafIndex), "type": .integer(key.type?.rawValue ?? 0xFF),
            "attributes": .integer(key.attributes.rawValue), "tag": .integer((key.value >> 30) & 0xFFFF_FFFF),
        ])
    }

    /// The bytes are a string primary key.
    private static func tombstoneKey(_ image: FormatExample.Image) -> JSONText {
        let low = PrimaryKeyIdentity(.string(image.bytes)).low
        return .members([
            "low": .hexadecimal(low), "key": .integer(-2 - Int64(low & 0x3FFF_FFFF_FFFF_FFFF)),
        ])
    }
}
