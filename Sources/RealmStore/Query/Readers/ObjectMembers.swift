/// The values of an object's properties: the stored form of a program's type of several values.
package struct ObjectMembers: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        let name: String
        /// Nil for a property that cannot be compared: a link or a collection.
        let value: QueryValue?
    }

    let className: String
    let members: [Member]
}
