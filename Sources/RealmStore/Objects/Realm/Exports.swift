// Clients of the SDK see Foundation's names through it and often import nothing else.
@_exported import Foundation
