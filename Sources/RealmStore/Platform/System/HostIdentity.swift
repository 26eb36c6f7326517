import Glibc

/// This machine.
package enum HostIdentity {
    /// Its name; empty if it has none.
    package static var name: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Its system, the release of that and the kind of machine: `Linux 6.1.0 x86_64`.
    package static var system: String {
        var facts = utsname()
        guard uname(&facts) == 0 else { return "" }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(facts.sysname)) \(text(facts.release)) \(text(facts.machine))"
    }
}
