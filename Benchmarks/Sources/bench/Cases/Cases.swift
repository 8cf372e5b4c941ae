/// Every case, in the order of the table. A new one is added here.
enum Cases {
  static let all: [Case] = [
    create, read, search, hydrate, events, eventDelay, get, serverMemory, drainMemory, telemetryOff,
    telemetryOn,
    readJSON, writeJSON,
  ]
}
