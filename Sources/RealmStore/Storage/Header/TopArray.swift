/// The root of one version: the slots of the top array, checked.
///
/// Source: file-format/tables.md, "The top array".
package struct TopArray: Sendable {
    /// The kinds of history a file can carry.
    enum HistoryType: Int, Sendable {
        case none, outOfRealm, inRealm, syncClient, syncServer
    }

    let ref: Ref
    let slotCount: Int
    package let names: Ref
    package let tables: Ref
    /// The logical size: nodes and free blocks tile these bytes.
    let logicalByteCount: Int
    /// Refs of the free list's three arrays; `Ref.none` for a missing one.
    private(set) var freePositions: Ref
    private(set) var freeLengths: Ref
    private(set) var freeVersions: Ref
    /// False for a version whose free list may have been overwritten.
    private(set) var knowsFreeSpace = true
    /// The version number, at least 1.
    package let version: UInt64
    let historyType: HistoryType
    let history: Ref
    let historySchemaVersion: UInt64
    let syncFileIdentifier: UInt64
    /// The record of an evacuation; `Ref.none` if there is none, or if it has not begun.
    let evacuation: Ref
    /// The limit of an evacuation that the next commit begins; 0 for none.
    let evacuationLimit: Int

    /// The number of the version of a file without commits.
    package static let firstVersion: UInt64 = 1
    static let currentHistorySchemaVersion: UInt64 = 1

    /// - Parameter physicalByteCount: the plain size of the file.
    package init(_ ref: Ref, in space: NodeSpace, physicalByteCount: Int) throws(FormatError) {
        let node = try space.refs(ref, "the top array")
        guard TopLayout.validCounts.contains(node.count) else {
            throw FormatError(.badTopArray, at: ref, "the top array has \(node.count) slots")
        }
        func slot(_ index: Int) -> Slot { index < node.count ? node.slot(index) : Slot(0) }
        func number(_ index: Int) -> UInt64 { slot(index).number ?? 0 }
        self.ref = ref
        slotCount = node.count
        guard let names = slot(TopLayout.names).ref, let tables = slot(TopLayout.tables).ref else {
            throw FormatError(.badTopArray, at: ref, "the top array has no tables")
        }
        self.names = names
        self.tables = tables
        let logical = number(TopLayout.logicalByteCount)
        guard logical >= UInt64(FileLayout.headerByteCount), logical % 8 == 0, logical <= UInt64(physicalByteCount)
        else {
            throw FormatError(
                .badTopArray, at: ref,
                "the logical size is \(logical) in a file of \(physicalByteCount) bytes: probably truncated")
        }
        logicalByteCount = Int(logical)
        freePositions = slot(TopLayout.freePositions).ref ?? .none
        freeLengths = slot(TopLayout.freeLengths).ref ?? .none
        freeVersions = slot(TopLayout.freeVersions).ref ?? .none
        version = max(1, number(TopLayout.version))
        let typeNumber = number(TopLayout.historyType)
        guard let type = Int(exactly: typeNumber).flatMap(HistoryType.init(rawValue:)) else {
            throw FormatError(.badTopArray, at: ref, "history type \(typeNumber) does not exist")
        }
        historyType = type
        history = slot(TopLayout.history).ref ?? .none
        historySchemaVersion = number(TopLayout.historySchemaVersion)
        syncFileIdentifier = number(TopLayout.syncFileIdentifier)
        evacuation = slot(TopLayout.evacuation).ref ?? .none
        evacuationLimit = Int(exactly: number(TopLayout.evacuation)) ?? 0
    }
}

extension TopArray {
    /// The same version without its free list.
    var withoutFreeList: TopArray {
        var top = self
        (top.freePositions, top.freeLengths, top.freeVersions) = (.none, .none, .none)
        top.knowsFreeSpace = false
        return top
    }
}
