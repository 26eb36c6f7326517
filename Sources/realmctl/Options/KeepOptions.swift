import ArgumentParser
import RealmTools

/// The archives that `prune` keeps.
struct KeepOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Keep the newest archives, so many.", valueName: "n"))
    var keepLast: Int?

    @Option(help: ArgumentHelp("Keep the newest of each of the last hours that have one.", valueName: "n"))
    var keepHourly: Int?

    @Option(help: ArgumentHelp("The same for days, which end at midnight UTC.", valueName: "n"))
    var keepDaily: Int?

    @Option(help: ArgumentHelp("The same for weeks, which begin on Mondays.", valueName: "n"))
    var keepWeekly: Int?

    @Option(help: ArgumentHelp("The same for months.", valueName: "n"))
    var keepMonthly: Int?

    @Option(help: ArgumentHelp("The same for years.", valueName: "n"))
    var keepYearly: Int?

    @Option(
        help: ArgumentHelp("Keep those not older than the newest one by more than this: 12h, 30d.", valueName: "dur"))
    var keepWithin: TimeSpan?

    @Option(help: ArgumentHelp("Remove none that was made less than this ago.", valueName: "dur"))
    var minAge: TimeSpan?

    func validate() throws {
        for number in [keepLast, keepHourly, keepDaily, keepWeekly, keepMonthly, keepYearly] {
            guard number.map({ $0 > 0 }) ?? true else {
                throw ValidationError("The number of archives to keep must be 1 or more.")
            }
        }
        if let keepWithin, keepWithin.seconds == 0 { throw ValidationError("--keep-within must not be 0.") }
    }

    var policy: RealmBackup.KeepPolicy {
        var policy = RealmBackup.KeepPolicy()
        policy.last = keepLast
        policy.hourly = keepHourly
        policy.daily = keepDaily
        policy.weekly = keepWeekly
        policy.monthly = keepMonthly
        policy.yearly = keepYearly
        policy.within = keepWithin?.duration
        policy.minimumAge = minAge?.duration
        return policy
    }
}
