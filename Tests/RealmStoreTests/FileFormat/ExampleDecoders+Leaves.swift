import TestSupport

@testable import RealmStore

extension ExampleDecoders {
    static var leaves: [String: Decoder] {
        [
            "integers": values(.int, isNullable: false), "optional-integers": optionalIntegers,
            "bools": bools, "floats": values(.float), "doubles": values(.double),
            "strings": values(.string), "binaries": values(.binary), "history": values(.binary),
            "timestamps": values(.timestamp), "decimals": values(.decimal), "object-ids": values(.objectId),
            "uuids": values(.uuid), "links": columnLinks, "link-elements": links, "set": set,
            "names": names, "enumerated": enumerated, "mixed": mixed(keyed: true),
            "mixed-column": mixed(keyed: false),
        ]
    }

    /// A leaf of values of that type, as lists and sets have them.
    private static func values(_ type: ValueType, isNullable: Bool = true) -> Decoder {
        let column = Column(elementsOf: type, isNullable: isNullable)
        return { image in
            let leaf = try ColumnLeaf.element(column, at: image.root, in: image.space)
            try leaf.checkParts(at: image.root)
            return .array(try (0..<leaf.count).map { .value(try leaf.value($0)) })
        }
    }

    private static func optionalIntegers(_ image: FormatExample.Image) throws -> JSONText {
        let leaf = try OptionalIntegerArray(image.space.integers(image.root, "an example"), at: image.root)
        guard leaf.hasProperNull else { throw Unknown(description: "the number for null is not that of the width") }
        return .array((0..<leaf.count).map { leaf[$0].map { .integer($0) } ?? .null })
    }

    private static func bools(_ image: FormatExample.Image) throws -> JSONText {
        let leaf = try BoolLeaf(image.root, in: image.space)
        guard (0..<leaf.count).allSatisfy({ [0, 1, 3].contains(leaf.raw($0)) }) else {
            throw Unknown(description: "a bool is none of 0, 1 and 3")
        }
        return .array((0..<leaf.count).map { leaf[$0].map { .bool($0) } ?? .null })
    }

    private static let linkColumn = Column(
        name: "link", key: ColumnKey(Int64(ValueType.link.rawValue) << 16), type: .link, attributes: .nullable,
        hasIntegerKeys: false, oppositeTable: TableKey(1), oppositeColumn: .null, indexRoot: .none,
        enumeratedValues: nil)

    private static func columnLinks(_ image: FormatExample.Image) throws -> JSONText {
        let rows = try ColumnLeaf.rowCount(of: linkColumn, at: image.root, in: image.space)
        return keys(try ColumnLeaf.column(linkColumn, at: image.root, rows: rows, in: image.space))
    }

    private static func links(_ image: FormatExample.Image) throws -> JSONText {
        let list = try CollectionTree(image.root, of: linkColumn, in: image.space)
        let leaf = try ColumnLeaf.element(linkColumn, at: image.root, in: image.space)
        let isUnresolved = leaf.links?.keys.contains(where: \.isUnresolved) ?? false
        guard list.mayHoldUnresolvedLinks == isUnresolved else {
            throw Unknown(description: "the context flag does not say whether there are unresolved links")
        }
        return keys(leaf)
    }

    private static func keys(_ leaf: ColumnLeaf) -> JSONText {
        .array((leaf.links?.keys ?? []).map { $0.isNull ? .null : .integer($0.value) })
    }

    private static func set(_ image: FormatExample.Image) throws -> JSONText {
        let column = Column(elementsOf: .bool, isNullable: true)
        let tree = try CollectionTree(image.root, of: column, in: image.space)
        let elements = try (0..<tree.count).map { try tree.value(at: $0) }
        let order = ElementOrder(column)
        guard zip(elements, elements.dropFirst()).allSatisfy({ order.compare($0, $1) < 0 }) else {
            throw Unknown(description: "the elements of the set do not ascend")
        }
        return .array(elements.map { .value($0) })
    }

    private static func names(_ image: FormatExample.Image) throws -> JSONText {
        let leaf = try NameLeaf(image.root, in: image.space)
        return .array(try (0..<leaf.count).map { .string(try leaf.name($0)) })
    }

    /// The book says where the distinct values are.
    private static func enumerated(_ image: FormatExample.Image) throws -> JSONText {
        let ref = image.example.meaning["values"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
        let values = try EnumeratedStrings(Ref(ref), in: image.space)
        return try withExtendedLifetime(values) {
            let leaf = try StringLeaf(image.root, keys: values, in: image.space)
            guard leaf.isEnumerated else { throw Unknown(description: "the leaf is not one of numbers") }
            let first = try (0..<min(8, leaf.count)).map { index in
                try leaf.bytes(index).map { JSONText.value(.string($0)) } ?? .null
            }
            return .members(["values": .ref(Ref(ref)), "count": .integer(leaf.count), "first": .array(first)])
        }
    }

    private static func mixed(keyed: Bool) -> Decoder {
        { image in
            let leaf = try MixedLeaf(image.root, in: image.space)
            if let problem = try leaf.invariantProblem(keyed: keyed) { throw Unknown(description: problem) }
            return .array(try (0..<leaf.count).map { try .mixed(leaf.value($0), in: image.space) })
        }
    }
}
