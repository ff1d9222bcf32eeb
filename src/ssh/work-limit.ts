/** How many commands run at once: each is a git process or several, and connections alone are cheap. */
export class WorkLimit {
  readonly #most: number
  readonly #mostPerNetwork: number
  readonly #running = new Map<string, number>()
  #total = 0

  constructor(most: number, mostPerNetwork: number) {
    this.#most = most
    this.#mostPerNetwork = mostPerNetwork
  }

  /** Null where there is no room; else a function to call, once, when the work is done. */
  enter(network: string): (() => void) | null {
    const near = this.#running.get(network) ?? 0
    if (this.#total >= this.#most || near >= this.#mostPerNetwork) return null
    this.#total += 1
    this.#running.set(network, near + 1)
    return () => this.#leave(network)
  }

  #leave(network: string): void {
    const near = (this.#running.get(network) ?? 0) - 1
    this.#total -= 1
    if (near > 0) this.#running.set(network, near)
    else this.#running.delete(network)
  }
}
