/// Looks for one sequence of bytes in many others.
struct ByteSearch {
    private let needle: [UInt8]

    init(_ needle: [UInt8]) { self.needle = needle }

    /// - Complexity: O(bytes * needle) at worst; in text the first byte rules out nearly every place.
    func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = needle.first else { return true }
        guard bytes.count >= needle.count, let start = bytes.baseAddress else { return false }
        return needle.withUnsafeBufferPointer { needle in
            let last = bytes.count &- needle.count
            var index = 0
            while index <= last {
                if start.load(fromByteOffset: index, as: UInt8.self) == first, matches(needle, start + index) {
                    return true
                }
                index &+= 1
            }
            return false
        }
    }

    private func matches(_ needle: UnsafeBufferPointer<UInt8>, _ place: UnsafeRawPointer) -> Bool {
        for index in 1..<max(1, needle.count)
        where place.load(fromByteOffset: index, as: UInt8.self) != needle[index] {
            return false
        }
        return true
    }
}
