import Foundation
import Glibc
import TestSupport
import Testing

/// The traces in memory of a key that was read.
@Suite struct KeyMemoryTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Runs `watch` on an encrypted file, and `body` with its process once the key was read.
    private func watching(_ key: Data, user: Int? = nil, _ body: (pid_t) throws -> Void) throws {
        let path = try place.fixture("contacts_1k.enc")
        let keyFile = try place.secret("key", key)
        let process = RealmctlProcess.process(["watch", path, "--key-file", keyFile, "--json"])
        if let user {
            for owned in [place.path, path, keyFile] { #expect(chown(owned, uid_t(user), gid_t(user)) == 0) }
            process.arguments = [
                "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", RealmctlProcess.executable.path,
                "watch", path, "--key-file", keyFile, "--json",
            ]
        }
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        for _ in 0..<200 where !FileManager.default.fileExists(atPath: path + ".lock") {
            Thread.sleep(forTimeInterval: 0.05)
        }
        Thread.sleep(forTimeInterval: 0.5)
        #expect(process.isRunning)
        try body(process.processIdentifier)
    }

    /// Whether the writable memory of a process has the bytes.
    private func memory(of process: pid_t, contains bytes: Data) throws -> Bool {
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process)/mem"))
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ")
            let range = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard words[1].hasPrefix("rw"), range.count == 2, range[1] - range[0] < 1 << 28 else { continue }
            try? file.seek(toOffset: range[0])
            guard let block = try? file.read(upToCount: Int(range[1] - range[0])) else { continue }
            if block.range(of: bytes) != nil { return true }
        }
        return false
    }

    @Test(.enabled(if: getuid() == 0, "needs root"), arguments: [KeyForms.hex, KeyForms.base64])
    func `the text of a key is not left in memory`(_ text: Data) throws {
        try watching(text) { process in
            let hasText = try memory(of: process, contains: text)
            // The key itself is needed.
            let hasKey = try memory(of: process, contains: KeyForms.raw)
            #expect(!hasText && hasKey)
        }
    }

    @Test(.enabled(if: OtherUser.canRun, "needs root and setpriv(1), and a build other users can run"))
    func `a process that has read a key is in no core file`() throws {
        try watching(KeyForms.hex, user: 65534) { process in
            var status = stat()
            // The files of a process that must not be dumped belong to root.
            #expect(stat("/proc/\(process)/environ", &status) == 0 && status.st_uid == 0)
        }
    }
}
