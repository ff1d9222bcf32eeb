import type { Channel } from './handle.ts'

/** Who listens to what, in this process. */
export class Channels {
  readonly #listeners = new Map<Channel, Set<() => void>>()

  listen(channel: Channel, heard: () => void): () => void {
    const set = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, set.add(heard))
    return () => void set.delete(heard)
  }

  tell(channel: Channel): void {
    for (const heard of this.#listeners.get(channel) ?? []) heard()
  }

  tellAll(): void {
    for (const channel of this.#listeners.keys()) this.tell(channel)
  }
}
