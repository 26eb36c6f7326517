/// A call that changes a file.
enum DiskCall: Equatable, Sendable {
    case write(offset: Int, bytes: [UInt8])
    case allocate(from: Int, to: Int)
    case resize(to: Int)
    case sync
    case create, move, replace, remove, syncDirectory
}
