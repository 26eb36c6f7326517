import ArgumentParser
import Foundation
import RealmTools

extension RealmImporter.Format: @retroactive ExpressibleByArgument {}

/// The files that a command imports, found by the user's name for them.
enum ImportSource {
    /// The files of `--from`: a file, a directory of files, or standard input.
    static func files(
        _ name: String, format: RealmImporter.Format?, className: String?, in context: CommandContext
    ) throws -> [RealmImporter.Input] {
        if name == "-" {
            guard let format, format != .csv || className != nil else {
                throw Failure.usage(
                    format == nil
                        ? "Standard input has no suffix: say its format with --format."
                        : "A CSV file on standard input has no name: say its class with --class.")
            }
            let input = try InputFile(spoolingStandardInputIn: context, isNameless: true)
            try checkClass(className, format)
            return [.init(input.url, format: format, className: className, name: name)]
        }
        let url = URL(fileURLWithPath: name)
        if isDirectory(name) {
            guard className == nil else {
                throw Failure.usage("The files of a directory are named after their classes; leave out --class.")
            }
            return try directory(url, format: format, name)
        }
        return [try file(url, format: format, className: className, name)]
    }

    /// The files of `--data`: as above, or `Class=FILE`.
    static func seedFiles(_ name: String) throws -> [RealmImporter.Input] {
        let url = URL(fileURLWithPath: name)
        if isDirectory(name) { return try directory(url, format: nil, name) }
        if !FileManager.default.fileExists(atPath: name), let equals = name.firstIndex(of: "=") {
            let path = String(name[name.index(after: equals)...])
            return [
                try file(URL(fileURLWithPath: path), format: nil, className: String(name[..<equals]), path)
            ]
        }
        if let input = RealmImporter.Input(named: url, name: name) { return [input] }
        throw unknownFormat(name)
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    private static func directory(
        _ url: URL, format: RealmImporter.Format?, _ name: String
    ) throws -> [RealmImporter.Input] {
        let files = try Failure.about(name) { try RealmImporter.Input.files(in: url, format: format, name: name) }
        guard !files.isEmpty else {
            let suffixes = (format.map { [$0] } ?? RealmImporter.Format.allCases).map { ".\($0.rawValue)" }
            throw Failure(
                .noInput, nil, "The directory '\(name)' has no file that ends in \(suffixes.joined(separator: ", ")).",
                path: name)
        }
        return files
    }

    private static func file(
        _ url: URL, format: RealmImporter.Format?, className: String?, _ name: String
    ) throws -> RealmImporter.Input {
        guard let format = format ?? RealmImporter.Format(fileName: url.lastPathComponent) else {
            throw unknownFormat(name)
        }
        try checkClass(className, format)
        if className == nil, format == .csv {
            guard let input = RealmImporter.Input(named: url, name: name) else {
                throw Failure.usage("The file '\(name)' has no class in its name: say it with --class.")
            }
            return input
        }
        return RealmImporter.Input(url, format: format, className: className, name: name)
    }

    private static func checkClass(_ className: String?, _ format: RealmImporter.Format) throws(Failure) {
        guard className != nil, format == .sqlite else { return }
        throw .usage("The tables of a database are named after their classes; leave out --class.")
    }

    private static func unknownFormat(_ name: String) -> Failure {
        let formats = RealmImporter.Format.allCases.map(\.rawValue).joined(separator: ", ")
        return .usage("The name '\(name)' does not say its format, which can be \(formats).")
    }
}
