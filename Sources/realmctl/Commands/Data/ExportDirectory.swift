import Foundation
import Glibc
import RealmTools

/// The files of a CSV export, which appear in their directory one by one, each when it is complete.
final class ExportDirectory {
    private let path: String
    private let mode: mode_t
    private let context: CommandContext
    private var current: (name: String, file: OutputFile)?

    /// Creates the directory if it is missing; an existing one with files in it needs `--force`.
    ///
    /// - Parameter mode: permissions of the files, before the umask.
    init(_ path: String, mode: mode_t, in context: CommandContext) throws {
        self.path = path
        self.mode = mode
        self.context = context
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
            guard isDirectory.boolValue else {
                throw Failure(.cantCreate, "exists", "The output '\(path)' is a file, not a directory.", path: path)
            }
            let isEmpty = try FileManager.default.contentsOfDirectory(atPath: path).isEmpty
            guard isEmpty || context.settings.force else {
                throw Failure(
                    .cantCreate, "exists", "The output directory '\(path)' is not empty.", path: path,
                    hint: "Write into it with --force.")
            }
            return
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            throw Failure(
                .cantCreate, nil, "The directory '\(path)' cannot be made: \(error.localizedDescription)", path: path)
        }
    }

    func write(_ bytes: Data, file name: String) throws {
        if current?.name != name {
            try commit()
            let place = URL(fileURLWithPath: path).appendingPathComponent(name).path
            current = (name, try OutputFile(place, replacing: context.settings.force, mode: mode, in: context))
        }
        try current?.file.write(bytes)
    }

    /// Finishes the file being written.
    func commit() throws {
        try current?.file.commit()
        current = nil
    }
}
