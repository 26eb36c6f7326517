/// Byte offset of a node in the file: a multiple of 8, and 0 for "no node".
struct Ref: Equatable {
    var offset: Int

    static let null = Ref(offset: 0)
}
