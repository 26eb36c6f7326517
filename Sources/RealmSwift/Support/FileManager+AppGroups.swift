import Foundation

extension FileManager {
    /// There are no app groups on this platform.
    @available(*, unavailable, message: "There are no app groups here: give Realm.Configuration a fileURL.")
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
