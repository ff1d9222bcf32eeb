import type { Channel } from './handle.ts'

/** Who listens to what, in this process. */
export class Channels {
  readonly #listeners = new Map<Channel, Set<(about: string) => void>>()

  listen(channel: Channel, heard: (about: string) => void): () => void {
    const set = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, set.add(heard))
    return () => void set.delete(heard)
  }

  tell(channel: Channel, about = ''): void {
    for (const heard of this.#listeners.get(channel) ?? []) heard(about)
  }

  tellAll(): void {
    for (const channel of this.#listeners.keys()) this.tell(channel)
  }
}
