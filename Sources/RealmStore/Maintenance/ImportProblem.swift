/// Something in an imported file that does not fit. Who knows file and line adds them.
struct ImportProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
