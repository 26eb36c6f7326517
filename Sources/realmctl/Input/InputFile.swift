import Foundation
import RealmTools

/// A Realm file that a command reads: the user's name for it, and its place.
struct InputFile: Sendable {
    /// The name the user gave; `-` for standard input.
    let name: String
    let url: URL
    /// True for the scratch copy of standard input.
    let isPrivate: Bool

    init(_ path: String) {
        name = path
        url = URL(fileURLWithPath: path, isDirectory: false)
        isPrivate = false
    }

    /// Copies standard input to a scratch file.
    ///
    /// - Parameter isNameless: whether nothing may be left of the file however the process ends. Such a file cannot be
    ///   opened where its directory is needed.
    init(spoolingStandardInputIn context: CommandContext, isNameless: Bool = false) throws {
        let (directory, environment) = (context.settings.temporaryDirectory, context.environment)
        let (path, file) =
            try isNameless
            ? context.scratch.makeNameless(in: directory, environment: environment)
            : context.scratch.make(in: directory, environment: environment)
        let target = OutputStream(descriptor: file.fileDescriptor)
        while let block = try FileHandle.standardInput.read(upToCount: 1 << 20), !block.isEmpty {
            do { try target.write(block) } catch {
                throw Failure(
                    error.status, error.code, "The scratch file for standard input cannot be written in full.",
                    path: "-", hint: "Name another directory with --tmpdir DIR.")
            }
        }
        name = "-"
        url = URL(fileURLWithPath: path, isDirectory: false)
        isPrivate = true
    }

    /// The name of a file beside this one, in the user's notation.
    func companionName(_ path: String) -> String {
        let directory = (name as NSString).deletingLastPathComponent as NSString
        return directory.appendingPathComponent((path as NSString).lastPathComponent)
    }

    /// The lock mode for opening the file.
    func lockMode(_ settings: Settings) -> Realm.Configuration.LockMode {
        isPrivate ? .privateFile : settings.immutable ? .immutable : .shared
    }
}
