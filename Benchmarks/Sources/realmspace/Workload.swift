import BenchmarkData

/// Small commits of one kind, one after the other. A commit's changes depend only on its kind and number.
enum Workload: String, CaseIterable, Codable {
    /// A new order with a text key, a link and two embedded lines that lead to products.
    case orders
    /// A number of one of 1,000 objects changes.
    case updates
    /// An object is added; beyond 1,000, the oldest one is deleted.
    case queue
    /// One of 1,000 texts grows; at 2,000 bytes it starts again from empty.
    case texts
    /// One value of slightly more than 100,000 bytes is replaced.
    case large

    static let customerCount = 1_000
    static let productCount = 10_000
    static let objectCount = 1_000
    static let longestText = 2_000

    /// One commit.
    enum Change {
        case order(id: String, customer: Int, products: [Int])
        case update(id: Int, value: Int)
        case enqueue(id: Int, body: String, gone: Int?)
        case text(id: Int, body: String)
        case large([UInt8])
    }
}

/// The changes of a workload, in their order.
struct ChangeSequence {
    private let workload: Workload
    private var random = SplitMix64(seed: 7)
    private var number = 0
    private var lengths = [Int](repeating: 0, count: Workload.objectCount)

    init(_ workload: Workload) { self.workload = workload }

    mutating func next() -> Workload.Change {
        defer { number += 1 }
        switch workload {
        case .orders:
            let id = "o\(random.next() >> 24)-\(number)"
            let customer = below(Workload.customerCount)
            return .order(
                id: id, customer: customer, products: [below(Workload.productCount), below(Workload.productCount)])
        case .updates:
            let id = below(Workload.objectCount)
            return .update(id: id, value: Int(truncatingIfNeeded: random.next() >> 1))
        case .queue:
            let body = ChangeSequence.text(20 + below(180))
            let isFull = number >= Workload.objectCount
            return .enqueue(id: number, body: body, gone: isFull ? number - Workload.objectCount : nil)
        case .texts:
            let id = below(Workload.objectCount)
            lengths[id] += 10 + below(30)
            if lengths[id] > Workload.longestText { lengths[id] = 10 }
            return .text(id: id, body: ChangeSequence.text(lengths[id]))
        case .large:
            let byte = UInt8(truncatingIfNeeded: number)
            return .large([UInt8](repeating: byte, count: 100_000 + below(1_000)))
        }
    }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private static func text(_ length: Int) -> String { String(repeating: "x", count: length) }
}
