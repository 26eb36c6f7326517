// Clients of the SDK get Foundation's names through it and often import nothing else.
@_exported import Foundation
