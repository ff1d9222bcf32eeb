import type { Writable } from 'node:stream'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import {
  lastPosition,
  lastPositions,
  nearby,
  notificationsAfter,
  recentNotifications,
} from '../../features/notifications/inbox.ts'
import type { Notification } from '../../features/notifications/notification.ts'
import { aliveSessions } from '../../features/sessions/alive-sessions.ts'
import { presentNotification } from './present-notification.ts'

const heartbeatMs = 25_000
/** A reader who does not keep up is let go, and comes back with the number of what it saw last. */
const mostUnsentBytes = 1024 * 1024
/** People whose news are read in one question. */
const peopleAtOnce = 250

interface Stream {
  readonly userId: number
  readonly sessionId: number
  readonly out: Writable
  /** The last position that was sent. */
  position: number
}

/**
 * All open streams of this process. What a stream sends is always read from the database, from the position where it
 * stands: back-fill and live are the same, so nothing can fall between them. One question serves all whom an event
 * reaches, and the people of one process take turns, so that a stream has no state besides its position.
 */
export class NotificationStreams {
  readonly #app: App
  readonly #byUser = new Map<number, readonly Stream[]>()
  readonly #stops: (() => void)[] = []
  /** Those for whom something may have come in. */
  readonly #stale = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #busy = false

  constructor(app: App) {
    this.#app = app
  }

  get count(): number {
    return this.#all('').length
  }

  start(): void {
    this.#stops.push(this.#app.db.listen('notifications', (about) => this.#look(about)))
    this.#stops.push(this.#app.db.listen('sessions', (about) => void this.#endDead(this.#all(about))))
    this.#timer = setInterval(() => this.#beat(), heartbeatMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const stop of this.#stops) stop()
    for (const stream of this.#all('')) stream.out.end()
  }

  /** `lastSeen`: the last one that a stream before this one brought; null for one that begins now. */
  async open(actor: SessionActor, out: Writable, lastSeen: number | null): Promise<void> {
    const userId = actor.user.id
    const newest = await lastPosition(this.#app, userId)
    const position = lastSeen === null ? newest : Math.min(lastSeen, newest)
    // Nobody will tell us again.
    if (out.destroyed) return
    const stream = { userId, sessionId: actor.sessionId, out, position }
    this.#byUser.set(userId, [...this.#of(userId), stream])
    out.once('close', () => this.#forget(stream))
    out.write('retry: 2000\n\n')
    this.#look(String(userId))
    // The session may have ended while we were not listening yet.
    await this.#endDead([stream])
  }

  #forget(stream: Stream): void {
    const left = this.#of(stream.userId).filter((other) => other !== stream)
    if (left.length === 0) this.#byUser.delete(stream.userId)
    else this.#byUser.set(stream.userId, left)
  }

  #all(about: string): readonly Stream[] {
    if (about === '') return [...this.#byUser.values()].flat()
    return about.split(',').flatMap((id) => this.#of(Number(id)))
  }

  #of(userId: number): readonly Stream[] {
    return this.#byUser.get(userId) ?? []
  }

  #look(about: string): void {
    const ids = about === '' ? this.#byUser.keys() : about.split(',').map(Number)
    for (const id of ids) if (this.#byUser.has(id)) this.#stale.add(id)
    if (this.#busy || this.#stale.size === 0) return
    void this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    this.#busy = true
    while (this.#stale.size > 0) {
      const some = [...this.#stale].slice(0, peopleAtOnce)
      for (const id of some) this.#stale.delete(id)
      try {
        await this.#tell(some)
      } catch (error) {
        this.#app.log.warn({ error: String(error) }, 'streams of notifications broke')
        for (const stream of some.flatMap((id) => this.#of(id))) stream.out.destroy()
      }
    }
    // In the same turn as the last look: whoever has news from here on begins anew.
    this.#busy = false
  }

  async #tell(userIds: readonly number[]): Promise<void> {
    const reached = await lastPositions(this.#app, userIds)
    // Mostly somebody has just opened one, and lacks nothing.
    const behind = userIds.filter((id) => this.#of(id).some(({ position }) => position < (reached.get(id) ?? 0)))
    if (behind.length === 0) return
    const recent = Map.groupBy(await recentNotifications(this.#app, behind), ({ userId }) => userId)
    // Read after the news: whoever is not far behind by this number was not further behind then.
    const newest = await lastPositions(this.#app, behind)
    for (const userId of behind) {
      const near = (newest.get(userId) ?? 0) - nearby
      const known = (recent.get(userId) ?? []).map(({ notification }) => notification)
      for (const stream of this.#of(userId)) {
        if (stream.position >= near) this.#send(stream, known)
        else await this.#sendOld(stream)
      }
    }
  }

  /** One that was away for long: piece by piece. */
  async #sendOld(stream: Stream): Promise<void> {
    const newest = await lastPosition(this.#app, stream.userId)
    const found = await notificationsAfter(this.#app, stream.userId, stream.position)
    this.#send(stream, found)
    // The end: whatever else there was is not for their eyes any more.
    if (found.length === 0) stream.position = Math.max(stream.position, newest)
    else this.#stale.add(stream.userId)
  }

  #send(stream: Stream, found: readonly Notification[]): void {
    const fresh = found.filter(({ id }) => id > stream.position)
    const frames = fresh.map((one) => {
      const data = JSON.stringify(presentNotification(this.#app.config, one))
      return `id: ${one.id}\ndata: ${data}\n\n`
    })
    if (frames.length === 0 || stream.out.destroyed) return
    stream.out.write(frames.join(''))
    stream.position = fresh.at(-1)?.id ?? stream.position
    if (stream.out.writableLength > mostUnsentBytes) stream.out.destroy()
  }

  #beat(): void {
    for (const stream of this.#all('')) stream.out.write(': still here\n\n')
    void this.#endDead(this.#all(''))
  }

  /** What ends a session ends what is open under it. */
  async #endDead(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return
    const ids = [...new Set(streams.map(({ sessionId }) => sessionId))]
    const alive = await aliveSessions(this.#app, ids).catch(() => new Set(ids))
    for (const stream of streams) if (!alive.has(stream.sessionId)) stream.out.end()
  }
}
