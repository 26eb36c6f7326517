/// Where a file, or a part of one, is not as its model says.
struct ModelError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
