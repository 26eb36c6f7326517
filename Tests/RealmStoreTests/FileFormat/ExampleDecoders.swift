import TestSupport

@testable import RealmStore

/// Decodes the examples of the book with the engine's readers, by their kind.
enum ExampleDecoders {
    typealias Decoder = @Sendable (FormatExample.Image) throws -> JSONText

    static let all: [String: Decoder] = files.merging(leaves) { first, _ in first }
        .merging(trees) { first, _ in first }
        .merging(tables) { first, _ in first }
        .merging(beside) { first, _ in first }

    /// The content of an example of a kind without a decoder.
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    static func decode(_ example: FormatExample) throws -> JSONText {
        guard let decoder = all[example.kind] else { throw Unknown(description: "no decoder for '\(example.kind)'") }
        return try example.withImage(decoder)
    }
}

// MARK: - Header and nodes

extension ExampleDecoders {
    static var files: [String: Decoder] {
        ["header": header, "file": file, "node": node, "slots": slots, "top-array": topArray]
    }

    private static func header(_ image: FormatExample.Image) -> JSONText {
        let header = RawFileHeader(image.bytes.baseAddress!)
        return .members([
            "topRefs": .array([.hexadecimal(header.topRefs.0), .hexadecimal(header.topRefs.1)]),
            "formats": .array([.integer(header.formats.0), .integer(header.formats.1)]),
            "flags": .integer(header.flags), "slotInUse": .integer(header.selectedSlot),
            "streaming": .bool(header.isStreaming),
        ])
    }

    private static func file(_ image: FormatExample.Image) throws -> JSONText {
        let byteCount = image.example.byteCount
        let header = try FileHeader(image.memory.baseAddress!, byteCount: byteCount, path: image.example.name)
        let top = try TopArray(header.topRef, in: image.space, physicalByteCount: byteCount)
        return .members([
            "topRef": .ref(header.topRef), "format": .integer(header.format), "streaming": .bool(header.isStreaming),
            "logicalSize": .integer(top.logicalByteCount), "fileSize": .integer(byteCount),
        ])
    }

    private static func node(_ image: FormatExample.Image) throws -> JSONText {
        let node = try image.space.node(image.root)
        return .members([
            "inner": .bool(node.kind.isInner), "hasRefs": .bool(node.kind.hasRefs),
            "context": .bool(node.kind.context), "scheme": .integer(node.kind.scheme.rawValue),
            "width": .integer(node.kind.width), "size": .integer(node.count),
            "payload": .integer(node.payloadByteCount), "footprint": .integer(node.footprint),
        ])
    }

    private static func slots(_ image: FormatExample.Image) throws -> JSONText {
        let node = try image.space.refs(image.root, "an example", context: nil)
        return .array(
            (0..<node.count).map { index in
                let slot = node.slot(index)
                return slot.number.map { .integer($0) } ?? .ref(slot.ref)
            })
    }

    private static func topArray(_ image: FormatExample.Image) throws -> JSONText {
        let top = try TopArray(image.root, in: image.space, physicalByteCount: .max)
        let list = try FreeList(top, in: image.space)
        let free = (0..<list.count).map { index in
            JSONText.array([
                .integer(list[index].position), .integer(list[index].byteCount), .integer(list[index].version),
            ])
        }
        return .members([
            "slots": .integer(top.slotCount), "names": .ref(top.names), "tables": .ref(top.tables),
            "logicalSize": .integer(top.logicalByteCount), "version": .integer(top.version),
            "historyType": .integer(top.historyType.rawValue), "history": .ref(top.history),
            "historySchemaVersion": .integer(top.historySchemaVersion),
            "syncFileId": .integer(top.syncFileIdentifier), "free": .array(free),
        ])
    }
}
