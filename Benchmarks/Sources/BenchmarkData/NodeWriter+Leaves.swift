/// The leaves of the column types that benchmark files use (file format: nodes, "Leaves of scalar values").
extension NodeWriter {
    /// A leaf of nullable integers without nulls; its first element is the number that stands for null.
    mutating func appendNullableIntegers(_ values: [Int64]) -> Ref {
        guard let largest = values.max() else { return append([Int64(0)]) }
        var width = ElementWidth(fitting: values)
        if largest == width.largest {
            width = width.next
        }
        precondition(largest < width.largest, "no number is left to stand for null")
        return append([width.largest] + values, width: width)
    }

    /// A leaf of doubles.
    mutating func appendDoubles(_ values: [Double]) -> Ref {
        appendNode(
            [], .bytesPerElement, width: 8, size: values.count, payloadSize: values.count * 8
        ) { payload in
            for (index, value) in values.enumerated() {
                payload.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: index * 8, as: UInt64.self)
            }
        }
    }

    /// A leaf of timestamps: seconds, which are nullable, and nanoseconds of the same sign.
    mutating func appendTimestamps(milliseconds: [Int64]) -> Ref {
        let seconds = appendNullableIntegers(milliseconds.map { $0 / 1000 })
        let nanoseconds = append(milliseconds.map { $0 % 1000 * 1_000_000 })
        return append([.ref(seconds), .ref(nanoseconds)])
    }

    /// A leaf of strings of up to 63 bytes: in slots if all have up to 15, else in one blob.
    mutating func appendStrings(_ values: [String]) -> Ref {
        let longest = values.lazy.map(\.utf8.count).max() ?? 0
        precondition(longest <= 63, "strings of more than 63 bytes need another form of leaf")
        return longest <= 15 ? appendSlots(values) : appendBlob(values)
    }

    /// Short strings: each in a slot whose last byte counts those that are unused. Names always have this form.
    mutating func appendSlots(_ values: [String]) -> Ref {
        let longest = values.lazy.map(\.utf8.count).max()
        let widths = [1, 2, 4, 8, 16, 32, 64]
        let width = longest.flatMap { longest in widths.first { $0 > longest } } ?? 0
        return appendNode(
            [], .bytesPerElement, width: width, size: values.count, payloadSize: values.count * width
        ) { payload in
            for (index, value) in values.enumerated() {
                let slot = UnsafeMutableRawBufferPointer(rebasing: payload[(index * width)..<((index + 1) * width)])
                slot.copyBytes(from: value.utf8)
                slot[width - 1] = UInt8(width - 1 - value.utf8.count)
            }
        }
    }

    /// Medium strings: end positions, one blob with a zero byte after each string, and marks of those that are null.
    private mutating func appendBlob(_ values: [String]) -> Ref {
        var blob: [UInt8] = []
        var ends: [Int64] = []
        for value in values {
            blob.append(contentsOf: value.utf8)
            blob.append(0)
            ends.append(Int64(blob.count))
        }
        let endsRef = append(ends)
        let blobRef = appendNode([], .blob, width: 1, size: blob.count, payloadSize: blob.count) { payload in
            payload.copyBytes(from: blob)
        }
        let nullsRef = append(Array(repeating: Int64(0), count: values.count))
        return append([.ref(endsRef), .ref(blobRef), .ref(nullsRef)])
    }
}
