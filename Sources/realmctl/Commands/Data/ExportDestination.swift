import Foundation
import Glibc
import RealmTools

/// The destination of an export.
enum ExportDestination {
    case standardOutput
    case file(OutputFile)
    case directory(ExportDirectory)
    /// A dry run: everything is read, nothing written.
    case nowhere

    /// - Parameter file: the file of a directory to which the bytes belong.
    func write(_ bytes: Data, file: String?) throws {
        switch self {
        case .standardOutput: try OutputStream.standardOutput.write(bytes)
        case .file(let output): try output.write(bytes)
        case .directory(let directory): try directory.write(bytes, file: file ?? "")
        case .nowhere: return
        }
    }

    func commit() throws {
        switch self {
        case .standardOutput, .nowhere: return
        case .file(let output): try output.commit()
        case .directory(let directory): try directory.commit()
        }
    }
}
