import Foundation
import Glibc
import TestSupport
import Testing

/// Root and another user, who share a directory: leftovers of one do not obstruct the other.
@Suite(.enabled(if: OwningUser.canRun, "needs root, setpriv(1), and a build other users can run"))
struct TwoUsersTests {
    private let place: Workplace
    private let path: String

    init() throws {
        place = try Workplace()
        path = try place.fixture("churned")
        let (user, group) = (uid_t(OwningUser.number), gid_t(OwningUser.number))
        for owned in [place.path, path] { #expect(chown(owned, user, group) == 0) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func owner(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_uid) : -1
    }

    @Test(arguments: [["verify"], ["info", "--locks"], ["compact"], ["upgrade"]])
    func `root's leftovers do not obstruct the owner, nor the owner's root`(_ words: [String]) throws {
        for round in 0..<2 {
            let output = try RealmctlProcess.run(words + [path])
            #expect(output.code == 0, "\(output.err)")
            #expect(owner(path) == OwningUser.number && owner(path + ".lock") == OwningUser.number, "round \(round)")
            for own in [["verify", path], ["compact", path], words + [path]] {
                let output = try OwningUser.run(own)
                #expect(output.code == 0, "\(own): \(output.err)")
            }
        }
    }

    @Test func `a lock file that only root could use is given to the owner`() throws {
        #expect(FileManager.default.createFile(atPath: path + ".lock", contents: Data()))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + ".lock")
        #expect(owner(path + ".lock") == 0)
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
        #expect(try OwningUser.run(["compact", path]).code == 0)
    }

    @Test func `a file that the owner plants is not written by root`() throws {
        let secrets = try TemporaryDirectory()
        let victim = try secrets.file("victim", Data("precious".utf8))
        for name in ["book.realm.lock", "churned.realm.lock"] {
            try? FileManager.default.createSymbolicLink(
                atPath: "\(place.path)/\(name)", withDestinationPath: victim.path)
        }
        for words in [["verify"], ["compact"], ["info"], ["upgrade"], ["export"]] {
            let output = try RealmctlProcess.run(words + [path])
            #expect(output.code == 74, "\(words): \(output.err)")
            #expect(output.err.contains("symbolic link"), "\(output.err)")
            #expect(try Data(contentsOf: victim) == Data("precious".utf8))
        }
    }
}
