/** `threads` is about the id of one, `checks` about that of a repository whose commits or pipelines have news. */
export const channelNames = [
  'jobs',
  'hooks',
  'notifications',
  'sessions',
  'pipelines',
  'logs',
  'threads',
  'checks',
  'counts',
  'bans',
] as const

export type Channel = (typeof channelNames)[number]

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
