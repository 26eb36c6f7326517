import Testing

@testable import RealmStore

@Suite("Dictionaries") struct HashedDictionaryTests {
    private let image = NodeImage()

    /// A leaf of the older layout: hashes, keys of one letter, and mixed integers.
    private func leaf(_ entries: [(hash: Int64, key: UInt8, value: Int64)]) -> Ref {
        let keys = image.node(kind: 0x08 | 2, count: entries.count, payload: entries.flatMap { [$0.key, 0] })
        let codes = image.integers(entries.map { ($0.value << 8) | 1 })
        let values = image.refs([codes.element, 0, 0, 0, 0, 0])
        return image.refs([image.integers(entries.map(\.hash)).element, keys.element, values.element])
    }

    @Test func `a dictionary of the older layout reads in the order of its keys`() throws {
        let root = leaf([(3, UInt8(ascii: "c"), 30), (9, UInt8(ascii: "a"), 10), (1000, UInt8(ascii: "b"), 20)])
        let dictionary = try DictionaryTree(root, hasIntegerKeys: false, in: image.space)
        var text = ""
        for position in 0..<dictionary.count {
            guard case .string(let key) = try dictionary.key(at: position),
                case .int(let value) = try dictionary.value(at: position)
            else { continue }
            text += "\(String(decoding: key, as: UTF8.self))\(value) "
        }
        #expect(text == "a10 b20 c30 ")
        var key = "b"
        #expect(try dictionary.position(of: &key) == 1)
    }

    @Test func `keys and values of different number are damage`() {
        let keys = image.node(kind: 0x08 | 2, count: 1, payload: [97, 0])
        let values = image.refs([image.integers([]).element, 0, 0, 0])
        let root = image.refs([tagged(1), keys.element, values.element])
        #expect(throws: FormatError.self) { try DictionaryTree(root, hasIntegerKeys: false, in: image.space) }
    }

    @Test func `a dictionary that was never written to is empty`() throws {
        #expect(try DictionaryTree(.none, hasIntegerKeys: false, in: image.space).count == 0)
    }
}
