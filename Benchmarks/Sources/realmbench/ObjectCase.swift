/// An operation of apps on objects of model classes.
enum ObjectCase: String, CaseIterable {
    case visit
    case getInt
    case getString
    case add
    case create

    /// A short description for the report.
    var title: String {
        switch self {
        case .visit: "visit objects, read 5 properties"
        case .getInt: "read int of an object"
        case .getString: "read short string of an object"
        case .add: "add new objects"
        case .create: "create objects from arrays"
        }
    }
}
