import type { ServerResponse } from 'node:http'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { lastPosition, notificationsAfter } from '../../features/notifications/inbox.ts'
import { isSessionAlive } from '../../features/sessions/is-session-alive.ts'
import { presentNotification } from './present-notification.ts'

const heartbeatMs = 25_000
/** A reader who does not keep up is let go, and comes back with the number of what it saw last. */
const mostUnsentBytes = 1024 * 1024

interface Stream {
  readonly userId: number
  readonly sessionId: number
  readonly out: ServerResponse
  /** The last position that was sent. */
  position: number
  /** Something may have come in while we were sending. */
  stale: boolean
  busy: boolean
}

/**
 * All open streams of this process. What a stream sends is always read from the database, from the position where it
 * stands: back-fill and live are the same, so nothing can fall between them.
 */
export class NotificationStreams {
  readonly #app: App
  readonly #byUser = new Map<number, Set<Stream>>()
  readonly #stops: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(app: App) {
    this.#app = app
  }

  start(): void {
    this.#stops.push(this.#app.db.listen('notifications', (about) => this.#look(about)))
    this.#stops.push(this.#app.db.listen('sessions', (about) => void this.#endDead(about)))
    this.#timer = setInterval(() => this.#beat(), heartbeatMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const stop of this.#stops) stop()
    for (const stream of this.#all('')) stream.out.end()
  }

  /** `lastSeen`: the last one that a stream before this one brought; null for one that begins now. */
  async open(actor: SessionActor, out: ServerResponse, lastSeen: number | null): Promise<void> {
    const userId = actor.user.id
    const newest = await lastPosition(this.#app, userId)
    const position = lastSeen === null ? newest : Math.min(lastSeen, newest)
    const stream = { userId, sessionId: actor.sessionId, out, position, stale: false, busy: false }
    const streams = this.#byUser.get(userId) ?? new Set()
    this.#byUser.set(userId, streams.add(stream))
    out.once('close', () => {
      streams.delete(stream)
      if (streams.size === 0 && this.#byUser.get(userId) === streams) this.#byUser.delete(userId)
    })
    out.write('retry: 2000\n\n')
    this.#catchUp(stream)
  }

  #all(about: string): readonly Stream[] {
    if (about === '') return [...this.#byUser.values()].flatMap((streams) => [...streams])
    return about.split(',').flatMap((id) => [...(this.#byUser.get(Number(id)) ?? [])])
  }

  #look(about: string): void {
    for (const stream of this.#all(about)) this.#catchUp(stream)
  }

  #catchUp(stream: Stream): void {
    stream.stale = true
    if (stream.busy) return
    stream.busy = true
    void this.#send(stream)
      .catch((error: unknown) => {
        this.#app.log.warn({ error: String(error) }, 'a stream of notifications broke')
        stream.out.destroy()
      })
      .finally(() => {
        stream.busy = false
      })
  }

  async #send(stream: Stream): Promise<void> {
    while (stream.stale && !stream.out.destroyed) {
      stream.stale = false
      const found = await notificationsAfter(this.#app, stream.userId, stream.position)
      for (const one of found) {
        const data = JSON.stringify(presentNotification(this.#app.config, one))
        stream.out.write(`id: ${one.id}\ndata: ${data}\n\n`)
        stream.position = one.id
        stream.stale = true
      }
      if (stream.out.writableLength > mostUnsentBytes) stream.out.destroy()
    }
  }

  #beat(): void {
    for (const stream of this.#all('')) stream.out.write(': still here\n\n')
    void this.#endDead('')
  }

  /** What ends a session ends what is open under it. */
  async #endDead(about: string): Promise<void> {
    for (const stream of this.#all(about)) {
      const alive = await isSessionAlive(this.#app, stream.sessionId).catch(() => true)
      if (!alive) stream.out.end()
    }
  }
}
