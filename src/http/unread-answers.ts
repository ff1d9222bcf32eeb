import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { networkOf } from '../core/address.ts'
import type { Pace } from '../core/watch.ts'
import type { OpenAnswer, OpenAnswers, Unread } from './open-answers.ts'
import { callerOf } from './via.ts'

/** Nobody is cut off who had no time to read. */
const leastLooks = 2

interface Waiting {
  readonly answer: OpenAnswer
  readonly unread: Unread
}

/**
 * For the whole server. An answer is in memory until it was read, and nobody has to read: whoever takes next to nothing for
 * minutes is given up, and where all that is unread is too much, those are who have most of it, the slowest first.
 */
export function boundUnread(
  server: FastifyInstance,
  { paces, unreadBytes }: Pick<App, 'paces' | 'unreadBytes'>,
  open: OpenAnswers,
): void {
  const timer = setInterval(() => {
    const waiting: Waiting[] = []
    for (const answer of open) {
      // One that was cut off, or waited behind others on its connection, does not hear of the end.
      if (answer.socket.destroyed) open.remove(answer)
      else look(answer, paces.reading)
      const { unread } = answer
      if (unread !== null) waiting.push({ answer, unread })
    }
    const tooMuch = sumOfHeld(waiting) - unreadBytes
    if (tooMuch > 0) cutOff(waiting, tooMuch)
  }, paces.reading.everyMs).unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}

function sumOfHeld(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { unread }) => sum + unread.held, 0)
}

function look(answer: OpenAnswer, { bytes, spanMs, resting }: Pace): void {
  const held = answer.reply.raw.writableLength
  if (held === 0) {
    answer.unread = null
    return
  }
  const now = performance.now()
  const left = held + queuedIn(answer.socket)
  const known = answer.unread
  if (known === null) {
    answer.unread = { held, left, spanEnds: now + spanMs, looks: 0, movedInAll: 0, movedInSpan: 0, poor: 0 }
    return
  }
  // More than before: what was there is gone, and more was written.
  const moved = left > known.left ? bytes : known.left - left
  known.held = held
  known.left = left
  known.looks++
  known.movedInAll += moved
  known.movedInSpan += moved
  if (now < known.spanEnds) return
  known.poor = known.movedInSpan < bytes ? known.poor + 1 : 0
  known.movedInSpan = 0
  known.spanEnds = now + spanMs
  if (known.poor >= resting) answer.socket.destroy()
}

function cutOff(all: readonly Waiting[], tooMuch: number): void {
  const callers = [...Map.groupBy(all, ({ answer }) => networkOf(callerOf(answer.reply.request))).values()]
    .map((waiting) => ({ waiting, held: sumOfHeld(waiting) }))
    .toSorted((one, other) => other.held - one.held)
  let left = tooMuch
  for (const { waiting } of callers) {
    for (const { answer, unread } of waiting.toSorted((one, other) => paceOf(one.unread) - paceOf(other.unread))) {
      if (left <= 0) return
      // What has just been written is theirs as well: nobody else makes room for it.
      left -= unread.held
      if (unread.looks >= leastLooks) answer.socket.destroy()
    }
  }
}

function paceOf({ movedInAll, looks }: Unread): number {
  return looks < leastLooks ? Number.MAX_VALUE : movedInAll / looks
}

/** A part of what is written in one go is gone long before Node says so. */
function queuedIn(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  const size: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0
  return typeof size === 'number' ? size : 0
}
