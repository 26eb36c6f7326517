import Foundation
import RealmStore

/// Reports to a `Progress` the finished steps, and the file written after them.
final class StepProgress {
    private let progress: Progress?
    private var done = 0
    private let steps: Int
    /// The units of a step, and of writing the file.
    private static let units = 100

    init(_ progress: Progress?, _ plan: MigrationPlan) {
        self.progress = progress
        steps = plan.sources.reduce(0) { $0 + $1.steps.count }
        progress?.totalUnitCount = Int64((steps + 1) * StepProgress.units)
    }

    /// Reports one more finished step.
    func advance() {
        done += 1
        progress?.completedUnitCount = Int64(done * StepProgress.units)
    }

    /// Reports the written part of the file.
    func write(_ part: Int, of total: Int) {
        let written = Double(part) / Double(max(total, 1)) * Double(StepProgress.units)
        progress?.completedUnitCount = Int64(steps * StepProgress.units) + Int64(written)
    }
}
