import Foundation

extension Realm {
    /// A process that has a file open. Additional to the SDK.
    public struct FileHolder: Codable, Sendable, Equatable {
        /// The process id.
        public let process: Int32
        /// The name of its program; nil if that is not readable.
        public let name: String?
        /// The engine with which it uses the file.
        public let engine: Engine
        /// True if nobody else can open the file meanwhile, as while it is replaced.
        public let isExclusive: Bool

        /// The engines that share a file through its lock file.
        public enum Engine: String, Codable, Sendable {
            /// This library.
            case realmStore
            /// Realm Core, beneath the SDKs of Realm.
            case realmCore
            /// The lock file does not tell.
            case unknown
        }
    }

    /// Returns the processes that have the file open, ascending by process id; without this one.
    ///
    /// Only looks at the system's list of locks and at the lock file, which is neither made nor locked: see
    /// `processesUsing(fileAt:)`. Additional to the SDK.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the file.
    public static func holders(ofFileAt fileURL: URL) throws -> [FileHolder] {
        _ = try rethrowing { try FileStatus.ofRegularFile(fileURL.path) }
        // Realm Core locks the name that it was given, RealmStore the one behind symbolic links.
        let paths = [fileURL.path, (try? FileName.resolved(fileURL.path)) ?? fileURL.path]
        return Set(paths).flatMap(SessionLock.fileHolders).sorted { $0.process < $1.process }
    }
}

extension Realm.FileHolder: CustomStringConvertible {
    /// As in "an app on Realm Core (process 123, node)".
    public var description: String {
        let program =
            switch engine {
            case .realmStore: "an app on RealmStore"
            case .realmCore: "an app on Realm Core"
            case .unknown: "a program"
            }
        return "\(program) (process \(process)\(name.map { ", \($0)" } ?? ""))"
    }
}

extension SessionLock {
    /// The holders of the lock on the lock file of the Realm at `path`, without this process.
    fileprivate static func fileHolders(_ path: String) -> [Realm.FileHolder] {
        guard let (directory, name) = try? Directory.holding(SessionLock.path(for: path)),
            let status = try? directory.status(name)
        else { return [] }
        let locks = LockTable.locks(device: status.device, inode: status.inode)
        guard !locks.isEmpty else { return [] }
        let occupant = try? SessionLock.occupant(directory.open(name, .readOnly))
        let ours = HolderTable.processes(ofFileAt: path)
        return locks.filter { $0.key != ProcessIdentity.current }.map { process, isExclusive in
            let engine: Realm.FileHolder.Engine =
                switch occupant {
                case _ where ours.contains(process): .realmStore
                case .known, .other: .realmCore
                case .beingMade, nil: .unknown
                }
            return Realm.FileHolder(
                process: process, name: LockTable.commandName(pid: process), engine: engine, isExclusive: isExclusive)
        }
    }
}
