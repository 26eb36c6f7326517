import Foundation
import RealmStore
import TestSupport

/// One random edit, for a list and for an array.
enum ListEdit {
    case append([Int])
    case insert([Int], at: Int)
    case remove(at: Int)
    case removeFirst(Int)
    case removeLast(Int)
    case removeRange(Range<Int>)
    case removeOffsets([Int])
    case replace(Int, at: Int)
    case replaceRange(Range<Int>, [Int])
    case move(from: Int, to: Int)
    case swap(Int, Int)

    /// An edit that fits a list of `count` elements.
    init(of count: Int, _ generator: inout SeededGenerator) {
        let values = (0..<generator.below(6)).map { _ in generator.below(100) }
        let (first, second) = (generator.below(count), generator.below(count))
        let range = min(first, second)..<max(first, second)
        if count == 0 || (count < 60 && generator.chance(oneIn: 3)) {
            self = generator.chance(oneIn: 2) ? .append(values) : .insert(values, at: generator.below(count + 1))
            return
        }
        self =
            switch generator.below(10) {
            case 0: .remove(at: first)
            case 1: .removeFirst(generator.below(min(3, count) + 1))
            case 2: .removeLast(generator.below(min(3, count) + 1))
            case 3: .removeRange(range)
            case 4: .removeOffsets(Set([first, second]).sorted())
            case 5: .replace(generator.below(100), at: first)
            case 6: .replaceRange(range, values)
            case 7: .swap(first, second)
            default: .move(from: first, to: second)
            }
    }

    func apply(to array: inout [Int]) {
        switch self {
        case .append(let values): array += values
        case .insert(let values, let index): array.insert(contentsOf: values, at: index)
        case .remove(let index): array.remove(at: index)
        case .removeFirst(let number): array.removeFirst(number)
        case .removeLast(let number): array.removeLast(number)
        case .removeRange(let range): array.removeSubrange(range)
        case .removeOffsets(let offsets): for offset in offsets.reversed() { array.remove(at: offset) }
        case .replace(let value, let index): array[index] = value
        case .replaceRange(let range, let values): array.replaceSubrange(range, with: values)
        case .move(let from, let to): array.insert(array.remove(at: from), at: to)
        case .swap(let first, let second): array.swapAt(first, second)
        }
    }

    func apply(to list: List<Int>) {
        switch self {
        case .append(let values): list.append(objectsIn: values)
        case .insert(let values, let index): list.insert(contentsOf: values, at: index)
        case .remove(let index): list.remove(at: index)
        case .removeFirst(let number): list.removeFirst(number)
        case .removeLast(let number): list.removeLast(number)
        case .removeRange(let range): list.removeSubrange(range)
        case .removeOffsets(let offsets): list.remove(atOffsets: IndexSet(offsets))
        case .replace(let value, let index): list.replace(index: index, object: value)
        case .replaceRange(let range, let values): list.replaceSubrange(range, with: values)
        case .move(let from, let to): list.move(from: from, to: to)
        case .swap(let first, let second): list.swapAt(first, second)
        }
    }
}
