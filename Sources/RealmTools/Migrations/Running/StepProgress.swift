import Foundation
import RealmStore

/// Tells a `Progress` of steps that are done, and of the file that is written behind them.
final class StepProgress {
    private let progress: Progress?
    private var done = 0
    private let steps: Int
    /// What a step, and the writing of the file, count for.
    private static let units = 100

    init(_ progress: Progress?, _ plan: MigrationPlan) {
        self.progress = progress
        steps = plan.sources.reduce(0) { $0 + $1.steps.count }
        progress?.totalUnitCount = Int64((steps + 1) * StepProgress.units)
    }

    /// One more step is done.
    func advance() {
        done += 1
        progress?.completedUnitCount = Int64(done * StepProgress.units)
    }

    /// So much of the file is written.
    func write(_ part: Int, of total: Int) {
        let written = Double(part) / Double(max(total, 1)) * Double(StepProgress.units)
        progress?.completedUnitCount = Int64(steps * StepProgress.units) + Int64(written)
    }
}
