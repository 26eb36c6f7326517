import Glibc

/// The time of day, as files and their logs are stamped with it.
package enum WallClock {
    /// Nanoseconds since 1970.
    package static var nanoseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return (Int64(now.tv_sec) &* 1_000_000_000) &+ Int64(now.tv_nsec)
    }

    /// Seconds since 1970.
    static var seconds: Int64 { nanoseconds / 1_000_000_000 }

    /// Local time in the words of the C library: "Sat Nov 21 02:14:43 2026".
    static var text: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, "%a %b %e %H:%M:%S %Y", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
