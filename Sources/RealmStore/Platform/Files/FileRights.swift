import Glibc

/// What this process may do with a file, as the system decides.
package enum FileRights {
    package static func mayRead(_ path: String) -> Bool { may(path, R_OK) }

    package static func mayWrite(_ path: String) -> Bool { may(path, W_OK) }

    /// Whether files can be made in the directory.
    package static func mayMakeFiles(in directory: String) -> Bool { may(directory, W_OK | X_OK) }

    private static func may(_ path: String, _ what: Int32) -> Bool {
        !path.utf8.contains(0) && access(path, what) == 0
    }
}
