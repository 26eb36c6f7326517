import Foundation
import TestSupport
import Testing

@testable import realmctl

/// The differences of two texts.
@Suite struct UnifiedDiffTests {
    @Test func `equal texts have none`() {
        #expect(UnifiedDiff(from: "a\nb\n", to: "a\nb\n", named: "x").plainText.isEmpty)
    }

    @Test func `changes that are far apart have their own lines around them`() {
        let lines = (1...20).map { "\($0)\n" }
        var changed = lines
        changed[1] = "two\n"
        changed.remove(at: 16)
        let diff = UnifiedDiff(from: lines.joined(), to: changed.joined(), named: "x").plainText
        #expect(
            diff == """
                --- x
                +++ x
                @@ -1,5 +1,5 @@
                 1
                -2
                +two
                 3
                 4
                 5
                @@ -14,7 +14,6 @@
                 14
                 15
                 16
                -17
                 18
                 19
                 20

                """)
    }

    @Test(arguments: [
        ("", "a\n"), ("a\n", ""), ("a", "a\n"), ("a\nb", "b"), ("a\r\nb\r\n", "a\nb\n"), ("x\n\n\ny\n", "x\n\ny\nz"),
    ])
    func `patch makes the new text of the old one`(old: String, new: String) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/patch") else { return }
        let place = try Workplace()
        let file = try place.file("x", Data(old.utf8))
        let diff = try place.file("diff", Data(UnifiedDiff(from: old, to: new, named: "x").plainText.utf8))
        let output = try RealmctlProcess.shell(#"patch --binary -s -o "$1.new" "$1" "$2""#, [file, diff])
        #expect(output.code == 0, "\(output.out) \(output.err)")
        #expect(try String(contentsOfFile: file + ".new", encoding: .utf8) == new)
    }
}
