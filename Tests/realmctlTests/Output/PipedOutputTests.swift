import Foundation
import Glibc
import TestSupport
import Testing

@testable import realmctl

/// Output to a reader that takes it slowly, or not at all.
@Suite struct PipedOutputTests {
    private let pipe = Pipe()
    private let directory: TemporaryDirectory
    private let output: PipedOutput
    private var destination: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        directory = try TemporaryDirectory()
        output = try #require(PipedOutput(pipe.fileHandleForWriting.fileDescriptor, patience: .milliseconds(1)))
    }

    private func write(_ text: String) -> Int32 {
        Array(text.utf8).withUnsafeBytes { output.write($0) }
    }

    private func allowScratch() throws {
        let file = try directory.file("spool", Data())
        output.mayUse { try FileHandle(forUpdating: file) }
    }

    /// More than a pipe holds.
    private static func texts(_ count: Int) -> [String] {
        (0..<count).map { String(repeating: "\($0) ", count: 3000 + $0 % 7 * 4000) + "\n" }
    }

    private func read(_ count: Int) throws -> String {
        var read = Data()
        while read.count < count, let part = try pipe.fileHandleForReading.read(upToCount: count - read.count),
            !part.isEmpty
        { read += part }
        return String(decoding: read, as: UTF8.self)
    }

    @Test func `what nobody reads is written all the same, and arrives whole and in order`() throws {
        try allowScratch()
        let texts = PipedOutputTests.texts(60)
        for text in texts { #expect(write(text) == 0) }
        let all = texts.joined()
        #expect(try read(all.utf8.count) == all)
        #expect(write("more") == 0)
        #expect(output.finish() == 0)
        #expect(try read(4) == "more")
    }

    @Test func `a reader that catches up gets what follows directly`() throws {
        try allowScratch()
        let texts = PipedOutputTests.texts(20)
        for round in 0..<3 {
            for text in texts { #expect(write(text) == 0) }
            #expect(try read(texts.joined().utf8.count) == texts.joined(), "\(round)")
        }
        #expect(write("x") == 0)
        #expect(try read(1) == "x")
        #expect(output.finish() == 0)
    }

    @Test func `a reader that leaves is noticed`() throws {
        try allowScratch()
        for text in PipedOutputTests.texts(20) { #expect(write(text) == 0) }
        try pipe.fileHandleForReading.close()
        #expect(output.finish() == EPIPE)
    }

    @Test func `a reader that has left is noticed by the next text`() throws {
        try allowScratch()
        try pipe.fileHandleForReading.close()
        #expect(write("text") == EPIPE)
    }

    @Test(arguments: [true, false])
    func `without a scratch file, or with none that has room, the reader decides`(isFull: Bool) throws {
        if isFull {
            output.mayUse { try FileHandle(forUpdating: URL(fileURLWithPath: "/dev/full")) }
        } else {
            try allowScratch()
            output.staysOffDisk()
        }
        let texts = PipedOutputTests.texts(40)
        let (ended, output) = (DispatchSemaphore(value: 0), output)
        Thread.detachNewThread {
            for text in texts { _ = Array(text.utf8).withUnsafeBytes { output.write($0) } }
            ended.signal()
        }
        #expect(ended.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
        #expect(try read(texts.joined().utf8.count) == texts.joined())
        ended.wait()
        #expect(output.finish() == 0)
    }

    @Test func `a file is never slow`() throws {
        let file = try FileHandle(forUpdating: directory.file("output", Data()))
        #expect(PipedOutput(file.fileDescriptor, patience: .zero) == nil)
    }
}
