import Foundation
import TestSupport
import Testing

/// The reader's handling of unusable stores, and the units that it trusts.
@Suite struct TidyIndexReaderTests {
    private func unit(_ file: String, _ seconds: Int, _ name: String = "") -> IndexLibrary.Unit {
        IndexLibrary.Unit(name: name, mainFile: file, time: .seconds(seconds))
    }

    @Test func `a library that is not there is reported with its place`() {
        #expect {
            _ = try IndexLibrary(path: "/nowhere/libIndexStore.so")
        } throws: { "\($0)".contains("/nowhere/libIndexStore.so") }
    }

    @Test(.enabled(if: (try? IndexPlace.current()) != nil, "The toolchain has no libIndexStore."))
    func `a folder that is not a store is reported with its place`() throws {
        let library = try IndexLibrary(path: try IndexPlace.current().library)
        #expect {
            try library.withStore(at: "/proc/self/nowhere") { _ in }
        } throws: { "\($0)".contains("/proc/self/nowhere") }
    }

    @Test func `of several units of a file the newest counts`() throws {
        let units = [unit("/a.swift", 5, "old"), unit("/a.swift", 9, "new"), unit("/a.swift", 7, "middle")]
        #expect(try IndexUnits.current(units, of: [("/a.swift", .seconds(8))]).map(\.name) == ["new"])
    }

    @Test func `units of files that are gone or of another checkout are left out`() throws {
        let units = [unit("/a.swift", 5), unit("/gone.swift", 5), unit("/other/a.swift", 9)]
        #expect(try IndexUnits.current(units, of: [("/a.swift", .seconds(4))]).map(\.mainFile) == ["/a.swift"])
    }

    @Test func `a file that the index lacks is reported`() {
        #expect {
            _ = try IndexUnits.current([unit("/a.swift", 5)], of: [("/a.swift", .zero), ("/b.swift", .zero)])
        } throws: { "\($0)" == "the index lacks /b.swift: build first" }
    }

    @Test func `a file that is newer than its unit is reported`() {
        #expect {
            _ = try IndexUnits.current([unit("/a.swift", 5)], of: [("/a.swift", .seconds(6))])
        } throws: { "\($0)" == "the index is older than /a.swift: build first" }
    }
}
