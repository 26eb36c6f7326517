import Foundation
import RealmStore

extension RealmBackup {
    /// The archives that `RealmBackup.prune` keeps: those kept by any rule.
    ///
    /// Rules of periods keep the newest archive of each of the last periods that have one; periods are those of the
    /// calendar in UTC, weeks begin on Mondays.
    public struct KeepPolicy: Sendable, Equatable {
        /// This many of the newest ones.
        public var last: Int?
        /// The newest of each hour.
        public var hourly: Int?
        /// The newest of each day.
        public var daily: Int?
        /// The newest of each week.
        public var weekly: Int?
        /// The newest of each month.
        public var monthly: Int?
        /// The newest of each year.
        public var yearly: Int?
        /// Those not older than the newest one by more than this: if no more backups are made, the last ones stay.
        public var within: Duration?
        /// Those created less than this ago; not a rule by itself.
        public var minimumAge: Duration?

        /// A rule that keeps an archive.
        public enum Rule: String, Codable, Sendable, CaseIterable {
            /// See `KeepPolicy`.
            case last, hourly, daily, weekly, monthly, yearly, within
            /// Too young to be removed.
            case minimumAge
        }

        /// A policy without rules, which `prune` refuses.
        public init() {}

        /// True if there is a rule that keeps anything.
        public var hasRule: Bool {
            [last, hourly, daily, weekly, monthly, yearly].contains { ($0 ?? 0) > 0 } || (within ?? .zero) > .zero
        }

        /// The rules that keep archives of these times, which come newest first.
        func rules(for times: [Date], now: Date) -> [[Rule]] {
            var kept = [[Rule]](repeating: [], count: times.count)
            for index in times.indices.prefix(last ?? 0) { kept[index].append(.last) }
            keep(hourly, .hourly, times, &kept) { KeepPolicy.days($0, perDay: 24) }
            keep(daily, .daily, times, &kept) { KeepPolicy.days($0, perDay: 1) }
            // The first day of 1970 was a Thursday.
            keep(weekly, .weekly, times, &kept) { ((KeepPolicy.days($0, perDay: 1) + 3) / 7).rounded(.down) }
            keep(monthly, .monthly, times, &kept) {
                KeepPolicy.calendar.dateComponents([.era, .year, .month], from: $0)
            }
            keep(yearly, .yearly, times, &kept) { KeepPolicy.calendar.dateComponents([.era, .year], from: $0) }
            for (index, time) in times.enumerated() {
                if let within, times[0].timeIntervalSince(time) <= within / .seconds(1) { kept[index].append(.within) }
                if let minimumAge, now.timeIntervalSince(time) < minimumAge / .seconds(1) {
                    kept[index].append(.minimumAge)
                }
            }
            return kept
        }

        /// Adds `rule` to the newest of each of the first `limit` periods.
        private func keep<Period: Equatable>(
            _ limit: Int?, _ rule: Rule, _ times: [Date], _ kept: inout [[Rule]], _ period: (Date) -> Period
        ) {
            guard let limit else { return }
            var count = 0
            var previous: Period?
            for (index, time) in times.enumerated() where count < limit {
                let this = period(time)
                if this == previous { continue }
                previous = this
                count += 1
                kept[index].append(rule)
            }
        }

        /// The number of days, or of equal parts of days, since 1970.
        private static func days(_ time: Date, perDay: Double) -> Double {
            (time.timeIntervalSince1970 / (86_400 / perDay)).rounded(.down)
        }

        private static let calendar: Calendar = {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            return calendar
        }()
    }
}
