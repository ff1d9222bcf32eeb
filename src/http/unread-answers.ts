import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { networkOf } from '../core/address.ts'
import type { Pace } from '../core/watch.ts'
import { callerOf } from './via.ts'

/** Nobody is cut off who had no time to read. */
const leastLooks = 2

/** An answer that waits for its reader. */
interface Unread {
  readonly reply: FastifyReply
  readonly socket: Socket
  /** In memory, until all of it is out of our hands. */
  held: number
  /** What the kernel has not taken yet. */
  left: number
  looks: number
  movedInAll: number
  movedInSpan: number
  spanEnds: number
  poor: number
}

/**
 * For the whole server. An answer is in memory until it was read, and nobody has to read: whoever takes next to nothing for
 * minutes is given up, and where all that is unread is too much, those are who have most of it, the slowest first.
 */
export function boundUnread(server: FastifyInstance, { paces, unreadBytes }: Pick<App, 'paces' | 'unreadBytes'>): void {
  /** With the connection that each came on: whoever gives up reading a body takes it from the request. */
  const open = new Map<FastifyReply, Socket>()
  const unread = new Map<FastifyReply, Unread>()
  server.addHook('onRequest', (request, reply, done) => {
    open.set(reply, request.raw.socket)
    done()
  })
  // A listener of our own for each would cost every request a twentieth of its time.
  server.addHook('onResponse', (_request, reply, done) => {
    forget(reply)
    done()
  })
  const forget = (reply: FastifyReply): void => {
    open.delete(reply)
    unread.delete(reply)
  }
  const timer = setInterval(() => {
    for (const [reply, socket] of open) {
      // One that was cut off, or waited behind others on its connection, does not hear of the end.
      if (socket.destroyed) forget(reply)
      else look(unread, reply, socket, paces.reading)
    }
    const all = [...unread.values()]
    const tooMuch = all.reduce((sum, { held }) => sum + held, 0) - unreadBytes
    if (tooMuch > 0) cutOff(all, tooMuch)
  }, paces.reading.everyMs).unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}

function look(
  unread: Map<FastifyReply, Unread>,
  reply: FastifyReply,
  socket: Socket,
  { bytes, spanMs, resting }: Pace,
): void {
  const held = reply.raw.writableLength
  if (held === 0) {
    unread.delete(reply)
    return
  }
  const now = performance.now()
  const left = held + queuedIn(socket)
  const known = unread.get(reply)
  if (known === undefined) {
    const nothing = { looks: 0, movedInAll: 0, movedInSpan: 0, poor: 0 }
    unread.set(reply, { reply, socket, held, left, spanEnds: now + spanMs, ...nothing })
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
  if (known.poor >= resting) socket.destroy()
}

function cutOff(all: readonly Unread[], tooMuch: number): void {
  const callers = [...Map.groupBy(all, ({ reply }) => networkOf(callerOf(reply.request))).values()]
    .map((answers) => ({ answers, held: answers.reduce((sum, { held }) => sum + held, 0) }))
    .toSorted((one, other) => other.held - one.held)
  let left = tooMuch
  for (const { answers } of callers) {
    for (const { socket, held, looks } of answers.toSorted((one, other) => paceOf(one) - paceOf(other))) {
      if (left <= 0) return
      // What has just been written is theirs as well: nobody else makes room for it.
      left -= held
      if (looks >= leastLooks) socket.destroy()
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
