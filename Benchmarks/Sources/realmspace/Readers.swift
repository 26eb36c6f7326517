import BenchmarkData

/// The readers while commits are made. How long each holds a version is counted in commits, so that the size of a file
/// depends on nothing else.
enum ReaderMode: String, CaseIterable, Codable {
    /// No readers.
    case alone
    /// One reader that holds a version for 2,000 commits, again and again.
    case reader
    /// Eight objects, frozen at different times and kept for 100 to 5,000 commits.
    case frozen
    /// A reader that keeps the first version for all commits, and two others that hold versions for 50 and 170. After
    /// it has gone, a tenth as many commits follow.
    case leaving

    /// Commits beyond those that were asked for.
    func additional(to commits: Int) -> Int { self == .leaving ? commits / 10 : 0 }

    /// The commits for which each reader holds a version.
    fileprivate func lengths(of commits: Int) -> [ClosedRange<Int>] {
        switch self {
        case .alone: []
        case .reader: [2000...2000]
        case .frozen: Array(repeating: 100...5000, count: 8)
        case .leaving: [commits...commits, 50...50, 170...170]
        }
    }
}

/// The readers of a run. Each releases its version when its time is over, and takes the newest one.
struct Readers {
    private struct Reader {
        let lengths: ClosedRange<Int>
        let holdsAgain: Bool
        var version: AnyObject?
        var end = 0
    }

    private var readers: [Reader]
    private var random = SplitMix64(seed: 11)
    private let hold: () throws -> AnyObject

    /// - Parameters:
    ///   - commits: those of the run, without the additional ones.
    ///   - hold: keeps the newest version for as long as the result lives.
    init(_ mode: ReaderMode, commits: Int, hold: @escaping () throws -> AnyObject) throws {
        self.hold = hold
        readers = mode.lengths(of: commits).enumerated().map { index, lengths in
            Reader(lengths: lengths, holdsAgain: mode != .leaving || index > 0)
        }
        try advance(to: 0)
    }

    /// Lets those move on whose time is over after so many commits.
    mutating func advance(to commit: Int) throws {
        for index in readers.indices where readers[index].end == commit {
            readers[index].version = nil
            guard commit == 0 || readers[index].holdsAgain else { continue }
            let lengths = readers[index].lengths
            let length = lengths.lowerBound + Int(random.next() % UInt64(lengths.count))
            readers[index].version = try hold()
            readers[index].end = commit + length
        }
    }
}
