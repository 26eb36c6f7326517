import ArgumentParser
import RealmTools

/// A condition of `compact`: a minimum for the file.
enum CompactCondition: ExpressibleByArgument, Sendable {
    /// `free-ratio=0.5`
    case freeRatio(Double)
    /// `free=50MB`
    case free(Int64)
    /// `size=100MB`
    case size(Int64)
    /// `auto`: 50 MB, half of it free; as proposed by the SDK's documentation.
    case automatic

    private static let automaticByteCount: Int64 = 50_000_000
    private static let automaticRatio = 0.5

    init?(argument: String) {
        if argument == "auto" {
            self = .automatic
            return
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "free-ratio":
            guard let ratio = Double(parts[1]), (0...1).contains(ratio) else { return nil }
            self = .freeRatio(ratio)
        case "free":
            guard let size = ByteSize(argument: parts[1]) else { return nil }
            self = .free(size.bytes)
        case "size":
            guard let size = ByteSize(argument: parts[1]) else { return nil }
            self = .size(size.bytes)
        default: return nil
        }
    }

    func holds(for file: Realm.FileInfo) -> Bool {
        switch self {
        case .freeRatio(let ratio): file.freeRatio >= ratio
        case .free(let bytes): Int64(file.freeBytes) >= bytes
        case .size(let bytes): Int64(file.bytes) >= bytes
        case .automatic:
            Int64(file.bytes) >= CompactCondition.automaticByteCount
                && file.freeRatio >= CompactCondition.automaticRatio
        }
    }
}
