import Foundation
import TestSupport
import Testing

/// The recipe of the container image.
@Suite struct ImageTests {
    private static let root = Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()
    private static let knowsPackages = FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-query")

    /// The libraries of the system that the program is linked with, by the Debian packages that hold them.
    private func neededPackages() throws -> Set<String> {
        let output = try RealmctlProcess.shell(
            #"""
            ldd "$1" | awk '$3 ~ "^/(usr/)?lib" { print $1 }' |
                while read -r name; do dpkg-query --search "*/$name" | cut -d: -f1; done
            """#, [RealmctlProcess.executable.path])
        try #require(output.code == 0, "\(output.err)")
        return Set(output.out.split(separator: "\n").map(String.init))
    }

    @Test(.enabled(if: knowsPackages, "dpkg is not installed here"))
    func `the image has every library that the program needs`() throws {
        let recipe = try String(contentsOf: Self.root.appendingPathComponent("Dockerfile"), encoding: .utf8)
        let stage = try #require(recipe.components(separatedBy: "\nFROM ").last)
        let installed = Set(stage.split(whereSeparator: \.isWhitespace).map(String.init))
        // Every Debian image has these.
        let needed = try neededPackages().subtracting(["libc6", "libgcc-s1", "zlib1g"])
        #expect(needed.contains("libzstd1"))
        #expect(needed.isSubset(of: installed), "missing: \(needed.subtracting(installed).sorted())")
    }
}
