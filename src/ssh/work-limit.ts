/** Less than this of a client is next to nothing. */
const leastBytes = 4096

/** How many commands run at once: each is a git process or several, and connections alone are cheap. */
export class WorkLimit {
  readonly #most: number
  readonly #mostPerNetwork: number
  readonly #idleMs: number
  readonly #running = new Map<string, Set<Place>>()
  #total = 0

  /** Whoever waits for their client for `idleMs` makes room where others have less than they. */
  constructor(most: number, mostPerNetwork: number, idleMs: number) {
    this.#most = most
    this.#mostPerNetwork = mostPerNetwork
    this.#idleMs = idleMs
  }

  /** Null where there is no room. */
  enter(network: string): Place | null {
    const near = this.#running.get(network)?.size ?? 0
    if (near >= this.#mostPerNetwork || (this.#total >= this.#most && !this.#makeRoom(near))) return null
    const place = new Place(this.#idleMs, () => this.#leave(network, place))
    this.#running.set(network, (this.#running.get(network) ?? new Set()).add(place))
    this.#total += 1
    return place
  }

  /** Nobody keeps everybody else out by commands that do nothing, from however few networks. */
  #makeRoom(near: number): boolean {
    const larger = [...this.#running.values()]
      .filter((places) => places.size > near + 1)
      .toSorted((one, other) => other.size - one.size)
    for (const places of larger) {
      const idle = [...places].find((place) => place.isIdle())
      if (idle === undefined) continue
      idle.leave()
      idle.giveUp()
      return true
    }
    return false
  }

  #leave(network: string, place: Place): void {
    const places = this.#running.get(network)
    if (places?.delete(place) !== true) return
    this.#total -= 1
    if (places.size === 0) this.#running.delete(network)
  }
}

/** A command among those that run. */
export class Place {
  /** To be called when the work is done; more than once is as good as once. */
  readonly leave: () => void
  /** Ends the command: somebody else needs the room. */
  giveUp: () => void = () => undefined
  readonly #idleMs: number
  #saidAt = performance.now()
  #spanBegan = performance.now()
  #heard = 0
  #heardBefore = 0

  constructor(idleMs: number, leave: () => void) {
    this.#idleMs = idleMs
    this.leave = leave
  }

  /** We said something: a git at work says a word every few seconds. */
  said(): void {
    this.#saidAt = performance.now()
  }

  heard(bytes: number): void {
    this.#goOn()
    this.#heard += bytes
  }

  isIdle(): boolean {
    this.#goOn()
    const isSilent = performance.now() - this.#saidAt > this.#idleMs
    return isSilent && this.#heard + this.#heardBefore < leastBytes
  }

  #goOn(): void {
    const now = performance.now()
    const spans = (now - this.#spanBegan) / this.#idleMs
    if (spans < 1) return
    this.#heardBefore = spans < 2 ? this.#heard : 0
    this.#heard = 0
    this.#spanBegan = now
  }
}
