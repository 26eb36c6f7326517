import Foundation
import TestSupport

/// The location of the toolchain's library that reads the index, and of the index of this test's build.
struct IndexPlace: Sendable {
    let library: String
    let store: String

    /// Whether the rules that need the index can be asked; on a build server they have to be.
    static var isUsable: Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || (try? current()) != nil
    }

    /// - Throws: `IndexError` if the toolchain has no such library, or the build wrote no index, as one for a release
    ///   does not.
    static func current() throws -> IndexPlace {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let store = URL(fileURLWithPath: program).deletingLastPathComponent().appending(path: "index/store").path
        guard FileManager.default.fileExists(atPath: store) else {
            throw IndexError(description: "the build wrote no index: \(store) is missing")
        }
        let places = compilers().map { $0.appending(path: "lib/libIndexStore.so").path }
        guard let library = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw IndexError(description: "the toolchain has no libIndexStore: looked for \(places)")
        }
        return IndexPlace(library: library, store: store)
    }

    /// The folders of the toolchains that may have built this test: of the `swift` that a shell finds, which can be a
    /// program that chooses one, and of the runtime that the test uses.
    private static func compilers() -> [URL] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let commands = path.split(separator: ":").map { URL(fileURLWithPath: $0 + "/swift") }
            .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
            .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent() }
        let maps = (try? ProcessMaps.lines("maps")) ?? []
        let runtimes = maps.filter { $0.hasSuffix("/lib/swift/linux/libswiftCore.so") }
            .compactMap { line in line.firstIndex(of: "/").map { URL(fileURLWithPath: String(line[$0...])) } }
            .map { $0.deletingLastPathComponent().appending(path: "../../..").standardized }
        return Array(commands.prefix(1)) + Array(runtimes.prefix(1))
    }
}
