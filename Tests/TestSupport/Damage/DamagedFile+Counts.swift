import Testing

@testable import RealmStore

/// Files with counts that disagree with what is counted.
extension DamagedFile {
    /// A class of nine objects whose cluster says that it has none.
    static func emptied() throws -> DamagedFile {
        let damaged = try DamagedFile("decimals")
        try damaged.set(0, of: damaged.cluster("DecBits128").ref, to: 1)
        return damaged
    }

    /// A value in which lists of two lists each are nested 60 levels deep, all of one level the same.
    static func shared() throws -> DamagedFile {
        let damaged = try DamagedFile("mixed_nested")
        let list = try FreeList(#require(damaged.file.top), in: damaged.space)
        let block = try #require((0..<list.count).map { list[$0] }.max { $0.byteCount < $1.byteCount })
        var place = block.position
        func append(_ kind: UInt8, _ elements: [Int]) -> Int {
            damaged.bytes.replaceSubrange(place..<place + 4, with: [0x41, 0x41, 0x41, 0x41])
            damaged.bytes[place + 4] = kind
            damaged.setCount(of: Ref(place), to: elements.count)
            for (index, element) in elements.enumerated() {
                damaged.write(Int64(element), byteCount: 4, at: place + 8 + 4 * index)
            }
            defer { place += (8 + 4 * elements.count + 7) / 8 * 8 }
            return place
        }
        let code = (4 << 5) | (Int(ValueType.list.rawValue) + 1)
        var child = 0
        for _ in 0..<60 {
            let codes = append(0x06, [code, (1 << 8) | code])
            let keys = append(0x06, [1, 2])
            let nested = append(0x46, [child, child])
            child = append(0x46, [codes, 0, 0, 0, nested, keys])
        }
        let leaf = try MixedLeaf(damaged.leaf("Doc", "any"), in: damaged.space)
        let row = try #require(
            (0..<leaf.count).first { row in
                guard case .list(let root)? = try? leaf.value(row) else { return false }
                return !root.isNone
            })
        guard case .list(let root) = try leaf.value(row) else { throw Missing() }
        let slots = try #require(damaged.space.node(damaged.leaf("Doc", "any")).slot(4).ref)
        let index = try #require(
            (0..<damaged.space.node(slots).count).first {
                try damaged.space.node(slots).slot($0).ref == root
            })
        try damaged.set(index, of: slots, to: Int64(child))
        return damaged
    }
}
