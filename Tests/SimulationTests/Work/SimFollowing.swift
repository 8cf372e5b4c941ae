import Marfa
import MarfaModel

/// A device holds a stream of changes for a while, during which things happen to it and elsewhere.
struct SimFollowing: Sendable {
  let work: SimWork
  let device: SimDevice
  private var world: SimWorld { work.world }

  init(work: SimWork, device: SimDevice) {
    self.work = work
    self.device = device
  }

  /// Follows. Nothing that the device itself reads is disturbed meanwhile.
  func run() async {
    let name = device.name
    let transport = device.transport
    guard !work.network.isOffline(name),
      (try? await device.copy.status().hydration) == .complete
    else { return }
    world.note("\(name): follow")
    work.network.setCalm(true, name)
    // Whatever pause the server asked for, and whatever the breaker has seen, is over then.
    world.pass(.seconds(900))
    let copy = device.copy
    let number = transport.streamCount
    let holder = Task { for await _ in copy.changes() {} }
    let stream = await transport.stream(number: number)
    for _ in 0..<(1 + world.below(3)) {
      await settle(stream)
      guard !stream.isOver else { break }
      await something(stream)
    }
    stream.release()
    await settle(stream)
    holder.cancel()
    await holder.value
    await stream.abandoned()
    work.network.setCalm(false, name)
    world.note("\(name): follow ends")
  }

  /// Waits until the server has sent all there is and the copy has taken it.
  private func settle(_ stream: SimStream) async {
    let before = stream.pings
    while stream.pings == before, !stream.isOver {
      work.network.server.heartbeat()
      await Task.yield()
    }
    await stream.idle()
  }

  /// Things happen while the stream is held back; what it brings comes in between, or in the end.
  private func something(_ stream: SimStream) async {
    stream.hold()
    let others = work.devices.filter { $0.name != device.name }
    if world.happens(60), let other = world.one(of: others) {
      await work.edits(on: other)
      await work.drain(other)
      await other.riseIfDead()
      await work.look(other)
    }
    if world.happens(30) { await letThrough(stream) }
    if world.happens(60) {
      await work.edits(on: device)
      if world.happens(70) {
        // At times an event comes before the answer to the write that it tells of.
        work.network.beforeAnswers(to: device.name) { await letThrough(stream) }
        await work.drain(device)
        work.network.beforeAnswers(to: device.name, nil)
      }
    }
    stream.release()
  }

  private func letThrough(_ stream: SimStream) async {
    stream.release()
    await settle(stream)
    stream.hold()
  }
}
