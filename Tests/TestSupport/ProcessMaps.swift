import Foundation

/// The memory maps of this process.
public enum ProcessMaps {
    /// The lines of `/proc/self/NAME`, whose length the system does not report in advance.
    public static func lines(_ name: String) throws -> [Substring] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/\(name)"))
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    }

    /// The addresses that the line of a map begins with; nil for another line.
    public static func addresses(_ line: Substring) -> Range<UInt>? {
        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
}
