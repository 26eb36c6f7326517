@testable import RealmStore

/// A value that owns its bytes, for a model of an indexed column.
final class IndexModelValue {
    let value: Value
    private let bytes: UnsafeMutableRawBufferPointer?

    init(_ value: Value) {
        self.value = value
        bytes = nil
    }

    private init(_ content: some Sequence<UInt8>, _ make: (UnsafeRawBufferPointer) -> Value) {
        let content = Array(content)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
        bytes.copyBytes(from: content)
        value = make(UnsafeRawBufferPointer(bytes))
        self.bytes = bytes
    }

    deinit { bytes?.deallocate() }

    static func string(_ text: String) -> IndexModelValue { IndexModelValue(text.utf8) { .string($0) } }

    static func binary(_ text: String) -> IndexModelValue { IndexModelValue(text.utf8) { .binary($0) } }

    static var null: IndexModelValue { IndexModelValue(.null) }
}
