/// The bytes of the file: header, top array, free list, pages, and the positions of the nodes.
///
/// The header, all reachable nodes and the free blocks tile the file up to its logical size. Source:
/// file-format/header-and-versions.md, "Sizes of a file".
struct VerificationSpace {
    private let file: RealmFile
    private var space: NodeSpace
    private var log: VerificationLog
    private let verification: Verification
    /// The offsets at which nodes begin.
    private var begins: ByteMap
    /// The bytes taken by a node or a free block.
    private var taken: ByteMap
    /// Free blocks of an encrypted file, whose pages may have any content.
    private var free: ByteMap
    private(set) var pageCount = 0
    private(set) var nodeCount = 0
    private(set) var byteCount = RawFileHeader.byteCount
    private(set) var leakedByteCount = 0

    init(_ verification: Verification) {
        self.verification = verification
        file = verification.file
        space = verification.space
        log = verification.log
        let size = file.top?.logicalByteCount ?? 0
        begins = ByteMap(byteCount: size)
        taken = ByteMap(byteCount: size)
        free = ByteMap(byteCount: file.isEncrypted ? size : 0)
        _ = taken.mark(0, min(size, RawFileHeader.byteCount))
    }

    /// The header beyond the checks of opening: flags, and the unselected slot.
    func checkHeader() {
        let raw = file.header.raw
        if file.plainByteCount % 8 != 0 {
            log.add(.fileSize, "the file has \(file.plainByteCount) bytes, which is no multiple of 8")
        }
        if raw.flags > 1 || raw.reserved != 0 {
            log.add(.header, "the header has flags \(raw.flags) and reserved byte \(raw.reserved)")
        }
        let other = raw.slot(1 - raw.selectedSlot)
        // It may name a version whose commit was interrupted, even beyond the end of the file.
        let isPlace = other.topRef % 8 == 0
        if other.format > FileHeader.currentFormat || other.topRef != RawFileHeader.streamingTopRef && !isPlace {
            log.add(
                .header, "the header's slot that is not in use has top ref \(other.topRef) and format \(other.format)")
        }
    }

    /// Each slot of the top array holds what belongs there.
    func checkTop(_ top: TopArray) {
        log.attempt { () throws(FormatError) in
            let node = try space.refs(top.ref, "the top array")
            let names = [
                "names", "tables", "logical size", "free positions", "free lengths", "free versions", "version",
                "history type", "history", "history schema version", "sync file id", "evacuation",
            ]
            let refs: Set<Int> = [0, 1, 3, 4, 5, 8]
            for index in 0..<node.count {
                let slot = node.slot(index)
                let isWrong = refs.contains(index) ? slot.number != nil : slot.ref != nil && index != 11
                if isWrong || index <= 2 && slot.isEmpty {
                    log.add(.badTopArray, at: top.ref, "slot \(index) (\(names[index])) holds \(slot.raw)")
                }
            }
        }
        if top.historyType == .none, !top.history.isNone || top.historySchemaVersion != 0 {
            log.add(.badTopArray, at: top.ref, "there is a history, or a version of one, but its type is none")
        }
        if !space.contains(top.ref) {
            log.add(.fileSize, at: top.ref, "the top array lies beyond the logical size \(top.logicalByteCount)")
        }
    }

    /// Free blocks are sorted, aligned, inside, apart from each other, and not freed by a later version.
    mutating func checkFreeList(_ top: TopArray) {
        do {
            let list = try FreeList(top, in: space)
            verification.counts.freeBlocks = list.count
            var last = Int.min
            for index in 0..<list.count {
                let block = list[index]
                if block.position < last { log.add(.freeList, at: top.freePositions, "block \(index) is out of order") }
                last = block.position
                checkBlock(block, at: top)
                // A single wrong header byte can yield millions of invalid blocks.
                if log.errorCount > 1000 { break }
            }
        } catch {
            log.add(.freeList, at: error.ref, error.message)
        }
    }

    private mutating func checkBlock(_ block: FreeList.Block, at top: TopArray) {
        let what = "the free block of \(block.byteCount) bytes at \(block.position)"
        guard block.position % 8 == 0, block.byteCount % 8 == 0, block.byteCount > 0,
            block.position >= RawFileHeader.byteCount, block.position < space.end,
            block.byteCount <= space.end - block.position
        else { return log.add(.freeList, at: top.freePositions, "\(what) is empty, unaligned or outside") }
        if block.version > top.version {
            log.add(.freeList, at: top.freeVersions, "\(what) was freed in version \(block.version) of \(top.version)")
        }
        verification.counts.largestFreeBlock = max(verification.counts.largestFreeBlock, block.byteCount)
        _ = free.mark(block.position, block.byteCount)
        if !taken.mark(block.position, block.byteCount) {
            log.add(.overlap, at: top.freePositions, "\(what) overlaps another")
        }
    }

    /// The checksums of an encrypted file's pages that were not read yet; an unused page may have any content.
    mutating func checkPages() {
        guard let pages = file.pages else { return }
        defer { free = .none }
        let authenticated = pages.authenticated
        for page in 0..<pages.pageCount {
            let bytes = page * PageCipher.pageSize..<(page + 1) * PageCipher.pageSize
            let isFooter = file.header.isStreaming && page == pages.pageCount - 1
            guard bytes.lowerBound < space.end || isFooter else { continue }
            pageCount += 1
            if authenticated?.counter(ofPage: page) != nil { continue }
            var state: PageState?
            var cause: SystemError?
            do { state = try pages.state(ofPage: page) } catch { cause = error }
            if let state, state.isReadable { continue }
            let error = PageError(page: page, state: state ?? .failed, cause: cause)
            if !free.containsAll(bytes) {
                log.add(.unreadablePage, "\(error)")
            } else if state == .failed || state == nil {
                log.note(.unreadablePage, .file, "\(error), but holds no node")
            }
        }
    }
}

