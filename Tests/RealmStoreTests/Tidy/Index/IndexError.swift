/// The reason why the compiler's index cannot be read.
struct IndexError: Error, CustomStringConvertible {
    let description: String
}
