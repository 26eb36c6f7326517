import Foundation

/// The folder of this program for files without another folder: in the user's data directory (`$XDG_DATA_HOME`, else
/// `~/.local/share`).
enum DefaultFolder {
    static var path: String {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        return data.appendingPathComponent(ProcessInfo.processInfo.processName).path
    }

    /// Creates the folder for a file in it that is about to be created. The program creates other folders.
    static func make(for file: String) {
        let path = path
        guard FileName.split(file).directory == path else { return }
        // If this fails, creating the file reports it with the path.
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

/// The path of `fileName` in the default directory: `realm` data of this program in the user's data directory
/// (`$XDG_DATA_HOME`, else `~/.local/share`). The directory is created, with mode 0700, if it is missing; reading the
/// default configuration does not create it.
public func RLMRealmPathForFile(_ fileName: String) -> String {
    let path = DefaultFolder.path + "/" + fileName
    DefaultFolder.make(for: path)
    return path
}