extension VerificationSpace {
    /// Follows every ref from the top array, and reports what is left over, while `others` checks what the nodes hold.
    ///
    /// - Parameters:
    ///   - handover: gives the clusters that `others` reads; nil if it gives none.
    ///   - walker: another look at the file, for the thread that follows refs.
    ///   - gather: called for clusters that were followed while `others` reads them.
    ///   - afterwards: called when that is done, whether or not `others` has ended.
    mutating func checkNodes<Result>(
        from top: Ref, _ handover: Handover<VerificationBatch>?, _ walker: Verification,
        gathering gather: (VerificationBatch) -> Void, then afterwards: () -> Void,
        beside others: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let (all, mark) = (log, log.mark)
        let (ofPages, ofNodes) = (verification.makeLog(), verification.makeLog())
        defer {
            all.insert(ofNodes, at: mark)
            all.insert(ofPages, at: mark)
            log = all
        }
        return try SideBySide.run(
            meeting: { (isMet) throws(SystemError) -> Void in
                if !isMet { handover?.close() }
                log = ofNodes
                checkNodes(from: top, isMet ? handover : nil, walker, gather)
                log = ofPages
                checkPages()
                afterwards()
            },
            { () throws(SystemError) in
                defer { handover?.end() }
                return try others()
            }
        ).1.get()
    }

    /// A ref to be followed.
    private typealias Step = (ref: Ref, parent: Ref)

    /// Follows every ref from the top array, and reports what is left over.
    private mutating func checkNodes(
        from top: Ref, _ handover: Handover<VerificationBatch>?, _ walker: Verification,
        _ gather: (VerificationBatch) -> Void
    ) {
        let shared = space
        defer { (begins, taken, space) = (.none, .none, shared) }
        var (left, begun, none) = ([Step](), Set<Ref>(), Set<Ref>())
        if let handover {
            while let batch = handover.next() {
                var steps = batch.clusters.map { (ref: $0.ref, parent: batch.parent) }
                for step in steps { begun.insert(step.ref) }
                follow(&steps, besides: &none) { !handover.isHurried }
                left += steps
                gather(batch)
                handover.finish()
            }
        }
        space = walker.space
        var steps = [(ref: top, parent: Ref.none)]
        let goOn = {
            walker.releasePagesIfDue()
            return true
        }
        follow(&steps, besides: &begun, while: goOn)
        follow(&left, besides: &none, while: goOn)
        var gaps: [Range<Int>] = []
        taken.forEachGap { gaps.append($0) }
        for gap in gaps {
            leakedByteCount += gap.count
            log.add(.leak, at: Ref(gap.lowerBound), "\(gap.count) bytes are neither used nor free")
        }
    }

    /// Follows refs, the last one first, and those of the nodes there, as long as `mayGoOn`.
    ///
    /// - Parameter begun: refs that are, or will be, followed elsewhere when they are reached for the first time.
    private mutating func follow(_ steps: inout [Step], besides begun: inout Set<Ref>, while mayGoOn: () -> Bool) {
        while mayGoOn(), let (ref, parent) = steps.popLast() {
            if !begun.isEmpty, begun.remove(ref) != nil { continue }
            guard let node = checkNode(ref, parent) else { continue }
            guard node.kind.hasRefs, node.kind.scheme == .bits, node.kind.width > 1 else { continue }
            // The last one pushed is the next one: neighbours are read in their order.
            for index in (0..<node.count).reversed() {
                if let child = node.slot(index).ref { steps.append((child, ref)) }
            }
        }
    }

    /// Checks the nodes at `refs`, but not those below them.
    mutating func checkNodes(_ refs: [Ref]) {
        for ref in refs { _ = checkNode(ref, .none) }
    }

    /// The node at `ref`, if its children may be followed.
    private mutating func checkNode(_ ref: Ref, _ parent: Ref) -> Node? {
        do {
            let node = try space.node(ref)
            func parentText() -> String { parent.isNone ? "" : ", child of node \(parent)" }
            guard !begins.contains(ref.offset) else {
                log.add(.usedTwice, at: ref, "the node is reached twice, the second time from node \(parent)")
                return nil
            }
            _ = begins.mark(ref.offset, 8)
            nodeCount += 1
            byteCount += node.footprint
            if node.headerFiller != Node.filler {
                log.add(.nodeHeader, at: ref, "the node does not begin with the filler AAAA\(parentText())")
            }
            let kind = node.kind
            if kind.isInner && !kind.hasRefs || kind.hasRefs && kind.scheme != .bits
                || kind.scheme == .blob && kind.width > 1
            {
                log.add(.nodeHeader, at: ref, "no node has the kind 0x\(String(kind.byte, radix: 16))\(parentText())")
            }
            guard taken.mark(ref.offset, node.footprint) else {
                log.add(.overlap, at: ref, "the node of \(node.footprint) bytes overlaps another or a free block")
                return nil
            }
            return node
        } catch {
            let message = parent.isNone ? error.message : error.message + ", child of node \(parent)"
            log.add(VerificationReport.Code(error.code), at: error.ref, message)
            return nil
        }
    }
}

extension NodeSpace {
    /// True if a node may begin at `ref`.
    fileprivate func contains(_ ref: Ref) -> Bool { ref.offset >= FileLayout.headerByteCount && ref.offset < end }
}
