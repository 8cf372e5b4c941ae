/// Every case, in the order of the table. A new one is added here.
enum Cases {
  static let all: [Case] = [
    create, read, search, hydrate, openStore, drain, events, eventDelay, get, serverMemory,
    drainMemory, waitingMemory, telemetryOff, telemetryOn,
    readJSON, writeJSON,
  ]
}
