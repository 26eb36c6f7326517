extension String {
    /// The object in JSON, which says its class where none but the reader of everything looks for it: it is read and
    /// added by itself.
    func unusual(of className: String) -> String { dropLast() + ",\"_class\":\"\(className)\"}" }

    /// The same of objects that say their classes first.
    func unusual() -> String { replacing("\"_class\"", with: "\"\\u005fclass\"") }
}
