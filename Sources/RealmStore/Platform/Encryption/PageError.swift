/// A page that cannot be read.
struct PageError: Error, Sendable, CustomStringConvertible {
    /// Number of the page, from 0, not counting tables.
    let page: Int
    let state: PageState
    /// The read that failed, if it was not the page itself.
    let cause: SystemError?

    var description: String {
        if let cause { return "page \(page) cannot be read: \(cause)" }
        return switch state {
        case .good, .zeroed: "page \(page) is readable"
        case .neverWritten: "page \(page) was never written"
        case .outOfBounds: "page \(page) lies beyond the end of the file: probably truncated"
        case .firstWriteLost: "page \(page) was begun but never written"
        case .failed: "page \(page) fails its checksum (HMAC)"
        }
    }
}
