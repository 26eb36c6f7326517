/// A place where a file uses a declaration of another one, as the compiler resolved it.
struct SymbolReference: Hashable {
    /// The file that uses the declaration, as a path from the project's root.
    let file: String
    let line: Int
    /// The name of the used declaration.
    let symbol: String
    /// The file that declares it.
    let target: String
}
