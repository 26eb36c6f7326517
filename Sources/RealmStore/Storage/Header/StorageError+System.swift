extension StorageError {
    /// Runs `body`; a failed system call in it becomes an error about the file at `path`.
    package static func onSystemError<Result: ~Copyable>(
        _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(StorageError) -> Result {
        do { return try body() } catch { throw StorageError(error, path) }
    }

    /// Evaluates `body`; a failed system call in it becomes an error about the file at `path`.
    package static func onSystemError<Result: ~Copyable>(
        _ path: String, _ body: @autoclosure () throws(SystemError) -> Result
    ) throws(StorageError) -> Result {
        do { return try body() } catch { throw StorageError(error, path) }
    }
}

extension FileStatus {
    /// The status of the file at `path`; throws if it is missing or not a regular file.
    package static func ofRegularFile(_ path: String) throws(StorageError) -> FileStatus {
        let status = try StorageError.onSystemError(path, FileStatus.ofPath(path))
        if status.isDirectory { throw StorageError(.notAFile, path, "is a directory, not a file") }
        if !status.isRegularFile { throw StorageError(.notAFile, path, "is not a regular file") }
        return status
    }
}
